//! What a sheet or a verdict would have to print and the file does not say.

use crate::finding::{Code, Finding};
use crate::format::offer::OptionRule;
use crate::format::words::Source;
use crate::yaml::{Located, Map};

use super::Made;

/// The longest text for a card, in letters.
const BRIEF: usize = 60;

pub(super) fn check(made: &Made<'_>, found: &mut Vec<Finding>) {
    let mut texts = Texts { found, sourced: false };
    if let Some(file) = made.ruleset() {
        texts.sourced = !file.sources.is_empty();
        texts.options(&file.options);
        texts.of("the unit type", &file.units, |u| u.source.as_ref());
        texts.of("the role", &file.roles, |r| r.source.as_ref());
        texts.of("the effect", &file.effects, |e| e.source.as_ref());
        texts.of("the attachment", &file.attach, |a| a.source.as_ref());
        texts.of("the limit", &file.limits, |l| l.source.as_ref());
        texts.of("the number", &file.numbers, |n| n.source.as_ref());
        texts.of("the table", &file.tables, |t| t.source.as_ref());
    }
    if let Some(file) = made.book() {
        texts.sourced = !file.sources.is_empty();
        texts.options(&file.options);
        texts.of("the entry", &file.entries, |e| e.source.as_ref());
        texts.of("the choice", &file.choices, |c| c.source.as_ref());
        texts.of("the effect", &file.effects, |e| e.source.as_ref());
        texts.of("the limit", &file.limits, |l| l.source.as_ref());
        texts.of("the ally", &file.allies, |a| a.source.as_ref());
    }
}

struct Texts<'f> {
    found: &'f mut Vec<Finding>,
    /// Whether the file names sources at all; one that names none has none to give.
    sourced: bool,
}

impl Texts<'_> {
    fn options(&mut self, options: &Map<OptionRule>) {
        for (id, option) in options {
            let missing = match (&option.text, &option.brief) {
                (Some(_), Some(_)) => None,
                (None, None) => Some("`text` and no `brief`"),
                (None, Some(_)) => Some("`text`"),
                (Some(_), None) => Some("`brief`"),
            };
            // What is only short for others has their texts
            if let Some(missing) = missing.filter(|_| option.stands_for.is_empty()) {
                let message = format!("the option \"{}\" has no {missing} for the sheets", id.value);
                self.found.push(Finding::new(Code::MissingText, id.span, message));
            }
            if let Some(brief) = option.brief.as_ref().filter(|b| b.chars().count() > BRIEF) {
                let long = brief.chars().count();
                let message = format!(
                    "the `brief` of \"{}\" has {long} letters, at most {BRIEF} fit on a card",
                    id.value
                );
                let help = "say it in fewer words; the rest belongs into `text`";
                self.found.push(Finding::new(Code::MissingText, brief.span, message).help(help));
            }
        }
        self.of("the option", options, |o| o.source.as_ref());
    }

    fn of<T>(&mut self, what: &str, all: &Map<T>, source: fn(&T) -> Option<&Source>) {
        for (id, one) in all.iter().filter(|_| self.sourced) {
            if source(one).is_none() {
                self.found.push(no_source(what, id));
            }
        }
    }
}

fn no_source(what: &str, id: &Located<String>) -> Finding {
    let message = format!("{what} \"{}\" does not say where it comes from", id.value);
    Finding::new(Code::MissingText, id.span, message).help("write `source:` with one of the file's sources")
}
