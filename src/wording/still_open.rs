//! What is still open where a limit is broken.

use crate::finding::{OpenLimit, StillOpen};

use super::join_all;

/// Says what may still be added: `still open: 2 more Principes (4 of 6) and 3 more Velites (1 of 4)`.
pub fn text_of_what_may_be_added(open: &StillOpen) -> String {
    let lead = if open.is_for_it { "still open for it" } else { "still open" };
    let mut all: Vec<String> = open.limits.iter().map(open_limit_text).collect();
    let ending = if open.further > 0 {
        all.push(format!("{} more", open.further));
        "; `muster rooms` lists all"
    } else {
        ""
    };
    format!("{lead}: {}{ending}", join_all(&all, "and"))
}

fn open_limit_text(limit: &OpenLimit) -> String {
    let OpenLimit { label, of, more, now, most, .. } = limit;
    // Units and characters go by their names
    let of = if matches!(of.as_str(), "units" | "characters") { String::new() } else { format!("{of} of ") };
    format!("{more} more {of}{label} ({now} of {most})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_said_with_how_much_there_is_and_may_be() {
        let limit = |label: &str, of: &str, [more, now, most]: [i64; 3]| OpenLimit {
            rule_path: String::new(),
            label: label.to_owned(),
            of: of.to_owned(),
            more: more.into(),
            now: now.into(),
            most: most.into(),
        };
        let limits = vec![limit("Principes", "units", [2, 4, 6]), limit("Velites", "models", [30, 10, 40])];
        let mut open = StillOpen { limits, further: 0, is_for_it: false };
        assert_eq!(
            text_of_what_may_be_added(&open),
            "still open: 2 more Principes (4 of 6) and 30 more models of Velites (10 of 40)"
        );
        (open.further, open.is_for_it) = (5, true);
        assert_eq!(
            text_of_what_may_be_added(&open),
            "still open for it: 2 more Principes (4 of 6), 30 more models of Velites (10 of 40) and 5 more; `muster \
             rooms` lists all"
        );
    }
}
