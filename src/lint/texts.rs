//! Reports texts and sources that are missing, with one finding for each kind, however many there are.

use crate::finding::{Code, FactKind, Finding};
use crate::format::number::Number;
use crate::format::offer::OptionRule;
use crate::format::words::Source;
use crate::read::{Located, Map};
use crate::wording::quoted;

use super::Made;

/// The longest text for a card, in characters.
const BRIEF: usize = 60;
/// The largest number of labels in one finding.
const MOST_LABELLED: usize = 20;

/// Reports the texts and sources that a ruleset or book lacks.
pub(super) fn check(made: &Made<'_>, found: &mut Vec<Finding>) {
    let mut texts = Texts { found, sourced: false };
    if let Some(file) = made.ruleset() {
        texts.sourced = !file.sources.is_empty();
        texts.options(&file.options);
        texts.of(("the unit type", "unit types"), &file.units, |u| u.source.as_ref());
        texts.of(("the role", "roles"), &file.roles, |r| r.source.as_ref());
        texts.of(("the effect", "effects"), &file.effects, |e| e.source.as_ref());
        texts.of(("the attachment", "attachments"), &file.attach, |a| a.source.as_ref());
        texts.of(("the limit", "limits"), &file.limits, |l| l.source.as_ref());
        texts.of(("the number", "numbers"), &file.numbers, |n| n.source.as_ref());
        texts.of(("the table", "tables"), &file.tables, |t| t.source.as_ref());
    }
    if let Some(file) = made.book() {
        texts.sourced = !file.sources.is_empty();
        texts.options(&file.options);
        texts.of(("the entry", "entries"), &file.entries, |e| e.source.as_ref());
        texts.of(("the choice", "choices"), &file.choices, |c| c.source.as_ref());
        texts.of(("the effect", "effects"), &file.effects, |e| e.source.as_ref());
        texts.of(("the limit", "limits"), &file.limits, |l| l.source.as_ref());
        texts.of(("the ally", "allies"), &file.allies, |a| a.source.as_ref());
    }
}

/// Collects the findings about the texts of one file.
struct Texts<'f> {
    found: &'f mut Vec<Finding>,
    /// Whether the file names any sources. If not, its rules are not expected to.
    sourced: bool,
}

impl Texts<'_> {
    /// Reports options without texts, and texts that are too long for a card.
    fn options(&mut self, options: &Map<OptionRule>) {
        // An option that only includes others has their texts
        let own = || options.iter().filter(|(_, option)| option.stands_for.is_empty());
        for (lack, missing) in
            [("`text` and no `brief`", (false, false)), ("`text`", (false, true)), ("`brief`", (true, false))]
        {
            let ids =
                own().filter(|(_, o)| (o.text.is_some(), o.brief.is_some()) == missing).map(|(id, _)| id);
            self.say(
                &ids.collect::<Vec<_>>(),
                |id| format!("the option {id} has no {lack} for the sheets"),
                |n, ids| format!("{n} options have no {lack} for the sheets: {ids}"),
                None,
            );
        }
        let long = own().filter_map(|(_, option)| option.brief.as_ref());
        let long: Vec<&Located<String>> = long.filter(|b| b.chars().count() > BRIEF).collect();
        let letters = long.first().map_or(0, |b| b.chars().count());
        self.say(
            &long,
            |brief| format!("the `brief` {brief} has {letters} characters, at most {BRIEF} fit on a card"),
            |n, briefs| {
                format!("{n} times `brief` has more than the {BRIEF} characters that fit on a card: {briefs}")
            },
            Some("shorten it; the rest belongs in `text`"),
        );
        self.of(("the option", "options"), options, |o| o.source.as_ref());
    }

    /// Reports entries of one section that have no source.
    fn of<T>(&mut self, (one, several): (&str, &str), all: &Map<T>, source: fn(&T) -> Option<&Source>) {
        let without =
            all.iter().filter(|(_, thing)| self.sourced && source(thing).is_none()).map(|(id, _)| id);
        self.say(
            &without.collect::<Vec<_>>(),
            |id| format!("{one} {id} does not say where it comes from"),
            |n, ids| format!("{n} {several} do not say where they come from: {ids}"),
            Some("write `source:` with one of the file's sources"),
        );
    }

    /// Adds one finding for all these words, with the text for one or for several. Does nothing if there are
    /// none.
    fn say(
        &mut self,
        all: &[&Located<String>],
        one: impl Fn(String) -> String,
        several: impl Fn(usize, String) -> String,
        help: Option<&str>,
    ) {
        let Some((first, more)) = all.split_first() else { return };
        let words = quoted(all.iter().map(|word| word.as_str()), "and");
        let message = if more.is_empty() { one(words) } else { several(all.len(), words) };
        let mut finding = Finding::new(Code::MissingText, first.span, message);
        for word in more.iter().take(MOST_LABELLED) {
            finding = finding.label(word.span, "here too");
        }
        finding.help = help.map(str::to_owned);
        self.found.push(finding.fact(FactKind::Found, "places", Number::from(all.len())));
    }
}
