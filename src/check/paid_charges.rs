//! Lists the charges in the cost of an army, for reports and labels.

use crate::army::Army;
use crate::army::cost_lines::CostLine;
use crate::finding::{Subject, SubjectKind};
use crate::format::read_exact_numbers::Number;

use super::command_leaders_and_roles::name_of;
use super::report::{MAX_KEPT, PaidCharge};

/// Returns the charges in the cost of an army: those that the army pays, then those of its commands, then those of its
/// units and characters. Reserves pay none.
pub(super) fn paid_charges(army: &Army<'_>) -> Vec<PaidCharge> {
    let of_army = army.charges.iter().map(|line| {
        let payer = Subject::new(SubjectKind::Army, &*army.list.army.value);
        (payer, 1, line)
    });
    let of_commands = army.commands.iter().enumerate().flat_map(|(at, command)| {
        command
            .charges
            .iter()
            .map(move |line| (Subject::new(SubjectKind::Command, name_of(army, at)), 1, line))
    });
    let of_units = army.units.iter().flat_map(|unit| {
        let lines = unit.body.cost_lines.iter();
        lines.map(move |line| (Subject::new(SubjectKind::Unit, &unit.name), unit.count, line))
    });
    let of_characters = army.characters.iter().flat_map(|character| {
        let lines = character.cost_lines.iter();
        lines.map(move |line| (Subject::new(SubjectKind::Unit, &character.name), 1, line))
    });
    let all = of_army.chain(of_commands).chain(of_units).chain(of_characters);
    let charges = all.filter(|(_, _, line)| !line.is_list_price());
    charges.take(MAX_KEPT).map(|(payer, count, line)| paid_charge(payer, count, line)).collect()
}

fn paid_charge(payer: Subject, count: u32, line: &CostLine<'_>) -> PaidCharge {
    let total = line.total().and_then(|total| total.checked_mul(Number::from(i64::from(count))));
    PaidCharge {
        rule_path: line.rule_path.clone().into_owned(),
        name: line.name.to_owned(),
        payer,
        count,
        cost_of_one: line.cost_of_one.ok(),
        times: line.times,
        total,
        explanation: line.explanation.clone(),
    }
}
