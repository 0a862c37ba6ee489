//! Checks rulesets, books and events for rules that match nothing, limits that no list can meet, and missing
//! texts. Each file holds one check.

mod charges;
mod command_kinds;
mod contradictory_amounts;
mod cost_lines_never_reached;
mod date_intervals;
mod dead_effects;
mod dead_rules;
mod dead_years;
mod enemies;
mod entries_of_every_book;
mod formulas_that_are_limits;
mod keys_without_effect;
mod legal_lists;
mod limits_said_twice;
mod lists_for_each_answer;
mod missing_stats;
mod missing_texts;
mod names_that_look_alike;
mod numbers_and_words_of_stats;
mod rates_like_shares;
mod repeats_of_the_base;
mod selector_matches;
mod sizes_of_partial_options;
mod unreached_cases;
mod unseen_words_for_sheets;
mod works_in_one_citation;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::check::check_files::{FileKind, rulesets_folder};
use crate::check::report::Report;
use crate::finding::{Code, FileId, Finding, Scope, Severity, SourceFiles, Subject, SubjectKind};
use crate::format::book::Book;
use crate::format::event::Event;
use crate::format::read_exact_numbers::Number;
use crate::format::ruleset::Ruleset;
use crate::rules::Rules;
use crate::rules::compile::{LoadedBook, LoadedEvent, LoadedRuleset, compile_rules, faults_of_every_book};
use crate::rules::library::{Library, unknown_ruleset_finding};
use crate::rules::read_and_merge_rulesets::{self, RulesFile};
use crate::yaml::{Node, NodeContent, parse_yaml};

/// A file to check.
#[derive(Clone, Debug)]
pub struct LintFile {
    /// Whether the file is a ruleset, a book or an event.
    pub kind: FileKind,
    /// The path and text of the file.
    pub rules_file: RulesFile,
    /// The folder of rulesets that the file is in. `None` for a built-in file.
    pub folder: Option<PathBuf>,
}

impl LintFile {
    /// Creates a file from its path and text. Its ruleset and the other books are looked up next to it.
    pub fn from_path(kind: FileKind, path: &Path, text: &str) -> Self {
        let shown = path.to_string_lossy().into_owned();
        Self { kind, rules_file: RulesFile::new(shown, text), folder: rulesets_folder(kind, path) }
    }
}

/// Settings for checking files of rules.
#[derive(Clone, Debug)]
pub struct LintOptions {
    /// Further folders of rulesets to look in.
    pub folders: Vec<PathBuf>,
    /// The sizes, in points, at which to look for legal lists. An event that states sizes uses those.
    pub sizes: Vec<Number>,
    /// The time limit for each search for a legal list.
    pub time_limit: Duration,
}

/// The default sizes, in points, at which to look for legal lists.
pub const DEFAULT_SIZES: [i64; 4] = [500, 1000, 1500, 2000];

impl Default for LintOptions {
    fn default() -> Self {
        Self {
            folders: Vec::new(),
            sizes: DEFAULT_SIZES.iter().map(|n| (*n).into()).collect(),
            time_limit: Duration::from_secs(2),
        }
    }
}

/// A file that was read, with its compiled rules.
struct CompiledFile<'l> {
    library: &'l Library,
    rules: Rules,
    content: FileContent,
    /// The tree of everything that a book extends. `None` if it extends none.
    base: Option<Node<'static>>,
    /// The file's id among the sources, to leave out findings in other files.
    file_id: FileId,
    options: &'l LintOptions,
}

/// The content of a file.
enum FileContent {
    Ruleset(LoadedRuleset),
    Book(LoadedBook),
    Event(LoadedEvent),
}

impl CompiledFile<'_> {
    fn ruleset(&self) -> Option<&Ruleset> {
        match &self.content {
            FileContent::Ruleset(ruleset) => Some(&ruleset.file),
            FileContent::Book(_) | FileContent::Event(_) => None,
        }
    }

    fn book(&self) -> Option<&Book> {
        match &self.content {
            FileContent::Book(book) => Some(&book.file),
            FileContent::Ruleset(_) | FileContent::Event(_) => None,
        }
    }

    fn event(&self) -> Option<&Event> {
        match &self.content {
            FileContent::Event(event) => Some(&event.file),
            FileContent::Ruleset(_) | FileContent::Book(_) => None,
        }
    }
}

/// A function that checks one file and adds its findings.
type LintCheck = fn(&CompiledFile<'_>, &mut Vec<Finding>);

/// Every check, in the order in which they run. The last one needs the findings of the others.
const CHECKS: &[LintCheck] = &[
    dead_rules::check_dead_rules,
    enemies::check_enemies,
    entries_of_every_book::check_every_book,
    dead_years::check_dead_years,
    contradictory_amounts::check_contradictions,
    keys_without_effect::check_keys_without_effect,
    unseen_words_for_sheets::check_words_for_sheets,
    limits_said_twice::check_repeated_bounds,
    formulas_that_are_limits::check_formulas,
    sizes_of_partial_options::check_sizes,
    charges::check_points_before_charges,
    missing_stats::check_missing_stats,
    missing_texts::check_missing_texts,
    names_that_look_alike::check_names,
    numbers_and_words_of_stats::check_numbers_and_words,
    rates_like_shares::check_rates,
    repeats_of_the_base::check_repeats,
    works_in_one_citation::check_citations,
    unreached_cases::check_cases,
    legal_lists::check_legal_lists,
];

/// Checks files of rules and returns the findings: errors first, then warnings and notes, each sorted by
/// position.
pub fn lint_files(files: &[LintFile], options: &LintOptions) -> Report {
    let sources = SourceFiles::default();
    let mut findings = Vec::new();
    for file in files {
        let folders = options.folders.iter().chain(&file.folder).cloned().collect();
        let library = Library::new(folders);
        let found = lint_file(&library, file, options);
        adopt_findings(&sources, library.sources(), found, &mut findings);
    }
    report_duplicate_ids(&sources, files, &mut findings);
    crate::finding::sort_and_dedup(&mut findings);
    // Show what makes a file unusable before what could be improved
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    Report { lists: Vec::new(), findings, sources }
}

/// Moves findings from one set of sources to another, with the files that they point into.
fn adopt_findings(to: &SourceFiles, from: &SourceFiles, found: Vec<Finding>, findings: &mut Vec<Finding>) {
    for mut finding in found {
        for label in &mut finding.labels {
            if let Some(source) = from.get(label.span.file) {
                label.span.file = to.add_shared(source);
            }
        }
        findings.push(finding);
    }
}

/// Runs every check on one file.
fn lint_file(library: &Library, file: &LintFile, options: &LintOptions) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(made) = compile_file(library, file, options, &mut findings) else { return findings };
    // Checks of faulty rules would mostly report consequences of the faults
    if findings.iter().any(|f| f.severity == Severity::Error) {
        return findings;
    }
    let mut found = Vec::new();
    for check in CHECKS {
        check(&made, &mut found);
    }
    for finding in &mut found {
        finding.scope = Scope::File;
        if let (None, Some(rule)) = (&finding.subject, &finding.rule_path) {
            finding.subject = Some(Box::new(Subject::new(SubjectKind::Rule, rule)));
        }
    }
    // Faults in other files are reported when those are checked
    found.retain(|f| f.primary_label().is_some_and(|l| l.span.file == made.file_id));
    findings.extend(found);
    findings
}

/// Reads and compiles a file, and adds everything that `muster check` would report about it.
fn compile_file<'l>(
    library: &'l Library,
    file: &LintFile,
    options: &'l LintOptions,
    findings: &mut Vec<Finding>,
) -> Option<CompiledFile<'l>> {
    let sources = library.sources();
    let id = sources.add_shared(Arc::clone(&file.rules_file.source));
    let mut base = None;
    let (content, rules) = match file.kind {
        FileKind::Book => {
            let (loaded, ruleset) = library.read_book(&file.rules_file);
            let found_in = file.rules_file.found_in.clone();
            let book = LoadedBook::from_file(loaded, found_in, ruleset.as_ref(), findings)?;
            let Some(ruleset) = ruleset else {
                findings.extend(unknown_ruleset_finding(&book));
                return None;
            };
            let find = &mut |id: &str| library.load_book(&ruleset, id, &mut Vec::new());
            let (rules, faults) = compile_rules(&ruleset, Some(&book), None, find);
            findings.extend(faults);
            base = library.base_of_book(&file.rules_file, &ruleset);
            (FileContent::Book(book), rules)
        }
        FileKind::Event => {
            let loaded = read_and_merge_rulesets::read_event(&file.rules_file, sources);
            findings.extend(loaded.findings);
            let event = LoadedEvent {
                file: Arc::new(loaded.file?),
                path: file.rules_file.found_in.clone(),
                content_hash: loaded.content_hash,
            };
            findings.extend(library.event_faults(&event));
            (FileContent::Event(event), Rules::default())
        }
        FileKind::Ruleset | FileKind::List => {
            let find = |id: &str| library.find_ruleset_file(id);
            let loaded = read_and_merge_rulesets::read_ruleset(&file.rules_file, sources, &find);
            let ruleset = LoadedRuleset::from_file(loaded, file.rules_file.found_in.clone(), findings)?;
            let (rules, faults) = compile_rules(&ruleset, None, None, &mut |_| None);
            findings.extend(faults);
            findings.extend(faults_of_every_book(&ruleset));
            (FileContent::Ruleset(ruleset), rules)
        }
    };
    Some(CompiledFile { library, rules, content, base, file_id: id, options })
}

/// Reports files that have the same id as another one.
fn report_duplicate_ids(sources: &SourceFiles, files: &[LintFile], findings: &mut Vec<Finding>) {
    let mut first: HashMap<(FileKind, String, String), crate::finding::Span> = HashMap::new();
    for file in files {
        let source = &file.rules_file.source;
        let id = sources.add_shared(Arc::clone(source));
        let Some(root) = parse_yaml(id, &source.text).root else { continue };
        let word = |key: &str| root.get(key).filter(|n| matches!(n.content, NodeContent::Scalar { .. }));
        let (key, of) = match file.kind {
            FileKind::Book => ("book", word("ruleset").and_then(|n| n.as_str())),
            FileKind::Event => ("event", None),
            FileKind::Ruleset | FileKind::List => ("ruleset", None),
        };
        let Some((node, text)) = word(key).and_then(|n| Some((n, n.as_str()?))) else { continue };
        let known = (file.kind, of.unwrap_or("").to_owned(), text.to_owned());
        match first.get(&known) {
            None => drop(first.insert(known, node.span)),
            Some(other) => {
                let message = format!("two files define the {key} \"{text}\"");
                let finding = Finding::new(Code::DuplicateName, node.span, message)
                    .with_label(*other, "the other one")
                    .with_help("give one of them another id");
                findings.push(finding);
            }
        }
    }
}
