//! Checks the details of options: marks, names and numbers of models.

use crate::army::bodies_and_options::{MatchedDetails, OptionOrigin, TakenOption, most_times_within};
use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::format::list::OptionDetail;
use crate::read::Located;
use crate::rules::accepted_spellings::Spellings;
use crate::rules::compiled_options::{MarkPlaces, Naming, OptionRule};
use crate::rules::compiled_stat_values::StatValue;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::help_for_words::with_spelling_suggestion;
use crate::rules::id_types::{StatId, TagId, UnitKindId};
use crate::wording::{count_noun, is_or_are, names_there_are, short_list};

use super::option_context::OptionContext;
use super::reasons_for_soft_rules::report_or_settle;
use super::{CheckReport, finding_at, severity_if_unmet, with_rule_label};

pub(super) fn check_details(here: &OptionContext<'_, '_>, found: &mut CheckReport, taken: &TakenOption<'_>) {
    if taken.origin != OptionOrigin::Chosen {
        return;
    }
    let rule = here.option_rule(taken.option);
    let asked = MatchedDetails::from_detail(taken.detail, rule);
    if let Some(places) = &rule.mark_places {
        check_marks(here, found, taken, rule, places, asked.places);
    }
    if let Some(naming) = &rule.naming {
        check_names(here, found, taken, rule, naming, asked.names);
    }
    for word in asked.unexpected {
        let message = if rule.partial {
            format!("\"{}\" asks how many models take it, and nothing else", rule.id)
        } else {
            format!("\"{}\" takes no details, so \"{}\" has no meaning here", rule.id, word.value)
        };
        let most = most_times_within(here.army.rules, here.offers, taken.option, &taken.within).number;
        let help = match word.value.parse::<u32>() {
            Ok(times) if most > 1 => format!("write `{}: {{times: {times}}}`", rule.id),
            _ => format!("write only `{}`", rule.id),
        };
        found.push(
            finding_at(Code::BadValue, word.span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_help(help),
        );
    }
    super::inner_options::check_times(here, found, taken);
    for (key, given, wanted) in [
        ("places", first_place(taken.detail), rule.mark_places.is_some()),
        ("names", first_name(taken.detail), rule.naming.is_some()),
    ] {
        if let (Some(word), false) = (given, wanted) {
            let message = format!("\"{}\" asks for no `{key}`", rule.id);
            found.push(
                finding_at(Code::BadValue, word.span, message)
                    .with_subject(SubjectKind::Option, &*rule.id)
                    .with_help(format!("leave out \"{key}\"")),
            );
        }
    }
    check_models(here, found, taken, rule, &asked);
}

fn first_place(detail: Option<&OptionDetail>) -> Option<&Located<String>> {
    match detail {
        Some(OptionDetail::More(terms)) => terms.places.as_ref()?.as_slice().first(),
        _ => None,
    }
}

fn first_name(detail: Option<&OptionDetail>) -> Option<&Located<String>> {
    match detail {
        Some(OptionDetail::More(terms)) => terms.names.as_ref()?.as_slice().first(),
        _ => None,
    }
}

fn check_marks(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
    rule: &OptionRule,
    places: &MarkPlaces,
    written: &[Located<String>],
) {
    let rules = here.army.rules;
    // Help must not suggest a mark on a stat that the unit does not have
    let value = |s: StatId| here.body.base_stats.get(s.0).unwrap_or(&StatValue::Absent);
    let has = |s: &&StatId| value(**s).number().is_some();
    let among: Vec<StatId> = places.among.iter().filter(has).copied().collect();
    let ids: Vec<&str> = among.iter().map(|s| rules.stats[s.0].id.as_str()).collect();
    let wanted = places.marks as usize;
    let mut seen: Vec<&Located<String>> = Vec::new();
    let mut bad = false;
    if written.len() > wanted {
        let message =
            format!("{} marks of \"{}\", {wanted} {} needed", written.len(), rule.id, is_or_are(wanted == 1));
        found.push(
            finding_at(Code::Marks, written[wanted].span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_rule(&rule.rule_path),
        );
    }
    for word in written.iter().take(wanted) {
        let stat = rules.find_stat(word).filter(|s| places.among.contains(s));
        let Some(stat) = stat else {
            bad = true;
            let message = format!("\"{}\" cannot take a mark of \"{}\"", word.value, rule.id);
            let finding = finding_at(Code::Marks, word.span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_rule(&rule.rule_path);
            let known = rules.stat_spellings(&among);
            found.push(with_word_help(finding, (rule, taken), word, &known, "place"));
            continue;
        };
        if let Some(first) = seen.iter().find(|s| s.value == word.value) {
            let message =
                format!("both marks of \"{}\" go to {}", rule.id, rules.stats[stat.0].name.to_lowercase());
            let finding = finding_at(Code::Marks, word.span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_severity(places.same_stat_severity)
                .with_label(first.span, "the other is here");
            found.push(finding.with_help(names_there_are(ids.iter().copied())).with_rule(&rule.rule_path));
        }
        if !has(&&stat) {
            let does = if places.absent_stat_severity == Severity::Error {
                "does nothing"
            } else {
                "changes no figure"
            };
            let what = match value(stat).words() {
                Some(words) => format!("no number there but \"{words}\""),
                None => "none".to_owned(),
            };
            let message = format!(
                "a mark of \"{}\" on {} {does}, since \"{}\" has {what}",
                rule.id,
                rules.stats[stat.0].name.to_lowercase(),
                here.name
            );
            let finding = finding_at(Code::Marks, word.span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_severity(places.absent_stat_severity)
                .with_rule(&rule.rule_path);
            report_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule_path]);
        }
        seen.push(word);
    }
    let same = |t: &&TakenOption<'_>| t.option == taken.option && t.within == taken.within;
    let repeated = here.body.taken.iter().filter(same).count() > 1;
    if written.len() < wanted && !bad && !repeated && !here.army.unread.has_unread_in(here.span) {
        let message = match written.len() {
            0 => format!(
                "\"{}\" does not say where its {} {}",
                rule.id,
                count_noun(wanted, "mark"),
                if wanted == 1 { "goes" } else { "go" }
            ),
            n => format!(
                "\"{}\" places {}, {wanted} {} needed",
                rule.id,
                count_noun(n, "mark"),
                is_or_are(wanted == 1)
            ),
        };
        let example: Vec<String> = ids.iter().take(wanted).map(|i| (*i).to_owned()).collect();
        let example = if wanted == 1 { example.concat() } else { format!("[{}]", example.join(", ")) };
        let finding = finding_at(Code::OptionIncomplete, taken.span, message)
            .with_subject(SubjectKind::Option, &*rule.id)
            .with_help(format!(
                "write `{}: {example}`, with {} of {}",
                rule.id,
                count_noun(wanted, "place"),
                short_list(&ids.iter().map(|i| (*i).to_owned()).collect::<Vec<_>>(), "and")
            ))
            .with_rule(&rule.rule_path);
        found.push(severity_if_unmet(here.army, finding));
    }
}

/// Adds help for an unknown word: either several words without brackets, or one misspelt.
fn with_word_help<M: Copy + PartialEq>(
    finding: Finding,
    (rule, taken): (&OptionRule, &TakenOption<'_>),
    word: &Located<String>,
    known: &Spellings<'_, M>,
    what: &str,
) -> Finding {
    let apart = word.replace(" and ", ",");
    let split = |sign: fn(char) -> bool| -> Option<Vec<&str>> {
        let parts = apart.split(sign).filter(|part| !part.trim().is_empty());
        let all: Option<Vec<&str>> = parts.map(|part| known.find_exact(part).map(|s| s.word)).collect();
        all.filter(|all| all.len() > 1)
    };
    // Names may contain spaces
    let all = split(|c| matches!(c, ',' | ';' | '/' | '+' | '&')).or_else(|| split(char::is_whitespace));
    match all.filter(|_| matches!(taken.detail, Some(OptionDetail::Word(_)))) {
        Some(all) => {
            let list = format!("[{}]", all.join(", "));
            finding.with_help(format!("write `{}: {list}`", rule.id)).with_verbatim_edit(word.span, list)
        }
        None => with_spelling_suggestion(finding, word, known, what),
    }
}

fn check_names(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
    rule: &OptionRule,
    naming: &Naming,
    written: &[Located<String>],
) {
    let rules = here.army.rules;
    if taken.names.is_empty() && !here.army.unread.has_unread_in(here.span) {
        let finding = finding_at(
            Code::OptionIncomplete,
            taken.span,
            format!("\"{}\" must name {}", rule.id, naming.noun),
        )
        .with_subject(SubjectKind::Option, &*rule.id)
        .with_help(format!("write `{}: …` with {}", rule.id, naming.noun))
        .with_rule(&rule.rule_path);
        found.push(severity_if_unmet(here.army, finding));
    }
    if !naming.allows_unit_types && !naming.allows_tags {
        return;
    }
    for (at_word, word) in written.iter().enumerate() {
        if let Some(before) = written[..at_word].iter().find(|before| before.value == word.value) {
            let message = format!("\"{}\" names \"{}\" twice", rule.id, word.value);
            let finding = finding_at(Code::OptionRepeated, word.span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_label(before.span, "here already");
            found.push(finding.with_help("leave it out").with_edit(word.span, "").with_rule(&rule.rule_path));
            continue;
        }
        let unit = rules.find_unit_type(word).filter(|_| naming.allows_unit_types);
        let tag = rules.find_tag(word).filter(|_| naming.allows_tags);
        if unit.is_some() || tag.is_some() {
            report_useless_name(here, found, taken, rule, naming, word, (unit, tag));
            continue;
        }
        if naming.allows_tags && found.tags_of_other_books.contains(word) {
            continue;
        }
        let types = rules.kinds.iter().filter(|k| naming.allows_unit_types && k.entry_of.is_none());
        let types = types.map(|k| (k.id.as_str(), k.name.as_str(), k.id.as_str()));
        let elsewhere = found.tags_of_other_books.clone();
        let tags = rules.tags.iter().map(String::as_str).chain(elsewhere.iter());
        let tags = tags.filter(|_| naming.allows_tags).map(|tag| (tag, "", tag));
        let known = Spellings::of_ids(types.chain(tags));
        let message = format!(
            "\"{}\" names \"{}\", which is no unit type or tag of {}",
            rule.id, word.value, rules.name
        );
        let finding =
            finding_at(Code::UnknownTarget, word.span, message).with_subject(SubjectKind::Option, &*rule.id);
        found.push(with_word_help(
            finding.with_rule(&rule.rule_path),
            (rule, taken),
            word,
            &known,
            "unit type",
        ));
    }
}

/// Reports a name that means only unit types for which the option has no use, unless a reason settles it.
fn report_useless_name(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
    rule: &OptionRule,
    naming: &Naming,
    word: &Located<String>,
    (unit, tag): (Option<UnitKindId>, Option<TagId>),
) {
    let Some(except) = &naming.except else { return };
    // A book's own tag is one of its entries
    let kinds = here.army.rules.kinds.iter().filter(|kind| kind.unit_type.is_some());
    let is_meant = |kind: &&UnitKind| {
        let has_name = Some(kind.kind_id) == unit && kind.entry_of.is_none();
        has_name || tag.is_some_and(|tag| kind.tags.contains(&tag))
    };
    let mut meant = kinds.filter(is_meant);
    if meant.all(|kind| except.selector.matches(kind)) {
        let message = format!("\"{}\" names \"{}\", which is no use as {}", rule.id, word.value, naming.noun);
        let finding = finding_at(Code::UnknownTarget, word.span, message)
            .with_subject(SubjectKind::Option, &*rule.id)
            .with_severity(except.severity);
        let span = if except.says.is_some() { except.span } else { rule.span };
        let finding =
            with_rule_label(finding, &rule.rule_path, span, except.says.as_deref().or(Some(&rule.name)));
        report_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule_path]);
    }
}

fn check_models(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
    rule: &OptionRule,
    asked: &MatchedDetails<'_>,
) {
    let given = match taken.detail {
        Some(OptionDetail::More(terms)) => terms.some.as_ref().map(|n| n.span),
        _ => asked.models_text.map(|w| w.span),
    };
    let Some(span) = given else { return };
    if !rule.partial {
        let message = format!("\"{}\" is for the whole unit and takes no number", rule.id);
        found.push(
            finding_at(Code::BadValue, span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_help(format!("write only `{}`", rule.id)),
        );
        return;
    }
    match taken.models {
        None => {
            let word = asked.models_text.map_or("", |w| w.as_str());
            let message = format!("\"{word}\" is no number of models for \"{}\"", rule.id);
            found.push(
                finding_at(Code::WrongType, span, message)
                    .with_subject(SubjectKind::Option, &*rule.id)
                    .with_help(format!("write a whole number, as `{}: 8`", rule.id)),
            );
        }
        Some(0) => found.push(
            finding_at(Code::BadValue, span, format!("\"{}\" goes to 0 models", rule.id))
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_help("leave it out"),
        ),
        Some(n) if n > here.body.models_within(here.army.rules, &taken.within) && here.knows_models() => {
            let has = super::inner_options::models_text(here, &taken.within);
            let message = format!("\"{}\" goes to {n} models, and {has}", rule.id);
            found.push(finding_at(Code::UnitSize, span, message));
        }
        Some(_) => {}
    }
}
