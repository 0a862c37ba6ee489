//! Facts about options and unit types, under headings of their authors.

use crate::read::{Located, Map};

use super::FactData;
use super::printed_rule_text::rule_text;

/// Returns facts as printed, without those that are empty.
pub(super) fn fact_data(facts: &Map<Located<String>>) -> Vec<FactData> {
    let all =
        facts.iter().map(|(heading, fact)| FactData { name: rule_text(heading), text: rule_text(fact) });
    all.filter(|fact| !fact.text.is_empty()).collect()
}

/// Returns facts in one sentence: `Range: 16"; Strength: 3`. Empty if there are none.
pub(super) fn facts_text(facts: &[FactData]) -> String {
    let all: Vec<String> = facts.iter().map(|fact| format!("{}: {}", fact.name, fact.text)).collect();
    all.join("; ")
}
