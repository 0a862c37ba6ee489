//! Compiled charges: prices that depend on what the army has.

use crate::finding::Span;
use crate::format::limit::RegionKind;
use crate::format::read_exact_numbers::Number;
use crate::wording::SelectorText;

use super::compiled_conditions::Condition;
use super::compiled_costs::Cost;
use super::compiled_measures::Measure;
use super::compiled_selectors::Selector;
use super::compiled_steps::Steps;
use super::id_types::{CommandKindId, ContingentId};

/// A price that depends on what the army has.
#[derive(Clone, Debug)]
pub struct Charge {
    /// The rule path, such as `fra/charges/further`.
    pub rule_path: String,
    /// The printed name.
    pub name: String,
    /// What is measured, and how often it is paid for that. `None` if the charge is paid once.
    pub measured: Option<ChargedMeasure>,
    /// The part of the army that is measured, and that pays: the army or each command.
    pub region: RegionKind,
    /// The kind of the commands that are measured. `None` for commands of any kind.
    pub command_kind: Option<CommandKindId>,
    /// The contingent whose units are measured and pay. `None` for the whole army.
    pub contingent: Option<ContingentId>,
    /// What is paid each time.
    pub cost: Cost,
    /// The units and characters that pay. `None` if the army pays, or each command.
    pub payers: Option<ChargedUnits>,
    /// The condition under which it is paid.
    pub when: Condition,
    /// The rule in the author's words.
    pub says: Option<String>,
    /// The position of the charge's id in its file.
    pub span: Span,
}

/// What a charge measures, and how often it is paid for that.
#[derive(Clone, Debug)]
pub struct ChargedMeasure {
    /// What is measured.
    pub measure: Measure,
    /// A description of what is measured. `None` if that is everything.
    pub description: Option<SelectorText>,
    /// Whether each entry is measured separately.
    pub by_entry: bool,
    /// Whether units attached to each other count once.
    pub joined_once: bool,
    /// How the measured amount is counted.
    pub steps: Steps,
    /// The most often that the charge is paid. `None` if there is no limit.
    pub at_most: Option<Number>,
}

/// The units and characters that pay a charge.
#[derive(Clone, Debug)]
pub struct ChargedUnits {
    /// Who pays, also of those that limits and numbers leave out.
    pub selector: Selector,
    /// A description of who pays.
    pub description: SelectorText,
}

impl ChargedMeasure {
    /// Returns how often the charge is paid for so much. `None` if the numbers become too large.
    pub fn times(&self, amount: Number) -> Option<Number> {
        let times = self.steps.count(amount)?;
        Some(self.at_most.map_or(times, |most| times.min(most)))
    }
}
