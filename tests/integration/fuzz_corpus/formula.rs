//! Reads any text as a formula: it evaluates to something, or is refused at a position in the text.

use muster::format::formula::{
    Evaluation, EvaluationError, Formula, FormulaValue, Scope, SelectorAst, evaluate,
};
use muster::format::read_exact_numbers::Number;

/// A scope in which the value of a name is its length, and the rest depends on how a word begins.
struct Anything;

impl Scope for Anything {
    fn value_of_name(&self, name: &str) -> Result<Evaluation, EvaluationError> {
        match name.len() % 4 {
            0 => Ok(FormulaValue::Absent.into()),
            1 => Ok(FormulaValue::Truth(name.starts_with('t')).into()),
            2 if name.starts_with('x') => Err(EvaluationError::UnknownName(name.to_owned())),
            _ => Ok(Number::from(i64::try_from(name.len()).unwrap_or(i64::MAX)).into()),
        }
    }

    fn has_option(&self, option: &str) -> bool {
        option.len().is_multiple_of(2)
    }

    fn models_with_option(&self, option: &str) -> Number {
        Number::from(i64::from(option.starts_with('a')))
    }

    fn has_tag(&self, tag: &str) -> bool {
        tag.len() % 2 == 1
    }

    fn count_matches(&self, _selector: &SelectorAst) -> Result<Number, EvaluationError> {
        Ok(Number::from(i64::MAX))
    }

    fn for_each_match<'s>(
        &'s self,
        _selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), EvaluationError>,
    ) -> Result<(), EvaluationError> {
        visit(self, Number::from(3_i64))?;
        visit(self, Number::ZERO)
    }

    fn table_cell(
        &self,
        table: &str,
        _row: &FormulaValue,
        column: &FormulaValue,
    ) -> Result<FormulaValue, EvaluationError> {
        if table.starts_with('u') {
            Err(EvaluationError::UnknownTable(table.to_owned()))
        } else {
            Ok(*column)
        }
    }
}

/// Checks one input.
pub(crate) fn look(text: &str) {
    match Formula::parse(text) {
        Ok(formula) => {
            let _ = (formula.as_constant(), formula.names().len(), formula.ids().len());
            let _ = evaluate(&formula, &Anything);
        }
        Err(refusal) => {
            let at = refusal.range.clone().expect("a formula's refusal has a place");
            assert!(text.get(at).is_some() && !refusal.message.is_empty(), "{refusal:?}");
        }
    }
}
