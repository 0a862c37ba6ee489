//! The two digests: of what the army is, and of the rules that judged it.
//!
//! They are compared by people, on paper, so they are short; and they must stay apart when somebody searches for
//! two armies with the same one. Half the bits count in such a search: 100 bits stand for 2^50 trials. For the
//! rules 60 are enough, since a search there must meet one digest that is given.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::Army;
use super::letters::{OF_ARMY, OF_RULES, written};
use super::meaning::meaning;
use crate::rules::Rules;

/// The two digests in letters, in groups of four. Printed one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Of what the army is: 20 letters.
    pub army: String,
    /// Of the ruleset, books and event that judged it: 12 letters.
    pub rules: String,
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.army, self.rules)
    }
}

/// The digests of an army under its rules.
pub fn digests(army: &Army<'_>) -> Digest {
    let hash = Sha256::digest(meaning(army).as_bytes());
    Digest { army: written(&hash.into(), OF_ARMY), rules: of_rules(army.rules) }
}

/// The digest of rules alone.
pub fn of_rules(rules: &Rules) -> String {
    written(&rules.content, OF_RULES)
}
