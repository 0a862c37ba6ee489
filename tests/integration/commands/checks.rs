//! What is checked of kinds of command and of commands within commands.

use crate::commands::support::{NONE, corps, field, field_with_limits, list, patrol, told};
use crate::common::{checked, labelled, lines, ruled, rules, stat, with_army};
use muster::army::army_and_rules_digests::compute_digests;

fn squads(n: u32) -> String {
    format!("{{unit: squad, count: {n}}}")
}

#[test]
fn a_limit_looks_at_each_command_of_its_kind() {
    let (_folder, library) = field();
    for (n, wanted) in [
        (1, "error[too-few]: 1 unit in \"Scouts\", at least 2 needed"),
        (5, "error[too-many]: 5 units in \"Scouts\", at most 4 allowed"),
    ] {
        // The corps itself has one unit, and no limit on that
        let text = list(&[corps(&squads(1), &[patrol("Scouts", &squads(n))])]);
        assert_eq!(told(&library, &text), [wanted]);
        assert_eq!(told(&library, &list(&[patrol("Scouts", &squads(n))])), [wanted]);
    }
    for n in [2, 4] {
        let text = list(&[corps(&squads(9), &[patrol("Scouts", &squads(n))]), patrol("Rear", &squads(n))]);
        assert_eq!(told(&library, &text), NONE, "{n}");
    }
}

#[test]
fn a_command_is_all_that_is_written_in_it() {
    let (_folder, library) = field_with_limits(
        "  few: {count: {unit: squad}, in: corps, max: 2}\n  each: {count: {}, in: command, max: 3}\n",
    );
    let nested = |outer: u32, inner: u32| list(&[corps(&squads(outer), &[patrol("Scouts", &squads(inner))])]);
    assert_eq!(told(&library, &nested(1, 1)), NONE);
    let report = checked(&library, &nested(1, 2));
    assert_eq!(
        lines(&report),
        ["error[too-many]: 3 \"Squad\" in \"First\" with the command in it, at most 2 allowed"]
    );
    assert_eq!(labelled(&report, &report.findings[0]), ["squad", "squad", "few"]);
    // A command beside it does not count
    let beside = list(&[corps(&squads(1), &[]), patrol("Scouts", &squads(2))]);
    assert_eq!(told(&library, &beside), NONE);
    // Every command is measured, the outer with those in it
    let text = list(&[corps("", &[patrol("Left", &squads(2)), patrol("Right", "{unit: gun, count: 4}")])]);
    assert_eq!(
        told(&library, &text),
        [
            "error[too-many]: 4 units in \"Right\", at most 3 allowed",
            "error[too-many]: 6 units in \"First\" with the 2 commands in it, at most 3 allowed"
        ]
    );
}

#[test]
fn a_selector_finds_what_is_written_directly_in_a_kind_of_command() {
    let (_folder, library) = field();
    let guns = |n: u32| format!("{{unit: gun, count: {n}}}");
    let text = |own: u32, inner: u32| {
        list(&[corps(&guns(own), &[patrol("Scouts", &format!("{}, {}", squads(1), guns(inner)))])])
    };
    assert_eq!(told(&library, &text(1, 3)), NONE);
    assert_eq!(
        told(&library, &text(2, 1)),
        [
            "error[too-many]: 2 units tagged \"gun\" in commands of the kind \"Corps\" in \"First\" with the command in \
             it, at most 1 allowed"
        ]
    );
    // In formulas, and of characters too
    let (_folder, library) = field_with_limits(
        "  guns: {holds: \"count({command: corps, tag: gun}) <= 1\", says: few guns}\n  officers: {count: {command: \
         corps, role: captain}, max: 0}\n",
    );
    assert_eq!(told(&library, &text(1, 3)), NONE);
    assert_eq!(
        told(&library, &text(2, 1)),
        [
            "error[does-not-hold]: this rule is not met: few guns: count({command: corps, tag: gun}) is 2, at most 1 \
             needed"
        ]
    );
}

#[test]
fn bounds_on_a_kind_count_its_commands_in_the_whole_army() {
    let (_folder, library) = field_with_limits("  none: {count: {}, max: 99}\n");
    let inner = patrol("Scouts", &squads(1));
    let fits = list(&[corps(&squads(1), std::slice::from_ref(&inner)), patrol("Rear", &squads(1))]);
    assert_eq!(told(&library, &fits), NONE);
    // Two corps and two patrols: one finding, which labels both corps
    let second = corps(&squads(1), &[]).replace("First", "Second");
    let text = list(&[corps(&squads(1), &[inner]), second, patrol("Rear", &squads(1))]);
    let report = checked(&library, &text);
    assert_eq!(lines(&report), ["error[too-many]: 2 commands of the kind \"Corps\", at most 1 allowed"]);
    assert_eq!(ruled(&report), ["error too-many field/commands/kinds/corps"]);
    assert_eq!(labelled(&report, &report.findings[0]), ["Second", "First", "1"]);
}

#[test]
fn a_patrol_never_answers_for_a_battalion() {
    let text = "\
ruleset: field
name: Field
version: 1.0.0
roles: {general: {name: General}, captain: {name: Captain}}
commands:
  led-by: [captain]
  kinds: {battalion: {name: Battalion, led-by: [general], max: 1}, patrol: {name: Patrol, default: true}}
units: {squad: {name: Squad, tags: [foot], cost: 1}}
limits: {battle-line: {count: {tag: foot}, in: battalion, min: 3}}
";
    let (_folder, library) = rules("field", text, &[]);
    let army = |battalion: u32, patrol_size: u32| {
        let first = corps(&squads(battalion), &[]).replace("corps", "battalion");
        list(&[first, patrol("Scouts", &squads(patrol_size))])
    };
    assert_eq!(told(&library, &army(3, 1)), NONE);
    assert_eq!(
        told(&library, &army(2, 9)),
        ["error[too-few]: 2 units tagged \"foot\" in \"First\", at least 3 needed"]
    );
    // Without a battalion there is nothing to fill
    assert_eq!(told(&library, &list(&[patrol("Scouts", &squads(1))])), NONE);
}

#[test]
fn an_army_without_commands_is_of_the_default_kind() {
    let (_folder, library) = field();
    let bare = |n: u32| format!("army: Trial\nruleset: field\npoints: 100\nunits: [{}]\n", squads(n));
    assert_eq!(told(&library, &bare(2)), NONE);
    assert_eq!(told(&library, &bare(5)), ["error[too-many]: 5 units, at most 4 allowed"]);
    // Without a default, it is of none
    let rules_text = crate::commands::support::FIELD.replace(", default: true", "");
    let (_folder, library) = rules("field", &rules_text, &[]);
    let report = checked(&library, &bare(5));
    assert_eq!(
        lines(&report),
        ["error[choice-missing]: an army without commands is of no kind, such as corps or patrol"]
    );
    assert_eq!(report.findings[0].help.as_deref(), Some("write `commands:`, each with its `kind`"));
}

#[test]
fn all_commands_are_counted() {
    let (_folder, library) = field_with_limits(
        "  two: {sum: commands, max: 2}\n  few: {count: {}, max: 2, when: {commands: {min: 3}}}\n  inner: {sum: commands, \
         of: {command: patrol}, in: corps, max: 1}\n",
    );
    let text = list(&[corps(&squads(1), &[patrol("A", &squads(1)), patrol("B", &squads(1))])]);
    assert_eq!(
        told(&library, &text),
        [
            "error[too-many]: 2 commands of the kind \"Patrol\" in \"First\" with the 2 commands in it, at most 1 allowed",
            "error[too-many]: 3 commands, at most 2 allowed",
            "error[too-many]: 3 units, at most 2 allowed, since there are 3 commands, 3 or more"
        ]
    );
}

#[test]
fn the_kind_of_a_command_must_be_known() {
    let (_folder, library) = field();
    let text =
        list(&[corps(&squads(1), &[patrol("Scouts", &squads(2))]).replace("kind: corps", "kind: corp")]);
    // Neither the leader nor the limits of an unknown kind are checked
    let report = checked(&library, &text);
    assert_eq!(lines(&report), ["error[unknown-kind]: Field has no kind of command \"corp\""]);
    assert_eq!(report.findings[0].help.as_deref(), Some("did you mean \"corps\"?"));
    let named = text.replace("kind: corp,", "kind: Corps,");
    assert_eq!(checked(&library, &named).findings[0].help.as_deref(), Some("did you mean \"corps\"?"));
    // Without a default, each command says what it is
    let rules_text = crate::commands::support::FIELD.replace(", default: true", "");
    let (_folder, library) = rules("field", &rules_text, &[]);
    let report = checked(&library, &list(&[patrol("Scouts", &squads(9))]));
    assert_eq!(
        lines(&report),
        ["error[choice-missing]: which kind of command is \"Scouts\", corps or patrol?"]
    );
    assert_eq!(report.findings[0].help.as_deref(), Some("write `kind: corps` or the like"));
    // Within a corps it can only be a patrol
    let text = list(&[corps(&squads(1), &[patrol("Scouts", &squads(2))])]);
    assert_eq!(
        told(&library, &text),
        ["error[choice-missing]: \"Scouts\" does not say its kind of command, which here can only be patrol"]
    );
}

#[test]
fn a_kind_has_its_places_and_leaders() {
    let (_folder, library) = field();
    let inner = patrol("Inner", &squads(2));
    let outer = patrol("Outer", &squads(2)).replace("units:", &format!("commands: [{inner}], units:"));
    let report = checked(&library, &list(&[outer]));
    assert_eq!(
        lines(&report),
        ["error[bad-value]: a \"Patrol\" is in the army or in a \"Corps\", not in a \"Patrol\""]
    );
    assert_eq!(labelled(&report, &report.findings[0]), ["Inner", "patrol"]);
    let within = corps(&squads(1), &[corps(&squads(1), &[]).replace("First", "Second")]);
    assert_eq!(
        told(&library, &list(&[within])),
        [
            "error[too-many]: 2 commands of the kind \"Corps\", at most 1 allowed",
            "error[bad-value]: a \"Corps\" is in the army, not in a \"Corps\""
        ]
    );
    let led = corps(&squads(1), &[]).replace("role: general", "role: captain");
    assert_eq!(
        told(&library, &list(&[led])),
        ["error[commander]: \"First\" is led by the role \"captain\"; a \"Corps\" is led by \"general\""]
    );
    let leaderless = corps(&squads(1), &[]).replace(" commander: {role: general, name: G},", "");
    let report = checked(&library, &list(std::slice::from_ref(&leaderless)));
    assert_eq!(lines(&report), ["error[commander]: \"First\" has no commander"]);
    assert!(report.findings[0].help.as_deref().unwrap().contains("role: general"));
    // A kind that nobody leads needs no commander
    let text = crate::commands::support::FIELD.replace("led-by: [general]", "led-by: []");
    let (_folder, library) = rules("field", &text, &[]);
    assert_eq!(told(&library, &list(&[leaderless])), NONE);
}

#[test]
fn games_without_kinds_have_no_commands_within_commands() {
    let text = "ruleset: field\nname: Field\nversion: 1.0.0\nroles: {captain: {name: Captain}}\ncommands: \
                {led-by: [captain]}\nunits: {squad: {name: Squad, cost: 1}}\n";
    let (_folder, library) = rules("field", text, &[]);
    let inner = [patrol("A", &squads(1)), patrol("B", &squads(1))];
    let outer =
        patrol("First", &squads(1)).replace("units:", &format!("commands: [{}], units:", inner.join(", ")));
    let report = checked(&library, &list(&[outer]));
    assert_eq!(lines(&report), ["error[unknown-key]: Field has no commands within commands"]);
    assert_eq!(labelled(&report, &report.findings[0]), ["A"]);
    let kind = patrol("A", &squads(1)).replace("name: A,", "name: A, kind: patrol,");
    assert_eq!(told(&library, &list(&[kind])), ["error[unknown-key]: Field has no kinds of command"]);
}

#[test]
fn allies_stand_beside_the_commands_of_the_army() {
    let ours = "book: ours\nruleset: field\nname: Ours\nversion: 1.0.0\nallies: {friends: {book: theirs}}\nentries: {men: \
                {unit: squad}}\n";
    let theirs = "book: theirs\nruleset: field\nname: Theirs\nversion: 1.0.0\nentries: {guests: {unit: squad}}\nlimits: \
                  {few: {count: {}, in: command, max: 3}}\n";
    let (before, _) = crate::commands::support::FIELD.split_once("limits:").unwrap();
    let (_folder, library) = rules("field", before, &[("ours", ours), ("theirs", theirs)]);
    let men = "{unit: men, count: 2}";
    let allied = |inner: &str| {
        format!(
            "{{name: Friends, ally: friends, points: 100, commander: {{role: captain, name: F}}, units: [{{unit: guests, \
             count: 2}}]{inner}}}"
        )
    };
    let text = |commands: &[String]| list(commands).replace("commands:\n", "book: ours\ncommands:\n");
    let inside = text(&[corps(men, &[allied("")])]);
    let report = checked(&library, &inside);
    assert_eq!(
        lines(&report),
        ["error[ally]: allies stand beside the army's commands, not in one such as \"First\""]
    );
    assert_eq!(labelled(&report, &report.findings[0]), ["friends"]);
    // What is within an ally's command is the ally's, limits and entries too
    let with_patrol = |n: u32| {
        let inner = format!(
            "{{name: Scouts, commander: {{role: captain, name: S}}, units: [{{unit: guests, count: {n}}}]}}"
        );
        let ally = allied(&format!(", kind: corps, commands: [{inner}]"))
            .replace("role: captain, name: F", "role: general, name: F");
        text(&[patrol("Ours", men), ally])
    };
    assert_eq!(told(&library, &with_patrol(1)), NONE);
    assert_eq!(
        told(&library, &with_patrol(2)),
        ["error[too-many]: 4 units in \"Friends\" with the command in it, at most 3 allowed"]
    );
}

#[test]
fn an_effect_may_look_in_the_command_of_a_kind_around() {
    let text = crate::commands::support::FIELD.replace("units:\n", "stats: {ld: {name: Leadership, default: 5}}\neffects:\n  \
               steady: {where: {tag: foot}, in: corps, when: {measured: {count: {tag: gun}, min: 1}}, add: {ld: 1}}\nunits:\n");
    let (_folder, library) = rules("field", &text, &[]);
    let text = list(&[
        corps("{unit: squad, name: A}", &[patrol("Scouts", "{unit: squad, name: B}, {unit: gun}")]),
        patrol("Rear", "{unit: squad, name: C}, {unit: gun}"),
    ]);
    let found = with_army(&library, &text, |army| {
        ["A", "B", "C"].map(|name| stat(army, name, "ld").unwrap().to_string())
    });
    assert_eq!(found, ["6", "6", "5"], "the patrol beside the corps is in none");
}

#[test]
fn names_are_looked_up_in_the_commands_around() {
    let (_folder, library) = field_with_limits("  none: {count: {}, max: 99}\n");
    let text = list(&[
        patrol("Rear", "{unit: squad, name: Old}, {unit: gun, name: Old}"),
        corps("{unit: squad}", &[patrol("Scouts", "{unit: squad, name: Old}, {unit: squad}")])
            .replace("name: G}", "name: G, with: Old}"),
    ]);
    // The general joins the unit in his own corps, not the first of the name
    with_army(&library, &text, |army| {
        let joined = army.characters.iter().find(|c| c.name == "G").unwrap().joins.as_ref().unwrap();
        assert_eq!(army.units[joined.unit.unwrap()].command, Some(2));
    });
    assert_eq!(told(&library, &text), NONE);
}

#[test]
fn digests_tell_where_commands_stand() {
    let (_folder, library) = field();
    let digest = |text: &str| with_army(&library, text, |army| compute_digests(army).army);
    let (inner, units) = (patrol("Scouts", &squads(2)), squads(1));
    let nested = list(&[corps(&units, std::slice::from_ref(&inner))]);
    let beside = list(&[corps(&units, &[]), inner.clone()]);
    assert_ne!(digest(&nested), digest(&beside));
    // The default kind may be written or not, and the order of commands does not matter
    let written = inner.replace("{name: Scouts,", "{name: Scouts, kind: patrol,");
    assert_eq!(digest(&nested), digest(&list(&[corps(&units, &[written])])));
    assert_eq!(digest(&beside), digest(&list(&[inner, corps(&units, &[])])));
    let other = beside.replace("kind: corps", "kind: patrol");
    assert_ne!(digest(&beside), digest(&other));
}

/// Published cases of other validators, by what they assert: two kinds of command in an army, at most two of the first
/// and one of the second; and commands of two kinds within another, whose units count together.
#[test]
fn cases_of_other_validators_come_out_as_they_say() {
    let kinds = |kinds: &str, limits: &str| {
        format!(
            "ruleset: field\nname: Field\nversion: 1.0.0\nroles: {{captain: {{name: Captain}}}}\ncommands:\n  led-by: \
             [captain]\n  kinds: {{{kinds}}}\nunits: {{squad: {{name: Squad, cost: 1}}}}\n{limits}"
        )
    };
    let command = |name: &str, kind: &str, units: u32| {
        patrol(name, &squads(units)).replace("commander:", &format!("kind: {kind}, commander:"))
    };
    // Two kinds of detachment, at most two and at most one: two and two are one finding with two labels
    let text = kinds("patrol: {name: Patrol, max: 2}, battalion: {name: Battalion, max: 1}", "");
    let (_folder, library) = rules("field", &text, &[]);
    let army = |patrols: usize, battalions: usize| {
        let all = (0..patrols).map(|at| command(&format!("P{at}"), "patrol", 1));
        list(
            &all.chain((0..battalions).map(|at| command(&format!("B{at}"), "battalion", 1)))
                .collect::<Vec<_>>(),
        )
    };
    for (patrols, battalions) in [(2, 1), (2, 0), (0, 1)] {
        assert_eq!(told(&library, &army(patrols, battalions)), NONE, "{patrols} {battalions}");
    }
    let report = checked(&library, &army(2, 2));
    assert_eq!(lines(&report), ["error[too-many]: 2 commands of the kind \"Battalion\", at most 1 allowed"]);
    assert_eq!(labelled(&report, &report.findings[0]), ["B1", "B0", "1"]);
    // A limit of the outer command sees its own units and those of a command in it
    let text = kinds(
        "main: {name: Main}, inner: {name: Inner, within: main}",
        "limits: {squads: {count: {unit: squad}, in: main, max: 2}}\n",
    );
    let (_folder, library) = rules("field", &text, &[]);
    let army = |own: u32, inner: u32| {
        let inside = format!("commands: [{}], units:", command("Second", "inner", inner));
        list(&[command("First", "main", own).replacen("units:", &inside, 1)])
    };
    assert_eq!(told(&library, &army(1, 1)), NONE);
    assert_eq!(
        told(&library, &army(1, 2)),
        ["error[too-many]: 3 \"Squad\" in \"First\" with the command in it, at most 2 allowed"]
    );
}
