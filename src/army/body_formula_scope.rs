//! What the formulas of costs and stats see: a single body, before the army is complete. The formulas of an
//! army look up the same things of each body.

use crate::format::formula::{Evaluation, EvaluationError, FormulaValue, Scope, SelectorAst};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_selectors::Selectable as _;
use crate::rules::compiled_stat_values::StatValue;

use super::bodies_and_options::Body;

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
                None if self.rules.find_number_in(Some(self.body.contingent), name).is_some() => {
                    FormulaValue::Absent.into()
                }
                None => return Err(EvaluationError::UnknownName(name.to_owned())),
            },
        })
    }

    fn has_option(&self, option: &str) -> bool {
        has_option(self.rules, self.body, option)
    }

    fn models_with_option(&self, option: &str) -> Number {
        models_with_option(self.rules, self.body, option)
    }

    fn has_tag(&self, tag: &str) -> bool {
        self.rules.find_tag(tag).is_some_and(|t| self.body.has_tag(t))
    }

    fn count_matches(&self, selector: &SelectorAst) -> Result<Number, EvaluationError> {
        let finds =
            self.rules.formula_selector(selector).is_some_and(|s| s.matches_even_uncounted(self.body));
        Ok(if finds { Number::ONE } else { Number::ZERO })
    }

    fn for_each_match<'s>(
        &'s self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), EvaluationError>,
    ) -> Result<(), EvaluationError> {
        if self.rules.formula_selector(selector).is_some_and(|s| s.matches_even_uncounted(self.body)) {
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
        table_cell(self.rules, table, row, column)
    }
}

/// Returns a count as the value of a name.
pub(super) fn number_of(n: u32) -> Evaluation {
    Number::from(i64::from(n)).into()
}

/// Returns a number as the value of a name that has none for some bodies.
pub(super) fn number_or_absent(number: Option<Number>) -> Evaluation {
    number.map_or(FormulaValue::Absent, FormulaValue::Number).into()
}

/// Returns a stat or a value of a body. `None` if there is no stat or value of this name.
pub(super) fn stat_or_value(
    rules: &Rules,
    body: &Body<'_>,
    stats: &[StatValue],
    name: &str,
) -> Option<Evaluation> {
    if let Some(stat) = rules.find_stat(name) {
        return Some(number_or_absent(stats.get(stat.0).and_then(StatValue::number)));
    }
    let value = rules.values.iter().find(|v| v.id == name)?;
    if !value.is_asked {
        return Some(number_or_absent(value.default));
    }
    let given = body.values.iter().find(|(word, _)| *word == name).map(|(_, n)| *n);
    Some(number_or_absent(given.or(value.default).filter(|_| value.selector.matches(body))))
}

/// Returns `true` if the body has the option that its contingent knows by this name.
pub(super) fn has_option(rules: &Rules, body: &Body<'_>, option: &str) -> bool {
    rules.find_option(body.contingent, option).is_some_and(|o| body.has(o))
}

/// Returns the number of models of the body that have an option.
pub(super) fn models_with_option(rules: &Rules, body: &Body<'_>, option: &str) -> Number {
    let models = rules.find_option(body.contingent, option).map_or(0, |o| body.models_with(rules, o));
    i64::from(models).into()
}

/// Returns a cell of a table of the ruleset.
pub(super) fn table_cell(
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
