//! Compiles a ruleset, a book, the books of its allies and an event into rules. Names that do not exist
//! become findings in the file that has them.

mod bounds;
mod circles;
mod conditions;
mod contingents;
mod describe;
pub(crate) mod events;
mod formulas;
mod ids;
mod kinds;
mod limits;
mod options;
mod printed;
mod selectors;
mod sheet;
mod sights;

use std::sync::Arc;

use crate::finding::{Code, Finding, Scope, Span, SubjectKind};
use crate::format::{book, event, ruleset};
use crate::read::Located;
use crate::yaml::nearest;

use super::Rules;
use super::ids::{ContingentId, OptionId, RoleId, StatId, TagId};
use printed::Printed;

/// A ruleset that was read, with the place where it was found.
#[derive(Clone, Debug)]
pub struct LoadedRuleset {
    /// The content, merged with everything that it extends.
    pub file: Arc<ruleset::Ruleset>,
    /// Where the ruleset was found: `built in`, or a path.
    pub from: String,
    /// The ids of the rulesets that it extends, nearest first.
    pub extends: Vec<String>,
    /// The hash of the content, for the digest of a list.
    pub content: [u8; 32],
    /// The positions of faults, so that what could not be read is not reported as missing.
    pub faults: Vec<Span>,
}

/// A book that was read, with the place where it was found.
#[derive(Clone, Debug)]
pub struct LoadedBook {
    /// The content of the file.
    pub file: Arc<book::Book>,
    /// Where the book was found: `built in`, or a path.
    pub from: String,
    /// The hash of the content, for the digest of a list.
    pub content: [u8; 32],
    /// The positions of faults, so that what could not be read is not reported as missing.
    pub faults: Vec<Span>,
}

/// An event that was read, with the place where it was found.
#[derive(Clone, Debug)]
pub struct LoadedEvent {
    /// The content of the file.
    pub file: Arc<event::Event>,
    /// The path of the file.
    pub from: String,
    /// The hash of the content, for the digest of a list.
    pub content: [u8; 32],
}

/// Compiles rules and returns them with the findings. `find_book` returns an ally's book by its id.
pub fn compile(
    ruleset: &LoadedRuleset,
    book: Option<&LoadedBook>,
    event: Option<&LoadedEvent>,
    find_book: &mut dyn FnMut(&str) -> Option<LoadedBook>,
) -> (Rules, Vec<Finding>) {
    let faults = ruleset.faults.iter().chain(book.iter().flat_map(|b| &b.faults)).copied().collect();
    let mut compiler = Compiler {
        rules: Rules::default(),
        findings: Vec::new(),
        contingent: ContingentId::OWN,
        left_out: Vec::new(),
        printed: Printed::default(),
        faults,
        tags_in_use: None,
    };
    let file = &*ruleset.file;
    compiler.facts(ruleset);
    let contingents = compiler.contingents(file, book, find_book);
    compiler.printed = Printed::of(file, &contingents);
    compiler.ids(file, &contingents);
    compiler.register(file, &contingents);
    compiler.options(file, &contingents);
    compiler.kinds(file, &contingents);
    compiler.sights(file, &contingents);
    compiler.circles_of_options_and_parts(file, &contingents);
    compiler.all_limits(file, &contingents);
    if let Some(event) = event {
        compiler.event(event);
    }
    compiler.sheet(file);
    compiler.notes(file, &contingents);
    compiler.rules.content = content(ruleset, &contingents, event);
    // Codes that are about a row of a list are about a file of rules here
    compiler.findings.iter_mut().for_each(|finding| finding.scope = Scope::File);
    (compiler.rules, compiler.findings)
}

/// Returns the hash over the contents of all files that the rules come from.
fn content(
    ruleset: &LoadedRuleset,
    contingents: &[contingents::Army],
    event: Option<&LoadedEvent>,
) -> [u8; 32] {
    use sha2::Digest as _;
    let mut hash = sha2::Sha256::new();
    hash.update(ruleset.content);
    for army in contingents {
        hash.update(army.content);
    }
    hash.update(event.map(|e| e.content).unwrap_or_default());
    hash.finalize().into()
}

/// The state of a compilation.
struct Compiler {
    rules: Rules,
    findings: Vec<Finding>,
    /// The contingent whose words are being compiled. Entries and options are looked up there first.
    contingent: ContingentId,
    /// Entries of an ally's book that the ally may not bring. The book's limits may still name them.
    left_out: Vec<String>,
    /// The words that sheets print for ids.
    printed: Printed,
    /// The positions of faults in the files.
    faults: Vec<Span>,
    /// The tags that something has, while an event is compiled. `None` otherwise: rulesets and books create a
    /// tag by naming it.
    tags_in_use: Option<Vec<String>>,
}

impl Compiler {
    /// Compiles the parts of a ruleset that refer to nothing else.
    fn facts(&mut self, loaded: &LoadedRuleset) {
        let file = &*loaded.file;
        let rules = &mut self.rules;
        rules.id.clone_from(&file.ruleset.value);
        rules.name.clone_from(&file.name.value);
        rules.version.clone_from(&file.version.value);
        rules.from.clone_from(&loaded.from);
        rules.extends.clone_from(&loaded.extends);
        rules.notices = file.sources.iter().filter_map(|(_, s)| s.notice().map(str::to_owned)).collect();
        rules.has_points = file.points.is_none();
        for (id, mode) in &file.modes {
            rules.modes.push(super::Mode {
                id: id.value.clone(),
                name: mode.name.value.clone(),
                default: mode.default,
            });
        }
        let defaults: Vec<&Located<String>> =
            file.modes.iter().filter(|(_, m)| m.default).map(|(id, _)| id).collect();
        if let [first, .., last] = defaults[..] {
            let message = format!("\"{}\" and \"{}\" are both the default mode", first.value, last.value);
            self.findings.push(
                Finding::new(Code::BadValue, last.span, message).help(format!(
                    "write `{}: {{default: false}}` to make the other the default",
                    first.value
                )),
            );
        }
        for (id, stat) in &file.stats {
            rules.stat_words.insert(id.value.clone(), StatId(rules.stats.len()));
            rules.stats.push(super::Stat {
                id: id.value.clone(),
                name: stat.name.value.clone(),
                abbr: stat.abbr.as_ref().map_or_else(|| stat.name.value.clone(), |a| a.value.clone()),
                show: stat.show.as_ref().map(|s| s.value.clone()),
                hidden: stat.hidden,
            });
        }
        rules.unlisted = file.unlisted_option.as_ref().map(|w| w.value.into());
    }

    /// Returns `true` if a fault was found between an id and the next of these ids, so in the entry of that
    /// id.
    fn was_faulty<'k>(&self, id: Span, like: impl IntoIterator<Item = &'k Located<String>>) -> bool {
        let after = self.faults.iter().filter(|f| f.file == id.file && f.start > id.start);
        // Most files have no faults, so skip the search for the next id
        let Some(first) = after.map(|f| f.start).min() else { return false };
        let between =
            |k: &Located<String>| k.span.file == id.file && k.span.start > id.start && k.span.start <= first;
        !like.into_iter().any(between)
    }

    fn say(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Reports a word that names nothing, with the nearest known word.
    fn unknown<'w>(
        &mut self,
        code: Code,
        what: &str,
        word: &Located<String>,
        known: impl IntoIterator<Item = &'w str>,
    ) {
        let finding = match self.printed.id(what, word) {
            Some(id) => unknown(code, what, word, None)
                .help(format!("write `{id}`, which is printed as \"{}\"", word.value)),
            None => unknown(code, what, word, nearest(word, known)),
        };
        self.findings.push(finding);
    }

    /// Returns the tag that a rule tests for. In an event, reports a tag that nothing has.
    fn asked_tag(&mut self, word: &Located<String>) -> TagId {
        if let Some(tags) = self.tags_in_use.take() {
            if !tags.contains(&word.value) {
                self.unknown(Code::BadValue, "tag", word, tags.iter().map(String::as_str));
            }
            self.tags_in_use = Some(tags);
        }
        self.tag(word)
    }

    fn tag(&mut self, word: &str) -> TagId {
        if let Some(tag) = self.rules.tag_words.get(word) {
            return *tag;
        }
        let tag = TagId(self.rules.tags.len());
        self.rules.tags.push(word.to_owned());
        self.rules.tag_words.insert(word.to_owned(), tag);
        tag
    }

    fn role(&mut self, word: &Located<String>) -> Option<RoleId> {
        let found = self.rules.role(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.role_words().map(str::to_owned).collect();
            self.unknown(Code::UnknownRole, "role", word, known.iter().map(String::as_str));
        }
        found
    }

    fn option(&mut self, word: &Located<String>) -> Option<OptionId> {
        let found = self.rules.option(self.contingent, word);
        if found.is_none() {
            let known: Vec<String> = self.rules.option_words(self.contingent).map(str::to_owned).collect();
            self.unknown(Code::UnknownOption, "option", word, known.iter().map(String::as_str));
        }
        found
    }

    fn stat(&mut self, word: &Located<String>) -> Option<StatId> {
        let found = self.rules.stat(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.stats.iter().map(|s| s.id.clone()).collect();
            self.unknown(Code::BadValue, "stat", word, known.iter().map(String::as_str));
        }
        found
    }

    /// Returns a rule path: in the ruleset, such as `fra/options/elite`, or in the book of a contingent, such
    /// as `carthage-italy/entries/gauls`.
    fn full_name(&self, book_of: Option<ContingentId>, part: &str, id: &str) -> String {
        let book = book_of.and_then(|c| self.rules.contingents.get(c.0)?.book.as_ref());
        let owner = book.map_or(&self.rules.id, |book| &book.id);
        format!("{owner}/{part}/{id}")
    }
}

/// Creates a finding for a word that names nothing, with the nearest known word if there is one.
pub(crate) fn unknown(code: Code, what: &str, word: &Located<String>, near: Option<&str>) -> Finding {
    let message = format!("there is no {what} \"{}\"", word.value);
    let finding =
        Finding::new(code, word.span, message).about(SubjectKind::Word, &*word.value).scope(Scope::File);
    match near {
        Some(near) => finding.help(format!("did you mean \"{near}\"?")),
        None => finding,
    }
}

/// Returns the position of a part of a text within the span of that text.
///
/// Returns the whole span if the file holds the text in another form, such as with escapes.
fn inside(span: Span, text: &str, range: &std::ops::Range<usize>) -> Span {
    let long = (span.end - span.start) as usize;
    let quote = match long.checked_sub(text.len()) {
        Some(0) => 0,
        Some(2) => 1,
        _ => return span,
    };
    let start = span.start as usize + quote + range.start.min(text.len());
    let end = span.start as usize + quote + range.end.min(text.len());
    Span::new(span.file, start, end)
}
