//! Soft rules, which a reason settles unless an event takes none.

use crate::army::Army;
use crate::finding::{Code, Finding, Severity};
use crate::read::Located;
use crate::wording::quoted;

use super::{Found, at};

/// Says that a rule is broken, or that the reasons which the list gives settle it where it is a soft one. `names` are
/// the full names by which an event may refuse the reasons: then the rule is broken as a hard one is.
///
/// The finding is what is said without any reason. An error stays one, whatever reasons there are.
pub(super) fn say_or_settle(
    army: &Army<'_>,
    found: &mut Found,
    finding: Finding,
    reasons: &[&Located<String>],
    names: &[&str],
) {
    if finding.severity == Severity::Error {
        return found.say(finding);
    }
    let event = army.rules.event.as_ref().filter(|_| finding.severity == Severity::Warning);
    if let Some((event, refused)) = event.and_then(|event| Some((event, event.refuses_reason(names)?))) {
        let help = format!("leave it out; {} takes no reason for it", event.name);
        let finding = finding.severity(Severity::Error).label(refused, event.name.clone()).help(help);
        return found.say(finding);
    }
    if reasons.is_empty() {
        return found.say(finding);
    }
    let Some(place) = finding.primary() else { return };
    let words = quoted(reasons.iter().map(|reason| reason.as_str()), "and");
    let mut settled = at(Code::Settled, place.span, format!("{}; settled by {words}", finding.message));
    for reason in reasons {
        settled = settled.label(reason.span, "the reason");
    }
    settled.labels.extend(finding.labels.iter().skip(1).cloned());
    (settled.rule, settled.subject, settled.scope) = (finding.rule, finding.subject, finding.scope);
    found.say(settled);
}
