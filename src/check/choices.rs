//! Checks of choices. Those of the army's own book are answered at the top of the list, those of an ally's
//! book in the ally's command.

use crate::army::{Army, answers_given};
use crate::finding::{Code, Span, Subject, SubjectKind};
use crate::read::{Located, Map};
use crate::rules::help::spelled;
use crate::rules::ids::ContingentId;
use crate::rules::spelling::Spellings;
use crate::rules::{Choice, Rules};
use crate::wording::quoted;

use super::{Found, army_span, at, commands, of_rule, unmet};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    misplaced(army, found);
    let mut answered: Vec<Answered<'_>> = Vec::new();
    for contingent in called(army) {
        for choose in answers_given(army.list, army.rules, contingent) {
            answers(army, found, contingent, choose, &mut answered);
        }
    }
    for contingent in called(army) {
        for choice in &army.rules.contingents[contingent.0].choices {
            if !answered.iter().any(|a| a.contingent == contingent && a.choice == choice.id) {
                unanswered(army, found, contingent, choice);
            }
        }
    }
}

/// A choice for which the list has something written, even if it is not an answer or is in the wrong place.
/// It is then not also reported as missing.
struct Answered<'l> {
    contingent: ContingentId,
    choice: &'l str,
    /// The answer. `None` if it is in the wrong place.
    answer: Option<&'l Located<String>>,
}

/// Returns the army's own contingent and those of the allies in the list.
fn called(army: &Army<'_>) -> Vec<ContingentId> {
    let all = (0..army.rules.contingents.len()).map(ContingentId);
    all.filter(|contingent| army.has_called(*contingent)).collect()
}

/// Returns the printed name of the book of a contingent. Only books have choices.
fn asker<'r>(army: &Army<'r>, contingent: ContingentId) -> &'r str {
    let rules: &'r Rules = army.rules;
    rules.contingents[contingent.0].book.as_ref().map_or(&rules.name, |b| &b.name)
}

/// Returns the rule path of a choice.
fn rule(army: &Army<'_>, contingent: ContingentId, choice: &Choice) -> String {
    let book = army.rules.contingents[contingent.0].book.as_ref();
    format!("{}/choices/{}", book.map_or(&army.rules.id, |b| &b.id), choice.id)
}

/// Reports an answer in a command that is not an ally's, and so has no book of its own.
fn misplaced(army: &Army<'_>, found: &mut Found) {
    for written in army.list.commands.iter().flat_map(|all| &all.value).filter(|c| c.ally.is_none()) {
        if army.unread.may_have(written.span, "ally") {
            continue;
        }
        if let Some((word, _)) = written.choose.iter().next() {
            let message = "`choose` is for the command of an ally";
            found.say(
                at(Code::UnknownKey, word.span, message)
                    .about(SubjectKind::Key, "choose")
                    .help("the answers of the army itself stand at the top of the list"),
            );
        }
    }
}

/// Reports answers to choices that no book has, words that are not answers, answers of other years, and
/// answers that contradict earlier ones.
fn answers<'l>(
    army: &Army<'l>,
    found: &mut Found,
    contingent: ContingentId,
    choose: &'l Map<Located<String>>,
    answered: &mut Vec<Answered<'l>>,
) {
    let rules: &'l Rules = army.rules;
    let choices = &rules.contingents[contingent.0].choices;
    for (word, answer) in choose {
        let Some(choice) = choices.iter().find(|c| c.id == word.value) else {
            answered.extend(unasked(army, found, contingent, word));
            continue;
        };
        let same = |a: &&Answered<'_>| a.contingent == contingent && a.choice == choice.id;
        let earlier = answered.iter().find(same).and_then(|a| a.answer);
        answered.push(Answered { contingent, choice: &choice.id, answer: Some(answer) });
        if let Some(earlier) = earlier {
            if earlier.value != answer.value {
                let message = format!(
                    "\"{}\" has two answers to its {}: \"{}\" and \"{}\"",
                    asker(army, contingent),
                    choice.id,
                    earlier.value,
                    answer.value
                );
                let finding = at(Code::BadValue, answer.span, message)
                    .about(SubjectKind::Choice, &*choice.id)
                    .label(earlier.span, "the first answer")
                    .help("all commands of one ally are one contingent; write the same answer in each");
                found.say(finding);
            }
            continue;
        }
        match choice.answers.iter().find(|(id, _, _)| *id == answer.value) {
            None => {
                let known =
                    choice.answers.iter().map(|(id, name, _)| (id.as_str(), name.as_str(), id.as_str()));
                let message = format!("\"{}\" is no answer to \"{}\"", answer.value, choice.name);
                let finding =
                    at(Code::BadValue, answer.span, message).about(SubjectKind::Choice, &*choice.id);
                found.say(spelled(finding, answer, &Spellings::of_ids(known), "answer"));
            }
            Some((_, _, dates)) => {
                super::entries::dated(
                    army,
                    found,
                    dates,
                    Some(contingent),
                    answer.span,
                    (&Subject::new(SubjectKind::Choice, &*choice.id), &answer.value),
                    &rule(army, contingent, choice),
                );
            }
        }
    }
}

/// Reports an answer to a choice that the book does not have, with the choice that was probably meant: one of
/// another book, or one with a similar id.
fn unasked<'l>(
    army: &Army<'l>,
    found: &mut Found,
    contingent: ContingentId,
    word: &'l Located<String>,
) -> Option<Answered<'l>> {
    let rules: &'l Rules = army.rules;
    let choices = |c: ContingentId| rules.contingents[c.0].choices.iter();
    let asks = |c: &ContingentId| *c != contingent && choices(*c).any(|q| q.id == word.value);
    if let Some(other) = called(army).into_iter().find(asks) {
        let message = format!("\"{}\" asks for its {} in another place", asker(army, other), word.value);
        let (_, place) = place(army, other);
        found.say(
            at(Code::BadValue, word.span, message)
                .about(SubjectKind::Choice, &*word.value)
                .help(format!("write this answer {place}")),
        );
        return Some(Answered { contingent: other, choice: word.as_str(), answer: None });
    }
    let known = choices(contingent).map(|q| (q.id.as_str(), q.name.as_str(), q.id.as_str()));
    let known = Spellings::of_ids(known);
    let message = if contingent == ContingentId::OWN {
        format!("nothing asks for a choice of \"{}\"", word.value)
    } else {
        format!("\"{}\" does not ask for a choice of \"{}\"", asker(army, contingent), word.value)
    };
    found.say(spelled(
        at(Code::BadValue, word.span, message).about(SubjectKind::Choice, &*word.value),
        word,
        &known,
        "choice",
    ));
    let choice = known.nearest(word)?.means;
    Some(Answered { contingent, choice, answer: None })
}

/// Returns where to report a missing answer of a contingent, and text on where the answer belongs.
fn place(army: &Army<'_>, contingent: ContingentId) -> (Span, String) {
    let command = army.commands.iter().position(|c| c.contingent == contingent);
    let ally = command.and_then(|index| Some((index, army.commands[index].written?.ally.as_ref()?)));
    match ally {
        Some((index, word)) => (word.span, format!("under {}", commands::called(army, index))),
        None => {
            let span = army.list.book.as_ref().map_or_else(|| army_span(army), |b| b.span);
            (span, "at the top of the list".to_owned())
        }
    }
}

/// Returns `true` if an answer of a contingent could not be read, or is to a choice that does not exist. It
/// may have been meant for any choice.
fn may_be_answered(army: &Army<'_>, contingent: ContingentId) -> bool {
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
fn unanswered(army: &Army<'_>, found: &mut Found, contingent: ContingentId, choice: &Choice) {
    // A date that could not be read might decide the choice
    let by_date = army.partial && army.date.is_none() && choice.answers.iter().any(|(_, _, d)| !d.is_empty());
    if by_date
        || may_be_answered(army, contingent)
        || army.answers.contains_key(&(contingent, choice.id.clone()))
    {
        return;
    }
    let answers: Vec<&str> = choice.answers.iter().map(|(id, _, _)| id.as_str()).collect();
    let first = answers.first().unwrap_or(&"");
    let others = match answers.get(1..) {
        None | Some([]) => String::new(),
        Some(others) => format!(", or {}", quoted(others.iter().copied(), "or")),
    };
    let (span, place) = place(army, contingent);
    let message = format!("\"{}\" asks for its {}", asker(army, contingent), choice.id);
    let finding = unmet(army, at(Code::ChoiceMissing, span, message))
        .about(SubjectKind::Choice, &*choice.id)
        .help(format!("write `choose: {{{}: {first}}}` {place}{others}", choice.id));
    found.say(of_rule(finding, &rule(army, contingent, choice), choice.span, Some(&choice.name)));
}
