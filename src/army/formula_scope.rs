//! What formulas can see: a single body while costs and stats are worked out, then a unit, a command or the
//! army.

use std::cell::RefCell;

use crate::format::formula::{Evaluation, EvaluationError, FormulaValue, Scope, SelectorAst};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_selectors::{Selectable as _, Selector};
use crate::rules::id_types::ContingentId;

use super::bodies_and_options::Body;
use super::limit_measurement::Region;
use super::{Army, evaluate_ruleset_numbers};

/// A single body, before the army is complete: its size, its stats before options, and its values.
pub(super) struct BodyScope<'s, 'a> {
    pub(super) rules: &'s Rules,
    pub(super) body: &'s Body<'a>,
    pub(super) points: Option<Number>,
}

impl Scope for BodyScope<'_, '_> {
    fn value_of_name(&self, name: &str) -> Result<Evaluation, EvaluationError> {
        Ok(match name {
            "size" => number_of(self.body.size),
            "count" => Number::ONE.into(),
            "points" => number_or_absent(self.points),
            "cost" | "spent" => FormulaValue::Absent.into(),
            _ => match stat_or_value(self.rules, self.body, &self.body.base_stats, name) {
                Some(outcome) => outcome,
                None if self.rules.find_number(name).is_some() => FormulaValue::Absent.into(),
                None => return Err(EvaluationError::UnknownName(name.to_owned())),
            },
        })
    }

    fn has_option(&self, option: &str) -> bool {
        has(self.rules, self.body, option)
    }

    fn models_with_option(&self, option: &str) -> Number {
        taken(self.rules, self.body, option)
    }

    fn has_tag(&self, tag: &str) -> bool {
        self.rules.find_tag(tag).is_some_and(|t| self.body.has_tag(t))
    }

    fn count_matches(&self, selector: &SelectorAst) -> Result<Number, EvaluationError> {
        let finds =
            compiled_selector(self.rules, selector).is_some_and(|s| s.matches_even_uncounted(self.body));
        Ok(if finds { Number::ONE } else { Number::ZERO })
    }

    fn for_each_match<'s>(
        &'s self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), EvaluationError>,
    ) -> Result<(), EvaluationError> {
        if compiled_selector(self.rules, selector).is_some_and(|s| s.matches_even_uncounted(self.body)) {
            visit(self, Number::ONE)
        } else {
            Ok(())
        }
    }

    fn table_cell(
        &self,
        table: &str,
        row: &FormulaValue,
        column: &FormulaValue,
    ) -> Result<FormulaValue, EvaluationError> {
        cell(self.rules, table, row, column)
    }
}

/// What a formula is evaluated for.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormulaSubject<'s, 'a> {
    /// A unit with its parts.
    Unit(usize),
    /// One body: the index of its unit, the body, and whether it is a part inside the unit.
    Body(usize, &'s Body<'a>, bool),
    /// A command or the whole army.
    Region(Region),
}

/// A unit, a body, a command or the army, as a formula sees it.
pub(super) struct ArmyScope<'s, 'a> {
    pub(super) army: &'s Army<'a>,
    pub(super) subject: FormulaSubject<'s, 'a>,
    /// The variable of a small table, with its value.
    pub(super) table_variable: Option<(&'s str, Number)>,
    /// The contingent whose troops are looked at, `None` for all.
    pub(super) contingent: Option<ContingentId>,
    /// The numbers being evaluated, to find those that depend on themselves.
    pub(super) in_progress: &'s RefCell<evaluate_ruleset_numbers::NumbersInProgress>,
}

impl<'s, 'a> ArmyScope<'s, 'a> {
    pub(super) fn body(&self) -> Option<&'s Body<'a>> {
        match self.subject {
            FormulaSubject::Unit(unit) => Some(&self.army.units[unit].body),
            FormulaSubject::Body(_, body, _) => Some(body),
            FormulaSubject::Region(_) => None,
        }
    }

    fn region(&self) -> Region {
        match self.subject {
            FormulaSubject::Unit(unit) | FormulaSubject::Body(unit, _, _) => Region::Unit(unit),
            FormulaSubject::Region(place) => place,
        }
    }

    fn with_subject(&self, at: FormulaSubject<'s, 'a>) -> Self {
        ArmyScope {
            army: self.army,
            subject: at,
            table_variable: None,
            contingent: self.contingent,
            in_progress: self.in_progress,
        }
    }
}

impl Scope for ArmyScope<'_, '_> {
    fn value_of_name(&self, name: &str) -> Result<Evaluation, EvaluationError> {
        if let Some((each, value)) = self.table_variable
            && each == name
        {
            return Ok(value.into());
        }
        let body = self.body();
        match name {
            "size" => return Ok(body.map_or(FormulaValue::Absent.into(), |b| number_of(b.size))),
            "points" => return Ok(number_or_absent(self.army.points_of(self.contingent))),
            "spent" => return Ok(spent(self.army)),
            "count" => {
                let count = match self.subject {
                    FormulaSubject::Unit(unit) | FormulaSubject::Body(unit, ..) => {
                        i64::from(self.army.units[unit].count)
                    }
                    FormulaSubject::Region(place) => {
                        place.units(self.army).map(|u| i64::from(self.army.units[u].count)).sum()
                    }
                };
                return Ok(Number::from(count).into());
            }
            "cost" => {
                return Ok(number_or_absent(match self.subject {
                    FormulaSubject::Unit(unit) => self.army.units[unit].cost(),
                    FormulaSubject::Body(_, body, _) => body.cost(),
                    FormulaSubject::Region(_) => None,
                }));
            }
            _ => {}
        }
        let rules = self.army.rules;
        if let Some(body) = body
            && let Some(outcome) = stat_or_value(rules, body, &body.stats, name)
        {
            return Ok(outcome);
        }
        if let Some(id) = rules.find_number(name) {
            return evaluate_ruleset_numbers::evaluate_number(self, id);
        }
        match rules.values.iter().find(|v| v.id == name) {
            Some(value) if !value.is_asked => Ok(number_or_absent(value.default)),
            Some(_) => Ok(FormulaValue::Absent.into()),
            None if rules.find_stat(name).is_some() => Ok(FormulaValue::Absent.into()),
            None => Err(EvaluationError::UnknownName(name.to_owned())),
        }
    }

    fn has_option(&self, option: &str) -> bool {
        self.body().is_some_and(|body| has(self.army.rules, body, option))
    }

    fn models_with_option(&self, option: &str) -> Number {
        self.body().map_or(Number::ZERO, |body| taken(self.army.rules, body, option))
    }

    fn has_tag(&self, tag: &str) -> bool {
        let tag = self.army.rules.find_tag(tag);
        self.body().is_some_and(|body| tag.is_some_and(|t| body.has_tag(t)))
    }

    fn count_matches(&self, selector: &SelectorAst) -> Result<Number, EvaluationError> {
        let Some(selector) = compiled_selector(self.army.rules, selector) else { return Ok(Number::ZERO) };
        Ok(self.region().count_matches(self.army, selector, self.contingent))
    }

    fn for_each_match<'v>(
        &'v self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), EvaluationError>,
    ) -> Result<(), EvaluationError> {
        let Some(selector) = compiled_selector(self.army.rules, selector) else { return Ok(()) };
        let place = self.region();
        let alone = matches!(place, Region::Unit(_));
        for unit in place.units(self.army) {
            let row = &self.army.units[unit];
            let alike = if alone { Number::ONE } else { i64::from(row.count).into() };
            for (at, body) in row.bodies().enumerate() {
                let seen = self.contingent.is_none_or(|c| c == body.contingent);
                if seen && selector.matches(body) {
                    visit(&self.with_subject(FormulaSubject::Body(unit, body, at > 0)), alike)?;
                }
            }
        }
        Ok(())
    }

    fn table_cell(
        &self,
        table: &str,
        row: &FormulaValue,
        column: &FormulaValue,
    ) -> Result<FormulaValue, EvaluationError> {
        cell(self.army.rules, table, row, column)
    }
}

/// Returns the army's cost, marked as incomplete if some cost is unknown.
fn spent(army: &Army<'_>) -> Evaluation {
    Evaluation { value: FormulaValue::Number(army.spent), incomplete: !army.cost_is_known }
}

fn number_of(n: u32) -> Evaluation {
    Number::from(i64::from(n)).into()
}

fn number_or_absent(number: Option<Number>) -> Evaluation {
    number.map_or(FormulaValue::Absent, FormulaValue::Number).into()
}

/// Returns a stat or a value of a body. `None` if there is no stat or value of this name.
fn stat_or_value(rules: &Rules, body: &Body<'_>, stats: &[Option<Number>], name: &str) -> Option<Evaluation> {
    if let Some(stat) = rules.find_stat(name) {
        return Some(number_or_absent(stats.get(stat.0).copied().flatten()));
    }
    let value = rules.values.iter().find(|v| v.id == name)?;
    if !value.is_asked {
        return Some(number_or_absent(value.default));
    }
    let given = body.values.iter().find(|(word, _)| *word == name).map(|(_, n)| *n);
    Some(number_or_absent(given.or(value.default).filter(|_| value.selector.matches(body))))
}

fn has(rules: &Rules, body: &Body<'_>, option: &str) -> bool {
    rules.find_option(body.contingent, option).is_some_and(|o| body.has(o))
}

fn taken(rules: &Rules, body: &Body<'_>, option: &str) -> Number {
    let models = rules.find_option(body.contingent, option).map_or(0, |o| body.models_with(rules, o));
    i64::from(models).into()
}

/// Returns the selector that was compiled from one in a formula.
fn compiled_selector<'r>(rules: &'r Rules, ast: &SelectorAst) -> Option<&'r Selector> {
    rules.formula_selector(ast)
}

fn cell(
    rules: &Rules,
    table: &str,
    row: &FormulaValue,
    column: &FormulaValue,
) -> Result<FormulaValue, EvaluationError> {
    let found = rules.tables.iter().find(|t| t.id == table);
    let table = found.ok_or_else(|| EvaluationError::UnknownTable(table.to_owned()))?;
    let (FormulaValue::Number(row), FormulaValue::Number(column)) = (row, column) else {
        return Ok(FormulaValue::Absent);
    };
    let line = table.rows.iter().find(|line| line.first().copied().flatten() == Some(*row));
    let column = column.to_integer().and_then(|c| usize::try_from(c - 1).ok());
    let cell = line.zip(column).and_then(|(line, column)| line.get(column).copied().flatten());
    Ok(cell.map_or(FormulaValue::Absent, FormulaValue::Number))
}
