//! Lists of names and words, joined with commas and a last "and" or "or".

use super::is_or_are;

/// The largest number of things that are named. The rest are counted.
const MOST_NAMED: usize = 5;

/// Joins quoted names, such as `"a", "b" or "c"`. Of more than five, the rest are counted: `… and 3 more`.
pub fn quoted_list<'n>(names: impl IntoIterator<Item = &'n str>, last: &str) -> String {
    let all: Vec<String> = names.into_iter().map(|n| format!("\"{n}\"")).collect();
    short_list(&all, last)
}

/// Says which names there are: `there is "a"`, `there are "a" and "b"`. Of more than five, the rest are counted.
pub fn names_there_are<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    format!("there {} {}", is_or_are(names.len() < 2), quoted_list(names, "and"))
}

/// Joins words, such as `a, b or c`. Of more than five, the rest are counted: `… and 3 more`.
pub fn short_list(all: &[String], last: &str) -> String {
    match all {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., one] if all.len() <= MOST_NAMED => format!("{} {last} {one}", first.join(", ")),
        _ => format!("{} and {} more", all[..MOST_NAMED].join(", "), all.len() - MOST_NAMED),
    }
}

/// Joins words that a file may have as alternatives: "`a`, `b` or `c`". Of more than five, the rest are counted.
pub fn any_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.into_iter().map(|w| format!("`{w}`")).collect();
    if words.len() > MOST_NAMED {
        return format!("{} or one of {} more", words[..MOST_NAMED].join(", "), words.len() - MOST_NAMED);
    }
    join_with_or(&words)
}

/// Joins words as alternatives, however many: `a, b or c`.
pub fn join_with_or(words: &[String]) -> String {
    if words.is_empty() { "nothing".to_owned() } else { join_all(words, "or") }
}

/// Joins words, however many, with this one before the last: `a, b and c`. Empty if there are none.
pub fn join_all<S: AsRef<str>>(words: &[S], last_word: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {last_word} {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_agrees_with_the_number_of_names() {
        assert_eq!(names_there_are([]), "there is none");
        assert_eq!(names_there_are(["a"]), "there is \"a\"");
        assert_eq!(names_there_are(["a", "b"]), "there are \"a\" and \"b\"");
    }

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
