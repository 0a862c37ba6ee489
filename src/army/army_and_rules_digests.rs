//! The two printed digests: one of what the army is, one of the rules that it was checked against.
//!
//! People compare them on paper, so they are short, but nobody must be able to find two armies that share
//! one. Such a search needs only the square root of all possible values, so the 100 bits of an army's digest
//! cost 2^50 trials. For the rules 60 bits are enough: a forger would have to match one given digest.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::Army;
use super::canonical_text::canonical_text;
use super::digest_text::{ARMY_LENGTH, RULES_LENGTH, format_digest};
use crate::rules::Rules;

/// The two digests as printed, in groups of four characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The digest of what the army is: 20 characters.
    pub army: String,
    /// The digest of the ruleset, books and event it was checked against: 12 characters.
    pub rules: String,
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.army, self.rules)
    }
}

/// Returns the digests of an army and its rules.
pub fn compute_digests(army: &Army<'_>) -> Digest {
    let hash = Sha256::digest(canonical_text(army).as_bytes());
    Digest { army: format_digest(&hash.into(), ARMY_LENGTH), rules: rules_digest(army.rules) }
}

/// Returns the digest of the rules alone.
pub fn rules_digest(rules: &Rules) -> String {
    format_digest(&rules.content_hash, RULES_LENGTH)
}
