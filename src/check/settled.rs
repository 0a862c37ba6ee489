//! Soft rules, which a reason settles unless an event takes none.

use crate::army::Army;
use crate::finding::{Code, Finding, Severity};
use crate::yaml::Located;

use super::{Found, at};

/// Says of a soft rule that it is broken, or that the reason which the list gives settles it. `names` are the full
/// names by which an event may refuse the reason: then the rule is broken as a hard one is.
///
/// The finding is what is said without any reason.
pub(super) fn say_or_settle(
    army: &Army<'_>,
    found: &mut Found,
    finding: Finding,
    because: Option<&Located<String>>,
    names: &[&str],
) {
    let event = army.rules.event.as_ref().filter(|_| finding.severity == Severity::Warning);
    if let Some((event, refused)) = event.and_then(|event| Some((event, event.refuses_reason(names)?))) {
        let help = format!("leave it out; {} takes no reason for it", event.name);
        let finding = finding.severity(Severity::Error).label(refused, event.name.clone()).help(help);
        return found.say(finding);
    }
    let Some(because) = because else { return found.say(finding) };
    let Some(place) = finding.primary() else { return };
    let message = format!("{}; settled by \"{}\"", finding.message, because.value);
    let mut settled = at(Code::Settled, place.span, message).label(because.span, "the reason");
    settled.labels.extend(finding.labels.iter().skip(1).cloned());
    settled.rule = finding.rule;
    found.say(settled);
}
