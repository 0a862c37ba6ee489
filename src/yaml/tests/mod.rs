//! Tests of parsing: each finding with the text that it labels.

mod limits;
mod syntax;
mod top_key;
mod tree;
mod typography;
mod typos;

use crate::finding::{FileId, Finding, SourceFile};

/// Formats a finding as `code [labelled text] message (help)`.
pub(crate) fn shown(text: &str, findings: &[Finding]) -> Vec<String> {
    let source = SourceFile::new("x", text);
    let show = |f: &Finding| {
        let words: Vec<_> = f.labels.iter().map(|l| source.text_at(l.span).replace('\n', "⏎")).collect();
        let help = f.help.as_deref().map(|h| format!(" ({h})")).unwrap_or_default();
        format!("{} [{}] {}{help}", f.code.as_str(), words.join("|"), f.message)
    };
    findings.iter().map(show).collect()
}

/// Returns the findings of parsing alone.
fn parsed(text: &str) -> Vec<String> {
    shown(text, &super::parse_yaml(FileId::CHECKED, text).findings)
}

/// Returns the value and the findings of reading a type.
pub(crate) fn read<T: crate::read::FromNode>(text: &str) -> (Option<T>, Vec<String>) {
    let read = crate::read::read_text::<T>(FileId::CHECKED, text);
    (read.value, shown(text, &read.findings))
}
