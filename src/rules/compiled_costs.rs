//! Compiled costs: lines, of which the first that fits is paid.

use crate::finding::Span;
use crate::format::formula::{Formula, FormulaIdKind, SelectorKey};
use crate::format::read_exact_numbers::Number;
use crate::wording::SelectorText;

use super::Rules;
use super::compiled_conditions::Condition;
use super::compiled_selectors::Selector;
use super::id_types::{ContingentId, ModeId};

/// A cost, in points. A cost that is the same for everyone has a single line, which fits always.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The lines, of which the first that fits is paid. There is at least one.
    pub lines: Vec<PriceLine>,
    /// The contingent whose book states the cost, and at whose units its conditions look. `None` for the whole
    /// army.
    pub contingent: Option<ContingentId>,
    /// The position of the cost in its file.
    pub span: Span,
}

/// One line of a cost.
#[derive(Clone, Debug)]
pub struct PriceLine {
    /// Who pays by the line. `None` for everyone.
    pub selector: Option<Selector>,
    /// A description of who pays by the line, for messages. `None` for everyone.
    pub description: Option<SelectorText>,
    /// The condition under which the line fits.
    pub when: Condition,
    /// What is paid.
    pub price: StatedPrice,
    /// The position of the line in its file.
    pub span: Span,
}

/// A price as a file states it, in points.
#[derive(Clone, Debug)]
pub enum StatedPrice {
    /// The same in every mode.
    Same(Formula),
    /// A price for each mode. In a mode without one the price is unknown.
    Modes(Vec<(ModeId, Formula)>),
    /// A price for each size. A list may not use a size without one.
    Sizes(Vec<(u32, Number)>),
}

impl Cost {
    /// Returns the price that everyone pays. `None` if it depends on who pays, or on the army.
    pub fn only_price(&self) -> Option<&StatedPrice> {
        match self.lines.as_slice() {
            [line] if line.fits_always() => Some(&line.price),
            _ => None,
        }
    }

    /// Returns the prices by size. `None` for any other cost.
    pub fn prices_by_size(&self) -> Option<&[(u32, Number)]> {
        match self.only_price()? {
            StatedPrice::Sizes(prices) => Some(prices),
            StatedPrice::Same(_) | StatedPrice::Modes(_) => None,
        }
    }
}

impl PriceLine {
    /// Returns `true` if the line fits everyone in every army.
    pub fn fits_always(&self) -> bool {
        self.selector.is_none() && self.when.is_empty()
    }
}

impl StatedPrice {
    /// Returns the formulas, one for each mode. Empty for prices by size.
    pub fn formulas(&self) -> Vec<&Formula> {
        match self {
            Self::Same(formula) => vec![formula],
            Self::Modes(modes) => modes.iter().map(|(_, formula)| formula).collect(),
            Self::Sizes(_) => Vec::new(),
        }
    }

    /// Returns the formula that applies in a mode. `None` for prices by size, or if none is stated for the mode.
    pub fn formula_for_mode(&self, mode: Option<ModeId>) -> Option<&Formula> {
        match self {
            Self::Same(formula) => Some(formula),
            Self::Modes(modes) => modes.iter().find(|(m, _)| Some(*m) == mode).map(|(_, formula)| formula),
            Self::Sizes(_) => None,
        }
    }
}

impl Rules {
    /// Returns `true` if a formula asks for something that units have: a size, a stat, a value of the list, a tag, or
    /// whatever it counts. With `or_options`, also if it asks for options, which the army may have too.
    pub fn asks_about_units(&self, formula: &Formula, or_options: bool) -> bool {
        let is_asked_value = |name: &str| self.values.iter().any(|value| value.id == name && value.is_asked);
        let is_of_unit =
            |name: &str| name == "size" || self.find_stat(name).is_some() || is_asked_value(name);
        let needs_unit = |kind: &FormulaIdKind| match kind {
            FormulaIdKind::Table => false,
            FormulaIdKind::Key(SelectorKey::Option) => or_options,
            FormulaIdKind::Key(_) => true,
        };
        formula.names().iter().any(|used| is_of_unit(used.name))
            || formula.ids().iter().any(|(kind, _)| needs_unit(kind))
            || !formula.expr.counted_selectors().is_empty()
    }
}
