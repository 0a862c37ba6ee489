//! The choices of an ally's book are answered in the ally's command, even if the army's own book has a choice
//! of the same id.

use crate::common::{Folder, checked, labelled, lines, ruled, rules, with_army};
use crate::rulesets::war_game::WAR;
use muster::army::army_and_rules_digests::compute_digests;
use muster::finding::Finding;
use muster::rules::library::Library;

/// This book asks for a campaign, in summer or winter, and has an ally.
const HOME: &str = "\
book: home
ruleset: war
name: Home
version: 1.0.0
choices:
  campaign: {name: Campaign, one-of: {summer: {name: Summer}, winter: {name: Winter}}}
entries:
  levies: {unit: men, name: Levies}
  chief: {name: The Chief, roles: [chief]}
allies:
  hills: {book: hills}
";

/// This book also asks for a campaign, on which some of its troops and limits depend, and for a muster that
/// the date may settle.
const HILLS: &str = "\
book: hills
ruleset: war
name: The Hills
version: 1.0.0
choices:
  campaign: {name: Campaign, one-of: {summer: {name: Summer}, winter: {name: Winter}}}
  muster: {name: Muster, one-of: {old: {name: Old, dates: {to: 200 BC}}, new: {name: New, dates: {after: 200 BC}}}}
options:
  furs: {name: Furs, cost: 0, dates: {to: 300 BC, when: {choice: {campaign: winter}}}}
entries:
  archers: {unit: men, name: Archers, options: [sword, furs?]}
  snow-men: {unit: men, name: Snow men, when: {choice: {campaign: winter}}}
  herdsmen: {unit: men, name: Herdsmen, dates: {to: 300 BC, when: {choice: {campaign: winter}}}}
  hunters:
    unit: men
    name: Hunters
    options:
      - sword
      - bow?: {dates: {to: 300 BC, when: {choice: {campaign: winter}}}}
limits:
  no-archers-in-winter: {count: {entry: archers}, max: 0, when: {choice: {campaign: winter}}}
  two-archers-in-summer: {count: {entry: archers}, max: 2, when: {choice: {campaign: summer}}}
";

fn library() -> (Folder, Library) {
    rules("war", WAR, &[("home", HOME), ("hills", HILLS)])
}

/// Returns an army of Home in summer with the Hills as its ally, which have these rows.
fn with_hills(choose: &str, rows: &str) -> String {
    let choose = if choose.is_empty() { String::new() } else { format!("    choose: {choose}\n") };
    format!(
        "army: Trial\nruleset: war\nbook: home\npoints: 1000\ndate: 180 BC\nchoose: {{campaign: summer}}\ncommands:\n  \
         - name: Own\n    commander: {{unit: chief, with: Levies}}\n    units:\n      - {{unit: levies, size: 10}}\n  \
         - name: Masinissa\n    ally: hills\n    points: 400\n{choose}    commander: {{role: captain, name: C}}\n    \
         units: [{rows}]\n"
    )
}

fn only(library: &Library, text: &str) -> (Finding, Vec<String>) {
    let report = checked(library, text);
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(&report));
    let words = labelled(&report, &report.findings[0]);
    (report.findings[0].clone(), words)
}

const ARCHERS: &str = "{unit: archers, size: 5}";

#[test]
fn an_ally_s_answers_decide_about_its_own_troops_and_limits() {
    let (_folder, library) = library();
    let winter = "{campaign: winter}";
    let summer = "{campaign: summer}";
    for (choose, rows, wanted) in [
        (summer, ARCHERS, vec![]),
        (winter, ARCHERS, vec!["error too-many hills/limits/no-archers-in-winter"]),
        (
            summer,
            "{unit: archers, size: 5, count: 3}",
            vec!["error too-many hills/limits/two-archers-in-summer"],
        ),
        (summer, "{unit: snow-men, size: 5}", vec!["error entry-unavailable hills/entries/snow-men"]),
        (winter, "{unit: snow-men, size: 5}", vec![]),
        // In winter these belong to years before the army's; Home's own choice of summer changes nothing
        (summer, "{unit: herdsmen, size: 5}", vec![]),
        (winter, "{unit: herdsmen, size: 5}", vec!["error anachronism hills/entries/herdsmen"]),
        (summer, "{unit: hunters, size: 5, options: [bow]}", vec![]),
        (winter, "{unit: hunters, size: 5, options: [bow]}", vec!["error anachronism war/options/bow"]),
        (summer, "{unit: archers, size: 5, options: [furs]}", vec![]),
    ] {
        let report = checked(&library, &with_hills(choose, rows));
        assert_eq!(ruled(&report), wanted, "{choose} {rows}: {:#?}", lines(&report));
    }
    let furs = checked(&library, &with_hills(winter, "{unit: archers, size: 5, options: [furs]}"));
    assert!(ruled(&furs).iter().any(|line| line.starts_with("error anachronism")), "{:#?}", lines(&furs));
}

#[test]
fn a_missing_answer_is_reported_at_the_ally_s_command() {
    let (_folder, library) = library();
    let (finding, words) = only(&library, &with_hills("", ARCHERS));
    assert_eq!(finding.code.as_str(), "choice-missing");
    assert_eq!(finding.message, "\"The Hills\" asks for its campaign");
    let help = "write `choose: {campaign: summer}` under \"Masinissa\", or \"winter\"";
    assert_eq!(finding.help.as_deref(), Some(help));
    assert_eq!(finding.rule_path.as_deref(), Some("hills/choices/campaign"));
    assert_eq!(words, ["hills", "campaign"]);
    // The army's own book is named too, and its answer belongs at the top of the list
    let text = with_hills("{campaign: winter}", "{unit: snow-men, size: 5}");
    let (finding, words) = only(&library, &text.replace("choose: {campaign: summer}\n", ""));
    assert_eq!(finding.message, "\"Home\" asks for its campaign");
    let help = "write `choose: {campaign: summer}` at the top of the list, or \"winter\"";
    assert_eq!(finding.help.as_deref(), Some(help));
    assert_eq!(words, ["home", "campaign"]);
    // A draft may leave the choice open, and an ally that is not called needs no answer
    let draft = with_hills("", ARCHERS).replace("army: Trial", "army: Trial\ndraft: true");
    assert_eq!(ruled(&checked(&library, &draft)), ["note choice-missing hills/choices/campaign"]);
    let alone = with_hills("", ARCHERS);
    let alone = &alone[..alone.find("  - name: Masinissa").unwrap()];
    assert_eq!(lines(&checked(&library, alone)), Vec::<String>::new());
}

#[test]
fn a_wrong_answer_is_reported_once_where_it_is() {
    let (_folder, library) = library();
    let reported = |text: &str| {
        let (finding, words) = only(&library, text);
        (finding.code.as_str(), finding.message, finding.help.unwrap_or_default(), words[0].clone())
    };
    let (code, message, help, word) = reported(&with_hills("{campaign: wintr}", ARCHERS));
    assert_eq!((code, word.as_str()), ("bad-value", "wintr"));
    assert_eq!(
        (message.as_str(), help.as_str()),
        ("\"wintr\" is no answer to \"Campaign\"", "did you mean \"winter\"?")
    );
    let (code, message, help, word) = reported(&with_hills("{campagn: summer}", ARCHERS));
    assert_eq!((code, word.as_str()), ("bad-value", "campagn"));
    assert_eq!(message, "\"The Hills\" does not ask for a choice of \"campagn\"");
    assert_eq!(help, "did you mean \"campaign\"?");
    // An answer for other years
    let (code, _, _, word) = reported(&with_hills("{campaign: summer, muster: old}", ARCHERS));
    assert_eq!((code, word.as_str()), ("anachronism", "old"));
    // An answer in a command of the army's own
    let own = with_hills("{campaign: summer}", ARCHERS)
        .replace("  - name: Own\n", "  - name: Own\n    choose: {campaign: summer}\n");
    let (code, message, _, word) = reported(&own);
    assert_eq!((code, word.as_str()), ("unknown-key", "campaign"));
    assert_eq!(message, "`choose` is for the command of an ally");
    // An ally's choice that is answered at the top of the list
    let top = with_hills("{campaign: summer}", ARCHERS)
        .replace("date: 180 BC\nchoose: {campaign: summer}", "choose: {campaign: summer, muster: new}");
    let (code, message, help, word) = reported(&top);
    assert_eq!((code, word.as_str()), ("bad-value", "muster"));
    assert_eq!(message, "\"The Hills\" asks for its muster in another place");
    assert_eq!(help, "write this answer under \"Masinissa\"");
}

#[test]
fn all_commands_of_an_ally_have_one_answer() {
    let (_folder, library) = library();
    let one = with_hills("{campaign: winter}", "{unit: snow-men, size: 5}");
    let second = |choose: &str| {
        let choose = if choose.is_empty() { String::new() } else { format!("    choose: {choose}\n") };
        format!(
            "{one}  - name: Juba\n    ally: hills\n    points: 100\n{choose}    commander: {{role: captain, name: D}}\n    \
             units: [{{unit: snow-men, size: 5}}]\n"
        )
    };
    for choose in ["", "{campaign: winter}"] {
        let report = checked(&library, &second(choose));
        assert_eq!(lines(&report), Vec::<String>::new(), "{choose}");
    }
    let (finding, words) = only(&library, &second("{campaign: summer}"));
    assert_eq!(finding.message, "\"The Hills\" has two answers to its campaign: \"winter\" and \"summer\"");
    assert_eq!(words, ["summer", "winter"]);
}

#[test]
fn an_ally_s_answer_is_part_of_the_digest() {
    let (_folder, library) = library();
    let digest = |choose: &str| {
        let text = with_hills(choose, "{unit: hunters, size: 5}");
        with_army(&library, &text, |army| compute_digests(army).army)
    };
    assert_ne!(digest("{campaign: summer}"), digest("{campaign: winter}"));
    assert_eq!(digest("{campaign: summer}"), digest("{campaign: summer, muster: new}"));
}
