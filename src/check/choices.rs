//! Checks of choices. Those of the army's own book are answered at the top of the list, those of an ally's
//! book in the ally's command.

use crate::army::{Army, answers_given};
use crate::finding::{Code, Span, Subject, SubjectKind};
use crate::read::{Located, Map};
use crate::rules::accepted_spellings::Spellings;
use crate::rules::help_for_words::with_spelling_suggestion;
use crate::rules::id_types::ContingentId;
use crate::rules::{Choice, Rules};
use crate::wording::quoted_list;

use super::{
    CheckReport, army_span, command_leaders_and_roles, finding_at, severity_if_unmet, with_rule_label,
};

pub(super) fn check_choices(army: &Army<'_>, found: &mut CheckReport) {
    report_misplaced(army, found);
    let mut answered: Vec<AnsweredChoice<'_>> = Vec::new();
    for contingent in contingents_in_list(army) {
        for choose in answers_given(army.list, army.rules, contingent) {
            check_answers(army, found, contingent, choose, &mut answered);
        }
    }
    for contingent in contingents_in_list(army) {
        for choice in &army.rules.contingents[contingent.0].choices {
            if !answered.iter().any(|a| a.contingent == contingent && a.choice == choice.id) {
                report_unanswered(army, found, contingent, choice);
            }
        }
    }
}

/// A choice for which the list has something written, even if it is not an answer or is in the wrong place.
/// It is then not also reported as missing.
struct AnsweredChoice<'l> {
    contingent: ContingentId,
    choice: &'l str,
    /// The answer. `None` if it is in the wrong place.
    answer: Option<&'l Located<String>>,
}

/// Returns the army's own contingent and those of the allies in the list.
fn contingents_in_list(army: &Army<'_>) -> Vec<ContingentId> {
    let all = (0..army.rules.contingents.len()).map(ContingentId);
    all.filter(|contingent| army.has_called(*contingent)).collect()
}

/// Returns the printed name of the book of a contingent. Only books have choices.
fn asking_book<'r>(army: &Army<'r>, contingent: ContingentId) -> &'r str {
    let rules: &'r Rules = army.rules;
    rules.contingents[contingent.0].book.as_ref().map_or(&rules.name, |b| &b.name)
}

/// Returns the rule path of a choice.
fn choice_rule_path(army: &Army<'_>, contingent: ContingentId, choice: &Choice) -> String {
    let book = army.rules.contingents[contingent.0].book.as_ref();
    format!("{}/choices/{}", book.map_or(&army.rules.id, |b| &b.id), choice.id)
}

/// Reports an answer in a command that is not an ally's, and so has no book of its own.
fn report_misplaced(army: &Army<'_>, found: &mut CheckReport) {
    for written in army.list.all_commands().into_iter().filter(|c| c.ally.is_none()) {
        if army.unread.may_have(written.span, "ally") {
            continue;
        }
        if let Some((word, _)) = written.choose.iter().next() {
            let message = "`choose` is for the command of an ally";
            found.push(
                finding_at(Code::UnknownKey, word.span, message)
                    .with_subject(SubjectKind::Key, "choose")
                    .with_help("the answers of the army itself stand at the top of the list"),
            );
        }
    }
}

/// Reports answers to choices that no book has, words that are not answers, answers of other years, and
/// answers that contradict earlier ones.
fn check_answers<'l>(
    army: &Army<'l>,
    found: &mut CheckReport,
    contingent: ContingentId,
    choose: &'l Map<Located<String>>,
    answered: &mut Vec<AnsweredChoice<'l>>,
) {
    let rules: &'l Rules = army.rules;
    let choices = &rules.contingents[contingent.0].choices;
    for (word, answer) in choose {
        let Some(choice) = choices.iter().find(|c| c.id == word.value) else {
            answered.extend(report_unasked(army, found, contingent, word));
            continue;
        };
        let same = |a: &&AnsweredChoice<'_>| a.contingent == contingent && a.choice == choice.id;
        let earlier = answered.iter().find(same).and_then(|a| a.answer);
        answered.push(AnsweredChoice { contingent, choice: &choice.id, answer: Some(answer) });
        if let Some(earlier) = earlier {
            if earlier.value != answer.value {
                let message = format!(
                    "\"{}\" has two answers to its {}: \"{}\" and \"{}\"",
                    asking_book(army, contingent),
                    choice.id,
                    earlier.value,
                    answer.value
                );
                let finding = finding_at(Code::BadValue, answer.span, message)
                    .with_subject(SubjectKind::Choice, &*choice.id)
                    .with_label(earlier.span, "the first answer")
                    .with_help("all commands of one ally are one contingent; write the same answer in each");
                found.push(finding);
            }
            continue;
        }
        match choice.answers.iter().find(|(id, _, _)| *id == answer.value) {
            None => {
                let known =
                    choice.answers.iter().map(|(id, name, _)| (id.as_str(), name.as_str(), id.as_str()));
                let message = format!("\"{}\" is no answer to \"{}\"", answer.value, choice.name);
                let finding = finding_at(Code::BadValue, answer.span, message)
                    .with_subject(SubjectKind::Choice, &*choice.id);
                found.push(with_spelling_suggestion(finding, answer, &Spellings::of_ids(known), "answer"));
            }
            Some((_, _, dates)) => {
                super::entry_dates_and_conditions::report_anachronism(
                    army,
                    found,
                    dates,
                    Some(contingent),
                    answer.span,
                    (&Subject::new(SubjectKind::Choice, &*choice.id), &answer.value),
                    &choice_rule_path(army, contingent, choice),
                );
            }
        }
    }
}

/// Reports an answer to a choice that the book does not have, with the choice that was probably meant: one of
/// another book, or one with a similar id.
fn report_unasked<'l>(
    army: &Army<'l>,
    found: &mut CheckReport,
    contingent: ContingentId,
    word: &'l Located<String>,
) -> Option<AnsweredChoice<'l>> {
    let rules: &'l Rules = army.rules;
    let choices = |c: ContingentId| rules.contingents[c.0].choices.iter();
    let asks = |c: &ContingentId| *c != contingent && choices(*c).any(|q| q.id == word.value);
    if let Some(other) = contingents_in_list(army).into_iter().find(asks) {
        let message =
            format!("\"{}\" asks for its {} in another place", asking_book(army, other), word.value);
        let (_, place) = answer_place(army, other);
        found.push(
            finding_at(Code::BadValue, word.span, message)
                .with_subject(SubjectKind::Choice, &*word.value)
                .with_help(format!("write this answer {place}")),
        );
        return Some(AnsweredChoice { contingent: other, choice: word.as_str(), answer: None });
    }
    let known = choices(contingent).map(|q| (q.id.as_str(), q.name.as_str(), q.id.as_str()));
    let known = Spellings::of_ids(known);
    let message = if contingent == ContingentId::OWN {
        format!("nothing asks for a choice of \"{}\"", word.value)
    } else {
        format!("\"{}\" does not ask for a choice of \"{}\"", asking_book(army, contingent), word.value)
    };
    found.push(with_spelling_suggestion(
        finding_at(Code::BadValue, word.span, message).with_subject(SubjectKind::Choice, &*word.value),
        word,
        &known,
        "choice",
    ));
    let choice = known.find_nearest(word)?.meaning;
    Some(AnsweredChoice { contingent, choice, answer: None })
}

/// Returns where to report a missing answer of a contingent, and text on where the answer belongs.
fn answer_place(army: &Army<'_>, contingent: ContingentId) -> (Span, String) {
    let command = army.commands.iter().position(|c| c.contingent == contingent);
    let ally = command.and_then(|index| Some((index, army.commands[index].written?.ally.as_ref()?)));
    match ally {
        Some((index, word)) => {
            (word.span, format!("under {}", command_leaders_and_roles::command_label(army, index)))
        }
        None => {
            let span = army.list.book.as_ref().map_or_else(|| army_span(army), |b| b.span);
            (span, "at the top of the list".to_owned())
        }
    }
}

/// Returns `true` if an answer of a contingent could not be read, or is to a choice that does not exist. It
/// may have been meant for any choice.
fn may_have_answer(army: &Army<'_>, contingent: ContingentId) -> bool {
    let unread = if contingent == ContingentId::OWN {
        army.unread.may_have_at_top("choose")
    } else {
        let commands = army.commands.iter().filter(|c| c.contingent == contingent).filter_map(|c| c.written);
        commands.into_iter().any(|c| army.unread.may_have_in(c.span, "choose"))
    };
    let choices = &army.rules.contingents[contingent.0].choices;
    let unasked = |word: &Located<String>| choices.iter().all(|choice| choice.id != word.value);
    unread || answers_given(army.list, army.rules, contingent).any(|choose| choose.keys().any(unasked))
}

/// Reports a choice that has no answer and is not decided by the date.
fn report_unanswered(army: &Army<'_>, found: &mut CheckReport, contingent: ContingentId, choice: &Choice) {
    // A date that could not be read might decide the choice
    let by_date =
        army.part_unread && army.date.is_none() && choice.answers.iter().any(|(_, _, d)| !d.is_empty());
    if by_date
        || may_have_answer(army, contingent)
        || army.answers.contains_key(&(contingent, choice.id.clone()))
    {
        return;
    }
    let answers: Vec<&str> = choice.answers.iter().map(|(id, _, _)| id.as_str()).collect();
    let first = answers.first().unwrap_or(&"");
    let others = match answers.get(1..) {
        None | Some([]) => String::new(),
        Some(others) => format!(", or {}", quoted_list(others.iter().copied(), "or")),
    };
    let (span, place) = answer_place(army, contingent);
    let message = format!("\"{}\" asks for its {}", asking_book(army, contingent), choice.id);
    let finding = severity_if_unmet(army, finding_at(Code::ChoiceMissing, span, message))
        .with_subject(SubjectKind::Choice, &*choice.id)
        .with_help(format!("write `choose: {{{}: {first}}}` {place}{others}", choice.id));
    found.push(with_rule_label(
        finding,
        &choice_rule_path(army, contingent, choice),
        choice.span,
        Some(&choice.name),
    ));
}
