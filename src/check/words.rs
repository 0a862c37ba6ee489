//! Small words for messages: lists of names, numbers of things.

use crate::finding::Finding;
use crate::format::number::Number;
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::option::Kind;
use crate::rules::spelling::Spellings;
use crate::yaml::{clear, nearest};

/// Names in quotes, at most five, then how many more: `"a", "b" and 3 more`.
pub fn quoted<'n>(names: impl IntoIterator<Item = &'n str>, last: &str) -> String {
    let all: Vec<String> = names.into_iter().map(|n| format!("\"{n}\"")).collect();
    joined(&all, last)
}

/// Words in a row, at most five, then how many more.
pub fn joined(all: &[String], last: &str) -> String {
    match all {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., one] if all.len() <= 5 => format!("{} {last} {one}", first.join(", ")),
        _ => format!("{} and {} more", all[..5].join(", "), all.len() - 5),
    }
}

/// Points in words: `1 point`, `985 points`.
pub fn of_points(n: Number) -> String {
    of_points_printed(&n.to_string())
}

/// The same of a number or a formula that is text already.
pub fn of_points_printed(n: &str) -> String {
    format!("{n} {}", if n == "1" { "point" } else { "points" })
}

/// `1 error`, `2 errors`; for words that take an s.
pub fn count(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// The help for a word that names nothing: the nearest, or what there is.
pub fn near_or<'n>(word: &str, known: &[&'n str], what: &str) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if known.is_empty() => format!("there is no {what} here"),
        None => {
            let mut sorted: Vec<&'n str> = known.to_vec();
            sorted.sort_unstable();
            format!("there is {}", quoted(sorted, "and"))
        }
    }
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
    match all.nearest(word) {
        Some(near) => format!("did you mean \"{}\"?", near.word),
        None => near_or("", &all.ids(), what),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_in_words() {
        assert_eq!(count(0, "error"), "0 errors");
        assert_eq!(count(1, "error"), "1 error");
        assert_eq!(count(2, "note"), "2 notes");
    }

    #[test]
    fn six_names_are_five_and_how_many_more() {
        assert_eq!(quoted([], "and"), "none");
        assert_eq!(quoted(["a"], "and"), "\"a\"");
        assert_eq!(quoted(["a", "b", "c", "d", "e"], "or"), "\"a\", \"b\", \"c\", \"d\" or \"e\"");
        assert_eq!(
            quoted(["a", "b", "c", "d", "e", "f"], "or"),
            "\"a\", \"b\", \"c\", \"d\", \"e\" and 1 more"
        );
    }
}
