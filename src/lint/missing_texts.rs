//! Reports texts and sources that are missing, with one finding for each kind, however many there are.

use crate::finding::{Code, FactKind, FileId, Finding};
use crate::format::options::OptionRule;
use crate::format::read_exact_numbers::Number;
use crate::format::shared_types::Citation;
use crate::read::{Located, Map};
use crate::wording::quoted_list;

use super::CompiledFile;

/// The longest text for a card, in characters.
const MAX_BRIEF: usize = 60;
/// The largest number of labels in one finding.
const MAX_LABELS: usize = 20;

/// Reports the texts and sources that a ruleset or book lacks.
pub(super) fn check_missing_texts(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let mut texts = TextChecks { found, names_sources: false, file: made.file_id };
    if let Some(file) = made.ruleset() {
        texts.names_sources = !file.sources.is_empty();
        texts.check_options(&file.options);
        texts.check_sources(("the unit type", "unit types"), &file.units, |u| u.source.as_ref());
        if let Some(every) = &file.every_book {
            texts.check_sources(("the entry", "entries"), &every.entries, |e| e.source.as_ref());
        }
        texts.check_sources(("the role", "roles"), &file.roles, |r| r.source.as_ref());
        texts.check_sources(("the effect", "effects"), &file.effects, |e| e.source.as_ref());
        texts.check_sources(("the attachment", "attachments"), &file.attach, |a| a.source.as_ref());
        texts.check_sources(("the limit", "limits"), &file.limits, |l| l.source.as_ref());
        texts.check_sources(("the charge", "charges"), &file.charges, |c| c.source.as_ref());
        texts.check_sources(("the number", "numbers"), &file.numbers, |n| n.source.as_ref());
        texts.check_sources(("the table", "tables"), &file.tables, |t| t.source.as_ref());
    }
    if let Some(file) = made.book() {
        texts.names_sources = !file.sources.is_empty();
        texts.check_options(&file.options);
        texts.check_sources(("the entry", "entries"), &file.entries, |e| e.source.as_ref());
        texts.check_sources(("the choice", "choices"), &file.choices, |c| c.source.as_ref());
        texts.check_sources(("the number", "numbers"), &file.numbers, |n| n.source.as_ref());
        texts.check_sources(("the effect", "effects"), &file.effects, |e| e.source.as_ref());
        texts.check_sources(("the limit", "limits"), &file.limits, |l| l.source.as_ref());
        texts.check_sources(("the charge", "charges"), &file.charges, |c| c.source.as_ref());
        texts.check_sources(("the ally", "allies"), &file.allies, |a| a.source.as_ref());
    }
}

/// Collects the findings about the texts of one file.
struct TextChecks<'f> {
    found: &'f mut Vec<Finding>,
    /// Whether the file names any sources. If not, its rules are not expected to.
    names_sources: bool,
    /// The file. What it has from one that it extends is reported there.
    file: FileId,
}

impl TextChecks<'_> {
    /// Reports options without texts, and texts that are too long for a card.
    fn check_options(&mut self, options: &Map<OptionRule>) {
        // An option that only includes others has their texts
        let own = || options.iter().filter(|(_, option)| option.stands_for.is_empty());
        for (lack, missing) in
            [("`text` and no `brief`", (false, false)), ("`text`", (false, true)), ("`brief`", (true, false))]
        {
            // Facts are printed where there is neither
            let ids = own().filter(|(_, o)| (o.text.is_some(), o.brief.is_some()) == missing);
            let ids = ids.filter(|(_, o)| missing != (false, false) || o.facts.is_empty()).map(|(id, _)| id);
            self.report(
                &ids.collect::<Vec<_>>(),
                |id| format!("the option {id} has no {lack} for the sheets"),
                |n, ids| format!("{n} options have no {lack} for the sheets: {ids}"),
                None,
            );
        }
        let long = own().filter_map(|(_, option)| option.brief.as_ref());
        let long: Vec<&Located<String>> = long.filter(|b| b.chars().count() > MAX_BRIEF).collect();
        let letters = long.first().map_or(0, |b| b.chars().count());
        self.report(
            &long,
            |brief| {
                format!("the `brief` {brief} has {letters} characters, at most {MAX_BRIEF} fit on a card")
            },
            |n, briefs| {
                format!(
                    "{n} times `brief` has more than the {MAX_BRIEF} characters that fit on a card: {briefs}"
                )
            },
            Some("shorten it; the rest belongs in `text`"),
        );
        self.check_sources(("the option", "options"), options, |o| o.source.as_ref());
    }

    /// Reports entries of one section that have no source.
    fn check_sources<T>(
        &mut self,
        (one, several): (&str, &str),
        all: &Map<T>,
        source: fn(&T) -> Option<&Citation>,
    ) {
        let without =
            all.iter().filter(|(_, thing)| self.names_sources && source(thing).is_none()).map(|(id, _)| id);
        self.report(
            &without.collect::<Vec<_>>(),
            |id| format!("{one} {id} does not say where it comes from"),
            |n, ids| format!("{n} {several} do not say where they come from: {ids}"),
            Some("write `source:` with one of the file's sources"),
        );
    }

    /// Adds one finding for all these words, with the text for one or for several. Does nothing if there are
    /// none.
    fn report(
        &mut self,
        all: &[&Located<String>],
        one: impl Fn(String) -> String,
        several: impl Fn(usize, String) -> String,
        help: Option<&str>,
    ) {
        let all: Vec<&Located<String>> = all.iter().copied().filter(|id| id.span.file == self.file).collect();
        let Some((first, more)) = all.split_first() else { return };
        let words = quoted_list(all.iter().map(|word| word.as_str()), "and");
        let message = if more.is_empty() { one(words) } else { several(all.len(), words) };
        let mut finding = Finding::new(Code::MissingText, first.span, message);
        for word in more.iter().take(MAX_LABELS) {
            finding = finding.with_label(word.span, "here too");
        }
        finding.help = help.map(str::to_owned);
        self.found.push(finding.with_fact(FactKind::Found, "places", Number::from(all.len())));
    }
}
