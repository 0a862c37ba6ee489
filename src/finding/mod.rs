//! Findings: what checks report, with positions and fixes, independent of any output format.

mod code;
mod edit;
mod source_files;
mod still_open;
mod subject;
mod supporting_facts;

pub(crate) use code::with_codes;
pub use code::{Code, Family, Scope, Severity, UnreadContent};
pub use edit::Edit;
pub use source_files::{FileId, Position, SourceFile, SourceFiles, Span};
pub use still_open::{OpenLimit, StillOpen};
pub use subject::{Subject, SubjectKind};
pub use supporting_facts::{Fact, FactKind};

use crate::exact_number::Number;

/// A span in a file, with a text about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The text, in lower case without a full stop. May be empty.
    pub text: String,
    /// Whether the message already has this text, so that short output formats may leave it out.
    pub is_in_message: bool,
}

/// What findings with the same cause have in common, whatever their numbers and positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    code: Code,
    subject: Option<Subject>,
    rule: Option<String>,
    facts: Vec<FactKind>,
}

/// A reported problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of problem.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// How far one must look to fix it.
    pub scope: Scope,
    /// What the finding is about. `None` if that is not one thing with a name.
    pub subject: Option<Box<Subject>>,
    /// Whether more of something would meet the rule, as a draft still may.
    pub is_shortfall: bool,
    /// The message: one line in lower case without a full stop, with the user's words in double quotes.
    pub message: String,
    /// Spans with texts. The first is the text to change. Empty only if there is no file.
    pub labels: Vec<Label>,
    /// One thing to do about it.
    pub help: Option<String>,
    /// The path of the broken rule, such as `fra/limits/one-general`. `None` if no rule is broken.
    pub rule_path: Option<String>,
    /// The numbers and conditions behind a finding about amounts. Empty for other findings.
    pub facts: Box<[Fact]>,
    /// Edits that fix the problem, to be applied together. Empty unless only one correction is possible.
    pub edits: Box<[Edit]>,
    /// Whether the texts of the edits are written unchanged. Otherwise each is a value that gets quotes if the old
    /// one had them.
    pub edits_are_verbatim: bool,
    /// What is still open where a limit is broken. `None` unless it was asked for.
    pub still_open: Option<Box<StillOpen>>,
}

impl Finding {
    /// Creates a finding at a span, with the usual severity and scope of its code.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            scope: code.scope(),
            subject: None,
            is_shortfall: false,
            message: one_line(message.into()),
            labels: vec![Label { span, text: String::new(), is_in_message: false }],
            help: None,
            rule_path: None,
            facts: Box::default(),
            edits: Box::default(),
            edits_are_verbatim: false,
            still_open: None,
        }
    }

    /// Adds an edit that fixes the problem: writes a value at a span, or removes the list item there if the text is
    /// empty.
    #[must_use]
    pub fn with_edit(mut self, span: Span, text: impl Into<String>) -> Self {
        let mut all = std::mem::take(&mut self.edits).into_vec();
        all.push(Edit { span, text: text.into() });
        self.edits = all.into_boxed_slice();
        self
    }

    /// Adds an edit that fixes the problem: writes a text at a span, unchanged.
    #[must_use]
    pub fn with_verbatim_edit(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits_are_verbatim = true;
        self.with_edit(span, text)
    }

    /// Returns the amount of the first fact of a kind. `None` if there is none, or it is a text.
    pub fn fact_value(&self, kind: FactKind) -> Option<Number> {
        self.facts.iter().find(|fact| fact.is == kind)?.value
    }

    /// Returns `true` if edits of the checked file fix the problem.
    pub fn has_edits(&self) -> bool {
        !self.edits.is_empty() && self.edits.iter().all(|e| e.span.file == FileId::CHECKED)
    }

    /// Sets a severity other than the usual one.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets a scope other than the usual one.
    #[must_use]
    pub fn with_scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Sets what the finding is about.
    #[must_use]
    pub fn with_subject(mut self, kind: SubjectKind, name: impl Into<String>) -> Self {
        self.subject = Some(Box::new(Subject::new(kind, name)));
        self
    }

    /// Returns `true` if nothing elsewhere in the army causes the problem or can fix it.
    pub fn is_local(&self) -> bool {
        matches!(self.scope, Scope::Row | Scope::File)
    }

    /// Returns `true` if this is something that a draft still lacks.
    pub fn is_still_missing(&self) -> bool {
        self.is_shortfall && self.severity == Severity::Note
    }

    /// Returns what the finding has in common with others of the same cause.
    pub fn cause(&self) -> Cause {
        Cause {
            code: self.code,
            subject: self.subject.as_deref().cloned(),
            rule: self.rule_path.clone(),
            facts: self.facts.iter().map(|fact| fact.is).collect(),
        }
    }

    /// Sets the text of the first label.
    #[must_use]
    pub fn with_primary_text(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Adds a label.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), is_in_message: false });
        self
    }

    /// Adds a label whose text is also in the message.
    #[must_use]
    pub fn label_in_message(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), is_in_message: true });
        self
    }

    /// Adds a fact behind the finding.
    #[must_use]
    pub fn with_fact(
        mut self,
        is: FactKind,
        what: impl Into<String>,
        value: impl Into<Option<Number>>,
    ) -> Self {
        let mut all = std::mem::take(&mut self.facts).into_vec();
        all.push(Fact { is, what: what.into(), value: value.into() });
        self.facts = all.into_boxed_slice();
        self
    }

    /// Sets the help: one thing to do about the problem.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the path of the broken rule.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<String>) -> Self {
        self.rule_path = Some(rule.into());
        self
    }

    /// Returns the first label. `None` if there is no file.
    pub fn primary_label(&self) -> Option<&Label> {
        self.labels.first()
    }
}

/// Returns a text as one line, with a space for each line break.
fn one_line(text: String) -> String {
    if !text.contains(['\n', '\r']) {
        return text;
    }
    let lines: Vec<&str> = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// Sorts findings by position and removes those that are reported twice.
pub fn sort_and_dedup(findings: &mut Vec<Finding>) {
    let key = |f: &Finding| {
        let span = f.primary_label().map(|l| l.span).unwrap_or_default();
        (span, f.code)
    };
    findings.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message)));
    findings.dedup_by(|a, b| a.code == b.code && a.message == b.message && a.labels == b.labels);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_even_if_its_words_have_line_breaks() {
        let message = |text: &str| Finding::new(Code::BadValue, Span::default(), text).message;
        assert_eq!(message("\"202\n\n  `\r\nBC\" is no year"), "\"202 ` BC\" is no year");
        assert_eq!(message("no  break"), "no  break");
    }

    #[test]
    fn a_cause_does_not_depend_on_numbers_and_positions() {
        let broken = |n: i64, at: usize, rule: &str| {
            let message = format!("{n} generals, at most 1 allowed");
            Finding::new(Code::TooMany, Span::new(FileId::CHECKED, at, at + 1), message)
                .with_subject(SubjectKind::Rule, rule)
                .with_rule(rule)
                .with_fact(FactKind::Found, "generals", Number::from(n))
        };
        assert_eq!(broken(2, 5, "a/limits/x").cause(), broken(3, 9, "a/limits/x").cause());
        assert_ne!(broken(2, 5, "a/limits/x").cause(), broken(2, 5, "a/limits/y").cause());
    }

    #[test]
    fn the_same_finding_is_kept_once() {
        let span = Span::new(FileId::CHECKED, 3, 5);
        let mut all = vec![
            Finding::new(Code::UnknownUnit, Span::new(FileId::CHECKED, 9, 9), "b"),
            Finding::new(Code::UnknownUnit, span, "a"),
            Finding::new(Code::UnknownUnit, span, "a"),
        ];
        sort_and_dedup(&mut all);
        assert_eq!(all.iter().map(|f| f.message.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }
}
