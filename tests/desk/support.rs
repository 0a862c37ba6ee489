//! Words exchanged in a text.

/// The text with words exchanged that must be in it once.
pub(crate) fn with(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replacen(old, new, 1)
}
