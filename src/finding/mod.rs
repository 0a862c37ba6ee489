//! What a check reports: a [`Finding`] with its places, free of any output format.

mod code;
mod edit;
mod source_files;
mod subject;
mod supporting_facts;

pub(crate) use code::with_codes;
pub use code::{Code, Family, Scope, Severity};
pub use edit::Edit;
pub use source_files::{FileId, Position, SourceFile, SourceFiles, Span};
pub use subject::{Subject, SubjectKind};
pub use supporting_facts::{Fact, FactKind};

use crate::exact_number::Number;

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said of it, lower case, no full stop; may be empty.
    pub text: String,
    /// Whether the message has these words too, so that a short form may leave them out.
    pub is_in_message: bool,
}

/// What findings of one cause have in common, however often and in whatever numbers they are reported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    code: Code,
    subject: Option<Subject>,
    rule: Option<String>,
    facts: Vec<FactKind>,
}

/// One reported problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of fault it is.
    pub code: Code,
    /// How much it weighs here.
    pub severity: Severity,
    /// How far one must look to fix it.
    pub scope: Scope,
    /// What it is about; `None` if that is not one thing with a name.
    pub subject: Option<Box<Subject>>,
    /// Whether more of something would meet the rule, which a draft may still reach.
    pub is_shortfall: bool,
    /// One line that stands alone: lower case, no full stop, the user's own words in double quotes.
    pub message: String,
    /// Places, the words to change first. Empty only where there is no file.
    pub labels: Vec<Label>,
    /// One thing to do about it.
    pub help: Option<String>,
    /// The ruleset's, book's or event's own rule in full, as `fra/limits/one-general`.
    pub rule_path: Option<String>,
    /// The numbers and conditions that it rests on, where it is about amounts.
    pub facts: Vec<Fact>,
    /// The edits that mend it, where one thing only can be meant; all of them together.
    pub edits: Box<[Edit]>,
    /// Whether the edits are written as they stand; otherwise each is a word, in quotes where the old one was.
    pub edits_are_verbatim: bool,
}

impl Finding {
    /// A finding at a place, with the severity that is usual for its code.
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
            facts: Vec::new(),
            edits: Box::default(),
            edits_are_verbatim: false,
        }
    }

    /// An edit that mends it: a word to write at a place, none to leave out the item of a list that is there.
    #[must_use]
    pub fn with_edit(mut self, span: Span, text: impl Into<String>) -> Self {
        let mut all = std::mem::take(&mut self.edits).into_vec();
        all.push(Edit { span, text: text.into() });
        self.edits = all.into_boxed_slice();
        self
    }

    /// An edit that mends it: what to write at a place, just as it stands.
    #[must_use]
    pub fn with_verbatim_edit(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits_are_verbatim = true;
        self.with_edit(span, text)
    }

    /// Whether the file under check has edits that mend it.
    pub fn has_edits(&self) -> bool {
        !self.edits.is_empty() && self.edits.iter().all(|e| e.span.file == FileId::CHECKED)
    }

    /// Another severity than the usual one.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Another scope than the usual one.
    #[must_use]
    pub fn with_scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// What it is about.
    #[must_use]
    pub fn with_subject(mut self, kind: SubjectKind, name: impl Into<String>) -> Self {
        self.subject = Some(Box::new(Subject::new(kind, name)));
        self
    }

    /// Whether nothing elsewhere in the army causes it or can fix it.
    pub fn is_local(&self) -> bool {
        matches!(self.scope, Scope::Row | Scope::File)
    }

    /// What it has in common with other findings of the same cause.
    pub fn cause(&self) -> Cause {
        Cause {
            code: self.code,
            subject: self.subject.as_deref().cloned(),
            rule: self.rule_path.clone(),
            facts: self.facts.iter().map(|fact| fact.is).collect(),
        }
    }

    /// What is said at the first place.
    #[must_use]
    pub fn with_primary_text(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// A further place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), is_in_message: false });
        self
    }

    /// A further place, with words that the message has too.
    #[must_use]
    pub fn label_in_message(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), is_in_message: true });
        self
    }

    /// A fact that it rests on.
    #[must_use]
    pub fn with_fact(
        mut self,
        is: FactKind,
        what: impl Into<String>,
        value: impl Into<Option<Number>>,
    ) -> Self {
        self.facts.push(Fact { is, what: what.into(), value: value.into() });
        self
    }

    /// What to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The rule that was broken, in full.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<String>) -> Self {
        self.rule_path = Some(rule.into());
        self
    }

    /// The first place.
    pub fn primary_label(&self) -> Option<&Label> {
        self.labels.first()
    }
}

/// A text without line breaks; words that went over several lines stand in one, with a blank for each break.
fn one_line(text: String) -> String {
    if !text.contains(['\n', '\r']) {
        return text;
    }
    let lines: Vec<&str> = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// Puts findings in the order of their places and drops those said twice.
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
    fn a_message_is_one_line_whatever_words_it_has() {
        let message = |text: &str| Finding::new(Code::BadValue, Span::default(), text).message;
        assert_eq!(message("\"202\n\n  `\r\nBC\" is no year"), "\"202 ` BC\" is no year");
        assert_eq!(message("no  break"), "no  break");
    }

    #[test]
    fn a_cause_outlives_its_numbers_and_its_place() {
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
