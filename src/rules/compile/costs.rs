//! Compiles costs and their lines.

use crate::finding::{Code, Finding, Span};
use crate::format::costs::{Cost as WrittenCost, CostItem, CostLine as WrittenLine, LineCost};
use crate::format::formula::Formula;
use crate::format::read_exact_numbers::Number;
use crate::read::{Located, Map};
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_costs::{Cost, PriceLine, StatedPrice};
use crate::rules::id_types::ContingentId;

use super::Compiler;
use super::order_of_steps::Asker;

impl Compiler {
    /// Compiles a cost. `None`, after reporting it, if nothing of it can be used.
    ///
    /// `book_of` is the contingent whose book states the cost, `None` for a cost of the ruleset.
    pub(super) fn compile_cost(&mut self, cost: &WrittenCost, book_of: Option<ContingentId>) -> Option<Cost> {
        self.compile_cost_of(cost, book_of, Asker::Price)
    }

    /// Compiles the cost of a charge, or of anything else.
    pub(super) fn compile_cost_of(
        &mut self,
        cost: &WrittenCost,
        book_of: Option<ContingentId>,
        asker: Asker,
    ) -> Option<Cost> {
        let (lines, span) = match cost {
            WrittenCost::Same(formula) => {
                let price = StatedPrice::Same(self.compile_cost_formula(formula, asker));
                (vec![line_for_everyone(price, formula.span)], formula.span)
            }
            WrittenCost::By(items) => {
                let span = span_of_items(items);
                (vec![line_for_everyone(self.compile_items(items, asker), span)], span)
            }
            WrittenCost::Lines(lines) => {
                let whole = lines.span;
                let is_inside = |fault: &Span| {
                    fault.file == whole.file && (whole.start..whole.end).contains(&fault.start)
                };
                let unread = self.fault_spans.iter().any(is_inside);
                if lines.is_empty() && !lines.is_placeholder() && !unread {
                    let help =
                        "write a number, or lines such as [{of: {tag: irr}, each: 5}, {otherwise: 10}]";
                    let finding = Finding::new(Code::BadValue, lines.span, "a cost needs at least one line");
                    self.report(finding.with_help(help));
                }
                (lines.iter().filter_map(|line| self.compile_cost_line(line, asker)).collect(), lines.span)
            }
        };
        (!lines.is_empty()).then_some(Cost { lines, contingent: book_of, span })
    }

    /// Compiles a cost that is a number or a formula.
    pub(super) fn compile_single_cost(
        &mut self,
        formula: &Located<Formula>,
        book_of: Option<ContingentId>,
    ) -> Cost {
        let price = StatedPrice::Same(self.compile_cost_formula(formula, Asker::Price));
        let span = formula.span;
        Cost { lines: vec![line_for_everyone(price, span)], contingent: book_of, span }
    }

    fn compile_cost_line(&mut self, line: &Located<WrittenLine>, asker: Asker) -> Option<PriceLine> {
        let cost = match (&line.each, &line.otherwise) {
            (Some(cost), None) => cost,
            (None, Some(cost)) => {
                let key = if line.of.is_some() { "of" } else { "when" };
                if line.of.is_some() || line.when.is_some() {
                    let message = format!(
                        "`otherwise` is for all whom no line before fits, so `{key}` cannot go with it"
                    );
                    let finding = Finding::new(Code::BadValue, line.span, message);
                    self.report(finding.with_help("write `each` in place of `otherwise`"));
                    return None;
                }
                cost
            }
            _ => {
                let finding =
                    Finding::new(Code::MissingKey, line.span, "a line of a cost must say what is paid");
                self.report(finding.with_help("write {of: {tag: irr}, each: 5} or {otherwise: 10}"));
                return None;
            }
        };
        if let Some(when) = &line.when {
            self.report_late_condition(when, asker);
        }
        Some(PriceLine {
            selector: line.of.as_ref().map(|of| self.compile_selector(of)),
            description: line.of.as_ref().map(|of| self.describe(of)),
            when: self.compile_condition(line.when.as_ref()),
            price: match cost {
                LineCost::Same(formula) => StatedPrice::Same(self.compile_cost_formula(formula, asker)),
                LineCost::By(items) => self.compile_items(items, asker),
            },
            span: line.span,
        })
    }

    /// Compiles a price for each mode, or for each size.
    fn compile_items(&mut self, items: &Map<CostItem>, asker: Asker) -> StatedPrice {
        let mut modes = Vec::new();
        for (key, item) in items {
            match item {
                CostItem::Mode(formula) => {
                    let formula = self.compile_cost_formula(formula, asker);
                    if let Some(mode) = self.resolve_mode(key) {
                        modes.push((mode, formula));
                    }
                }
                CostItem::Sizes(sizes) if key.value == "for-size" => {
                    return self.compile_prices_by_size(sizes);
                }
                CostItem::Sizes(_) => {
                    self.report(
                        Finding::new(
                            Code::WrongType,
                            key.span,
                            format!("the cost of mode \"{}\" must be a number or a formula", key.value),
                        )
                        .with_help("write costs by size under `for-size`"),
                    );
                }
            }
        }
        StatedPrice::Modes(modes)
    }

    fn compile_prices_by_size(&mut self, sizes: &Map<Located<Number>>) -> StatedPrice {
        let mut made = Vec::new();
        for (size, cost) in sizes {
            match size.value.parse() {
                Ok(size) => made.push((size, cost.value)),
                Err(_) => self.report(Finding::new(
                    Code::WrongType,
                    size.span,
                    format!("\"{}\" is not a size; write a whole number", size.value),
                )),
            }
        }
        StatedPrice::Sizes(made)
    }
}

/// Returns a line that fits everyone in every army.
fn line_for_everyone(price: StatedPrice, span: Span) -> PriceLine {
    PriceLine { selector: None, description: None, when: Condition::default(), price, span }
}

/// Returns the span from the first key of a map to its last.
fn span_of_items(items: &Map<CostItem>) -> Span {
    let mut keys = items.keys().map(|key| key.span);
    let first = keys.next().unwrap_or_default();
    keys.next_back().map_or(first, |last| Span { end: last.end, ..first })
}
