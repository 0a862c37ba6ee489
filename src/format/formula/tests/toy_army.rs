//! A small army to evaluate formulas over.

use std::collections::BTreeMap;

use crate::format::formula::{
    ClauseAst, Evaluation, EvaluationError, FormulaValue, Scope, SelectorAst, SelectorKey,
};
use crate::format::read_exact_numbers::Number;

/// A unit with stats and tags, or an army of several.
#[derive(Default)]
pub(super) struct Thing {
    stats: BTreeMap<&'static str, FormulaValue>,
    tags: Vec<&'static str>,
    options: BTreeMap<&'static str, i64>,
    units: Vec<(Thing, i64)>,
}

impl Thing {
    pub(super) fn stat(mut self, name: &'static str, value: FormulaValue) -> Self {
        self.stats.insert(name, value);
        self
    }

    pub(super) fn number(self, name: &'static str, value: i64) -> Self {
        self.stat(name, FormulaValue::Number(value.into()))
    }

    fn unit(mut self, tags: &[&'static str], count: i64, unit: Thing) -> Self {
        self.units.push((Thing { tags: tags.to_vec(), ..unit }, count));
        self
    }

    fn matches(&self, selector: &SelectorAst) -> bool {
        selector.clauses.iter().all(|clause| match clause {
            ClauseAst::Words { key: SelectorKey::Option, words } => {
                words.iter().any(|w| self.has_option(&w.text))
            }
            ClauseAst::Words { words, .. } => words.iter().any(|w| self.has_tag(&w.text)),
            ClauseAst::Any(inner) => inner.iter().any(|s| self.matches(s)),
            ClauseAst::All(inner) => inner.iter().all(|s| self.matches(s)),
            ClauseAst::Not(inner) => !self.matches(inner),
        })
    }
}

impl Scope for Thing {
    fn value_of_name(&self, name: &str) -> Result<Evaluation, EvaluationError> {
        match (name, self.stats.get(name)) {
            (_, Some(value)) => Ok((*value).into()),
            ("ring", None) => Err(EvaluationError::Circular(name.to_owned())),
            // Like a number that was itself computed from something absent
            ("partly", None) => {
                Ok(Evaluation { value: FormulaValue::Number(8_i64.into()), incomplete: true })
            }
            (_, None) => Err(EvaluationError::UnknownName(name.to_owned())),
        }
    }

    fn has_option(&self, option: &str) -> bool {
        self.options.contains_key(option)
    }

    fn models_with_option(&self, option: &str) -> Number {
        self.options.get(option).copied().unwrap_or(0).into()
    }

    fn has_tag(&self, tag: &str) -> bool {
        self.tags.contains(&tag)
    }

    fn count_matches(&self, selector: &SelectorAst) -> Result<Number, EvaluationError> {
        Ok(self.units.iter().filter(|(unit, _)| unit.matches(selector)).map(|(_, n)| *n).sum::<i64>().into())
    }

    fn for_each_match<'s>(
        &'s self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), EvaluationError>,
    ) -> Result<(), EvaluationError> {
        self.units
            .iter()
            .filter(|(unit, _)| unit.matches(selector))
            .try_for_each(|(unit, count)| visit(unit, (*count).into()))
    }

    /// `hits`: row 3 is 10, 20, none.
    fn table_cell(
        &self,
        table: &str,
        row: &FormulaValue,
        column: &FormulaValue,
    ) -> Result<FormulaValue, EvaluationError> {
        if table != "hits" {
            return Err(EvaluationError::UnknownTable(table.to_owned()));
        }
        let FormulaValue::Number(column) = column else { return Ok(FormulaValue::Absent) };
        Ok(match (row, column.to_integer()) {
            (FormulaValue::Number(row), Some(1)) if *row == 3 => FormulaValue::Number(10_i64.into()),
            (FormulaValue::Number(row), Some(2)) if *row == 3 => FormulaValue::Number(20_i64.into()),
            _ => FormulaValue::Absent,
        })
    }
}

/// A unit of 23 models: armour 4, no front, javelins with 8 of them.
pub(super) fn unit() -> Thing {
    let mut unit = Thing::default()
        .number("size", 23)
        .number("count", 3)
        .number("armour", 4)
        .number("armour-melee", 1)
        .number("rank-cap", 3)
        .number("mode", 1)
        .stat("ranks", FormulaValue::Absent)
        .stat("steady", FormulaValue::Truth(true))
        .stat("big", FormulaValue::Number(Number::fraction(i128::MAX / 2, 1).unwrap()));
    unit.tags = vec!["foot", "heavy"];
    unit.options = BTreeMap::from([("javelin", 8), ("shield", 23)]);
    unit
}

/// Two elephants of size 1 (ld 4), three bodies of foot of size 20 (ld 7), a camp that has no size, and a
/// general (ld 9).
pub(super) fn army() -> Thing {
    let sized = |size: i64, ld: i64| Thing::default().number("size", size).number("ld", ld);
    Thing::default()
        .number("spent", 900)
        .number("points", 1000)
        .unit(&["elephant"], 2, sized(1, 4))
        .unit(&["foot", "line"], 3, sized(20, 7))
        .unit(
            &["camp"],
            1,
            Thing::default().stat("size", FormulaValue::Absent).stat("ld", FormulaValue::Absent),
        )
        .unit(&["general"], 1, sized(1, 9))
}
