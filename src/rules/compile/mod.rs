//! Makes rules ready for use from a ruleset, a book and the books of its allies; whatever names a thing that is
//! not there becomes a finding in the file that names it.

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

/// A ruleset as it was read, with where it was found.
#[derive(Clone, Debug)]
pub struct LoadedRuleset {
    /// What its file says, everything that it extends included.
    pub file: Arc<ruleset::Ruleset>,
    /// Where it was found: `built in`, or a path.
    pub from: String,
    /// The ids of the rulesets that it extends, nearest first.
    pub extends: Vec<String>,
    /// Its content, for the digest.
    pub content: [u8; 32],
    /// Where it was faulty, so that what could not be read is not reported as missing.
    pub faults: Vec<Span>,
}

/// A book as it was read, with where it was found.
#[derive(Clone, Debug)]
pub struct LoadedBook {
    /// What its file says.
    pub file: Arc<book::Book>,
    /// Where it was found: `built in`, or a path.
    pub from: String,
    /// Its content, for the digest.
    pub content: [u8; 32],
    /// Where it was faulty, so that what could not be read is not reported as missing.
    pub faults: Vec<Span>,
}

/// An event as it was read, with where it was found.
#[derive(Clone, Debug)]
pub struct LoadedEvent {
    /// What its file says.
    pub file: Arc<event::Event>,
    /// Its path.
    pub from: String,
    /// Its content, for the digest.
    pub content: [u8; 32],
}

/// Makes rules ready for use. `find_book` gives an ally's book by its id.
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

struct Compiler {
    rules: Rules,
    findings: Vec<Finding>,
    /// Whose words are being read; entries and options are looked up there first.
    contingent: ContingentId,
    /// Entries that a book has but its army does not bring as an ally; its limits may still name them.
    left_out: Vec<String>,
    /// Words that sheets print for ids.
    printed: Printed,
    /// Where the files were faulty.
    faults: Vec<Span>,
    /// The tags that something has, while an event's words are read; `None` while others are, which may bring tags
    /// about by naming them.
    tags_in_use: Option<Vec<String>>,
}

impl Compiler {
    /// What stands at the top of a ruleset and needs nothing else.
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

    /// Whether a thing was faulty when it was read: a fault lies between its id and the next of its like.
    fn was_faulty<'k>(&self, id: Span, like: impl IntoIterator<Item = &'k Located<String>>) -> bool {
        let after = self.faults.iter().filter(|f| f.file == id.file && f.start > id.start);
        // As a rule there is none, and then nothing else need be looked at
        let Some(first) = after.map(|f| f.start).min() else { return false };
        let between =
            |k: &Located<String>| k.span.file == id.file && k.span.start > id.start && k.span.start <= first;
        !like.into_iter().any(between)
    }

    fn say(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Says that a word names nothing, with the nearest that does.
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

    /// The tag that a rule asks for.
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

    /// The name in full of something in the ruleset, as `fra/options/elite`, or in the book of a contingent, as
    /// `carthage-italy/entries/gauls`.
    fn full_name(&self, book_of: Option<ContingentId>, part: &str, id: &str) -> String {
        let book = book_of.and_then(|c| self.rules.contingents.get(c.0)?.book.as_ref());
        let owner = book.map_or(&self.rules.id, |book| &book.id);
        format!("{owner}/{part}/{id}")
    }
}

/// Says that a word names nothing, with the nearest that does.
pub(crate) fn unknown(code: Code, what: &str, word: &Located<String>, near: Option<&str>) -> Finding {
    let message = format!("there is no {what} \"{}\"", word.value);
    let finding =
        Finding::new(code, word.span, message).about(SubjectKind::Word, &*word.value).scope(Scope::File);
    match near {
        Some(near) => finding.help(format!("did you mean \"{near}\"?")),
        None => finding,
    }
}

/// The bytes of a part of a text that stands at a place, where the file holds it letter for letter.
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
