//! Suggestions for a word that matches no known name.

use super::names_there_are;

/// Returns the help for a word that matches no known name: the nearest name, or else all names.
pub fn suggestion_or(nearest: Option<&str>, known: &[&str], what: &str) -> String {
    match nearest {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if known.is_empty() => format!("there is no {what} here"),
        None => {
            let mut sorted = known.to_vec();
            sorted.sort_unstable();
            names_there_are(sorted)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_the_nearest_name_or_else_all_names() {
        assert_eq!(suggestion_or(Some("phalanx"), &["phalanx"], "unit"), "did you mean \"phalanx\"?");
        assert_eq!(suggestion_or(None, &["b", "a"], "unit"), "there are \"a\" and \"b\"");
        assert_eq!(suggestion_or(None, &[], "unit"), "there is no unit here");
    }
}
