//! Finds kinds of command that no list can have.

use crate::finding::{Code, Finding, SubjectKind};
use crate::rules::Rules;
use crate::rules::id_types::CommandKindId;

/// Returns a finding for each kind of command that can be nowhere: it is only within commands that can be nowhere
/// themselves.
pub(super) fn kinds_that_are_nowhere(rules: &Rules) -> Vec<Finding> {
    let kinds = &rules.command_kinds;
    let mut possible: Vec<bool> = kinds.iter().map(|kind| kind.may_be_in_army).collect();
    loop {
        let within = |id: &CommandKindId| possible[id.0];
        let more: Vec<usize> =
            (0..kinds.len()).filter(|at| !possible[*at] && kinds[*at].within.iter().any(within)).collect();
        if more.is_empty() {
            break;
        }
        more.into_iter().for_each(|at| possible[at] = true);
    }
    let nowhere = kinds.iter().zip(possible).filter(|(_, possible)| !possible);
    nowhere
        .map(|(kind, _)| {
            let message = format!(
                "no command can be a \"{}\", which is only within commands that are themselves nowhere",
                kind.name
            );
            Finding::new(Code::NeverMatches, kind.span, message)
                .with_subject(SubjectKind::CommandKind, &*kind.id)
                .with_rule(kind.rule_path.as_str())
                .with_help("write `within: army`, or a kind that may be in the army")
        })
        .collect()
}
