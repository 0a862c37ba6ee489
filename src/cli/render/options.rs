//! What `muster render` is asked, and the settings that come of it.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::{Trouble, files};
use crate::finding::Source;
use crate::render::context::Order;
use crate::render::paper::{Paper, Size};
use crate::render::pdf;
use crate::render::template::Own;
use crate::render::unit::Um;
use crate::render::{Format, Settings, Sheet};
use crate::rules::library::Library;

/// The endings of files that say a format.
const ENDINGS: &str = ".html, .pdf, .txt or .md";

/// What `render` is asked.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(in crate::cli) struct Options {
    /// What is printed
    #[arg(value_enum, value_name = "SHEET")]
    pub(super) sheet: Sheet,

    /// Lists or folders of lists; - for standard input. A reference sheet takes two opposing lists
    #[arg(required = true, value_name = "LIST")]
    pub(super) lists: Vec<PathBuf>,

    /// The file to write, or a folder for a file each; standard output without it
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(super) output: Option<PathBuf>,

    /// Writes over a file that is there, also where it is no sheet
    #[arg(long)]
    pub(super) force: bool,

    /// The format; by the ending of the file where not given, else HTML
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    /// The paper; what the event says where not given, else A4
    #[arg(long, value_enum, value_name = "PAPER")]
    pub(super) paper: Option<Paper>,

    /// An event whose terms hold besides, as for `check`
    #[arg(long, value_name = "FILE")]
    pub(super) event: Option<PathBuf>,

    /// The size of a card: poker, bridge, tarot, a7 or its width and height in millimetres, as 63x88
    #[arg(long, default_value = "poker", value_name = "SIZE", value_parser = Size::card)]
    pub(super) card: Size,

    /// Millimetres between cards
    #[arg(long, default_value = "0", value_name = "MM", value_parser = gutter)]
    pub(super) gutter: Um,

    /// One card for several units alike
    #[arg(long, conflicts_with = "no_merge")]
    pub(super) merge: bool,

    /// A row for every unit, also where several are alike
    #[arg(long)]
    pub(super) no_merge: bool,

    /// Front and back of a card side by side, to be folded
    #[arg(long)]
    pub(super) fold: bool,

    /// How far to move backs, right and down in millimetres, where a printer is off: 1.5,-2
    #[arg(
        long,
        default_value = "0,0",
        value_name = "X,Y",
        value_parser = offset,
        allow_hyphen_values = true,
        conflicts_with = "fold"
    )]
    pub(super) back_offset: (Um, Um),

    /// Rows of cards only as high as they need, so that a sheet takes more
    #[arg(long)]
    pub(super) compact: bool,

    /// Cards for the army and its commands too: totals, numbers and tracks
    #[arg(long)]
    pub(super) summary: bool,

    /// The order of units within their commands
    #[arg(long, value_enum, default_value = "list", value_name = "ORDER")]
    pub(super) sort: Order,

    /// Saves ink: no colours and no tints
    #[arg(long)]
    pub(super) mono: bool,

    /// Takes the whole game onto the reference sheet
    #[arg(long)]
    pub(super) all: bool,

    /// Your own template
    #[arg(long, value_name = "FILE")]
    pub(super) template: Option<PathBuf>,

    /// The longest time that your own template may take for a sheet, in seconds
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub(super) time: u16,

    /// Prints the data that templates see, as JSON
    #[arg(long)]
    pub(super) context: bool,
}

fn gutter(text: &str) -> Result<Um, String> {
    Um::parse(text)
        .filter(|um| *um <= Um::mm(50))
        .ok_or_else(|| "a gutter is 0 to 50 millimetres, such as 3".to_owned())
}

fn offset(text: &str) -> Result<(Um, Um), String> {
    let one = |text: &str| {
        let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
        Um::parse(size).filter(|um| *um <= Um::mm(20)).map(|um| um * sign)
    };
    text.split_once(',').and_then(|(right, down)| Some((one(right.trim())?, one(down.trim())?))).ok_or_else(
        || "an offset is two lengths of up to 20 millimetres, right and down, as 1.5,-2".to_owned(),
    )
}

impl Options {
    /// Whether what is named for output is a folder.
    pub(super) fn wants_folder(&self) -> bool {
        self.output.as_ref().is_some_and(|path| {
            path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
        })
    }

    /// The format: what was asked for, what the file's ending says, what the template's says, or HTML.
    ///
    /// # Errors
    /// A file whose ending says another format, or none that is known where nothing else says one.
    fn settled_format(&self) -> Result<Format, Trouble> {
        let of_ending = |path: &Path| Format::of_ending(path.extension()?.to_str()?);
        let of_template = self.template.as_deref().and_then(of_ending);
        let settled = self.format.or(of_template);
        // A pipe or a device has no ending
        let file = self.output.as_deref().filter(|path| {
            !self.wants_folder() && std::fs::metadata(path).map_or(true, |about| about.is_file())
        });
        let Some(file) = file else { return Ok(settled.unwrap_or(Format::Html)) };
        let (shown, ending) = (file.display(), file.extension().map(|ending| ending.to_string_lossy()));
        let refused = |what: &str, right: &str| Err(Trouble::Said(format!("{what}; {right}")));
        if self.context {
            return match ending.as_deref() {
                Some("json") => Ok(Format::Html),
                _ => refused(&format!("{shown} is no name for JSON"), "name a file that ends in .json"),
            };
        }
        match (of_ending(file), &ending) {
            (Some(of_file), Some(ending)) => match self.format {
                Some(format) if format != of_file => refused(
                    &format!("the sheet is to be {} and {shown} ends in .{ending}", format.as_str()),
                    &format!("name a file that ends in .{}", format.ending()),
                ),
                _ => Ok(of_file),
            },
            (None, _) if settled.is_some() => Ok(settled.unwrap_or_default()),
            (_, None) => refused(
                &format!("{shown} has no ending, which says the format"),
                &format!("name a file that ends in {ENDINGS}, or a folder as {shown}/"),
            ),
            (_, Some(ending)) => refused(
                &format!("the ending .{ending} of {shown} says no format"),
                &format!("name a file that ends in {ENDINGS}"),
            ),
        }
    }

    /// The files besides lists that are read and never written.
    pub(super) fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        self.event.iter().chain(&self.template).cloned()
    }

    /// How sheets are to be made.
    ///
    /// # Errors
    /// A template that cannot be read, or a format that this program was built without.
    pub(super) fn settings(&self, library: &Library) -> Result<Settings, Trouble> {
        let format = self.settled_format()?;
        if let Some(words) = pdf::without().filter(|_| format == Format::Pdf && !self.context) {
            return Err(Trouble::Said(words.to_owned()));
        }
        let template = match &self.template {
            None => None,
            Some(path) => {
                let shown = path.to_string_lossy().into_owned();
                let bytes =
                    files::read(path).map_err(|why| Trouble::Said(format!("cannot read {shown}: {why}")))?;
                let text = String::from_utf8(bytes)
                    .map_err(|_| Trouble::Said(format!("{shown} is not UTF-8, as a template must be")))?;
                let file = library.sources().add(Source::new(shown.clone(), text.clone()));
                let name = path.file_name().map_or(shown, |n| n.to_string_lossy().into_owned());
                Some(Own { name, text, file, time: std::time::Duration::from_secs(self.time.into()) })
            }
        };
        Ok(Settings {
            sheet: self.sheet,
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

/// The paper that an event asks for.
fn event_paper(library: &Library) -> Option<Paper> {
    Some(match library.event()?.file.paper.as_ref()?.value {
        crate::format::event::Paper::A4 => Paper::A4,
        crate::format::event::Paper::Letter => Paper::Letter,
    })
}
