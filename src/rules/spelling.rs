//! The ways to spell what a list names: ids, other words of the rules, and the names that sheets print.

use crate::yaml::{bare, clear, nearest};

use super::ids::{ContingentId, KindId, ModeId, OptionId, RoleId, StatId};
use super::{Rules, Stat};

/// The kind of a spelling. Lists should prefer the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
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
    pub means: M,
    /// The kind of the spelling.
    pub rank: Rank,
}

/// Every way to spell the things that one place of a list may name.
#[derive(Clone, Debug)]
pub struct Spellings<'n, M> {
    all: Vec<Spelling<'n, M>>,
    /// The normalised form of each spelling, computed once since many words are looked up.
    bare: Vec<Option<String>>,
}

impl<'n, M: Copy + PartialEq> Spellings<'n, M> {
    /// Creates a set of spellings, sorted with ids first.
    pub fn new(all: impl IntoIterator<Item = Spelling<'n, M>>) -> Self {
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by(|a, b| (a.rank, a.text, a.word).cmp(&(b.rank, b.text, b.word)));
        all.dedup_by(|a, b| (a.rank, a.text, a.word) == (b.rank, b.text, b.word));
        let bare = all.iter().map(|s| bare(s.text)).collect();
        Self { all, bare }
    }

    /// Creates the spellings of things with an id and a printed name.
    pub fn of_ids(all: impl IntoIterator<Item = (&'n str, &'n str, M)>) -> Self {
        let both = all.into_iter().flat_map(|(id, name, means)| {
            let by_name =
                (!name.is_empty()).then_some(Spelling { text: name, word: id, means, rank: Rank::Name });
            std::iter::once(Spelling { text: id, word: id, means, rank: Rank::Id }).chain(by_name)
        });
        Self::new(both)
    }

    /// Returns the spelling that is nearest to a word.
    pub fn nearest(&self, word: &str) -> Option<Spelling<'n, M>> {
        self.exact(word).or_else(|| self.of(nearest(word, self.all.iter().map(|s| s.text))?))
    }

    /// Returns the spelling that equals a word, ignoring case, hyphens and spaces.
    pub fn exact(&self, word: &str) -> Option<Spelling<'n, M>> {
        self.all_exact(&bare(word)?).next()
    }

    fn all_exact(&self, word: &str) -> impl Iterator<Item = Spelling<'n, M>> {
        let same = self.all.iter().zip(&self.bare).filter(move |(_, bare)| bare.as_deref() == Some(word));
        same.map(|(spelling, _)| *spelling)
    }

    /// Returns the spelling that a word means, if only one thing can be meant.
    ///
    /// Words of the rules are preferred to printed names, which several things may share.
    pub fn only(&self, word: &str) -> Option<Spelling<'n, M>> {
        let bare = bare(word)?;
        if let Some(exact) = self.all_exact(&bare).next() {
            let mut rivals = self.all_exact(&bare).filter(|s| s.rank == exact.rank);
            return rivals.all(|s| s.means == exact.means).then_some(exact);
        }
        self.of(clear(word, self.all.iter().map(|s| (s.text, s.means)))?)
    }

    fn of(&self, text: &str) -> Option<Spelling<'n, M>> {
        self.all.iter().copied().find(|s| s.text == text)
    }

    /// Returns the ids, sorted.
    pub fn ids(&self) -> Vec<&'n str> {
        self.all.iter().filter(|s| s.rank == Rank::Id).map(|s| s.text).collect()
    }

    /// Joins two sets of spellings.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self::new(self.all.into_iter().chain(others.all))
    }
}

/// Creates spellings from words. A word equal to the id counts as the id, and brings the printed name.
fn spelled<'n, M: Copy + PartialEq>(
    words: impl IntoIterator<Item = (&'n str, M)>,
    of: impl Fn(M) -> (&'n str, &'n str),
) -> Spellings<'n, M> {
    let mut all = Vec::new();
    for (word, means) in words {
        let (id, name) = of(means);
        let rank = if word == id { Rank::Id } else { Rank::Word };
        all.push(Spelling { text: word, word, means, rank });
        if rank == Rank::Id {
            all.push(Spelling { text: name, word: id, means, rank: Rank::Name });
        }
    }
    Spellings::new(all)
}

impl Rules {
    /// Returns the spellings of the unit types or entries of a contingent.
    pub fn unit_spellings(&self, contingent: ContingentId) -> Spellings<'_, KindId> {
        spelled(self.kind_words(contingent), |k| (&self.kind_of(k).id, &self.kind_of(k).name))
    }

    /// Returns the spellings of the ruleset's unit types, whether or not there is a book.
    pub fn type_spellings(&self) -> Spellings<'_, KindId> {
        let words =
            self.kind_words.iter().filter(|(at, _, _)| at.is_none()).map(|(_, word, kind)| (word, kind));
        spelled(words, |k| (&self.kind_of(k).id, &self.kind_of(k).name))
    }

    /// Returns the spellings of the options of a contingent.
    pub fn option_spellings(&self, contingent: ContingentId) -> Spellings<'_, OptionId> {
        let words = self.option_words(contingent).filter_map(|w| Some((w, self.option(contingent, w)?)));
        spelled(words, |o| (&self.option_of(o).id, &self.option_of(o).name))
    }

    /// Returns the spellings of the roles.
    pub fn role_spellings(&self) -> Spellings<'_, RoleId> {
        let words = self.role_words().filter_map(|w| Some((w, self.role(w)?)));
        spelled(words, |r| (&self.roles[r.0].id, &self.roles[r.0].name))
    }

    /// Returns the spellings of the modes.
    pub fn mode_spellings(&self) -> Spellings<'_, ModeId> {
        Spellings::of_ids(
            self.modes.iter().enumerate().map(|(at, m)| (m.id.as_str(), m.name.as_str(), ModeId(at))),
        )
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
        printed(|stat| &stat.name).and(printed(|stat| &stat.abbr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toy() -> Spellings<'static, u8> {
        Spellings::new([
            Spelling { text: "SP", word: "SP", means: 1, rank: Rank::Word },
            Spelling { text: "spears", word: "spears", means: 1, rank: Rank::Id },
            Spelling { text: "Spears", word: "spears", means: 1, rank: Rank::Name },
            Spelling { text: "small-shield", word: "small-shield", means: 2, rank: Rank::Id },
            Spelling { text: "Shield", word: "small-shield", means: 2, rank: Rank::Name },
            Spelling { text: "large-shield", word: "large-shield", means: 3, rank: Rank::Id },
            Spelling { text: "Shield", word: "large-shield", means: 3, rank: Rank::Name },
            Spelling { text: "Libyan foot", word: "libyans", means: 4, rank: Rank::Name },
            Spelling { text: "libyans", word: "libyans", means: 4, rank: Rank::Id },
        ])
    }

    #[test]
    fn an_id_is_told_before_a_code_or_a_name() {
        let word = |text| toy().nearest(text).map(|s| s.word);
        assert_eq!(word("SPEARS"), Some("spears"));
        assert_eq!(word("Spears"), Some("spears"));
        assert_eq!(word("sp"), Some("SP"));
        assert_eq!(word("LIBYAN-FOOT"), Some("libyans"));
        assert_eq!(word("Lybian foot"), Some("libyans"));
        assert_eq!(word("elephants"), None);
    }

    #[test]
    fn a_name_that_two_things_have_is_nobodys() {
        let word = |text| toy().only(text).map(|s| s.word);
        assert_eq!(word("shield"), None);
        assert_eq!(word("Small Shield"), Some("small-shield"));
        assert_eq!(word("Spear"), Some("spears"));
        assert_eq!(toy().ids(), ["large-shield", "libyans", "small-shield", "spears"]);
    }
}
