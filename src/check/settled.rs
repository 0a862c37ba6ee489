//! Reports soft rules, which a reason in the list settles unless an event refuses reasons.

use crate::army::Army;
use crate::finding::{Code, Finding, Severity};
use crate::read::Located;
use crate::wording::quoted;

use super::{Found, at};

/// Reports a broken rule or, if it is a soft one and the list gives reasons, that these settle it.
///
/// `names` are the rule paths by which an event may refuse reasons; the rule is then treated as a hard one.
/// `finding` is what is reported without a reason. If it is an error, reasons change nothing.
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
