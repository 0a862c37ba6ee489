//! Compiles the terms of an event. Its limits replace those of the same name.

use crate::finding::{Code, Span};
use crate::format::event::{Event as Written, EventPoints, Reasons};
use crate::read::Located;
use crate::rules::size_limit::{SIZE_LIMIT_ID, SizeLimit};
use crate::rules::{AllowedByEvent, Event, RefusedReasons};

use super::limits::kind_of_rule;
use super::{Compiler, LoadedEvent};

/// The keys that an event may require in a list.
const REQUIRABLE_KEYS: [&str; 17] = [
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
    /// Adds an event to compiled rules.
    pub(super) fn compile_event(&mut self, event: &LoadedEvent) {
        let file = &*event.file;
        self.check_id(&file.event);
        self.check_ids_of(&file.limits);
        self.check_ids_of(&file.charges);
        self.tags_in_use = Some(self.list_tags_in_use());
        self.rules.event = Some(self.compile_event_terms(file, &event.path));
        self.check_refused_reasons(file);
        let dropped = self.rules_dropped_by_event(file);
        for key in file.require.iter().filter(|k| !REQUIRABLE_KEYS.contains(&k.as_str())) {
            self.report_unknown(Code::BadValue, "key of a list", key, REQUIRABLE_KEYS);
        }
        self.rules.limits.retain(|limit| {
            let id = limit.rule_path.rsplit('/').next().unwrap_or("");
            let stands_in = limit.entry.is_none() && file.limits.get(id).is_some();
            !stands_in && !dropped.contains(&limit.rule_path)
        });
        self.rules.charges.retain(|charge| {
            let id = charge.rule_path.rsplit('/').next().unwrap_or("");
            file.charges.get(id).is_none() && !dropped.contains(&charge.rule_path)
        });
        for (id, limit) in &file.limits {
            let rule = format!("{}/limits/{}", file.event.value, id.value);
            let faulty = self.was_faulty(id.span, file.limits.keys());
            self.add_limit(id, limit, None, rule, faulty);
        }
        for (id, charge) in &file.charges {
            self.add_charge(id, charge, None, format!("{}/charges/{}", file.event.value, id.value));
        }
        self.subject = None;
        self.tags_in_use = None;
    }

    /// Returns the paths of the limits and charges that an event drops.
    fn rules_dropped_by_event(&mut self, file: &Written) -> Vec<String> {
        let limits = self.rules.limits.iter().map(|limit| &limit.rule_path);
        let size_limit = self.rules.has_points.then(|| self.rule_path_of_size_limit());
        let charges = self.rules.charges.iter().map(|charge| &charge.rule_path);
        let known: Vec<String> = limits.chain(&size_limit).chain(charges).cloned().collect();
        let mut dropped = Vec::new();
        for path in &file.drop {
            let in_short = ["limits/", "charges/"].iter().any(|section| path.value.starts_with(section));
            let meant = |rule: &&String| {
                **rule == path.value || in_short && rule.ends_with(&format!("/{}", path.value))
            };
            let meant: Vec<&String> = known.iter().filter(meant).collect();
            if meant.is_empty() {
                let what = kind_of_rule(path, "");
                self.report_unknown(Code::BadValue, &what, path, known.iter().map(String::as_str));
            }
            dropped.extend(meant.into_iter().cloned());
        }
        if size_limit.is_some_and(|path| dropped.contains(&path)) {
            self.rules.size_limit = SizeLimit::Unlimited;
        }
        dropped
    }

    /// Returns the path of the limit on how much an army may cost, which every game with points has.
    fn rule_path_of_size_limit(&self) -> String {
        let rule = self.rules.size_limit.rule().map(|rule| rule.rule_path.clone());
        rule.unwrap_or_else(|| format!("{}/limits/{SIZE_LIMIT_ID}", self.rules.id))
    }

    /// Returns the tags that some unit type, entry or option gives.
    ///
    /// Naming a tag in a ruleset creates it; an event that names an unknown one would match nothing.
    fn list_tags_in_use(&self) -> Vec<String> {
        let of_kinds = self.rules.kinds.iter().flat_map(|kind| &kind.tags);
        let of_options = self.rules.options.iter().flat_map(|option| &option.gives_tags);
        let mut tags: Vec<_> = of_kinds.chain(of_options).collect();
        tags.sort_unstable();
        tags.dedup();
        tags.into_iter().map(|tag| self.rules.tags[tag.0].clone()).collect()
    }

    /// Reports rules for which the event refuses reasons but which do not exist.
    fn check_refused_reasons(&mut self, file: &Written) {
        let Some(Reasons::Except(except)) = file.because.as_ref().map(|because| &because.value) else {
            return;
        };
        let rules = &self.rules;
        let options = rules.options.iter().map(|o| o.rule_path.clone());
        let kinds = rules.kinds.iter().map(|k| k.rule_path.clone());
        let attach = rules.attach.iter().map(|a| a.rule_path.clone());
        let known: Vec<String> =
            options.chain(kinds).chain(attach).chain([unlisted_option_path(&rules.id)]).collect();
        for word in except.refuse.iter().filter(|word| !known.contains(&word.value)) {
            let known = known.iter().map(String::as_str);
            self.report_unknown(Code::BadValue, "rule that a reason settles", word, known);
        }
    }

    /// Compiles the terms of an event other than its limits.
    fn compile_event_terms(&mut self, file: &Written, from: &str) -> Event {
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
            found_in: from.to_owned(),
            points,
            dates: file.dates.as_ref().map(|d| self.compile_dates(d)),
            modes: allowed_by_event(file.modes.as_deref(), file.event.span),
            rulesets: allowed_by_event(file.rulesets.as_deref(), file.event.span),
            books: allowed_by_event(file.books.as_deref(), file.event.span),
            required_keys: file.require.clone(),
            allows_drafts: file.drafts,
            copy_weights: file.copies.unwrap_or_default(),
            refused_reasons: file.because.as_ref().and_then(|because| {
                let rules = match &because.value {
                    Reasons::Settle => return None,
                    Reasons::Refused => Vec::new(),
                    Reasons::Except(except) if except.refuse.is_empty() => return None,
                    Reasons::Except(except) => except.refuse.iter().map(|w| w.value.clone()).collect(),
                };
                Some(RefusedReasons { rules, span: because.span })
            }),
        }
    }
}

/// Returns the path of the rule that a unit may only take options that it is offered.
pub(crate) fn unlisted_option_path(ruleset: &str) -> String {
    format!("{ruleset}/unlisted-option")
}

/// Compiles a list of allowed ids. `usual` is the position if the list is empty.
fn allowed_by_event(words: Option<&[Located<String>]>, usual: Span) -> AllowedByEvent {
    let words = words?;
    let span = words.first().zip(words.last()).map_or(usual, |(a, b)| Span { end: b.span.end, ..a.span });
    Some((words.iter().map(|w| w.value.clone()).collect(), span))
}
