//! Help for words of a list: what may have been meant, and what may stand there instead.

use crate::finding::Finding;
use crate::read::Located;
use crate::wording::{self, quoted};
use crate::yaml::{clear, nearest};

use super::Rules;
use super::option::Kind;
use super::spelling::Spellings;

/// The help for a word that names nothing: the nearest, or what there is.
pub fn near_or(word: &str, known: &[&str], what: &str) -> String {
    wording::near_or(nearest(word, known.iter().copied()), known, what)
}

/// The finding with that help, and with the mend where one word alone can be meant.
pub fn near(finding: Finding, word: &Located<String>, known: &[&str], what: &str) -> Finding {
    let finding = finding.help(near_or(word, known, what));
    match clear(word, known.iter().map(|k| (*k, *k))) {
        Some(near) if near != word.value => finding.mend(word.span, near),
        _ => finding,
    }
}

/// The help for a word that spells nothing: what it is nearest to, as a list writes it, or what there is.
pub fn spelled_or<M: Copy + PartialEq>(word: &str, all: &Spellings<'_, M>, what: &str) -> String {
    wording::near_or(all.nearest(word).map(|near| near.word), &all.ids(), what)
}

/// The finding with that help, and with the mend where one thing alone can be meant.
pub fn spelled<M: Copy + PartialEq>(
    finding: Finding,
    word: &Located<String>,
    all: &Spellings<'_, M>,
    what: &str,
) -> Finding {
    mended(finding.help(spelled_or(word, all, what)), word, all)
}

/// The finding with the mend where one thing alone can be meant.
pub fn mended<M: Copy + PartialEq>(
    finding: Finding,
    word: &Located<String>,
    all: &Spellings<'_, M>,
) -> Finding {
    match all.only(word) {
        Some(meant) if meant.word != word.value => finding.mend(word.span, meant.word),
        _ => finding,
    }
}

/// The options that a unit type or entry may take, as a list writes them.
pub fn offered(rules: &Rules, kind: &Kind) -> Vec<String> {
    let open = kind.offers.all.iter().filter(|o| !o.included);
    open.map(|o| rules.option_of(o.option).id.clone()).collect()
}

/// The help that says which options a unit type or entry may take.
pub fn may_take(rules: &Rules, kind: &Kind) -> String {
    match offered(rules, kind).as_slice() {
        [] => format!("{} takes no options", kind.name),
        open => format!("{} may take {}", kind.name, quoted(open.iter().map(String::as_str), "and")),
    }
}
