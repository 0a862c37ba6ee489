//! Reports bounds of an ally's points that are never reached, since the first case that applies counts.

use crate::finding::{Code, Finding};

use super::CompiledFile;

/// Reports each case after one that has no condition.
pub(super) fn check_cases(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let Some(book) = made.book() else { return };
    for contingent in made.rules.contingents.iter().skip(1) {
        let Some(last) = contingent.points.iter().position(|case| case.when.is_empty()) else { continue };
        let word = contingent.ally.as_deref().unwrap_or_default();
        for case in &contingent.points[last + 1..] {
            let message = format!(
                "these points of the ally \"{word}\" are never reached: the first case that applies counts"
            );
            found.push(
                Finding::new(Code::NeverMatches, case.span, message)
                    .with_rule(format!("{}/allies/{word}", book.book.value))
                    .with_label(contingent.points[last].span, "this applies always")
                    .with_help("put it before the case without a `when`"),
            );
        }
    }
}
