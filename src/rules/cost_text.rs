//! Costs in words, before any army is there.

use super::Rules;
use super::compiled_costs::{Cost, PriceLine, StatedPrice};
use super::condition_text::condition_clause;

/// Returns a cost in words, with a price for each mode, size or line if it depends on one: `5 for units tagged "irr",
/// else 10`.
///
/// With `each`, the cost is for each model.
pub fn cost_text(rules: &Rules, cost: &Cost, each: bool) -> String {
    let several = cost.lines.len() > 1;
    let line = |line: &PriceLine| {
        let price = stated_price_text(rules, &line.price, each);
        if several && line.fits_always() {
            return format!("else {price}");
        }
        let who = line.description.as_ref().map(|who| format!("for {}", who.plural_text()));
        let when = condition_clause(rules, &line.when);
        std::iter::once(price).chain(who).chain(when).collect::<Vec<_>>().join(" ")
    };
    cost.lines.iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Returns a price in words, with one for each mode or size if it depends on one.
pub fn stated_price_text(rules: &Rules, price: &StatedPrice, each: bool) -> String {
    let each = if each { " each" } else { "" };
    match price {
        StatedPrice::Same(formula) => format!("{formula}{each}"),
        StatedPrice::Modes(modes) => {
            let all: Vec<String> =
                modes.iter().map(|(m, f)| format!("{} {f}", rules.modes[m.0].id)).collect();
            format!("{}{each}", all.join(", "))
        }
        StatedPrice::Sizes(sizes) => {
            sizes.iter().map(|(s, n)| format!("{s}: {n}")).collect::<Vec<_>>().join(", ")
        }
    }
}
