//! Help for words of a list: what may have been meant, and what may stand there instead.

use crate::finding::Finding;
use crate::read::Located;
use crate::wording::{self, quoted_list};
use crate::yaml::{nearest_name, unambiguous_name};

use super::Rules;
use super::accepted_spellings::Spellings;
use super::compiled_unit_types::UnitKind;

/// The help for a word that names nothing: the nearest, or what there is.
pub fn near_or(word: &str, known: &[&str], what: &str) -> String {
    wording::suggestion_or(nearest_name(word, known.iter().copied()), known, what)
}

/// The finding with that help, and with the mend where one word alone can be meant.
pub fn with_suggestion(finding: Finding, word: &Located<String>, known: &[&str], what: &str) -> Finding {
    let finding = finding.with_help(near_or(word, known, what));
    match unambiguous_name(word, known.iter().map(|k| (*k, *k))) {
        Some(near) if near != word.value => finding.with_edit(word.span, near),
        _ => finding,
    }
}

/// The help for a word that spells nothing: what it is nearest to, as a list writes it, or what there is.
pub fn spelling_suggestion_or<M: Copy + PartialEq>(word: &str, all: &Spellings<'_, M>, what: &str) -> String {
    wording::suggestion_or(all.find_nearest(word).map(|near| near.word), &all.sorted_ids(), what)
}

/// The finding with that help, and with the mend where one thing alone can be meant.
pub fn with_spelling_suggestion<M: Copy + PartialEq>(
    finding: Finding,
    word: &Located<String>,
    all: &Spellings<'_, M>,
    what: &str,
) -> Finding {
    with_edit_if_clear(finding.with_help(spelling_suggestion_or(word, all, what)), word, all)
}

/// The finding with the mend where one thing alone can be meant.
pub fn with_edit_if_clear<M: Copy + PartialEq>(
    finding: Finding,
    word: &Located<String>,
    all: &Spellings<'_, M>,
) -> Finding {
    match all.find_unambiguous(word) {
        Some(meant) if meant.word != word.value => finding.with_edit(word.span, meant.word),
        _ => finding,
    }
}

/// The options that a unit type or entry may take, as a list writes them.
pub fn offered_options(rules: &Rules, kind: &UnitKind) -> Vec<String> {
    let open = kind.offers.all.iter().filter(|o| !o.is_included);
    open.map(|o| rules.option(o.option).id.clone()).collect()
}

/// The help that says which options a unit type or entry may take.
pub fn may_take_help(rules: &Rules, kind: &UnitKind) -> String {
    match offered_options(rules, kind).as_slice() {
        [] => format!("{} takes no options", kind.name),
        open => format!("{} may take {}", kind.name, quoted_list(open.iter().map(String::as_str), "and")),
    }
}
