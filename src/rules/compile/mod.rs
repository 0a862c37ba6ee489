//! Compiles a ruleset, a book, the books of its allies and an event into rules. Names that do not exist
//! become findings in the file that has them.

mod amounts;
mod army_and_command_purchases;
mod charges;
mod command_kinds;
mod conditions;
mod contingents;
mod costs;
mod dependency_cycles;
mod describe_selectors;
mod effects;
mod entries_of_every_book;
pub(crate) mod events;
mod formulas;
mod ids_by_printed_name;
mod impossible_bounds;
mod inner_offers;
mod limit_of_size;
mod limits;
mod measures;
mod numbers_and_tables;
mod options_and_roles;
mod order_of_steps;
mod own_bounds;
mod scale_of_books;
mod selectors;
mod signs_and_phases;
mod steps;
mod unit_types_and_entries;
mod unmatched_formula_selectors;
mod unusable_ids;

use std::sync::Arc;

use crate::finding::{Code, FileId, Finding, Scope, Span, Subject, SubjectKind};
use crate::format::limit::RegionKind;
use crate::format::{book, event, ruleset};
use crate::read::Located;
use crate::yaml::nearest_name;

pub use entries_of_every_book::faults_of_every_book;

use super::Rules;
use super::id_types::{ContingentId, LimitId, OptionId, RoleId, StatId, TagId};
use super::read_and_merge_rulesets::{BaseFile, LoadedFile};
use ids_by_printed_name::IdsByPrintedName;
use order_of_steps::EarlyNumber;

/// A ruleset that was read, with the place where it was found.
#[derive(Clone, Debug)]
pub struct LoadedRuleset {
    /// The content, merged with everything that it extends.
    pub file: Arc<ruleset::Ruleset>,
    /// Where the ruleset was found: `built in`, or a path.
    pub found_in: String,
    /// The ids of the rulesets that it extends, nearest first.
    pub extends: Vec<String>,
    /// The hash of the content, for the digest of a list.
    pub content_hash: [u8; 32],
    /// The positions of faults, so that what could not be read is not reported as missing.
    pub fault_spans: Vec<Span>,
}

/// A book that was read, with the place where it was found.
#[derive(Clone, Debug)]
pub struct LoadedBook {
    /// The content of the file.
    pub file: Arc<book::Book>,
    /// Where the book was found: `built in`, or a path.
    pub found_in: String,
    /// The hash of the content, for the digest of a list.
    pub content_hash: [u8; 32],
    /// The positions of faults, so that what could not be read is not reported as missing.
    pub fault_spans: Vec<Span>,
    /// The books that it extends, nearest first.
    pub bases: Vec<BaseFile>,
    /// The ids of the entries that it drops from these. Their limits may still name them.
    pub dropped_entries: Vec<String>,
}

impl LoadedRuleset {
    /// Creates a ruleset from what was read, and adds what is wrong with its file to `findings`.
    ///
    /// `None` if the file cannot be used at all.
    pub fn from_file(
        loaded: LoadedFile<ruleset::Ruleset>,
        found_in: String,
        findings: &mut Vec<Finding>,
    ) -> Option<Self> {
        let fault_spans = loaded.fault_spans();
        findings.extend(loaded.findings);
        Some(Self {
            file: Arc::new(loaded.file?),
            found_in,
            extends: loaded.bases.into_iter().map(|base| base.id).collect(),
            content_hash: loaded.content_hash,
            fault_spans,
        })
    }

    /// Returns the ids of the ruleset and of those that it extends, nearest first.
    pub fn ids(&self) -> Vec<String> {
        std::iter::once(&self.file.ruleset.value).chain(&self.extends).cloned().collect()
    }
}

impl LoadedBook {
    /// Creates a book from what was read, with the entries that its ruleset gives every book, and adds what is
    /// wrong with its file to `findings`.
    ///
    /// `None` if the file cannot be used at all.
    pub fn from_file(
        loaded: LoadedFile<book::Book>,
        found_in: String,
        ruleset: Option<&LoadedRuleset>,
        findings: &mut Vec<Finding>,
    ) -> Option<Self> {
        let fault_spans = loaded.fault_spans();
        findings.extend(loaded.findings);
        let mut file = loaded.file?;
        if let Some(ruleset) = ruleset {
            let bases: Vec<String> = loaded.bases.iter().map(|base| base.id.clone()).collect();
            entries_of_every_book::gain_entries(&mut file, &bases, ruleset);
        }
        Some(Self {
            file: Arc::new(file),
            found_in,
            content_hash: loaded.content_hash,
            fault_spans,
            bases: loaded.bases,
            dropped_entries: loaded.dropped_entries,
        })
    }
}

/// An event that was read, with the place where it was found.
#[derive(Clone, Debug)]
pub struct LoadedEvent {
    /// The content of the file.
    pub file: Arc<event::Event>,
    /// The path of the file.
    pub path: String,
    /// The hash of the content, for the digest of a list.
    pub content_hash: [u8; 32],
}

/// Compiles rules and returns them with the findings. `find_book` returns an ally's book by its id.
pub fn compile_rules(
    ruleset: &LoadedRuleset,
    book: Option<&LoadedBook>,
    event: Option<&LoadedEvent>,
    find_book: &mut dyn FnMut(&str) -> Option<LoadedBook>,
) -> (Rules, Vec<Finding>) {
    let faults =
        ruleset.fault_spans.iter().chain(book.iter().flat_map(|b| &b.fault_spans)).copied().collect();
    let mut compiler = Compiler {
        rules: Rules::default(),
        findings: Vec::new(),
        contingent: ContingentId::OWN,
        left_out_entries: Vec::new(),
        ids_by_printed_name: IdsByPrintedName::default(),
        fault_spans: faults,
        tags_in_use: None,
        next_limit_id: LimitId(0),
        bounded_offers: Vec::new(),
        conditions_look_in: RegionKind::Army,
        files_of_books: Vec::new(),
        early_numbers: Vec::new(),
        scale: None,
        subject: None,
    };
    let file = &*ruleset.file;
    compiler.compile_header(ruleset);
    let contingents = compiler.find_contingents(file, book, find_book);
    compiler.files_of_books = files_of_books(&contingents);
    compiler.report_sizes_without_points(file);
    let scale_of_event = event.and_then(|event| event.file.scale.as_ref());
    compiler.compile_scale(scale_of_event.or(file.scale.as_ref()));
    compiler.ids_by_printed_name = IdsByPrintedName::new(file, &contingents);
    compiler.check_ids(file, &contingents);
    compiler.assign_ids(file, &contingents);
    compiler.compile_options(file, &contingents);
    compiler.compile_kinds(file, &contingents);
    compiler.report_unmatched_selectors(file, &contingents);
    compiler.report_option_and_part_cycles(file, &contingents);
    let dropped = compiler.dropped_rules(file, &contingents);
    compiler.compile_limits(file, &dropped, &contingents);
    compiler.compile_charges(file, &dropped, &contingents);
    if let Some(event) = event {
        compiler.compile_event(event);
    }
    compiler.compile_numbers_and_tables(file, &contingents);
    compiler.compile_signs_and_phases(file, &contingents);
    compiler.report_effects_that_ask_too_early(file, &contingents);
    compiler.report_numbers_that_are_late();
    compiler.notes(file, &contingents);
    compiler.rules.content_hash = content_hash(ruleset, &contingents, event);
    for finding in &mut compiler.findings {
        // Codes that are about a row of a list are about a file of rules here
        finding.scope = Scope::File;
        if finding.subject.is_none() {
            finding.subject = subject_by_file(finding, ruleset, &contingents, event).map(Box::new);
        }
    }
    (compiler.rules, compiler.findings)
}

/// Returns the files that books are from: their own, and those of the books that they extend.
fn files_of_books(contingents: &[contingents::ContingentSource]) -> Vec<FileId> {
    let books = contingents.iter().filter_map(|army| army.book.as_ref());
    let ids = books.flat_map(|book| {
        let sections = book.entries.keys().chain(book.numbers.keys()).chain(book.limits.keys());
        std::iter::once(&book.book).chain(sections)
    });
    let mut files: Vec<FileId> = ids.map(|id| id.span.file).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// Returns the hash over the contents of all files that the rules come from.
fn content_hash(
    ruleset: &LoadedRuleset,
    contingents: &[contingents::ContingentSource],
    event: Option<&LoadedEvent>,
) -> [u8; 32] {
    use sha2::Digest as _;
    let mut hash = sha2::Sha256::new();
    hash.update(ruleset.content_hash);
    for army in contingents {
        hash.update(army.content_hash);
    }
    hash.update(event.map(|e| e.content_hash).unwrap_or_default());
    hash.finalize().into()
}

/// Returns the ruleset, book or event whose file has the place of a finding. `None` if that is a ruleset which
/// this one extends.
fn subject_by_file(
    finding: &Finding,
    ruleset: &LoadedRuleset,
    contingents: &[contingents::ContingentSource],
    event: Option<&LoadedEvent>,
) -> Option<Subject> {
    let file = finding.primary_label()?.span.file;
    let ruleset = (SubjectKind::Ruleset, &ruleset.file.ruleset, &ruleset.file.ruleset.value);
    let books = contingents.iter().filter_map(|army| army.book.as_ref());
    let books = books.map(|book| (SubjectKind::Book, &book.book, &book.book.value));
    let event = event.map(|event| (SubjectKind::Event, &event.file.event, &event.file.name.value));
    let files = std::iter::once(ruleset).chain(books).chain(event);
    let own = files.filter(|(_, id, _)| id.span.file == file);
    own.map(|(kind, _, name)| Subject::new(kind, name)).next()
}

/// The state of a compilation.
struct Compiler {
    rules: Rules,
    findings: Vec<Finding>,
    /// The contingent whose words are being compiled. Entries and options are looked up there first.
    contingent: ContingentId,
    /// Entries of an ally's book that the ally may not bring, and entries that a book drops from the one that it
    /// extends. The book's limits may still name them.
    left_out_entries: Vec<(ContingentId, String)>,
    /// The words that sheets print for ids.
    ids_by_printed_name: IdsByPrintedName,
    /// The positions of faults in the files.
    fault_spans: Vec<Span>,
    /// The tags that something has, while an event is compiled. `None` otherwise: rulesets and books create a
    /// tag by naming it.
    tags_in_use: Option<Vec<String>>,
    /// The id of the next limit. An event may remove limits, so their number would not do.
    next_limit_id: LimitId,
    /// The offers with bounds, until limits are compiled.
    bounded_offers: Vec<own_bounds::BoundedOffer>,
    /// Where the condition looks that is being compiled.
    conditions_look_in: RegionKind,
    /// The files of the books, and of those that they extend, which alone may name the numbers of books.
    files_of_books: Vec<FileId>,
    /// The numbers that prices and charges use. Whether they depend on prices is known once numbers are compiled.
    early_numbers: Vec<EarlyNumber>,
    /// By what the numbers of books are scaled. `None` if they are as written.
    scale: Option<scale_of_books::Scale>,
    /// What is being compiled: a finding that has no subject of its own is about this. `None` outside the parts
    /// of a file that have names.
    subject: Option<Box<Subject>>,
}

impl Compiler {
    /// Compiles the parts of a ruleset that refer to nothing else.
    fn compile_header(&mut self, loaded: &LoadedRuleset) {
        let file = &*loaded.file;
        let rules = &mut self.rules;
        rules.id.clone_from(&file.ruleset.value);
        rules.name.clone_from(&file.name.value);
        rules.version.clone_from(&file.version.value);
        rules.found_in.clone_from(&loaded.found_in);
        rules.extends.clone_from(&loaded.extends);
        rules.notices = file.sources.iter().filter_map(|(_, s)| s.notice().map(str::to_owned)).collect();
        rules.has_points = file.points.is_none();
        for (id, mode) in &file.modes {
            rules.modes.push(super::Mode {
                id: id.value.clone(),
                name: mode.name.value.clone(),
                is_default: mode.default,
            });
        }
        let defaults: Vec<&Located<String>> =
            file.modes.iter().filter(|(_, m)| m.default).map(|(id, _)| id).collect();
        if let [first, .., last] = defaults[..] {
            let message = format!("\"{}\" and \"{}\" are both the default mode", first.value, last.value);
            let help = format!("write `{}: {{default: false}}` to make the other the default", first.value);
            self.findings.push(
                Finding::new(Code::BadValue, last.span, message)
                    .with_subject(SubjectKind::Mode, &last.value)
                    .with_help(help),
            );
        }
        for (id, stat) in &file.stats {
            rules.stat_names.insert(id.value.clone(), StatId(rules.stats.len()));
            rules.stats.push(super::Stat {
                id: id.value.clone(),
                name: stat.name.value.clone(),
                abbr: stat.abbr.as_ref().map_or_else(|| stat.name.value.clone(), |a| a.value.clone()),
                show: stat.show.as_ref().map(|s| s.value.clone()),
                hidden: stat.hidden,
            });
        }
        rules.unlisted_option_severity = file.unlisted_option.as_ref().map(|w| w.value.into());
    }

    /// Returns `true` if a fault was found between an id and the next of these ids, so in the entry of that
    /// id.
    fn was_faulty<'k>(&self, id: Span, like: impl IntoIterator<Item = &'k Located<String>>) -> bool {
        let after = self.fault_spans.iter().filter(|f| f.file == id.file && f.start > id.start);
        // Most files have no faults, so skip the search for the next id
        let Some(first) = after.map(|f| f.start).min() else { return false };
        let between =
            |k: &Located<String>| k.span.file == id.file && k.span.start > id.start && k.span.start <= first;
        !like.into_iter().any(between)
    }

    /// Sets what is being compiled.
    fn set_subject(&mut self, kind: SubjectKind, name: impl Into<String>) {
        self.subject = Some(Box::new(Subject::new(kind, name)));
    }

    /// Reports a finding, which is about what is being compiled if it does not say otherwise.
    fn report(&mut self, mut finding: Finding) {
        finding.subject = finding.subject.or_else(|| self.subject.clone());
        self.findings.push(finding);
    }

    /// Reports a word that names nothing, with the nearest known word.
    fn report_unknown<'w>(
        &mut self,
        code: Code,
        what: &str,
        word: &Located<String>,
        known: impl IntoIterator<Item = &'w str>,
    ) {
        let finding = match self.ids_by_printed_name.id_for(what, word) {
            Some(id) => unknown_name_finding(code, what, word, None)
                .with_help(format!("write `{id}`, which is printed as \"{}\"", word.value)),
            None => unknown_name_finding(code, what, word, nearest_name(word, known)),
        };
        self.findings.push(finding);
    }

    /// Returns the tag that a rule tests for. In an event, reports a tag that nothing has.
    fn tested_tag(&mut self, word: &Located<String>) -> TagId {
        if let Some(tags) = self.tags_in_use.take() {
            if !tags.contains(&word.value) {
                self.report_unknown(Code::BadValue, "tag", word, tags.iter().map(String::as_str));
            }
            self.tags_in_use = Some(tags);
        }
        self.tag_id(word)
    }

    fn tag_id(&mut self, word: &str) -> TagId {
        if let Some(tag) = self.rules.tag_names.get(word) {
            return *tag;
        }
        let tag = TagId(self.rules.tags.len());
        self.rules.tags.push(word.to_owned());
        self.rules.tag_names.insert(word.to_owned(), tag);
        tag
    }

    fn resolve_role(&mut self, word: &Located<String>) -> Option<RoleId> {
        let found = self.rules.find_role(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.role_names().map(str::to_owned).collect();
            self.report_unknown(Code::UnknownRole, "role", word, known.iter().map(String::as_str));
        }
        found
    }

    fn resolve_option(&mut self, word: &Located<String>) -> Option<OptionId> {
        let found = self.rules.find_option(self.contingent, word);
        if found.is_none() {
            let known: Vec<String> = self.rules.option_names(self.contingent).map(str::to_owned).collect();
            self.report_unknown(Code::UnknownOption, "option", word, known.iter().map(String::as_str));
        }
        found
    }

    fn resolve_stat(&mut self, word: &Located<String>) -> Option<StatId> {
        let found = self.rules.find_stat(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.stats.iter().map(|s| s.id.clone()).collect();
            self.report_unknown(Code::BadValue, "stat", word, known.iter().map(String::as_str));
        }
        found
    }

    /// Returns a rule path: in the ruleset, such as `fra/options/elite`, or in the book of a contingent, such
    /// as `carthage-italy/entries/gauls`.
    fn rule_path(&self, book_of: Option<ContingentId>, part: &str, id: &str) -> String {
        let book = book_of.and_then(|c| self.rules.contingents.get(c.0)?.book.as_ref());
        let owner = book.map_or(&self.rules.id, |book| &book.id);
        format!("{owner}/{part}/{id}")
    }
}

/// Creates a finding for a word that names nothing, with the nearest known word if there is one.
pub(crate) fn unknown_name_finding(
    code: Code,
    what: &str,
    word: &Located<String>,
    near: Option<&str>,
) -> Finding {
    let message = format!("there is no {what} \"{}\"", word.value);
    let finding = Finding::new(code, word.span, message)
        .with_subject(SubjectKind::Word, &*word.value)
        .with_scope(Scope::File);
    match near {
        Some(near) => finding.with_help(format!("did you mean \"{near}\"?")),
        None => finding,
    }
}

/// Returns the position of a part of a text within the span of that text.
///
/// Returns the whole span if the file holds the text in another form, such as with escapes.
fn span_within(span: Span, text: &str, range: &std::ops::Range<usize>) -> Span {
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
