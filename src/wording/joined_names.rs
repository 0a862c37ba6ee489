//! Several things in a row.

/// How many things are named at most.
const MOST_NAMED: usize = 5;

/// Names in quotes, at most five, then how many more: `"a", "b" and 3 more`.
pub fn quoted_list<'n>(names: impl IntoIterator<Item = &'n str>, last: &str) -> String {
    let all: Vec<String> = names.into_iter().map(|n| format!("\"{n}\"")).collect();
    short_list(&all, last)
}

/// Words in a row, at most five, then how many more: `a, b or c`.
pub fn short_list(all: &[String], last: &str) -> String {
    match all {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., one] if all.len() <= MOST_NAMED => format!("{} {last} {one}", first.join(", ")),
        _ => format!("{} and {} more", all[..MOST_NAMED].join(", "), all.len() - MOST_NAMED),
    }
}

/// One of some words that a file may have: "`a`, `b` or `c`", with at most five of them.
pub fn any_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.into_iter().map(|w| format!("`{w}`")).collect();
    if words.len() > MOST_NAMED {
        return format!("{} or one of {} more", words[..MOST_NAMED].join(", "), words.len() - MOST_NAMED);
    }
    join_with_or(&words)
}

/// All of some words: `a, b or c`.
pub fn join_with_or(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_names_are_five_and_how_many_more() {
        assert_eq!(quoted_list([], "and"), "none");
        assert_eq!(quoted_list(["a"], "and"), "\"a\"");
        assert_eq!(quoted_list(["a", "b", "c", "d", "e"], "or"), "\"a\", \"b\", \"c\", \"d\" or \"e\"");
        assert_eq!(
            quoted_list(["a", "b", "c", "d", "e", "f"], "or"),
            "\"a\", \"b\", \"c\", \"d\", \"e\" and 1 more"
        );
    }
}
