//! Checks the details of options: marks, names and numbers of models.

use crate::army::body::{Asked, Origin, Taken};
use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::format::list::Detail;
use crate::read::Located;
use crate::rules::help::spelled;
use crate::rules::ids::{KindId, StatId, TagId};
use crate::rules::option::{Naming, OptionRule, Places};
use crate::rules::spelling::Spellings;
use crate::wording::{count, is_or_are, joined, quoted};

use super::options::Here;
use super::settled::say_or_settle;
use super::{Found, at, of_rule, unmet};

pub(super) fn check(here: &Here<'_, '_>, found: &mut Found, taken: &Taken<'_>) {
    if taken.origin != Origin::Chosen {
        return;
    }
    let rule = here.rule(taken.option);
    let asked = Asked::of(taken.detail, rule);
    if let Some(places) = &rule.places {
        marks(here, found, taken, rule, places, asked.places);
    }
    if let Some(naming) = &rule.names {
        names(here, found, taken, rule, naming, asked.names);
    }
    for word in asked.idle {
        let message = if rule.some {
            format!("\"{}\" asks how many models take it, and nothing else", rule.id)
        } else {
            format!("\"{}\" takes no details, so \"{}\" has no meaning here", rule.id, word.value)
        };
        found.say(
            at(Code::BadValue, word.span, message)
                .about(SubjectKind::Option, &*rule.id)
                .help(format!("write only `{}`", rule.id)),
        );
    }
    for (key, given, wanted) in [
        ("places", first_place(taken.detail), rule.places.is_some()),
        ("names", first_name(taken.detail), rule.names.is_some()),
    ] {
        if let (Some(word), false) = (given, wanted) {
            let message = format!("\"{}\" asks for no `{key}`", rule.id);
            found.say(
                at(Code::BadValue, word.span, message)
                    .about(SubjectKind::Option, &*rule.id)
                    .help(format!("leave out \"{key}\"")),
            );
        }
    }
    models(here, found, taken, rule, &asked);
}

fn first_place(detail: Option<&Detail>) -> Option<&Located<String>> {
    match detail {
        Some(Detail::More(terms)) => terms.places.as_ref()?.as_slice().first(),
        _ => None,
    }
}

fn first_name(detail: Option<&Detail>) -> Option<&Located<String>> {
    match detail {
        Some(Detail::More(terms)) => terms.names.as_ref()?.as_slice().first(),
        _ => None,
    }
}

fn marks(
    here: &Here<'_, '_>,
    found: &mut Found,
    taken: &Taken<'_>,
    rule: &OptionRule,
    places: &Places,
    written: &[Located<String>],
) {
    let rules = here.army.rules;
    // Help must not suggest a mark on a stat that the unit does not have
    let has = |s: &&StatId| here.body.base.get(s.0).copied().flatten().is_some();
    let among: Vec<StatId> = places.among.iter().filter(has).copied().collect();
    let ids: Vec<&str> = among.iter().map(|s| rules.stats[s.0].id.as_str()).collect();
    let wanted = places.marks as usize;
    let mut seen: Vec<&Located<String>> = Vec::new();
    let mut bad = false;
    if written.len() > wanted {
        let message =
            format!("{} marks of \"{}\", {wanted} {} needed", written.len(), rule.id, is_or_are(wanted == 1));
        found.say(
            at(Code::Marks, written[wanted].span, message)
                .about(SubjectKind::Option, &*rule.id)
                .rule(&rule.rule),
        );
    }
    for word in written.iter().take(wanted) {
        let stat = rules.stat(word).filter(|s| places.among.contains(s));
        let Some(stat) = stat else {
            bad = true;
            let message = format!("\"{}\" cannot take a mark of \"{}\"", word.value, rule.id);
            let finding =
                at(Code::Marks, word.span, message).about(SubjectKind::Option, &*rule.id).rule(&rule.rule);
            let known = rules.stat_spellings(&among);
            found.say(several_or_one(finding, (rule, taken), word, &known, "place"));
            continue;
        };
        if let Some(first) = seen.iter().find(|s| s.value == word.value) {
            let message =
                format!("both marks of \"{}\" go to {}", rule.id, rules.stats[stat.0].name.to_lowercase());
            let finding = at(Code::Marks, word.span, message)
                .about(SubjectKind::Option, &*rule.id)
                .severity(places.same)
                .label(first.span, "the other is here");
            found.say(
                finding.help(format!("there is {}", quoted(ids.iter().copied(), "and"))).rule(&rule.rule),
            );
        }
        let absent = here.body.base.get(stat.0).copied().flatten().is_none();
        if absent {
            let does = if places.absent == Severity::Error { "does nothing" } else { "changes no figure" };
            let message = format!(
                "a mark of \"{}\" on {} {does}, since \"{}\" has none",
                rule.id,
                rules.stats[stat.0].name.to_lowercase(),
                here.unit.name
            );
            let finding = at(Code::Marks, word.span, message)
                .about(SubjectKind::Option, &*rule.id)
                .severity(places.absent)
                .rule(&rule.rule);
            say_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule]);
        }
        seen.push(word);
    }
    let repeated = here.body.taken.iter().filter(|t| t.option == taken.option).count() > 1;
    if written.len() < wanted && !bad && !repeated && !here.army.unread.within(here.unit.written.span()) {
        let message = match written.len() {
            0 => format!(
                "\"{}\" does not say where its {} {}",
                rule.id,
                count(wanted, "mark"),
                if wanted == 1 { "goes" } else { "go" }
            ),
            n => format!(
                "\"{}\" places {}, {wanted} {} needed",
                rule.id,
                count(n, "mark"),
                is_or_are(wanted == 1)
            ),
        };
        let example: Vec<String> = ids.iter().take(wanted).map(|i| (*i).to_owned()).collect();
        let example = if wanted == 1 { example.concat() } else { format!("[{}]", example.join(", ")) };
        let finding = at(Code::OptionIncomplete, taken.span, message)
            .about(SubjectKind::Option, &*rule.id)
            .help(format!(
                "write `{}: {example}`, with {} of {}",
                rule.id,
                count(wanted, "place"),
                joined(&ids.iter().map(|i| (*i).to_owned()).collect::<Vec<_>>(), "and")
            ))
            .rule(&rule.rule);
        found.say(unmet(here.army, finding));
    }
}

/// Adds help for an unknown word: either several words without brackets, or one misspelt.
fn several_or_one<M: Copy + PartialEq>(
    finding: Finding,
    (rule, taken): (&OptionRule, &Taken<'_>),
    word: &Located<String>,
    known: &Spellings<'_, M>,
    what: &str,
) -> Finding {
    let apart = word.replace(" and ", ",");
    let split = |sign: fn(char) -> bool| -> Option<Vec<&str>> {
        let parts = apart.split(sign).filter(|part| !part.trim().is_empty());
        let all: Option<Vec<&str>> = parts.map(|part| known.exact(part).map(|s| s.word)).collect();
        all.filter(|all| all.len() > 1)
    };
    // Names may contain spaces
    let all = split(|c| matches!(c, ',' | ';' | '/' | '+' | '&')).or_else(|| split(char::is_whitespace));
    match all.filter(|_| matches!(taken.detail, Some(Detail::Word(_)))) {
        Some(all) => {
            let list = format!("[{}]", all.join(", "));
            finding.help(format!("write `{}: {list}`", rule.id)).rewrite(word.span, list)
        }
        None => spelled(finding, word, known, what),
    }
}

fn names(
    here: &Here<'_, '_>,
    found: &mut Found,
    taken: &Taken<'_>,
    rule: &OptionRule,
    naming: &Naming,
    written: &[Located<String>],
) {
    let rules = here.army.rules;
    if taken.names.is_empty() && !here.army.unread.within(here.unit.written.span()) {
        let finding =
            at(Code::OptionIncomplete, taken.span, format!("\"{}\" must name {}", rule.id, naming.what))
                .about(SubjectKind::Option, &*rule.id)
                .help(format!("write `{}: …` with {}", rule.id, naming.what))
                .rule(&rule.rule);
        found.say(unmet(here.army, finding));
    }
    if !naming.units && !naming.tags {
        return;
    }
    for (at_word, word) in written.iter().enumerate() {
        if let Some(before) = written[..at_word].iter().find(|before| before.value == word.value) {
            let message = format!("\"{}\" names \"{}\" twice", rule.id, word.value);
            let finding = at(Code::OptionRepeated, word.span, message)
                .about(SubjectKind::Option, &*rule.id)
                .label(before.span, "here already");
            found.say(finding.help("leave it out").mend(word.span, "").rule(&rule.rule));
            continue;
        }
        let unit = rules.unit_type(word).filter(|_| naming.units);
        let tag = rules.tag(word).filter(|_| naming.tags);
        if unit.is_some() || tag.is_some() {
            useless_name(here, found, taken, rule, naming, word, (unit, tag));
            continue;
        }
        let types = rules.kinds.iter().filter(|k| naming.units && k.entry_of.is_none());
        let types = types.map(|k| (k.id.as_str(), k.name.as_str(), k.id.as_str()));
        let tags = rules.tags.iter().filter(|_| naming.tags).map(|t| (t.as_str(), "", t.as_str()));
        let known = Spellings::of_ids(types.chain(tags));
        let message = format!(
            "\"{}\" names \"{}\", which is no unit type or tag of {}",
            rule.id, word.value, rules.name
        );
        let finding = at(Code::UnknownTarget, word.span, message).about(SubjectKind::Option, &*rule.id);
        found.say(several_or_one(finding.rule(&rule.rule), (rule, taken), word, &known, "unit type"));
    }
}

/// Reports a name that means only unit types for which the option has no use, unless a reason settles it.
fn useless_name(
    here: &Here<'_, '_>,
    found: &mut Found,
    taken: &Taken<'_>,
    rule: &OptionRule,
    naming: &Naming,
    word: &Located<String>,
    (unit, tag): (Option<KindId>, Option<TagId>),
) {
    let Some(except) = &naming.except else { return };
    let types = here.army.rules.kinds.iter().filter(|k| k.entry_of.is_none() && k.unit.is_some());
    let mut meant = types.filter(|k| Some(k.own) == unit || tag.is_some_and(|t| k.tags.contains(&t)));
    if meant.all(|kind| except.selector.finds_kind(kind)) {
        let message = format!("\"{}\" names \"{}\", which is no use as {}", rule.id, word.value, naming.what);
        let finding = at(Code::UnknownTarget, word.span, message)
            .about(SubjectKind::Option, &*rule.id)
            .severity(except.severity);
        let span = if except.says.is_some() { except.span } else { rule.span };
        let finding = of_rule(finding, &rule.rule, span, except.says.as_deref().or(Some(&rule.name)));
        say_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule]);
    }
}

fn models(here: &Here<'_, '_>, found: &mut Found, taken: &Taken<'_>, rule: &OptionRule, asked: &Asked<'_>) {
    let given = match taken.detail {
        Some(Detail::More(terms)) => terms.some.as_ref().map(|n| n.span),
        _ => asked.some.map(|w| w.span),
    };
    let Some(span) = given else { return };
    if !rule.some {
        let message = format!("\"{}\" is for the whole unit and takes no number", rule.id);
        found.say(
            at(Code::BadValue, span, message)
                .about(SubjectKind::Option, &*rule.id)
                .help(format!("write only `{}`", rule.id)),
        );
        return;
    }
    match taken.models {
        None => {
            let word = asked.some.map_or("", |w| w.as_str());
            let message = format!("\"{word}\" is no number of models for \"{}\"", rule.id);
            found.say(
                at(Code::WrongType, span, message)
                    .about(SubjectKind::Option, &*rule.id)
                    .help(format!("write a whole number, as `{}: 8`", rule.id)),
            );
        }
        Some(0) => found.say(
            at(Code::BadValue, span, format!("\"{}\" goes to 0 models", rule.id))
                .about(SubjectKind::Option, &*rule.id)
                .help("leave it out"),
        ),
        Some(n) if n > here.body.size && here.knows_models() => {
            let message = format!(
                "\"{}\" goes to {n} models, and \"{}\" has {}",
                rule.id, here.unit.name, here.body.size
            );
            found.say(at(Code::UnitSize, span, message));
        }
        Some(_) => {}
    }
}
