//! The arguments of `muster render`, and the settings made from them.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::{CommandError, input_files};
use crate::finding::SourceFile;
use crate::render::context::UnitOrder;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::{Dimensions, Paper};
use crate::render::pdf;
use crate::render::render_templates::UserTemplate;
use crate::render::sheet_data_of_lists::event_paper;
use crate::render::{SheetFormat, SheetKind, SheetOptions};
use crate::rules::library::Library;

/// The file extensions that determine a format, for messages.
const ENDINGS: &str = ".html, .pdf, .txt or .md";

/// The arguments of `muster render`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate switch")]
pub(in crate::cli) struct RenderArgs {
    /// Kind of sheet
    #[arg(value_enum, value_name = "SHEET")]
    pub(super) sheet: SheetKind,

    /// Lists, or folders of lists; `-` for standard input
    ///
    /// Name two opposing lists to get one reference sheet for both.
    #[arg(required = true, value_name = "LIST")]
    pub(super) lists: Vec<PathBuf>,

    /// Output file, or a folder for one file per list [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(super) output: Option<PathBuf>,

    /// Overwrite existing files even if they are not sheets
    #[arg(long)]
    pub(super) force: bool,

    /// Output format [default: from the file extension, else html]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) format: Option<SheetFormat>,

    /// Paper size [default: the event's, else a4]
    #[arg(long, value_enum, value_name = "PAPER")]
    pub(super) paper: Option<Paper>,

    /// Also apply the terms of an event, as in `muster check`
    #[arg(long, value_name = "FILE")]
    pub(super) event: Option<PathBuf>,

    /// Card size: poker, bridge, tarot, a7, or width and height in millimetres, such as 63x88
    #[arg(long, default_value = "poker", value_name = "SIZE", value_parser = Dimensions::parse_card)]
    pub(super) card: Dimensions,

    /// Space between cards, in millimetres
    #[arg(long, default_value = "0", value_name = "MM", value_parser = Length::parse_gutter)]
    pub(super) gutter: Length,

    /// Print one card for identical units
    #[arg(long, conflicts_with = "no_merge")]
    pub(super) merge: bool,

    /// Print a row for every unit, even if several are identical
    #[arg(long)]
    pub(super) no_merge: bool,

    /// Print the front and back of each card next to each other, to be folded
    #[arg(long)]
    pub(super) fold: bool,

    /// Move card backs right and down, in millimetres, for a misaligned printer, such as 1.5,-2
    #[arg(
        long,
        default_value = "0,0",
        value_name = "X,Y",
        value_parser = Length::parse_offset,
        allow_hyphen_values = true,
        conflicts_with = "fold"
    )]
    pub(super) back_offset: (Length, Length),

    /// Make cards only as tall as they need to be, to fit more on a sheet
    #[arg(long)]
    pub(super) compact: bool,

    /// Also print cards for the army and its commands, with totals, numbers and tracks
    #[arg(long)]
    pub(super) summary: bool,

    /// Order of units in each command
    #[arg(long, value_enum, default_value = "list", value_name = "ORDER")]
    pub(super) sort: UnitOrder,

    /// Save ink: print without colours and tints
    #[arg(long)]
    pub(super) mono: bool,

    /// Put the rules of the whole game on the reference sheet
    #[arg(long)]
    pub(super) all: bool,

    /// Use your own template
    #[arg(long, value_name = "FILE")]
    pub(super) template: Option<PathBuf>,

    /// Time limit for your own template, in seconds for each sheet
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub(super) time: u16,

    /// Print the data for templates, as JSON
    #[arg(long)]
    pub(super) context: bool,
}

impl RenderArgs {
    /// Returns `true` if `--output` names a folder: one that exists, or a path that ends in a slash.
    pub(super) fn output_is_folder(&self) -> bool {
        self.output.as_ref().is_some_and(|path| {
            path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
        })
    }

    /// Returns the format: that of `--format`, of the extension of the output file, of the extension of the
    /// template, or HTML.
    ///
    /// # Errors
    /// Refuses an output file whose extension contradicts `--format`, or from which no format follows if
    /// nothing else determines one.
    fn resolve_format(&self) -> Result<SheetFormat, CommandError> {
        let of_ending = |path: &Path| SheetFormat::from_extension(path.extension()?.to_str()?);
        let of_template = self.template.as_deref().and_then(of_ending);
        let settled = self.format.or(of_template);
        // Pipes and devices, such as /dev/stdout, have no extension to go by
        let file = self.output.as_deref().filter(|path| {
            !self.output_is_folder() && std::fs::metadata(path).map_or(true, |about| about.is_file())
        });
        let Some(file) = file else { return Ok(settled.unwrap_or(SheetFormat::Html)) };
        let (shown, ending) = (file.display(), file.extension().map(|ending| ending.to_string_lossy()));
        let refused = |what: &str, right: &str| Err(CommandError::Message(format!("{what}; {right}")));
        if self.context {
            return match ending.as_deref() {
                Some("json") => Ok(SheetFormat::Html),
                _ => refused(&format!("{shown} is not named like JSON"), "name a file that ends in .json"),
            };
        }
        match (of_ending(file), &ending) {
            (Some(of_file), Some(ending)) => match self.format {
                Some(format) if format != of_file => refused(
                    &format!("--format is {}, but {shown} ends in .{ending}", format.as_str()),
                    &format!("name a file that ends in .{}", format.extension()),
                ),
                _ => Ok(of_file),
            },
            (None, _) if settled.is_some() => Ok(settled.unwrap_or_default()),
            (_, None) => refused(
                &format!("{shown} has no extension, from which the format would follow"),
                &format!("name a file that ends in {ENDINGS}, or a folder such as {shown}/"),
            ),
            (_, Some(ending)) => refused(
                &format!("no format has the extension .{ending} of {shown}"),
                &format!("name a file that ends in {ENDINGS}"),
            ),
        }
    }

    /// Returns the files, other than lists, that are read and so must not be overwritten.
    pub(super) fn protected_inputs(&self) -> impl Iterator<Item = PathBuf> {
        self.event.iter().chain(&self.template).cloned()
    }

    /// Returns the settings for rendering.
    ///
    /// # Errors
    /// Fails if the template cannot be read, the format is unclear, or this program was built without PDF
    /// support.
    pub(super) fn build_settings(&self, library: &Library) -> Result<SheetOptions, CommandError> {
        let format = self.resolve_format()?;
        if let Some(message) = pdf::why_no_pdf().filter(|_| format == SheetFormat::Pdf && !self.context) {
            return Err(CommandError::Message(message.to_owned()));
        }
        let template = match &self.template {
            None => None,
            Some(path) => {
                let shown = path.to_string_lossy().into_owned();
                let bytes = input_files::read_file(path)
                    .map_err(|why| CommandError::Message(format!("cannot read {shown}: {why}")))?;
                let text = String::from_utf8(bytes).map_err(|_| {
                    CommandError::Message(format!("{shown} is not UTF-8, which a template must be"))
                })?;
                let file = library.sources().add_shared(SourceFile::new(shown.clone(), text.clone()));
                let name = path.file_name().map_or(shown, |n| n.to_string_lossy().into_owned());
                Some(UserTemplate {
                    name,
                    text,
                    file,
                    time_limit: std::time::Duration::from_secs(self.time.into()),
                })
            }
        };
        Ok(SheetOptions {
            kind: self.sheet,
            format,
            paper: self.paper.or_else(|| event_paper(library)).unwrap_or_default(),
            card: self.card,
            gutter: self.gutter,
            fold: self.fold,
            compact: self.compact,
            summary: self.summary,
            back_offset: self.back_offset,
            mono: self.mono,
            template,
        })
    }
}
