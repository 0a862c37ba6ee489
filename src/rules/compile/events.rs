//! An event's terms: what it admits, and its limits in the place of those of the same name.

use crate::finding::{Code, Span};
use crate::format::event::{Event as Written, EventPoints};
use crate::rules::{Admitted, Event};
use crate::yaml::Located;

use super::{Compiler, LoadedEvent};

/// What an event may require of a list.
const REQUIRED: [&str; 17] = [
    "player",
    "club",
    "date",
    "book",
    "points",
    "mode",
    "declares",
    "notes",
    "choose",
    "commands",
    "units",
    "characters",
    "baggage",
    "standard",
    "reserves",
    "army",
    "ruleset",
];

impl Compiler {
    /// Adds an event to rules that stand.
    pub(super) fn event(&mut self, event: &LoadedEvent) {
        let file = &*event.file;
        self.sound_id(&file.event);
        self.sound(&file.limits);
        self.rules.event = Some(self.terms(file, &event.from));
        let mut replaced: Vec<String> = Vec::new();
        for path in &file.drop {
            let known: Vec<String> = self.rules.limits.iter().map(|l| l.rule.clone()).collect();
            let full = |rule: &&String| {
                **rule == path.value
                    || rule.ends_with(&format!("/{}", path.value)) && path.value.starts_with("limits/")
            };
            let meant: Vec<&String> = known.iter().filter(full).collect();
            // An event may admit several games, and drop what only one of them has
            if meant.is_empty() && (self.is_ours(path) || !path.value.contains("/limits/")) {
                self.unknown(Code::BadValue, "limit", path, known.iter().map(String::as_str));
            }
            replaced.extend(meant.into_iter().cloned());
        }
        for key in file.require.iter().filter(|k| !REQUIRED.contains(&k.as_str())) {
            self.unknown(Code::BadValue, "key of a list", key, REQUIRED);
        }
        self.rules.limits.retain(|limit| {
            let id = limit.rule.rsplit('/').next().unwrap_or("");
            let stands_in = limit.entry.is_none() && file.limits.get(id).is_some();
            !stands_in && !replaced.contains(&limit.rule)
        });
        for (id, limit) in &file.limits {
            let rule = format!("{}/limits/{}", file.event.value, id.value);
            let faulty = self.was_faulty(id.span, file.limits.keys());
            self.add_limit(id, limit, None, rule, faulty);
        }
    }

    /// Whether a path is about this ruleset or its books; an event may admit several games.
    fn is_ours(&self, path: &Located<String>) -> bool {
        let owner = path.value.split('/').next().unwrap_or("");
        let books = self.rules.contingents.iter().filter_map(|c| c.book.as_ref());
        owner == self.rules.id || books.into_iter().any(|b| b.id == owner)
    }

    fn terms(&mut self, file: &Written, from: &str) -> Event {
        let points = file.points.as_ref().map(|points| match points {
            EventPoints::Exactly(n) => (Some(n.value), Some(n.value), n.span),
            EventPoints::Range(range) => {
                let span = range.min.as_ref().or(range.max.as_ref()).map_or(file.event.span, |n| n.span);
                (range.min.as_ref().map(|n| n.value), range.max.as_ref().map(|n| n.value), span)
            }
        });
        Event {
            id: file.event.value.clone(),
            name: file.name.value.clone(),
            from: from.to_owned(),
            points,
            dates: file.dates.as_ref().map(|d| self.dates(d)),
            modes: admitted(file.modes.as_deref(), file.event.span),
            rulesets: admitted(file.rulesets.as_deref(), file.event.span),
            books: admitted(file.books.as_deref(), file.event.span),
            require: file.require.clone(),
        }
    }
}

fn admitted(words: Option<&[Located<String>]>, usual: Span) -> Admitted {
    let words = words?;
    let span = words.first().zip(words.last()).map_or(usual, |(a, b)| Span { end: b.span.end, ..a.span });
    Some((words.iter().map(|w| w.value.clone()).collect(), span))
}
