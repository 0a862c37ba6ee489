//! Compares what armies field, whatever their units are called, to find copied armies.

use sha2::{Digest as _, Sha256};

use super::Army;
use super::canonical_text::fielded_text;

/// What an army fields, as hashes: units with their sizes, options and roles, commands and characters,
/// ruleset and book.
///
/// Names, points, the date and the reserves are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldedHashes {
    /// A hash of everything.
    pub whole: u128,
    /// A hash for each different unit or character together with how many there are, whichever command they
    /// are in.
    pub rows: Vec<u64>,
}

/// Returns the hashes of what an army fields.
pub fn hash_fielded(army: &Army<'_>) -> FieldedHashes {
    let book = army.rules.contingents.first().and_then(|c| c.book.as_ref()).map_or("", |b| b.id.as_str());
    let terms = format!("{}\n{book}\n", army.rules.id);
    let hash = |text: &str| {
        let hash = Sha256::new().chain_update(&terms).chain_update(text).finalize();
        hash.iter().take(16).fold(0_u128, |sum, byte| sum << 8 | u128::from(*byte))
    };
    let (text, rows) = fielded_text(army);
    let short = |number: u128| u64::try_from(number >> 64).unwrap_or_default();
    FieldedHashes {
        whole: hash(&text),
        rows: rows.iter().map(|(row, count)| short(hash(&format!("{count} {row}")))).collect(),
    }
}
