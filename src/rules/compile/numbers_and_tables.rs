//! Compiles values, numbers and tables.

use crate::finding::{Code, FileId, Finding, Span, SubjectKind};
use crate::format::computed_numbers::{Boxes, NumberRule as WrittenNumber, NumberSubject, ValueDefinition};
use crate::format::read_exact_numbers::Number;
use crate::format::reference_tables::{Table, TableRow};
use crate::format::ruleset::Ruleset;
use crate::read::Located;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_numbers::{NumberMethod, NumberRule, ScoreLine, TableRule, ValueRule};
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::{ContingentId, NumberId};

use super::Compiler;
use super::contingents::ContingentSource;

impl Compiler {
    /// Assigns ids to values, numbers and tables, so that formulas can use them.
    pub(super) fn assign_number_ids(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        for (id, value) in &ruleset.values {
            let (name, default, asked) = match value {
                ValueDefinition::Constant(n) => (id.value.clone(), Some(n.value), false),
                ValueDefinition::Asked(a) => {
                    (a.name.value.clone(), a.default.as_ref().map(|d| d.value), true)
                }
            };
            let required = matches!(value, ValueDefinition::Asked(a) if a.default.is_none() && !a.optional);
            self.rules.values.push(ValueRule {
                id: id.value.clone(),
                name,
                default,
                is_asked: asked,
                is_required: required,
                min: None,
                max: None,
                selector: Selector::default(),
                span: id.span,
            });
        }
        for (contingent, id, number) in numbers_of_files(ruleset, armies) {
            let number_id = NumberId(self.rules.numbers.len());
            match contingent {
                None => drop(self.rules.number_names.insert(id.value.clone(), number_id)),
                Some(_) => drop(self.rules.numbers_of_books.insert(contingent, id, number_id)),
            }
            let rule = self.rule_path(contingent, "numbers", id);
            self.rules.numbers.push(NumberRule {
                id: id.value.clone(),
                rule_path: rule,
                name: number.name.value.clone(),
                contingent,
                subjects: number.subject.clone(),
                selector: None,
                otherwise: number.otherwise.as_ref().map(|o| o.value.clone()),
                method: NumberMethod::Score(Vec::new()),
                table_variable: None,
                when: Condition::default(),
                show: number.show.as_ref().map(|s| s.value.clone()),
                boxes: None,
                box_group: None,
                boxes_gone_at: None,
                is_hidden: number.hidden,
                is_named: false,
                span: id.span,
            });
        }
        self.report_numbers_of_books(ruleset, armies);
        for (id, table) in &ruleset.tables {
            self.rules.tables.push(TableRule {
                id: id.value.clone(),
                rows: table
                    .rows
                    .iter()
                    .map(|row| row.cells().iter().map(|cell| cell.value.parse::<Number>().ok()).collect())
                    .collect(),
                first_cells: table
                    .rows
                    .iter()
                    .map(|row| row.cells().first().map_or_else(String::new, |c| c.value.clone()))
                    .collect(),
                when: Condition::default(),
                rows_when: Vec::new(),
            });
        }
    }

    /// Reports numbers of books with an id that formulas know from the ruleset.
    fn report_numbers_of_books(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        for (contingent, id, _) in numbers_of_files(ruleset, armies) {
            if contingent.is_none() {
                continue;
            }
            let known = |what, key: Option<&Located<String>>| Some((what, key?.span));
            let number = ruleset.numbers.keys().find(|known| known.value == id.value);
            let stat = ruleset.stats.keys().find(|known| known.value == id.value);
            let value = ruleset.values.keys().find(|known| known.value == id.value);
            let taken = known("number", number).or(known("stat", stat)).or(known("value", value));
            let Some((what, span)) = taken else { continue };
            let message = format!("the ruleset has a {what} \"{}\" already", id.value);
            let finding =
                Finding::new(Code::DuplicateName, id.span, message).with_label(span, "the other is here");
            self.report(finding.with_help("give the number another id"));
        }
    }

    /// Returns the number that a word means: in the file of a book one of that book, and everywhere one of the ruleset.
    /// It counts as named.
    pub(super) fn number_named(&mut self, word: &str, span: Span) -> Option<NumberId> {
        let of_book = |id: &NumberId| {
            let number = &self.rules.numbers[id.0];
            number.contingent.is_none() || self.files_of_books.contains(&span.file)
        };
        let found = self.rules.find_number_in(Some(self.contingent), word).filter(of_book)?;
        self.rules.numbers[found.0].is_named = true;
        Some(found)
    }

    /// Returns the ids of the numbers that words of a file may mean.
    pub(super) fn number_ids(&self, file: FileId) -> Vec<String> {
        let seen = |number: &&NumberRule| {
            let own = number.contingent == Some(self.contingent) && self.files_of_books.contains(&file);
            number.contingent.is_none() || own
        };
        self.rules.numbers.iter().filter(seen).map(|number| number.id.clone()).collect()
    }

    /// Compiles values, numbers and tables, and checks notes.
    pub(super) fn compile_numbers_and_tables(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        for (at, (id, value)) in ruleset.values.iter().enumerate() {
            self.set_subject(SubjectKind::Rule, self.rule_path(None, "values", id));
            if let ValueDefinition::Asked(asked) = value {
                let of = asked.of.as_ref().map_or_else(Selector::default, |s| self.compile_selector(s));
                let made = &mut self.rules.values[at];
                made.min = asked.min.as_ref().map(|n| n.value);
                made.max = asked.max.as_ref().map(|n| n.value);
                made.selector = of;
            }
        }
        let written = numbers_of_files(ruleset, armies);
        for (at, (contingent, id, number)) in written.iter().enumerate() {
            self.contingent = contingent.unwrap_or(ContingentId::OWN);
            self.set_subject(SubjectKind::Rule, self.rules.numbers[at].rule_path.clone());
            let faulty = self.was_faulty(id.span, written.iter().map(|(_, id, _)| *id));
            self.compile_number(at, id, number, faulty);
        }
        self.contingent = ContingentId::OWN;
        self.report_cycles();
        for (at, (id, table)) in ruleset.tables.iter().enumerate() {
            self.set_subject(SubjectKind::Rule, self.rule_path(None, "tables", id));
            self.compile_table(at, id, table);
        }
        self.subject = None;
    }

    /// Fills in when the notes of the ruleset and of each book concern an army.
    pub(super) fn notes(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        self.rules.notes_when =
            ruleset.notes.iter().map(|note| self.compile_condition(note.when.as_ref())).collect();
        for (at, army) in armies.iter().enumerate() {
            let Some(book) = &army.book else { continue };
            self.contingent = ContingentId(at);
            self.rules.contingents[at].notes_when =
                book.notes.iter().map(|note| self.compile_condition(note.when.as_ref())).collect();
        }
        self.contingent = ContingentId::OWN;
        for note in &ruleset.notes {
            let kinds = [&note.gap, &note.contradiction, &note.unclear, &note.unverified];
            if kinds.into_iter().flatten().count() != 1 {
                self.report(
                    Finding::new(
                        Code::MissingKey,
                        note.span,
                        "a note must say exactly one thing about the source",
                    )
                    .with_help("give it one of gap, contradiction, unclear and unverified"),
                );
            }
        }
    }

    fn compile_number(&mut self, at: usize, id: &Located<String>, number: &WrittenNumber, faulty: bool) {
        let each = number
            .each
            .iter()
            .next()
            .map(|(name, all)| (name.value.clone(), all.iter().map(|n| n.value).collect()));
        for (more, _) in number.each.iter().skip(1) {
            self.report(Finding::new(Code::UnknownKey, more.span, "a small table has only one variable"));
        }
        let name = each.as_ref().map(|(name, _): &(String, Vec<Number>)| name.clone());
        let of = number.of.as_ref().map(|s| self.compile_selector(s).skipping_uncounted());
        let work = match (&number.is, number.score.is_empty()) {
            (Some(formula), true) => NumberMethod::Formula(self.compile_formula(formula, name.as_deref())),
            (None, false) => NumberMethod::Score(self.compile_score(number)),
            _ if faulty => return,
            _ => {
                self.report(
                    Finding::new(
                        Code::MissingKey,
                        id.span,
                        format!("the number \"{}\" must say how it is computed", id.value),
                    )
                    .with_help("give it one of is and score"),
                );
                return;
            }
        };
        let when = self.compile_condition(number.when.as_ref()).skipping_uncounted();
        let boxes = match &number.boxes {
            None => None,
            Some(Boxes::Plain) => Some(Vec::new()),
            Some(Boxes::Marked(marked)) => Some(
                marked
                    .marks
                    .iter()
                    .map(|(left, word)| (self.compile_formula(left, None), word.value.clone()))
                    .collect(),
            ),
        };
        let box_group = number.group.as_ref().map(|group| self.compile_formula(group, None));
        let boxes_gone_at = number.gone_at.as_ref().map(|left| self.compile_formula(left, None));
        let made = &mut self.rules.numbers[at];
        made.selector = of;
        made.method = work;
        made.table_variable = each;
        made.when = when;
        made.boxes = boxes;
        made.box_group = box_group;
        made.boxes_gone_at = boxes_gone_at;
    }

    /// Compiles the lines of a score.
    fn compile_score(&mut self, number: &WrittenNumber) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        for line in &number.score {
            match (&line.each, &line.otherwise) {
                (Some(each), None) => {
                    let of = line.of.as_ref().map(|s| self.compile_selector(s).skipping_uncounted());
                    let each = self.compile_formula(each, None);
                    lines.push(ScoreLine { selector: of, amount: each });
                }
                (None, Some(otherwise)) => {
                    let each = self.compile_formula(otherwise, None);
                    lines.push(ScoreLine { selector: None, amount: each });
                }
                _ => self.report(
                    Finding::new(
                        Code::MissingKey,
                        number.name.span,
                        "a line of a score must say what each unit counts",
                    )
                    .with_help("write {of: {tag: mounted}, each: 1} or {otherwise: 2}"),
                ),
            }
        }
        lines
    }

    fn compile_table(&mut self, at: usize, id: &Located<String>, table: &Table) {
        self.rules.tables[at].when = self.compile_condition(table.when.as_ref());
        self.rules.tables[at].rows_when =
            table.rows.iter().map(|row| self.compile_condition(row.when())).collect();
        for stat in &table.stats {
            self.resolve_stat(stat);
        }
        let width = table.columns.len();
        for row in table.rows.iter().map(TableRow::cells) {
            if width > 0 && row.len() != width {
                let place = row.first().map_or(id.span, |c| c.span);
                self.report(Finding::new(
                    Code::WrongType,
                    place,
                    format!(
                        "this row has {} cells; the table \"{}\" has {width} columns",
                        row.len(),
                        id.value
                    ),
                ));
            }
        }
    }
}

/// Returns the numbers of the ruleset, then those of the book of each contingent.
fn numbers_of_files<'w>(
    ruleset: &'w Ruleset,
    armies: &'w [ContingentSource],
) -> Vec<(Option<ContingentId>, &'w Located<String>, &'w WrittenNumber)> {
    let of_ruleset = ruleset.numbers.iter().map(|(id, number)| (None, id, number));
    let of_books = armies.iter().enumerate().flat_map(|(at, army)| {
        let numbers = army.book.iter().flat_map(|book| book.numbers.iter());
        numbers.map(move |(id, number)| (Some(ContingentId(at)), id, number))
    });
    of_ruleset.chain(of_books).collect()
}

impl NumberRule {
    /// Returns `true` if the number is computed for this.
    pub fn is_for(&self, subject: NumberSubject) -> bool {
        self.subjects.contains(subject)
    }
}
