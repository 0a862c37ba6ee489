//! `render`: a printed sheet of one list, or the reference sheet of two.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::answer_findings::{AnswerFinding, answer_findings};
use super::context::{Context, OpenedList};
use super::error::{CallError, ErrorCode};
use super::read_request::{request_object, request_words};
use super::shared_types::{FileIn, ListIn};
use crate::checked_list::Checked;
use crate::finding::FileId;
use crate::render::context::UnitOrder;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::{Dimensions, Paper};
use crate::render::sheet_data_of_lists::{
    DocumentOptions, documents_of_lists, event_paper, missing_characters_finding,
};
use crate::render::{RenderError, SheetFormat, SheetKind, SheetOptions, pdf, render_sheet};

request_object! {
    /// Asks for a sheet. The keys from `paper` on are the switches of `muster render`.
    pub(super) struct Request {
        /// One list, or two opposing ones for a reference sheet.
        lists: Vec<ListIn>,
        sheet: Sheet,
        format: Option<Format>,
        event: Option<FileIn>,
        paper: Option<PaperWord>,
        card: Option<String>,
        gutter: Option<String>,
        #[schemars(default)]
        merge: bool,
        #[schemars(default)]
        no_merge: bool,
        #[schemars(default)]
        fold: bool,
        back_offset: Option<String>,
        #[schemars(default)]
        compact: bool,
        #[schemars(default)]
        summary: bool,
        sort: Option<Order>,
        #[schemars(default)]
        mono: bool,
        #[schemars(default)]
        all: bool,
    }
}

request_words! {
    /// A kind of sheet.
    pub(crate) enum Sheet {
        Roster "roster",
        Cards "cards",
        Reference "reference",
        Packing "packing",
        Form "form",
    }
}

request_words! {
    /// The format of a sheet.
    pub(crate) enum Format {
        Html "html",
        Text "text",
        Markdown "markdown",
        Pdf "pdf",
    }
}

request_words! {
    /// The paper of a sheet.
    pub(crate) enum PaperWord {
        A4 "a4",
        Letter "letter",
    }
}

request_words! {
    /// The order of units in each command.
    pub(crate) enum Order {
        List "list",
        Name "name",
        Type "type",
        Points "points",
    }
}

/// A sheet.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rendered")]
pub(super) struct Answer<'a> {
    mime: &'static str,
    /// A name for the file.
    name: String,
    /// The file, if it is a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The file in Base64, if it is not a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    findings: Vec<AnswerFinding<'a>>,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, mut request: Request) -> Result<Answered<'c>, CallError> {
    let lists = std::mem::take(&mut request.lists);
    let library = context.library(request.event.as_ref())?;
    let options = sheet_options(&request, event_paper(library))?;
    let most = if options.kind == SheetKind::Reference { 2 } else { 1 };
    if lists.is_empty() || lists.len() > most {
        let message = format!(
            "a sheet \"{}\" is of {most} at most; {} lists are given",
            options.kind.as_str(),
            lists.len()
        );
        return Err(CallError::new(ErrorCode::BadRequest, message).at("/lists"));
    }
    let mut opened = Vec::new();
    for (at, list) in lists.into_iter().enumerate() {
        opened.push(context.open(list, request.event.as_ref(), &format!("/lists/{at}"))?);
    }
    for list in &opened {
        list.army()?;
    }
    let of_documents = DocumentOptions {
        sheet: options.kind,
        merge: if options.kind == SheetKind::Cards { request.merge } else { !request.no_merge },
        all: request.all,
        sort: match request.sort {
            None | Some(Order::List) => UnitOrder::List,
            Some(Order::Name) => UnitOrder::Name,
            Some(Order::Type) => UnitOrder::Type,
            Some(Order::Points) => UnitOrder::Points,
        },
    };
    let checked: Vec<&Checked> = opened.iter().map(|list| &list.checked).collect();
    let (documents, failed) = documents_of_lists(library, &checked, of_documents);
    if let Some(report) = failed.first() {
        let message = report.findings.first().map_or("the sheet is too large", |finding| &finding.message);
        let error = CallError::new(ErrorCode::TooLarge, message).at("/lists");
        return Err(error.with_findings(&report.findings, &report.sources));
    }
    if let [first, second] = documents.as_slice()
        && first.army.ruleset.id != second.army.ruleset.id
    {
        let (one, other) = (&first.army.ruleset.name, &second.army.ruleset.name);
        let message = format!("the two armies play different games: {one} and {other}");
        return Err(CallError::new(ErrorCode::BadRequest, message).at("/lists/1"));
    }
    let Some(document) = documents.first() else {
        return Err(CallError::new(ErrorCode::Internal, "no sheet was made"));
    };
    let armies: Vec<_> = documents.iter().map(|document| &document.army).collect();
    let sheet = render_sheet(document, &armies, &options).map_err(|error| match error {
        RenderError::Message(message) => CallError::new(ErrorCode::BadRequest, message),
        RenderError::Template(finding) => CallError::new(ErrorCode::Internal, finding.message),
    })?;
    let findings: Vec<_> =
        missing_characters_finding(&sheet.missing_characters, options.format, FileId::CHECKED)
            .into_iter()
            .collect();
    let (text, base64) = match String::from_utf8(sheet.bytes) {
        Ok(text) if options.format != SheetFormat::Pdf => (Some(text), None),
        Ok(text) => (None, Some(STANDARD.encode(text))),
        Err(error) => (None, Some(STANDARD.encode(error.as_bytes()))),
    };
    let sources = opened.first().map(|list| list.report().sources.clone()).unwrap_or_default();
    Answered::new(&Answer {
        mime: mime(options.format),
        name: file_name(opened.first(), &options),
        text,
        base64,
        findings: answer_findings(&findings, &sources, None),
    })
}

fn sheet_options(request: &Request, of_event: Option<Paper>) -> Result<SheetOptions, CallError> {
    let kind = match request.sheet {
        Sheet::Roster => SheetKind::Roster,
        Sheet::Cards => SheetKind::Cards,
        Sheet::Reference => SheetKind::Reference,
        Sheet::Packing => SheetKind::Packing,
        Sheet::Form => SheetKind::Form,
    };
    let format = match request.format {
        None | Some(Format::Html) => SheetFormat::Html,
        Some(Format::Text) => SheetFormat::Text,
        Some(Format::Markdown) => SheetFormat::Markdown,
        Some(Format::Pdf) => SheetFormat::Pdf,
    };
    if let Some(message) = pdf::why_no_pdf().filter(|_| format == SheetFormat::Pdf) {
        return Err(CallError::not_available(message).at("/format"));
    }
    let conflict = |at: &str, other: &str| {
        let message = format!("this and \"{other}\" exclude each other");
        Err(CallError::new(ErrorCode::BadRequest, message).at(at))
    };
    if request.merge && request.no_merge {
        return conflict("/no_merge", "merge");
    }
    if request.fold && request.back_offset.is_some() {
        return conflict("/back_offset", "fold");
    }
    let usual = SheetOptions::new(kind, format);
    let paper = request.paper.map(|paper| match paper {
        PaperWord::A4 => Paper::A4,
        PaperWord::Letter => Paper::Letter,
    });
    Ok(SheetOptions {
        paper: paper.or(of_event).unwrap_or_default(),
        card: read_measure(request.card.as_ref(), Dimensions::parse_card, "/card")?.unwrap_or(usual.card),
        gutter: read_measure(request.gutter.as_ref(), Length::parse_gutter, "/gutter")?
            .unwrap_or(usual.gutter),
        fold: request.fold,
        compact: request.compact,
        summary: request.summary,
        back_offset: read_measure(request.back_offset.as_ref(), Length::parse_offset, "/back_offset")?
            .unwrap_or(usual.back_offset),
        mono: request.mono,
        ..usual
    })
}

/// Reads a measure as `muster render` does.
fn read_measure<T>(
    text: Option<&String>,
    parse: impl Fn(&str) -> Result<T, String>,
    at: &str,
) -> Result<Option<T>, CallError> {
    let read = text.map(|text| parse(text)).transpose();
    read.map_err(|message| CallError::new(ErrorCode::BadRequest, message).at(at))
}

fn mime(format: SheetFormat) -> &'static str {
    match format {
        SheetFormat::Html => "text/html",
        SheetFormat::Text => "text/plain",
        SheetFormat::Markdown => "text/markdown",
        SheetFormat::Pdf => "application/pdf",
    }
}

/// Returns a name for the file: `hannibal-at-the-trebia-roster.txt`.
fn file_name(list: Option<&OpenedList<'_>>, options: &SheetOptions) -> String {
    let army = list.and_then(|list| list.report().army.clone()).unwrap_or_default().to_lowercase();
    let words = army.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.chain([options.kind.as_str()]).collect();
    format!("{}.{}", words.join("-"), options.format.extension())
}
