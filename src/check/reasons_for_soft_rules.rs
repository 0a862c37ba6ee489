//! Reports soft rules, which a reason in the list settles unless an event refuses reasons.

use crate::army::Army;
use crate::finding::{Code, Finding, Severity};
use crate::read::Located;
use crate::wording::quoted_list;

use super::{CheckReport, finding_at};

/// Reports a broken rule or, if it is a soft one and the list gives reasons, that these settle it.
///
/// `names` are the rule paths by which an event may refuse reasons; the rule is then treated as a hard one.
/// `finding` is what is reported without a reason. If it is an error, reasons change nothing.
pub(super) fn report_or_settle(
    army: &Army<'_>,
    found: &mut CheckReport,
    finding: Finding,
    reasons: &[&Located<String>],
    names: &[&str],
) {
    if finding.severity == Severity::Error {
        return found.push(finding);
    }
    let event = army.rules.event.as_ref().filter(|_| finding.severity == Severity::Warning);
    if let Some((event, refused)) = event.and_then(|event| Some((event, event.refuses_reason(names)?))) {
        let help = format!("leave it out; {} takes no reason for it", event.name);
        let finding =
            finding.with_severity(Severity::Error).with_label(refused, event.name.clone()).with_help(help);
        return found.push(finding);
    }
    if reasons.is_empty() {
        return found.push(finding);
    }
    let Some(place) = finding.primary_label() else { return };
    let words = quoted_list(reasons.iter().map(|reason| reason.as_str()), "and");
    let mut settled =
        finding_at(Code::Settled, place.span, format!("{}; settled by {words}", finding.message));
    for reason in reasons {
        settled = settled.with_label(reason.span, "the reason");
    }
    settled.labels.extend(finding.labels.iter().skip(1).cloned());
    (settled.rule_path, settled.subject, settled.scope) = (finding.rule_path, finding.subject, finding.scope);
    found.push(settled);
}
