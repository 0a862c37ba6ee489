//! The sources on a reference sheet, with ids that differ if several files use the same one.

use super::reference_sheet_data::{CitationData, ReferenceData};
use super::rule_texts_and_sources::{BETWEEN_CITATIONS, CitedSource};

/// Returns the sources that the sheet prints: those of the whole game, or those that something on the sheet
/// or a notice is from.
pub(super) fn printed_sources(reference: &ReferenceData, cited: &[CitedSource]) -> Vec<CitationData> {
    let named = |id: &str| {
        let cites = |text: &String| {
            text.split(BETWEEN_CITATIONS).any(|citation| citation.split(':').next() == Some(id))
        };
        let of = |source: &Option<String>| source.as_ref().is_some_and(cites);
        let mut tables = reference.tables.iter().chain(&reference.targets);
        reference.rules.iter().any(|r| of(&r.source)) || tables.any(|t| of(&t.source) || of(&t.note_source))
    };
    let ids: Vec<String> = cited.iter().map(|source| distinct_source_id(source, cited)).collect();
    let has_notice =
        |id: &str| cited.iter().zip(&ids).any(|(source, known)| source.has_notice && known == id);
    let mut sources: Vec<CitationData> = Vec::new();
    for (source, id) in cited.iter().zip(&ids) {
        let data = CitationData { id: id.clone(), title: source.title.clone() };
        if !sources.contains(&data) && (reference.all || has_notice(id) || named(id)) {
            sources.push(data);
        }
    }
    sources
}

/// Returns the id of a source as printed: with the book's name if another file has the same id for something
/// else.
fn distinct_source_id(source: &CitedSource, all: &[CitedSource]) -> String {
    let another = all.iter().any(|other| other.id == source.id && other.title != source.title);
    match source.book.as_ref().filter(|_| another) {
        Some((_, name)) => format!("{} ({name})", source.id),
        None => source.id.clone(),
    }
}

/// Returns the source of an option's text, with its id as printed.
pub(super) fn source_of_book(text: &str, book: &str, all: &[CitedSource]) -> String {
    let each = text.split(BETWEEN_CITATIONS).map(|citation| citation_of_book(citation, book, all));
    each.collect::<Vec<_>>().join(BETWEEN_CITATIONS)
}

fn citation_of_book(word: &str, book: &str, all: &[CitedSource]) -> String {
    let (id, place) = word.split_once(':').map_or((word, None), |(id, place)| (id, Some(place)));
    let is_cited_here = |s: &&CitedSource| s.id == id && s.book.as_ref().is_some_and(|(b, _)| b == book);
    let Some(source) = all.iter().find(is_cited_here) else { return word.to_owned() };
    let place = place.map_or_else(String::new, |p| format!(":{p}"));
    format!("{}{place}", distinct_source_id(source, all))
}
