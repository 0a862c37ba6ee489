//! Reads any text as a formula: it evaluates to something, or is refused at a position in the text.

use muster::format::formula::{Formula, Outcome, Scope, SelectorAst, Trouble, Value, evaluate};
use muster::format::number::Number;

/// A scope in which the value of a name is its length, and the rest depends on how a word begins.
struct Anything;

impl Scope for Anything {
    fn name(&self, name: &str) -> Result<Outcome, Trouble> {
        match name.len() % 4 {
            0 => Ok(Value::Absent.into()),
            1 => Ok(Value::Truth(name.starts_with('t')).into()),
            2 if name.starts_with('x') => Err(Trouble::UnknownName(name.to_owned())),
            _ => Ok(Number::from(i64::try_from(name.len()).unwrap_or(i64::MAX)).into()),
        }
    }

    fn has(&self, option: &str) -> bool {
        option.len().is_multiple_of(2)
    }

    fn taken(&self, option: &str) -> Number {
        Number::from(i64::from(option.starts_with('a')))
    }

    fn is(&self, tag: &str) -> bool {
        tag.len() % 2 == 1
    }

    fn count(&self, _selector: &SelectorAst) -> Result<Number, Trouble> {
        Ok(Number::from(i64::MAX))
    }

    fn each<'s>(
        &'s self,
        _selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        visit(self, Number::from(3_i64))?;
        visit(self, Number::ZERO)
    }

    fn cell(&self, table: &str, _row: &Value, column: &Value) -> Result<Value, Trouble> {
        if table.starts_with('u') { Err(Trouble::UnknownTable(table.to_owned())) } else { Ok(*column) }
    }
}

/// Checks one input.
pub(crate) fn look(text: &str) {
    match Formula::parse(text) {
        Ok(formula) => {
            let _ = (formula.constant(), formula.names().len(), formula.words().len());
            let _ = evaluate(&formula, &Anything);
        }
        Err(refusal) => {
            let at = refusal.range.clone().expect("a formula's refusal has a place");
            assert!(text.get(at).is_some() && !refusal.message.is_empty(), "{refusal:?}");
        }
    }
}
