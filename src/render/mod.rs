//! Printed sheets: rosters, unit cards, reference sheets, packing lists and forms, made from templates.

pub mod context;
pub mod font;
pub mod layout;
pub mod length;
pub mod paper_and_card_sizes;
pub mod pdf;
pub mod recognise_own_sheets;
pub mod render_templates;
pub mod sheet_data_of_lists;
pub mod signs;
mod template_filters;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::checked_list::Checked;
use crate::finding::{Code, Finding};
use crate::rules::library::Library;
use context::{ArmyData, CommandData, Document, ReadingData, SummaryLineData, UnitOrder};
use font::Fonts;
use layout::Layout;
use length::Length;
use paper_and_card_sizes::{Dimensions, Paper};
use render_templates::UserTemplate;
use sheet_data_of_lists::{DocumentOptions, documents_of_lists};

/// The kinds of sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SheetKind {
    /// The army with every unit, for the opponent and the organiser
    Roster,
    /// A card for each unit
    Cards,
    /// The rules that one army uses, or two opposing ones
    Reference,
    /// What to bring, with a box to tick for each row
    Packing,
    /// The form for an organiser, with prices, totals of commands and places to sign
    Form,
}

impl SheetKind {
    /// Returns the name used on the command line and in file names.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Roster => "roster",
            Self::Cards => "cards",
            Self::Reference => "reference",
            Self::Packing => "packing",
            Self::Form => "form",
        }
    }
}

/// The format of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SheetFormat {
    /// One file to print from a browser
    #[default]
    Html,
    /// PDF, ready to print
    Pdf,
    /// Plain text
    Text,
    /// Markdown
    #[cfg_attr(feature = "cli", value(alias = "md"))]
    Markdown,
}

impl SheetFormat {
    /// Returns the extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Text => "txt",
            Self::Markdown => "md",
        }
    }

    /// Returns the name used on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Text => "text",
            Self::Markdown => "markdown",
        }
    }

    /// Returns the format that a file extension stands for. `None` for unknown extensions.
    pub fn from_extension(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Self::Html),
            "pdf" => Some(Self::Pdf),
            "txt" | "text" => Some(Self::Text),
            "md" | "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// The options for making a sheet.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct SheetOptions {
    /// The kind of sheet.
    pub kind: SheetKind,
    /// The format.
    pub format: SheetFormat,
    /// The paper.
    pub paper: Paper,
    /// The size of a card.
    pub card: Dimensions,
    /// The space between cards.
    pub gutter: Length,
    /// Whether cards are printed with their backs next to them, to be folded.
    pub fold: bool,
    /// Whether rows of cards are only as high as their fullest card.
    pub compact: bool,
    /// Whether the army and its commands have cards too.
    pub summary: bool,
    /// How far to move backs right and down, to correct for a misaligned printer.
    pub back_offset: (Length, Length),
    /// Whether to save ink: no colours and no tinted areas.
    pub mono: bool,
    /// The user's own template.
    pub template: Option<UserTemplate>,
}

impl SheetOptions {
    /// Returns the usual options for a sheet of this kind: A4, poker cards, with colours.
    pub fn new(kind: SheetKind, format: SheetFormat) -> Self {
        Self {
            kind,
            format,
            paper: Paper::A4,
            card: Dimensions { width: Length(63_000), height: Length(88_000) },
            gutter: Length(0),
            fold: false,
            compact: false,
            summary: false,
            back_offset: (Length(0), Length(0)),
            mono: false,
            template: None,
        }
    }
}

/// A finished sheet.
#[derive(Clone, Debug)]
pub struct RenderedSheet {
    /// The whole file. UTF-8 text, except for a PDF.
    pub bytes: Vec<u8>,
    /// Characters that the built-in font does not have.
    pub missing_characters: Vec<char>,
}

/// Why a sheet cannot be made.
#[derive(Clone, Debug)]
pub enum RenderError {
    /// A finding in a template.
    Template(Box<Finding>),
    /// A message.
    Message(String),
}

/// What templates see as `sheet`, in addition to the document.
#[derive(Serialize)]
struct SheetInfo<'a> {
    /// `roster`, `cards`, `reference`, `packing` or `form`.
    kind: &'static str,
    /// `html`, `pdf`, `text` or `markdown`.
    format: &'static str,
    /// The program's version.
    version: &'static str,
    /// The title of the file.
    title: String,
    /// Whether to save ink.
    mono: bool,
    /// Whether cards are printed with their backs next to them, to be folded.
    fold: bool,
    /// The name of the paper.
    paper: &'a str,
    /// The readings whose signs the built-in sheet of this kind prints.
    readings: Vec<&'a ReadingData>,
    /// For each command, the lines of its card. `None` if the army and its commands have no cards.
    summary: Option<Vec<Vec<SummaryLineData>>>,
}

/// The colours of a sheet. They never carry meaning alone.
#[derive(Serialize)]
struct InkColours {
    accent: &'static str,
    soft: &'static str,
    line: &'static str,
    faint: &'static str,
    tint: &'static str,
    /// Behind the heads and key columns of tables, also with one ink.
    head: &'static str,
    /// In boxes that are never crossed off.
    gone: &'static str,
}

const COLOURED_INK: InkColours = InkColours {
    accent: "#6d1a1a",
    soft: "#444",
    line: "#999",
    faint: "#ddd",
    tint: "#f1ede6",
    head: "#ececec",
    gone: "#bbb",
};
const MONO_INK: InkColours = InkColours {
    accent: "#000",
    soft: "#000",
    line: "#000",
    faint: "#bbb",
    tint: "none",
    head: "#ececec",
    gone: "#bbb",
};

/// Printed in a PDF in place of a character that the font does not have.
const MISSING_CHARACTER: &str = "\u{fffd}";

/// Makes a sheet of a checked list, with identical units in one row.
///
/// # Errors
/// Returns an error if the list or its rules cannot be read, if the user's template has a fault, or if the sheet cannot
/// be laid out.
pub fn render_list(
    library: &Library,
    checked: &Checked,
    options: &SheetOptions,
) -> Result<RenderedSheet, RenderError> {
    let merge = options.kind != SheetKind::Cards;
    let of_document = DocumentOptions { sheet: options.kind, merge, all: false, sort: UnitOrder::List };
    let (documents, failed) = documents_of_lists(library, &[checked], of_document);
    let Some(document) = documents.first() else {
        let why = failed.into_iter().flat_map(|report| report.findings).find(|f| f.code == Code::TooLarge);
        let unread = "the list or its rules cannot be read".to_owned();
        return Err(RenderError::Message(why.map_or(unread, |finding| finding.message)));
    };
    render_sheet(document, &[&document.army], options)
}

/// Makes a sheet from a document.
///
/// `armies` are those that a reference sheet is for; the document's army comes first.
///
/// # Errors
/// Returns an error if the user's template has a fault, or the sheet cannot be laid out.
pub fn render_sheet(
    document: &Document,
    armies: &[&ArmyData],
    settings: &SheetOptions,
) -> Result<RenderedSheet, RenderError> {
    let fonts = Fonts::default();
    let unable =
        |e: serde_json::Error| RenderError::Message(format!("the data cannot be written as JSON: {e}"));
    let html = settings.format == SheetFormat::Html || settings.format == SheetFormat::Pdf;
    // With built-in templates, every page is rendered on its own, since the data of a page takes many times
    // the memory of its text
    let by_pages = html && settings.template.is_none();
    let mut data =
        if by_pages { serde_json::Map::new() } else { document_object(document).map_err(unable)? };
    let title = format!("{}: {}", document.army.name, settings.kind.as_str());
    let about = SheetInfo {
        kind: settings.kind.as_str(),
        format: settings.format.as_str(),
        version: env!("CARGO_PKG_VERSION"),
        title: title.clone(),
        mono: settings.mono,
        fold: settings.fold,
        paper: settings.paper.name(),
        readings: match settings.kind {
            SheetKind::Cards if !settings.summary => document.readings_of_cards(),
            SheetKind::Roster | SheetKind::Cards => document.readings.iter().collect(),
            SheetKind::Reference => document.reference.readings.iter().collect(),
            SheetKind::Packing | SheetKind::Form => Vec::new(),
        },
        summary: settings.summary.then(|| document.commands.iter().map(CommandData::summary_lines).collect()),
    };
    let mut used: BTreeSet<char> = "…–−×☐•·".chars().collect();
    let mut add = |key: &str, value: serde_json::Result<serde_json::Value>| -> Result<(), RenderError> {
        data.insert(key.to_owned(), value.map_err(unable)?);
        Ok(())
    };
    add("sheet", serde_json::to_value(about))?;
    add("armies", to_json_value(&armies))?;
    add("ink", serde_json::to_value(if settings.mono { MONO_INK } else { COLOURED_INK }))?;
    if html {
        let mut layout = lay_out(document, armies, &fonts, settings)?;
        let pages = if by_pages { std::mem::take(&mut layout.pages) } else { Vec::new() };
        let printed = render_pages(pages, &layout, &mut used)?;
        add("layout", serde_json::to_value(&layout))?;
        add("pages", Ok(printed.into()))?;
    }
    let mut data = serde_json::Value::Object(data);
    if html {
        // A PDF gets the whole font here; its writer keeps only the characters used
        let pdf = settings.format == SheetFormat::Pdf;
        if !by_pages {
            collect_characters(&data, &mut used);
        }
        let css =
            if pdf { Some(String::new()) } else { fonts.font_face_css(&used.iter().collect::<String>()) };
        let css = css.ok_or_else(|| {
            RenderError::Message("the font of the sheets is damaged; this is a bug".to_owned())
        })?;
        if let Some(map) = data.as_object_mut() {
            map.insert("fonts".to_owned(), css.into());
        }
    }
    let ending = if html { "html" } else { settings.format.extension() };
    let name = format!("{}.{ending}", settings.kind.as_str());
    let text = render_templates::render_template(&name, settings.template.as_ref(), data)
        .map_err(|finding| RenderError::Template(Box::new(finding)))?;
    let text = if settings.format == SheetFormat::Markdown && settings.template.is_none() {
        collapse_empty_lines(&text)
    } else {
        text
    };
    let mut bytes = if settings.format == SheetFormat::Pdf {
        // Otherwise an empty box would be printed, which looks like one to cross off
        let text =
            fonts.missing_characters().iter().fold(text, |text, c| text.replace(*c, MISSING_CHARACTER));
        pdf::html_to_pdf(&text, &title).map_err(RenderError::Message)?
    } else {
        text.into_bytes()
    };
    if let Some(line) =
        recognise_own_sheets::last_line(settings.format).filter(|_| settings.template.is_none())
    {
        bytes.extend_from_slice(format!("\n{line}\n").as_bytes());
    }
    Ok(RenderedSheet {
        bytes,
        missing_characters: if html { fonts.missing_characters() } else { Vec::new() },
    })
}

fn lay_out(
    document: &Document,
    armies: &[&ArmyData],
    fonts: &Fonts,
    settings: &SheetOptions,
) -> Result<Layout, RenderError> {
    let paper = settings.paper;
    Ok(match settings.kind {
        SheetKind::Roster => layout::roster::lay_out_roster(document, fonts, paper, settings.mono),
        SheetKind::Reference => {
            layout::reference::lay_out_reference(&document.reference, armies, fonts, paper)
        }
        SheetKind::Packing => layout::packing::lay_out_packing_list(document, fonts, paper),
        SheetKind::Form => layout::form::lay_out_form(document, fonts, paper),
        SheetKind::Cards => {
            let options = layout::cards::CardOptions {
                paper,
                card: settings.card,
                gutter: settings.gutter,
                fold: settings.fold,
                compact: settings.compact,
                summary: settings.summary,
                back_offset: settings.back_offset,
            };
            layout::cards::lay_out_cards(&[document], fonts, &options).ok_or_else(|| {
                let (w, h) = (settings.card.width, settings.card.height);
                RenderError::Message(format!(
                    "a card of {w}x{h} mm does not fit on {} with margins of 5 mm",
                    paper.name()
                ))
            })?
        }
    })
}

/// Removes all but one of several empty lines in a row.
fn collapse_empty_lines(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines() {
        if !(line.is_empty() && lines.last().is_none_or(|l| l.is_empty())) {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the document as a JSON object for templates.
fn document_object(document: &Document) -> serde_json::Result<serde_json::Map<String, serde_json::Value>> {
    match to_json_value(document)? {
        serde_json::Value::Object(map) => Ok(map),
        _ => Ok(serde_json::Map::new()),
    }
}

/// Converts data to a JSON value. It is written as text first, since [`context::Exact`] writes numbers as raw
/// JSON.
fn to_json_value<T: Serialize>(data: &T) -> serde_json::Result<serde_json::Value> {
    serde_json::from_str(&serde_json::to_string(data)?)
}

/// Renders each page on its own and returns the pages one after another. Adds their characters to `used`.
fn render_pages(
    pages: Vec<layout::Page>,
    layout: &Layout,
    used: &mut BTreeSet<char>,
) -> Result<String, RenderError> {
    let unable =
        |e: serde_json::Error| RenderError::Message(format!("the data cannot be written as JSON: {e}"));
    let fault = |finding| RenderError::Template(Box::new(finding));
    let templates = render_templates::BuiltInTemplates::new().map_err(fault)?;
    let paper = serde_json::to_value(&layout.paper).map_err(unable)?;
    let mut printed = String::new();
    for page in pages {
        let mut data = serde_json::Map::new();
        data.insert("page".to_owned(), serde_json::to_value(&page).map_err(unable)?);
        data.insert("paper".to_owned(), paper.clone());
        let data = serde_json::Value::Object(data);
        collect_characters(&data, used);
        printed.push_str(&templates.render("page.html", &data).map_err(fault)?);
    }
    Ok(printed)
}

/// Adds the characters of every text in the data.
fn collect_characters(data: &serde_json::Value, used: &mut BTreeSet<char>) {
    match data {
        serde_json::Value::String(text) => used.extend(text.chars()),
        serde_json::Value::Array(all) => all.iter().for_each(|v| collect_characters(v, used)),
        serde_json::Value::Object(map) => map.values().for_each(|v| collect_characters(v, used)),
        _ => {}
    }
}

/// Returns the document as JSON, as `--context` prints it.
///
/// # Errors
/// Returns an error if the data cannot be written as JSON, which no known document causes.
pub fn context_json(document: &Document) -> serde_json::Result<String> {
    serde_json::to_string_pretty(document)
}
