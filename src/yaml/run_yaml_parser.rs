//! Runs the YAML parser, which only this file names: its events build the tree, its errors become
//! [`SyntaxErrorKind`].

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, StructureStyle, Tag};

use super::syntax_errors::{self, SyntaxErrorKind};
use super::tree_builder::{BuildStopped, TreeBuilder};
use super::{Node, TextStyle};
use crate::finding::{Code, FileId, Finding, Span};

/// A parsed text: its tree and its faults.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// The tree, or what could be read of it. `None` for an empty file.
    pub root: Option<Node<'a>>,
    /// The faults, in the order of their positions.
    pub findings: Vec<Finding>,
    /// Whether something that was written is not in the tree, so that a missing key proves nothing.
    pub is_partial: bool,
}

impl Parsed<'_> {
    /// Returns the same without borrowing from the text, to be kept beside it.
    pub fn into_owned(self) -> Parsed<'static> {
        let root = self.root.as_ref().map(Node::to_owned_node);
        Parsed { root, findings: self.findings, is_partial: self.is_partial }
    }
}

/// Parses a text that holds one YAML document. After a syntax error, returns the part before it.
pub fn parse_yaml(file: FileId, text: &str) -> Parsed<'_> {
    let mut builder = TreeBuilder::new(file, text);
    let end = match feed_events(&mut builder, text) {
        Ok(()) => text.len(),
        Err(ParseStopped { at }) => at,
    };
    let (root, mut faults, broken) = builder.finish(end);
    if root.is_none() && !broken {
        let finding = Finding::new(Code::MissingKey, Span::new(file, 0, 0), "the file is empty");
        faults.add(finding.with_help("`muster new army.yaml` writes a list to start from"));
    }
    Parsed { root, findings: faults.into_findings(), is_partial: broken }
}

/// Parsing stopped at this byte, before the end of the text.
struct ParseStopped {
    at: usize,
}

/// Passes the parser's events to `builder` until the text ends or cannot be read any further.
fn feed_events<'a>(builder: &mut TreeBuilder<'a>, text: &'a str) -> Result<(), ParseStopped> {
    let options = granit_parser::options! { emit_unresolved_aliases: true };
    let mut documents = 0;
    for next in Parser::new_from_str_with_options(text, options) {
        let (event, span) = match next {
            Ok(next) => next,
            Err(error) => {
                let at = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
                let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
                if builder.last_scalar.1 == at {
                    builder.drop_last_scalar();
                }
                let finding = syntax_errors::syntax_finding(builder, text, &classify_error(error.kind()), at);
                builder.faults.add_or_amend(finding);
                builder.is_partial = true;
                return Err(ParseStopped { at });
            }
        };
        let start = span.start.byte_offset().unwrap_or_default();
        let end = span.end.byte_offset().unwrap_or_default();
        if let Some(tag) = event.tag().filter(|tag| !is_core_tag(tag)) {
            let place = span.tag_span().and_then(|s| Some((s.start.byte_offset()?, s.end.byte_offset()?)));
            let (from, to) = place.unwrap_or((start, end));
            let word = text.get(from..to).map_or_else(|| tag.original(), str::to_owned);
            let finding = syntax_errors::tag_finding(builder.span(from, to), &word);
            builder.faults.add(finding);
        }
        let done = match event {
            Event::DocumentStart(..) if documents > 0 => {
                let finding = syntax_errors::second_document_finding(builder.span(start, end), text);
                builder.faults.add(finding);
                return Ok(());
            }
            Event::DocumentStart(..) => {
                documents += 1;
                Ok(())
            }
            Event::Scalar(value, style, anchor, _) => {
                let style = match style {
                    ScalarStyle::Plain => TextStyle::Plain,
                    ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => TextStyle::Quoted,
                    ScalarStyle::Literal | ScalarStyle::Folded => TextStyle::Block,
                };
                builder.add_scalar(value, style, (start, end), anchor)
            }
            Event::SequenceStart(style, anchor, _) => {
                builder.open_node(false, style == StructureStyle::Flow, start, anchor)
            }
            Event::MappingStart(style, anchor, _) => {
                builder.open_node(true, style == StructureStyle::Flow, start, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => builder.close_node(end),
            Event::Alias(id) => builder.add_alias(id, (start, end)),
            Event::UnresolvedAlias(name) => {
                builder.report_unknown_alias(&name, (start, end));
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(BuildStopped) = done {
            return Err(ParseStopped { at: start });
        }
    }
    Ok(())
}

/// Reads one top-level key without parsing the rest of the file.
///
/// `None` if the key is missing, is not a plain scalar, or cannot be told from the start of the file; call
/// [`parse_yaml()`] then.
pub fn read_top_key(text: &str, key: &str) -> Option<String> {
    let mut depth = 0_usize;
    // Whether the next node at the top is a key, and whether the last key was the one asked for
    let (mut is_key, mut is_wanted) = (true, false);
    let mut found: Option<String> = None;
    for next in Parser::new_from_str(text) {
        let (event, _) = next.ok()?;
        // Wait for the event after the value: a syntax error there could mean that the value goes on
        if found.is_some() {
            return found;
        }
        match event {
            Event::StreamStart | Event::DocumentStart(..) => continue,
            Event::MappingStart(..) if depth == 0 => {
                depth = 1;
                continue;
            }
            Event::MappingStart(..) | Event::SequenceStart(..) if depth > 0 && !(depth == 1 && is_key) => {
                depth += 1;
            }
            Event::MappingEnd | Event::SequenceEnd if depth > 1 => depth -= 1,
            Event::Scalar(value, ..) if depth == 1 && is_key => is_wanted = value == key,
            Event::Scalar(value, ..) if depth == 1 && is_wanted && !matches!(value.as_ref(), "" | "~") => {
                found = Some(value.into_owned());
            }
            Event::Scalar(..) | Event::Alias(..) if depth > 1 || (depth == 1 && !is_key && !is_wanted) => {}
            _ => return None,
        }
        if depth == 1 {
            is_key = !is_key;
        }
    }
    None
}

/// Returns `true` for a tag of YAML's own core schema, such as `!!str`, and for a lone `!`.
fn is_core_tag(tag: &Tag) -> bool {
    tag.original() == "!" || tag.is_yaml_core_schema()
}

/// Sorts the parser's errors by what people have to do about them.
fn classify_error(kind: &ErrorKind) -> SyntaxErrorKind {
    use ErrorKind as E;
    match kind {
        E::UnclosedQuotedScalar | E::DocumentIndicatorInQuotedScalar => SyntaxErrorKind::UnclosedQuote,
        E::UnclosedFlowCollection { .. }
        | E::UnexpectedEofFlowSequence
        | E::UnexpectedEofFlowMapping
        | E::UnexpectedEofImplicitFlowMapping => SyntaxErrorKind::UnclosedBracket,
        E::MismatchedFlowCollectionEnd { open, close } => {
            SyntaxErrorKind::WrongBracket { open: *open, close: *close }
        }
        E::MisplacedFlowCollectionEnd => SyntaxErrorKind::StrayBracket,
        E::ExpectedFlowMappingSeparator | E::ExpectedFlowSequenceSeparator | E::InvalidColonPlacement => {
            SyntaxErrorKind::UnexpectedInBrackets
        }
        E::MappingValueNotAllowed | E::InvalidMappingValueWhitespace | E::MappingKeyNotAllowed => {
            SyntaxErrorKind::UnexpectedColon
        }
        E::ExpectedBlockMappingKey
        | E::InvalidIndentation
        | E::ExpectedDocumentStart
        | E::InvalidSimpleKey
        | E::InvalidDocumentEnd => SyntaxErrorKind::Indentation,
        E::ExpectedBlockSequenceEntry => SyntaxErrorKind::NotAnItem,
        E::SimpleKeyExpected => SyntaxErrorKind::MissingColon,
        E::UnexpectedCharacter { character } => SyntaxErrorKind::UnexpectedCharacter(*character),
        E::BlockSequenceEntryNotAllowed => SyntaxErrorKind::ListOnKeyLine,
        E::BlockEntryInFlowCollection | E::PlainScalarStartsWithDashFlowIndicator => {
            SyntaxErrorKind::DashInBrackets
        }
        E::TabNotAllowed
        | E::TabInBlockIndentation
        | E::TabInIndentation
        | E::TabInPlainScalar
        | E::TabAtBlockScalarStart
        | E::InvalidBlockEntryWhitespace => SyntaxErrorKind::Tab,
        E::UnknownQuotedScalarEscape
        | E::InvalidQuotedScalarHexEscape
        | E::InvalidUnicodeEscape
        | E::InvalidLowSurrogate
        | E::InvalidLowSurrogateHexEscape
        | E::MissingLowSurrogate
        | E::UnpairedLowSurrogate => SyntaxErrorKind::UnknownEscape,
        E::InvalidTrailingSingleQuotedScalar | E::InvalidTrailingDoubleQuotedScalar => {
            SyntaxErrorKind::TextAfterQuote
        }
        E::InvalidQuotedScalarIndent | E::InvalidFlowScalarIndent | E::InvalidBlockScalarIndent => {
            SyntaxErrorKind::ShallowIndentation
        }
        E::InvalidBlockScalarHeader | E::ZeroBlockScalarIndent => SyntaxErrorKind::TextAfterBlockHeader,
        E::CommentNotSeparated | E::CommentInterceptedScalar => SyntaxErrorKind::CommentWithoutSpace,
        E::RecursionLimitExceeded => SyntaxErrorKind::TooDeep,
        E::UndeclaredTagHandle
        | E::InvalidTagTerminator
        | E::InvalidTagEscape
        | E::InvalidTagUtf8LeadingByte
        | E::InvalidTagUtf8TrailingByte
        | E::InvalidTagUtf8
        | E::ExpectedTagBang
        | E::MissingTagUri
        | E::UnclosedVerbatimTag
        | E::InvalidGlobalTagCharacter => SyntaxErrorKind::Tag,
        E::MissingAnchorOrAliasName => SyntaxErrorKind::MissingAnchorName,
        E::FlowMappingValueAdjacentCollection => SyntaxErrorKind::ColonWithoutSpace,
        E::DuplicateVersionDirective
        | E::UnsupportedYamlMajorVersion
        | E::DuplicateTagDirective
        | E::MissingDocumentEndBeforeDirective
        | E::ExpectedTagDirectiveBang
        | E::InvalidDirectiveTerminator
        | E::DirectiveDisallowed
        | E::MissingYamlVersionSeparator
        | E::MissingDirectiveName
        | E::InvalidDirectiveName
        | E::DirectiveByteLimitExceeded { .. }
        | E::TooManyReservedDirectiveParams { .. }
        | E::YamlVersionTooLong
        | E::MissingYamlVersion
        | E::InvalidTagDirectiveTerminator => SyntaxErrorKind::Directive,
        E::BomInsideDocument => SyntaxErrorKind::UnexpectedCharacter('\u{feff}'),
        // The other errors have no cause that a writer could see: input that ends in an impossible state,
        // limits that are not set, other kinds of input
        _ => SyntaxErrorKind::Unreadable,
    }
}
