//! What formulas can see: a single body while costs and stats are worked out, then a unit, a command or the
//! army.

use std::cell::RefCell;

use crate::format::formula::{Outcome, Scope, SelectorAst, Trouble, Value};
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::ContingentId;
use crate::rules::selector::{Selector, Subject as _};

use super::body::Body;
use super::measure::Where;
use super::{Army, number};

/// A single body, before the army is complete: its size, its stats before options, and its values.
pub(super) struct Bare<'s, 'a> {
    pub(super) rules: &'s Rules,
    pub(super) body: &'s Body<'a>,
    pub(super) points: Option<Number>,
}

impl Scope for Bare<'_, '_> {
    fn name(&self, name: &str) -> Result<Outcome, Trouble> {
        Ok(match name {
            "size" => number_of(self.body.size),
            "count" => Number::ONE.into(),
            "points" => known(self.points),
            "cost" | "spent" => Value::Absent.into(),
            _ => match own_name(self.rules, self.body, &self.body.base, name) {
                Some(outcome) => outcome,
                None if self.rules.number(name).is_some() => Value::Absent.into(),
                None => return Err(Trouble::UnknownName(name.to_owned())),
            },
        })
    }

    fn has(&self, option: &str) -> bool {
        has(self.rules, self.body, option)
    }

    fn taken(&self, option: &str) -> Number {
        taken(self.rules, self.body, option)
    }

    fn is(&self, tag: &str) -> bool {
        self.rules.tag(tag).is_some_and(|t| self.body.has_tag(t))
    }

    fn count(&self, selector: &SelectorAst) -> Result<Number, Trouble> {
        let finds = made(self.rules, selector).is_some_and(|s| s.describes(self.body));
        Ok(if finds { Number::ONE } else { Number::ZERO })
    }

    fn each<'s>(
        &'s self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        if made(self.rules, selector).is_some_and(|s| s.describes(self.body)) {
            visit(self, Number::ONE)
        } else {
            Ok(())
        }
    }

    fn cell(&self, table: &str, row: &Value, column: &Value) -> Result<Value, Trouble> {
        cell(self.rules, table, row, column)
    }
}

/// What a formula is evaluated for.
#[derive(Clone, Copy, Debug)]
pub(super) enum At<'s, 'a> {
    /// A unit with its parts.
    Unit(usize),
    /// One body: the index of its unit, the body, and whether it is a part inside the unit.
    Body(usize, &'s Body<'a>, bool),
    /// A command or the whole army.
    Place(Where),
}

/// A unit, a body, a command or the army, as a formula sees it.
pub(super) struct View<'s, 'a> {
    pub(super) army: &'s Army<'a>,
    pub(super) at: At<'s, 'a>,
    /// The variable of a small table, with its value.
    pub(super) each: Option<(&'s str, Number)>,
    /// The contingent whose troops are looked at, `None` for all.
    pub(super) sees: Option<ContingentId>,
    /// The numbers being evaluated, to find those that depend on themselves.
    pub(super) open: &'s RefCell<number::Open>,
}

impl<'s, 'a> View<'s, 'a> {
    pub(super) fn body(&self) -> Option<&'s Body<'a>> {
        match self.at {
            At::Unit(unit) => Some(&self.army.units[unit].body),
            At::Body(_, body, _) => Some(body),
            At::Place(_) => None,
        }
    }

    fn inside(&self) -> Where {
        match self.at {
            At::Unit(unit) | At::Body(unit, _, _) => Where::Unit(unit),
            At::Place(place) => place,
        }
    }

    fn at(&self, at: At<'s, 'a>) -> Self {
        View { army: self.army, at, each: None, sees: self.sees, open: self.open }
    }
}

impl Scope for View<'_, '_> {
    fn name(&self, name: &str) -> Result<Outcome, Trouble> {
        if let Some((each, value)) = self.each
            && each == name
        {
            return Ok(value.into());
        }
        let body = self.body();
        match name {
            "size" => return Ok(body.map_or(Value::Absent.into(), |b| number_of(b.size))),
            "points" => return Ok(known(self.army.points_of(self.sees))),
            "spent" => return Ok(spent(self.army)),
            "count" => {
                let count = match self.at {
                    At::Unit(unit) | At::Body(unit, ..) => i64::from(self.army.units[unit].count),
                    At::Place(place) => {
                        place.units(self.army).map(|u| i64::from(self.army.units[u].count)).sum()
                    }
                };
                return Ok(Number::from(count).into());
            }
            "cost" => {
                return Ok(known(match self.at {
                    At::Unit(unit) => self.army.units[unit].cost(),
                    At::Body(_, body, _) => body.cost(),
                    At::Place(_) => None,
                }));
            }
            _ => {}
        }
        let rules = self.army.rules;
        if let Some(body) = body
            && let Some(outcome) = own_name(rules, body, &body.stats, name)
        {
            return Ok(outcome);
        }
        if let Some(id) = rules.number(name) {
            return number::value(self, id);
        }
        match rules.values.iter().find(|v| v.id == name) {
            Some(value) if !value.asked => Ok(known(value.default)),
            Some(_) => Ok(Value::Absent.into()),
            None if rules.stat(name).is_some() => Ok(Value::Absent.into()),
            None => Err(Trouble::UnknownName(name.to_owned())),
        }
    }

    fn has(&self, option: &str) -> bool {
        self.body().is_some_and(|body| has(self.army.rules, body, option))
    }

    fn taken(&self, option: &str) -> Number {
        self.body().map_or(Number::ZERO, |body| taken(self.army.rules, body, option))
    }

    fn is(&self, tag: &str) -> bool {
        let tag = self.army.rules.tag(tag);
        self.body().is_some_and(|body| tag.is_some_and(|t| body.has_tag(t)))
    }

    fn count(&self, selector: &SelectorAst) -> Result<Number, Trouble> {
        let Some(selector) = made(self.army.rules, selector) else { return Ok(Number::ZERO) };
        Ok(self.inside().count(self.army, selector, self.sees))
    }

    fn each<'v>(
        &'v self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let Some(selector) = made(self.army.rules, selector) else { return Ok(()) };
        let place = self.inside();
        let alone = matches!(place, Where::Unit(_));
        for unit in place.units(self.army) {
            let row = &self.army.units[unit];
            let alike = if alone { Number::ONE } else { i64::from(row.count).into() };
            for (at, body) in row.bodies().enumerate() {
                let seen = self.sees.is_none_or(|c| c == body.contingent);
                if seen && selector.finds(body) {
                    visit(&self.at(At::Body(unit, body, at > 0)), alike)?;
                }
            }
        }
        Ok(())
    }

    fn cell(&self, table: &str, row: &Value, column: &Value) -> Result<Value, Trouble> {
        cell(self.army.rules, table, row, column)
    }
}

/// Returns the army's cost, marked as incomplete if some cost is unknown.
fn spent(army: &Army<'_>) -> Outcome {
    Outcome { value: Value::Number(army.spent), incomplete: !army.complete }
}

fn number_of(n: u32) -> Outcome {
    Number::from(i64::from(n)).into()
}

fn known(number: Option<Number>) -> Outcome {
    number.map_or(Value::Absent, Value::Number).into()
}

/// Returns a stat or a value of a body. `None` if there is no stat or value of this name.
fn own_name(rules: &Rules, body: &Body<'_>, stats: &[Option<Number>], name: &str) -> Option<Outcome> {
    if let Some(stat) = rules.stat(name) {
        return Some(known(stats.get(stat.0).copied().flatten()));
    }
    let value = rules.values.iter().find(|v| v.id == name)?;
    if !value.asked {
        return Some(known(value.default));
    }
    let given = body.values.iter().find(|(word, _)| *word == name).map(|(_, n)| *n);
    Some(known(given.or(value.default).filter(|_| value.of.finds(body))))
}

fn has(rules: &Rules, body: &Body<'_>, option: &str) -> bool {
    rules.option(body.contingent, option).is_some_and(|o| body.has(o))
}

fn taken(rules: &Rules, body: &Body<'_>, option: &str) -> Number {
    let models = rules.option(body.contingent, option).map_or(0, |o| body.models_with(rules, o));
    i64::from(models).into()
}

/// Returns the selector that was compiled from one in a formula.
fn made<'r>(rules: &'r Rules, ast: &SelectorAst) -> Option<&'r Selector> {
    rules.formula_selector(ast)
}

fn cell(rules: &Rules, table: &str, row: &Value, column: &Value) -> Result<Value, Trouble> {
    let found = rules.tables.iter().find(|t| t.id == table);
    let table = found.ok_or_else(|| Trouble::UnknownTable(table.to_owned()))?;
    let (Value::Number(row), Value::Number(column)) = (row, column) else { return Ok(Value::Absent) };
    let line = table.rows.iter().find(|line| line.first().copied().flatten() == Some(*row));
    let column = column.whole().and_then(|c| usize::try_from(c - 1).ok());
    let cell = line.zip(column).and_then(|(line, column)| line.get(column).copied().flatten());
    Ok(cell.map_or(Value::Absent, Value::Number))
}
