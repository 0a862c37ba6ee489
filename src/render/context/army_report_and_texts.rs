//! What a document is built from.

use crate::army::Army;
use crate::check::report::ListReport;

use super::rule_texts_and_sources::RuleTexts;

/// The inputs that a document is built from.
#[derive(Clone, Copy, Debug)]
pub struct DocumentInput<'i> {
    /// The resolved army.
    pub army: &'i Army<'i>,
    /// The report on its list.
    pub report: &'i ListReport,
    /// The texts of its rules.
    pub texts: &'i RuleTexts,
    /// Whether identical units share a row or card. If not, each is numbered.
    pub merge: bool,
}
