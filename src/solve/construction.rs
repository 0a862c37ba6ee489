//! The construction: a program of which every solution is a list. Its variables are the counts of all
//! candidate rows.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::rc::Rc;

use crate::army::limit_measurement::measure_limit;
use crate::army::regions::Region;
use crate::army::{Army, resolve_army};
use crate::check::check_army;
use crate::finding::Severity;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{CommandKindId, ContingentId, OptionId, UnitKindId};

use super::candidate_rows::{CandidateRow, VariantBreadth, list_candidate_rows};
use super::charge_costs::{add_charge_costs, settled_charges};
use super::command_layout::CommandLayout;
use super::integer_program::{Constraint, IntegerProgram, SearchBudget, SolveOutcome};
use super::legal_candidate_rows::{RowIndex, keep_valid_rows, one_of_each, parse_list};
use super::limit_constraints::{ConstraintModel, add_limit};
use super::linear_sums::LinearSum;
use super::purchases::{PossiblePurchase, add_possible_purchases, is_of_anyone_with};
use super::scenario::Scenario;
use super::write_list::{PlacedRow, list_text};
use super::{LegalList, ListRequirements};

/// Settings of one search for a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConstructionOptions<'l> {
    /// How many variants of each unit type to try.
    pub(super) breadth: VariantBreadth,
    /// The severity from which limits must be kept.
    pub(super) min_severity: Severity,
    /// The commands of the list.
    pub(super) layout: &'l CommandLayout,
}

/// Searches a scenario for a legal list. A list that is returned has been checked.
pub(super) fn construct_list(
    rules: &Rules,
    scene: &Scenario,
    terms: &ListRequirements<'_>,
    how: ConstructionOptions<'_>,
    patience: SearchBudget,
) -> Option<LegalList> {
    let ConstructionOptions { breadth, layout, .. } = how;
    let commands = layout.command_count();
    let builds = keep_valid_rows(rules, scene, list_candidate_rows(rules, scene, breadth))?;
    let text = list_text(rules, scene, terms.title, &CommandLayout::default(), &one_of_each(&builds), None);
    let written = parse_list(&text)?;
    // What one of each row pays for the others says nothing of a list
    let army = resolve_army(&written, rules, false, false).without_charges();
    let rows = RowIndex::new(&army, &builds)?;
    let mut troops = Construction {
        army: &army,
        scene,
        candidates: &builds,
        row_index: rows,
        options: how,
        command: None,
        purchases: Vec::new(),
        charges: LinearSum::default(),
        program: IntegerProgram::default(),
    };
    for _ in 0..builds.len() * commands {
        troops.program.add_variable(true, 1);
    }
    troops.purchases = add_possible_purchases(rules, scene, layout, &mut troops.program)?;
    if rules.has_points {
        // Charges that cannot be expressed are left out, and the check decides
        troops.charges = add_charge_costs(&mut troops).unwrap_or_default().least;
    }
    troops.add_requirements(terms)?;
    for limit in &rules.limits {
        add_limit(&mut troops, limit, 0);
    }
    // A solution may break limits that could not be expressed, so try a few others with different goals
    for attempt in 0..8_usize {
        let last = builds.len() * commands;
        if attempt > 0 {
            // Any other factors lead to another solution; these are small and differ from row to row
            troops.program.set_goal(&|v| {
                if v < last { 1 + u32::try_from((v * (attempt + 2) + attempt) % 7).unwrap_or(0) } else { 0 }
            });
        }
        let SolveOutcome::Solved(values) = troops.program.solve(patience) else { return None };
        let counts: Option<Vec<i64>> = values.iter().take(last).map(|n| n.to_integer()).collect();
        let rows: Vec<PlacedRow<'_>> = counts?
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count > 0)
            .map(|(at, count)| PlacedRow { build: &builds[at / commands], command: at % commands, count })
            .collect();
        let mut bought = troops.purchases.clone();
        bought.retain(|one| values.get(one.variable).is_some_and(|times| *times > 0));
        let text = list_text(rules, scene, terms.title, layout, &rows, Some(&bought));
        if let Some(witness) = check_list(rules, terms, text) {
            return Some(witness);
        }
        if patience.is_over() {
            return None;
        }
    }
    None
}

/// Returns the list if the ordinary check finds it legal and it costs enough.
fn check_list(rules: &Rules, terms: &ListRequirements<'_>, mut text: String) -> Option<LegalList> {
    if rules.event.iter().flat_map(|e| &e.required_keys).any(|key| key.value == "declares") {
        let spent = resolve_army(&parse_list(&text)?, rules, false, false).spent;
        let _ = writeln!(text, "declares: {{points: {spent}}}");
    }
    let written = parse_list(&text)?;
    let army = resolve_army(&written, rules, false, false);
    let legal = !check_army(&army).iter().any(|f| f.severity == Severity::Error);
    let enough = !rules.has_points || army.cost_is_known && army.spent >= terms.min_cost;
    (legal && enough).then_some(LegalList { text, cost: army.spent })
}

/// A construction in progress.
struct Construction<'n, 'a> {
    army: &'n Army<'a>,
    scene: &'n Scenario,
    candidates: &'n [CandidateRow],
    row_index: RowIndex,
    options: ConstructionOptions<'n>,
    /// The command that is measured. `None` for all.
    command: Option<usize>,
    /// What may be bought that is for no unit.
    purchases: Vec<PossiblePurchase>,
    /// What the charges cost that no unit or character pays, as far as they can be expressed.
    charges: LinearSum,
    program: IntegerProgram,
}

impl Construction<'_, '_> {
    /// Adds the requirements other than limits: at least one unit, the agreed size and the least cost.
    fn add_requirements(&mut self, terms: &ListRequirements<'_>) -> Option<()> {
        let one = LinearSum::from_constant(Number::ONE);
        for command in 0..self.options.layout.command_count() {
            self.command = Some(command);
            let units = self.sum_rows(self.measured_commands(), &|at, _| {
                if self.row_index.units[at].is_some() { Number::ONE } else { Number::ZERO }
            })?;
            self.program.add_constraint(0, Constraint::at_most(&one, &units)?);
            let leaders = self.options.layout.leaders_of(self.army.rules, command);
            if !leaders.is_empty() {
                let leads = |at: usize| self.candidates[at].role.is_some_and(|role| leaders.contains(&role));
                let leader = self.sum_rows(command..command + 1, &|at, _| {
                    if leads(at) { Number::ONE } else { Number::ZERO }
                })?;
                for row in Constraint::equal(&leader, &one)? {
                    self.program.add_constraint(0, row);
                }
            }
        }
        self.command = None;
        if self.scene.size.is_some() {
            let spent = self.total_cost()?;
            if let Some(most) = self.army.rules.size_limit.most_points(self.scene.size) {
                self.program.add_constraint(0, Constraint::at_most(&spent, &LinearSum::from_constant(most))?);
            }
            self.program
                .add_constraint(0, Constraint::at_most(&LinearSum::from_constant(terms.min_cost), &spent)?);
        }
        Some(())
    }

    /// Returns the indexes of the measured commands.
    fn measured_commands(&self) -> Range<usize> {
        let layout = self.options.layout;
        self.command.map_or(0..layout.command_count(), |at| at..layout.end_of(at))
    }

    /// Sums an amount for each candidate row in each of some commands.
    fn sum_rows(&self, commands: Range<usize>, of: &dyn Fn(usize, usize) -> Number) -> Option<LinearSum> {
        let all = self.options.layout.command_count();
        let mut sum = LinearSum::default();
        for at in 0..self.candidates.len() {
            for command in commands.clone() {
                sum = sum.plus_term(at * all + command, of(at, command))?;
            }
        }
        Some(sum)
    }

    /// Returns the cost of all rows, and of the charges that no unit or character pays. `None` if a cost is unknown.
    fn total_cost(&self) -> Option<LinearSum> {
        let (rules, scene) = (self.army.rules, self.scene);
        let cost = |at: usize| match (self.row_index.units[at], self.row_index.characters[at]) {
            (Some(unit), _) => {
                let unit = &self.army.units[unit];
                unit.cost()?.checked_add(settled_charges(rules, scene, &unit.body))
            }
            (None, Some(character)) => {
                let character = &self.army.characters[character];
                character.cost()?.checked_add(settled_charges(rules, scene, character))
            }
            (None, None) => None,
        };
        let costs: Vec<Number> = (0..self.candidates.len()).map(cost).collect::<Option<_>>()?;
        let rows = self.sum_rows(self.measured_commands(), &|at, _| costs[at])?;
        self.measured_purchases().try_fold(rows.plus(&self.charges)?, |sum, one| sum.plus(&one.cost_sum()?))
    }

    /// Returns what may be bought in the measured commands, or anywhere.
    fn measured_purchases(&self) -> impl Iterator<Item = &PossiblePurchase> {
        let is_measured = |one: &&PossiblePurchase| {
            self.command.is_none() || one.command.is_some_and(|at| self.measured_commands().contains(&at))
        };
        self.purchases.iter().filter(is_measured)
    }

    /// Returns what purchases add to a measure.
    fn sum_purchases(&self, what: &Measure, contingent: Option<ContingentId>) -> Option<LinearSum> {
        let mut sum = LinearSum::default();
        if contingent.is_some_and(|own| own != ContingentId::OWN) {
            return Some(sum);
        }
        for one in self.measured_purchases() {
            let is_counted = |options: &[OptionId], of: &Selector| {
                options.contains(&one.option) && is_of_anyone_with(of, one.option)
            };
            match what {
                Measure::Options(options, of) if is_counted(options, of) => {
                    sum = sum.plus_term(one.variable, Number::ONE)?;
                }
                Measure::OptionPoints(options, of) if is_counted(options, of) => {
                    sum = sum.plus(&one.cost_sum()?)?;
                }
                Measure::Points(of) if matches!(of.test, SelectorTest::Always) => {
                    sum = sum.plus(&one.cost_sum()?)?;
                }
                _ => {}
            }
        }
        Some(sum)
    }

    /// Returns the amounts that candidate rows add to a measure, by the command that they are in. `None` if the amounts
    /// do not simply add up.
    fn amounts_by_command(
        &self,
        what: &Measure,
        contingent: Option<ContingentId>,
    ) -> Option<Vec<Rc<Vec<Number>>>> {
        let selector = what.selector()?;
        let layout = self.options.layout;
        if !selector.tests_command_kinds() {
            let amounts = Rc::new(self.row_amounts(what, contingent)?);
            return Some(vec![amounts; layout.command_count()]);
        }
        let mut by_kind: BTreeMap<Option<CommandKindId>, Rc<Vec<Number>>> = BTreeMap::new();
        let mut all = Vec::new();
        for command in 0..layout.command_count() {
            let kind = layout.kind_of(self.army.rules, command);
            let amounts = match by_kind.get(&kind) {
                Some(known) => Rc::clone(known),
                None => {
                    let settled = what.with_selector(selector.in_command_of_kind(kind));
                    Rc::new(self.row_amounts(&settled, contingent)?)
                }
            };
            by_kind.insert(kind, Rc::clone(&amounts));
            all.push(amounts);
        }
        Some(all)
    }

    /// Returns how many of the measured commands a selector matches as a whole: all, or those of some kinds. Within a
    /// command, only those in it are measured. `None` if that depends on what is in them.
    fn count_commands(&self, selector: &Selector) -> Option<usize> {
        let layout = self.options.layout;
        let measured = self.command.map_or(0..layout.command_count(), |at| at + 1..layout.end_of(at));
        match &selector.test {
            SelectorTest::Always => Some(measured.len()),
            SelectorTest::CommandKind(kinds) => {
                let is_of_kind = |at: &usize| {
                    layout.kind_of(self.army.rules, *at).is_some_and(|kind| kinds.contains(&kind))
                };
                Some(measured.filter(is_of_kind).count())
            }
            _ => None,
        }
    }

    /// Returns the amount that each candidate row adds to a measure. `None` if the amounts do not simply add
    /// up.
    fn row_amounts(&self, what: &Measure, contingent: Option<ContingentId>) -> Option<Vec<Number>> {
        let selector = what.selector()?;
        let adds_up = !what.is_single_value()
            && !matches!(
                what,
                Measure::Commands(_) | Measure::DifferentKinds(_) | Measure::DifferentOptions(..)
            );
        if !adds_up {
            return None;
        }
        let measured = measure_limit(self.army, what, Region::Army, contingent, None, false);
        let mut by_unit = vec![Number::ZERO; self.army.units.len()];
        for found in &measured.found {
            if let Some(unit) = found.unit {
                by_unit[unit] = by_unit[unit].checked_add(found.amount)?;
            }
        }
        (0..self.candidates.len())
            .map(|at| match (self.row_index.units[at], self.row_index.characters[at]) {
                (Some(unit), _) => Some(by_unit[unit]),
                (None, Some(at)) => {
                    let character = &self.army.characters[at];
                    match what {
                        Measure::Count(_) if selector.matches(character) => Some(Number::ONE),
                        Measure::Points(_)
                            if matches!(selector.test, SelectorTest::Always)
                                || selector.matches(character) =>
                        {
                            character.cost()
                        }
                        _ => Some(Number::ZERO),
                    }
                }
                (None, None) => None,
            })
            .collect()
    }
}

impl ConstraintModel for Construction<'_, '_> {
    fn rules(&self) -> &Rules {
        self.army.rules
    }

    fn scene(&self) -> &Scenario {
        self.scene
    }

    fn program(&mut self) -> &mut IntegerProgram {
        &mut self.program
    }

    fn is_relaxation(&self) -> bool {
        false
    }

    fn count_units_with(
        &mut self,
        what: &Measure,
        contingent: Option<ContingentId>,
        passes: &dyn Fn(Number) -> bool,
    ) -> Option<LinearSum> {
        if what.selector()?.tests_command_kinds() {
            return None;
        }
        let count = |at: usize| {
            let unit = self.row_index.units[at]?;
            let measured = measure_limit(self.army, what, Region::Unit(unit), contingent, None, false);
            let has_it = !measured.is_absent && !measured.has_unknown_amount;
            Some(Number::ONE).filter(|_| has_it && passes(measured.amount))
        };
        let counts: Vec<Number> =
            (0..self.candidates.len()).map(|at| count(at).unwrap_or(Number::ZERO)).collect();
        self.sum_rows(self.measured_commands(), &|at, _| counts[at])
    }

    fn min_severity(&self) -> Severity {
        self.options.min_severity
    }

    fn command_count(&self) -> Option<usize> {
        Some(self.options.layout.command_count())
    }

    fn applies_to_command(&self, command: usize, limit: &Limit) -> bool {
        let own = self.options.layout.kind_of(self.army.rules, command);
        limit.command_kind.is_none_or(|kind| own == Some(kind))
    }

    fn set_command(&mut self, command: Option<usize>) {
        self.command = command;
    }

    fn has_unknown_allies(&self) -> bool {
        false
    }

    fn measured_sum(
        &mut self,
        what: &Measure,
        contingent: Option<ContingentId>,
        _: bool,
    ) -> Option<LinearSum> {
        if let Measure::Commands(selector) = what {
            return self.count_commands(selector).map(|count| LinearSum::from_constant(count.into()));
        }
        let amounts = self.amounts_by_command(what, contingent)?;
        let rows = self.sum_rows(self.measured_commands(), &|at, command| amounts[command][at])?;
        rows.plus(&self.sum_purchases(what, contingent)?)
    }

    fn matching_purchases(&self, selector: &Selector) -> Option<LinearSum> {
        let SelectorTest::Option(options) = &selector.test else { return Some(LinearSum::default()) };
        let mut bought = self.measured_purchases().filter(|one| options.contains(&one.option));
        bought.try_fold(LinearSum::default(), |sum, one| sum.plus_term(one.variable, Number::ONE))
    }

    fn sums_by_kind(&mut self, what: &Measure, contingent: Option<ContingentId>) -> Option<Vec<LinearSum>> {
        let amounts = self.amounts_by_command(what, contingent)?;
        let mut kinds: Vec<UnitKindId> = self.candidates.iter().filter_map(|b| b.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let of = |kind: UnitKindId| {
            self.sum_rows(self.measured_commands(), &|at, command| {
                if self.candidates[at].kind == Some(kind) { amounts[command][at] } else { Number::ZERO }
            })
        };
        kinds.into_iter().map(of).collect()
    }

    fn cost_sum(&mut self, _: Option<ContingentId>) -> Option<LinearSum> {
        let here = self.command.take();
        let spent = self.total_cost();
        self.command = here;
        spent
    }

    fn may_match_parts(&self, _: &Selector) -> bool {
        false
    }

    fn agreed_size_sum(&mut self, _: Option<ContingentId>) -> Option<LinearSum> {
        self.scene.size.map(LinearSum::from_constant)
    }
}
