//! Changes of the text of a list: where in its layout something can be put in or taken out, how values are written, and
//! the edits of findings, prepared for the text that they are about.

pub(crate) mod layout;
mod prepare_edits;
mod text_change;
pub(crate) mod written_value;

pub(crate) use prepare_edits::{has_anchor, has_anchor_or_alias, prepare_edits};
pub(crate) use text_change::spans_of_new_words;
pub use text_change::{TextChange, apply_changes};
