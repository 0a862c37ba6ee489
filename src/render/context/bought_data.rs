//! Builds the data of what the army and its commands buy.

use crate::army::purchases::Purchases;
use crate::output::terminal_text::sanitize;
use crate::rules::compiled_purchases::Buyer;

use super::number_data::number_text;
use super::{BoughtData, DocumentInput};

/// Returns what a command buys, or the army for `None`, and that as printed. An army without commands buys for both.
pub(super) fn bought_data(input: DocumentInput<'_>, command: Option<usize>) -> (Vec<BoughtData>, String) {
    let DocumentInput { army, texts, .. } = input;
    let is_its = |bought: &&Purchases<'_>| match command {
        Some(at) => bought.buyer == Buyer::Command && bought.command == Some(at),
        None => bought.buyer != Buyer::Command,
    };
    let mut all = Vec::new();
    for bought in army.purchases.iter().filter(is_its) {
        for taken in &bought.body.taken {
            let rule = army.rules.option(taken.option);
            let paid = bought.body.cost_line_of(taken);
            let cost = paid.map(|line| line.total().map_or_else(|| "?".to_owned(), number_text));
            let times = if taken.times > 1 { format!("{} × ", taken.times) } else { String::new() };
            let text = texts.option_texts(&rule.rule_path).and_then(|option| option.text.clone());
            all.push(BoughtData {
                name: format!("{times}{}", sanitize(&rule.name)),
                cost_shown: cost.filter(|_| army.rules.has_points).unwrap_or_default(),
                text,
            });
        }
    }
    let words = all.iter().map(|one| format!("{} {}", one.name, one.cost_shown).trim_end().to_owned());
    let shown = words.collect::<Vec<_>>().join(", ");
    (all, shown)
}
