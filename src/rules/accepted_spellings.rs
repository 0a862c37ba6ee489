//! The ways to spell what a list names: ids, other words of the rules, and the names that sheets print.

use crate::yaml::{bare_name, nearest_name, unambiguous_name};

use super::id_types::{CommandKindId, ContingentId, ModeId, OptionId, RoleId, StatId, UnitKindId};
use super::{Rules, Stat};

/// The kind of a spelling. Lists should prefer the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpellingRank {
    /// The id.
    Id,
    /// A code or another word that a list may write.
    Word,
    /// The printed name, which a list may not write.
    Name,
}

/// One way to spell something.
#[derive(Clone, Copy, Debug)]
pub struct Spelling<'n, M> {
    /// The text of the spelling.
    pub text: &'n str,
    /// The word that a list should write instead.
    pub word: &'n str,
    /// The thing that is meant.
    pub meaning: M,
    /// The kind of the spelling.
    pub rank: SpellingRank,
}

/// Every way to spell the things that one place of a list may name.
#[derive(Clone, Debug)]
pub struct Spellings<'n, M> {
    spellings: Vec<Spelling<'n, M>>,
    /// The normalised form of each spelling, computed once since many words are looked up.
    normalised: Vec<Option<String>>,
}

impl<'n, M: Copy + PartialEq> Spellings<'n, M> {
    /// Creates a set of spellings, sorted with ids first.
    pub fn new(all: impl IntoIterator<Item = Spelling<'n, M>>) -> Self {
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by(|a, b| (a.rank, a.text, a.word).cmp(&(b.rank, b.text, b.word)));
        all.dedup_by(|a, b| (a.rank, a.text, a.word) == (b.rank, b.text, b.word));
        let bare = all.iter().map(|s| bare_name(s.text)).collect();
        Self { spellings: all, normalised: bare }
    }

    /// Creates the spellings of things with an id and a printed name.
    pub fn of_ids(all: impl IntoIterator<Item = (&'n str, &'n str, M)>) -> Self {
        let both = all.into_iter().flat_map(|(id, name, means)| {
            let by_name = (!name.is_empty()).then_some(Spelling {
                text: name,
                word: id,
                meaning: means,
                rank: SpellingRank::Name,
            });
            std::iter::once(Spelling { text: id, word: id, meaning: means, rank: SpellingRank::Id })
                .chain(by_name)
        });
        Self::new(both)
    }

    /// Returns the spelling that is nearest to a word.
    pub fn find_nearest(&self, word: &str) -> Option<Spelling<'n, M>> {
        self.find_exact(word)
            .or_else(|| self.find_text(nearest_name(word, self.spellings.iter().map(|s| s.text))?))
    }

    /// Returns the spelling that equals a word, ignoring case, hyphens and spaces.
    pub fn find_exact(&self, word: &str) -> Option<Spelling<'n, M>> {
        self.exact_matches(&bare_name(word)?).next()
    }

    fn exact_matches(&self, word: &str) -> impl Iterator<Item = Spelling<'n, M>> {
        let same = self
            .spellings
            .iter()
            .zip(&self.normalised)
            .filter(move |(_, bare)| bare.as_deref() == Some(word));
        same.map(|(spelling, _)| *spelling)
    }

    /// Returns the spelling that a word means, if only one thing can be meant.
    ///
    /// Words of the rules are preferred to printed names, which several things may share.
    pub fn find_unambiguous(&self, word: &str) -> Option<Spelling<'n, M>> {
        let bare = bare_name(word)?;
        if let Some(exact) = self.exact_matches(&bare).next() {
            let mut rivals = self.exact_matches(&bare).filter(|s| s.rank == exact.rank);
            return rivals.all(|s| s.meaning == exact.meaning).then_some(exact);
        }
        self.find_text(unambiguous_name(word, self.spellings.iter().map(|s| (s.text, s.meaning)))?)
    }

    fn find_text(&self, text: &str) -> Option<Spelling<'n, M>> {
        self.spellings.iter().copied().find(|s| s.text == text)
    }

    /// Returns the ids, sorted.
    pub fn sorted_ids(&self) -> Vec<&'n str> {
        self.spellings.iter().filter(|s| s.rank == SpellingRank::Id).map(|s| s.text).collect()
    }

    /// Joins two sets of spellings.
    #[must_use]
    pub fn join(self, others: Self) -> Self {
        Self::new(self.spellings.into_iter().chain(others.spellings))
    }
}

/// Creates spellings from words. A word equal to the id counts as the id, and brings the printed name.
fn spellings_of_words<'n, M: Copy + PartialEq>(
    words: impl IntoIterator<Item = (&'n str, M)>,
    of: impl Fn(M) -> (&'n str, &'n str),
) -> Spellings<'n, M> {
    let mut all = Vec::new();
    for (word, means) in words {
        let (id, name) = of(means);
        let rank = if word == id { SpellingRank::Id } else { SpellingRank::Word };
        all.push(Spelling { text: word, word, meaning: means, rank });
        if rank == SpellingRank::Id {
            all.push(Spelling { text: name, word: id, meaning: means, rank: SpellingRank::Name });
        }
    }
    Spellings::new(all)
}

impl Rules {
    /// Returns the spellings of the unit types or entries of a contingent.
    pub fn unit_spellings(&self, contingent: ContingentId) -> Spellings<'_, UnitKindId> {
        spellings_of_words(self.kind_names(contingent), |k| (&self.kind(k).id, &self.kind(k).name))
    }

    /// Returns the spellings of the ruleset's unit types, whether or not there is a book.
    pub fn type_spellings(&self) -> Spellings<'_, UnitKindId> {
        let words =
            self.kind_names.iter().filter(|(at, _, _)| at.is_none()).map(|(_, word, kind)| (word, kind));
        spellings_of_words(words, |k| (&self.kind(k).id, &self.kind(k).name))
    }

    /// Returns the spellings of the options of a contingent.
    pub fn option_spellings(&self, contingent: ContingentId) -> Spellings<'_, OptionId> {
        let words = self.option_names(contingent).filter_map(|w| Some((w, self.find_option(contingent, w)?)));
        spellings_of_words(words, |o| (&self.option(o).id, &self.option(o).name))
    }

    /// Returns the spellings of the roles.
    pub fn role_spellings(&self) -> Spellings<'_, RoleId> {
        let words = self.role_names().filter_map(|w| Some((w, self.find_role(w)?)));
        spellings_of_words(words, |r| (&self.roles[r.0].id, &self.roles[r.0].name))
    }

    /// Returns the spellings of the modes.
    pub fn mode_spellings(&self) -> Spellings<'_, ModeId> {
        Spellings::of_ids(
            self.modes.iter().enumerate().map(|(at, m)| (m.id.as_str(), m.name.as_str(), ModeId(at))),
        )
    }

    /// Returns the spellings of the kinds of command.
    pub fn command_kind_spellings(&self) -> Spellings<'_, CommandKindId> {
        let kinds = self.command_kinds.iter().enumerate();
        Spellings::of_ids(kinds.map(|(at, kind)| (kind.id.as_str(), kind.name.as_str(), CommandKindId(at))))
    }

    /// Returns the spellings of the allies: the army's book's word for each, and the name of the ally's own
    /// book.
    pub fn ally_spellings(&self) -> Spellings<'_, ContingentId> {
        Spellings::of_ids(self.contingents.iter().enumerate().filter_map(|(at, c)| {
            let name = c.book.as_ref().map_or("", |b| b.name.as_str());
            Some((c.ally.as_deref()?, name, ContingentId(at)))
        }))
    }

    /// Returns the spellings of some stats, including the short forms that sheets print.
    pub fn stat_spellings(&self, among: &[StatId]) -> Spellings<'_, StatId> {
        let printed = |name: fn(&Stat) -> &str| {
            let all = among.iter().map(move |s| (&self.stats[s.0], *s));
            Spellings::of_ids(all.map(move |(stat, s)| (stat.id.as_str(), name(stat), s)))
        };
        printed(|stat| &stat.name).join(printed(|stat| &stat.abbr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toy() -> Spellings<'static, u8> {
        Spellings::new([
            Spelling { text: "SP", word: "SP", meaning: 1, rank: SpellingRank::Word },
            Spelling { text: "spears", word: "spears", meaning: 1, rank: SpellingRank::Id },
            Spelling { text: "Spears", word: "spears", meaning: 1, rank: SpellingRank::Name },
            Spelling { text: "small-shield", word: "small-shield", meaning: 2, rank: SpellingRank::Id },
            Spelling { text: "Shield", word: "small-shield", meaning: 2, rank: SpellingRank::Name },
            Spelling { text: "large-shield", word: "large-shield", meaning: 3, rank: SpellingRank::Id },
            Spelling { text: "Shield", word: "large-shield", meaning: 3, rank: SpellingRank::Name },
            Spelling { text: "Libyan foot", word: "libyans", meaning: 4, rank: SpellingRank::Name },
            Spelling { text: "libyans", word: "libyans", meaning: 4, rank: SpellingRank::Id },
        ])
    }

    #[test]
    fn id_is_preferred_to_code_and_name() {
        let word = |text| toy().find_nearest(text).map(|s| s.word);
        assert_eq!(word("SPEARS"), Some("spears"));
        assert_eq!(word("Spears"), Some("spears"));
        assert_eq!(word("sp"), Some("SP"));
        assert_eq!(word("LIBYAN-FOOT"), Some("libyans"));
        assert_eq!(word("Lybian foot"), Some("libyans"));
        assert_eq!(word("elephants"), None);
    }

    #[test]
    fn shared_name_is_ambiguous() {
        let word = |text| toy().find_unambiguous(text).map(|s| s.word);
        assert_eq!(word("shield"), None);
        assert_eq!(word("Small Shield"), Some("small-shield"));
        assert_eq!(word("Spear"), Some("spears"));
        assert_eq!(toy().sorted_ids(), ["large-shield", "libyans", "small-shield", "spears"]);
    }
}
