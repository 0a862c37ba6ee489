//! What an army fields, whatever everything in it is called: by this copied armies are known.

use sha2::{Digest as _, Sha256};

use super::Army;
use super::meaning::fielded_text;

/// What an army fields: its units with sizes, options and roles, its commands and characters, under its ruleset and
/// book. Neither names nor points, date and reserves are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fielded {
    /// A hash of all of it.
    pub whole: u128,
    /// A hash of each different unit or character with how many there are, in whichever commands.
    pub rows: Vec<u64>,
}

/// What an army fields.
pub fn fielded(army: &Army<'_>) -> Fielded {
    let book = army.rules.contingents.first().and_then(|c| c.book.as_ref()).map_or("", |b| b.id.as_str());
    let terms = format!("{}\n{book}\n", army.rules.id);
    let hash = |text: &str| {
        let hash = Sha256::new().chain_update(&terms).chain_update(text).finalize();
        hash.iter().take(16).fold(0_u128, |sum, byte| sum << 8 | u128::from(*byte))
    };
    let (text, rows) = fielded_text(army);
    let short = |number: u128| u64::try_from(number >> 64).unwrap_or_default();
    Fielded {
        whole: hash(&text),
        rows: rows.iter().map(|(row, count)| short(hash(&format!("{count} {row}")))).collect(),
    }
}
