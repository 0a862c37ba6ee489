//! `explain`: what a rule or a code means.

use schemars::JsonSchema;
use serde::Serialize;

use super::context::Context;
use super::error::{CallError, ErrorCode};
use super::read_request::request_object;
use super::shared_types::{FileIn, Span, span_in};
use super::{Answered, games};
use crate::check::pages_about_codes;
use crate::finding::{Code, SourceFiles};
use crate::rules::rule_lookup::{RuleFinder, RuleText};

request_object! {
    /// Explains a word.
    pub(super) struct Request {
        /// A code, or a rule as findings, rooms and lines cite it.
        word: String,
        /// The game, if several have a rule of that id.
        game: Option<String>,
        /// The book, likewise.
        book: Option<String>,
        event: Option<FileIn>,
    }
}

/// What a rule or a code means.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Explained")]
pub(super) struct Answer {
    word: String,
    is: ExplainedKind,
    title: String,
    text: Option<String>,
    /// The rule's own sentence.
    says: Option<String>,
    /// The page of a code, in Markdown.
    page: Option<&'static str>,
    sources: Vec<SourceOf>,
    unclear: Vec<Unclear>,
    /// The rule as its file has it.
    written: Option<Written>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ExplainedKind {
    Rule,
    Code,
}

/// Where a rule, or one part of it, is from.
#[derive(Serialize, JsonSchema)]
struct SourceOf {
    /// The part. Null for the whole rule.
    of: Option<String>,
    text: String,
}

/// Something that the source of a rule leaves open.
#[derive(Serialize, JsonSchema)]
struct Unclear {
    text: String,
    /// How it is read here.
    reading: Option<String>,
}

/// A rule in its file.
#[derive(Serialize, JsonSchema)]
struct Written {
    /// The id of the rule.
    span: Option<Span>,
    /// The lines of the rule, without their common indent.
    text: String,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let Request { word, game, book, event } = request;
    games::check_names(context.plain_library(), game.as_deref(), book.as_deref())?;
    let word = Code::strip_brackets(&word);
    if let Some(code) = Code::parse(word) {
        let page = pages_about_codes::page(code);
        return Answered::new(&Answer {
            word: word.to_owned(),
            is: ExplainedKind::Code,
            title: page.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']).to_owned(),
            text: pages_about_codes::page_summary(page).map(str::to_owned),
            says: None,
            page: Some(page),
            sources: Vec::new(),
            unclear: Vec::new(),
            written: None,
        });
    }
    let event = event.as_ref().map(|event| context.file(event, "/event")).transpose()?;
    let finder = RuleFinder::new(context.plain_library(), event.map(|event| event.source));
    let mut found = finder.find_rules(word);
    let owners: Vec<&str> = game.iter().chain(&book).map(String::as_str).collect();
    let of_owner =
        |rule: &RuleText| rule.rule_path.split_once('/').is_some_and(|(owner, _)| owners.contains(&owner));
    let at = found.iter().position(of_owner).unwrap_or(0);
    if found.is_empty() {
        let error = CallError::new(ErrorCode::UnknownWord, format!("there is no code or rule {word:?}"));
        return Err(error.at("/word").with_help(finder.nearest_help(word)));
    }
    Answered::new(&explain_rule(found.swap_remove(at)))
}

fn explain_rule(rule: RuleText) -> Answer {
    let sources = SourceFiles::default().with_checked_file(rule.source);
    let source_of =
        |(of, text): (String, String)| SourceOf { of: Some(of).filter(|of| !of.is_empty()), text };
    Answer {
        title: if rule.title.is_empty() { rule.rule_path.clone() } else { rule.title },
        word: rule.rule_path,
        is: ExplainedKind::Rule,
        text: rule.words.text,
        says: rule.words.says,
        page: None,
        sources: rule.sources.into_iter().map(source_of).collect(),
        unclear: rule
            .notes
            .into_iter()
            .map(|note| Unclear { text: note.text, reading: note.reading })
            .collect(),
        written: Some(Written { span: span_in(&sources, rule.span), text: rule.excerpt.join("\n") + "\n" }),
    }
}
