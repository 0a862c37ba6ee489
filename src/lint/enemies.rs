//! Reports enemies of a book that do not exist, that the army never meets, or that it names twice for a year.

use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::read::Located;
use crate::rules::compiled_conditions::Dates;
use crate::rules::help_for_words::with_spelling_suggestion;
use crate::rules::library::{RulesLookup, catalogue_spellings};
use crate::rules::{BookFacts, Enemy};

use super::CompiledFile;

/// Reports the mistakes among the enemies that a book names. They are warnings, since lists do not depend on them.
pub(super) fn check_enemies(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let Some(file) = made.book() else { return };
    let Some(own) = made.rules.contingents.first().and_then(|c| c.book.as_ref()) else { return };
    for (at, enemy) in own.enemies.iter().enumerate() {
        match made.library.rules_for(&file.ruleset, Some(&enemy.book)) {
            RulesLookup::Ready(rules) => {
                let theirs = rules.contingents.first().and_then(|c| c.book.as_ref());
                found.extend(theirs.and_then(|theirs| never_met_finding(own, enemy, theirs)));
            }
            // An enemy's own faults are reported where they are
            RulesLookup::Faulty(..) => {}
            RulesLookup::NoBook | RulesLookup::NoRuleset => {
                let known = made.library.books_of_ruleset(&file.ruleset);
                let message = format!("there is no book \"{}\" for {}", enemy.book, made.rules.name);
                let word = Located { value: enemy.book.clone(), span: enemy.span };
                let finding = Finding::new(Code::UnknownBook, enemy.span, message)
                    .with_severity(Severity::Warning)
                    .with_subject(SubjectKind::Book, &enemy.book);
                found.push(with_spelling_suggestion(finding, &word, &catalogue_spellings(&known), "book"));
            }
        }
        let twin = own.enemies[..at].iter().find(|other| other.book == enemy.book && meet(other, enemy));
        found.extend(twin.map(|first| {
            let message = format!("the enemy \"{}\" is named twice for the same years", enemy.book);
            Finding::new(Code::DuplicateName, enemy.span, message)
                .with_severity(Severity::Warning)
                .with_subject(SubjectKind::Book, &enemy.book)
                .with_label(first.span, "the first")
        }));
    }
}

/// Returns `true` if two wars have a year in common.
fn meet(one: &Enemy, other: &Enemy) -> bool {
    one.dates.iter().all(|dates| other.dates.iter().all(|others| dates.overlaps(others)))
}

/// Returns the finding about an enemy whose war, army and opponent have no year in common. `None` if they have.
fn never_met_finding(own: &BookFacts, enemy: &Enemy, theirs: &BookFacts) -> Option<Finding> {
    let (ours, their) = (own.dates.as_ref(), theirs.dates.as_ref());
    let apart = |a: Option<&Dates>, b: Option<&Dates>| a.zip(b).is_some_and(|(a, b)| !a.overlaps(b));
    let war = enemy.dates.iter().find(|war| apart(Some(war), ours) || apart(Some(war), their));
    let reason = match war {
        Some(war) if apart(Some(war), ours) => format!("the war is {war}, this army {}", ours?),
        Some(war) => format!("the war is {war}, its book {}", their?),
        None if apart(ours, their) => format!("its book is {}, this army {}", their?, ours?),
        None => return None,
    };
    let message = format!("the enemy \"{}\" is never met: {reason}", enemy.book);
    let finding = Finding::new(Code::NeverMatches, enemy.span, message)
        .with_severity(Severity::Warning)
        .with_subject(SubjectKind::Book, &enemy.book);
    Some(match ours {
        Some(ours) => finding.with_label(ours.span, "the army's years"),
        None => finding,
    })
}
