//! Quick Ancients.

use crate::games::{army, assert_none_wrong, legal, report, rules, stat, total, unit};

fn list(units: &str) -> String {
    format!("army: A\nruleset: quick\nunits:\n{units}")
}

/// A type with its options, then figures, rout point, losses before it, dice in line and on flank or rear,
/// and the lowest d6 that hits the unit. `-` for no number, if it never checks or only fights what it
/// touches.
const UNITS: [(&str, [&str; 6]); 9] = [
    ("heavy-infantry", ["24", "3", "21", "24", "72", "6"]),
    ("heavy-infantry, options: [greek]", ["24", "3", "21", "24", "72", "6"]),
    ("medium-infantry", ["18", "3", "15", "18", "18", "5"]),
    ("medium-infantry, options: [skirmishing]", ["18", "-", "-", "-", "-", "5"]),
    ("light-infantry", ["12", "-", "-", "-", "-", "4"]),
    ("heavy-cavalry", ["18", "3", "15", "18", "54", "6"]),
    ("medium-cavalry", ["18", "3", "15", "18", "18", "5"]),
    ("light-cavalry", ["12", "3", "9", "12", "12", "5"]),
    ("elephants", ["3", "1", "2", "18", "54", "6"]),
];

#[test]
fn figures_dice_and_rout_points() {
    let mut wrong = Vec::new();
    for (kind, want) in UNITS {
        let text = list(&format!("  - {{unit: {kind}, name: U}}\n"));
        legal(&text);
        army(&text, |a| {
            // To a player, a missing number is the same as one that does not apply
            let number = |id: &str| match unit(a, "U", id).as_str() {
                "none" => "-".to_owned(),
                other => other.to_owned(),
            };
            let got = [
                number("figures"),
                stat(a, "U", "rout-at"),
                number("lost-before-rout"),
                number("line-dice"),
                number("flank-dice"),
                stat(a, "U", "hit-on"),
            ];
            if got != want {
                wrong.push(format!("{kind}: {got:?}, not {want:?}"));
            }
        });
    }
    assert_none_wrong(&wrong);
}

/// Movement 2 and Organization.
#[test]
fn moves_and_figures_a_base() {
    for (kind, per_base, inches) in [
        ("heavy-infantry", "4", "8"),
        ("medium-infantry", "3", "8"),
        ("light-infantry", "2", "8"),
        ("heavy-cavalry", "3", "12"),
        ("medium-cavalry", "3", "12"),
        ("light-cavalry", "2", "12"),
        ("elephants", "1", "8"),
        ("engines", "-", "0"),
    ] {
        army(&list(&format!("  - {{unit: {kind}, name: U}}\n")), |a| {
            assert_eq!(stat(a, "U", "per-base"), per_base, "{kind}");
            assert_eq!(stat(a, "U", "move"), inches, "{kind}");
        });
    }
}

/// Codes also work, as a player would write them.
#[test]
fn codes_name_the_same_types() {
    for (code, kind) in [
        ("HI", "heavy-infantry"),
        ("MI", "medium-infantry"),
        ("LI", "light-infantry"),
        ("HC", "heavy-cavalry"),
        ("MC", "medium-cavalry"),
        ("LC", "light-cavalry"),
        ("El", "elephants"),
    ] {
        let rules = rules("quick");
        assert_eq!(rules.find_unit_type(code), rules.find_unit_type(kind), "{code}");
        assert!(rules.find_unit_type(code).is_some(), "{code}");
    }
}

/// One wide 1 x 2 x 4 = 8, two wide 16, Greek 1 x 3 x 4 = 12 and 24; in support 3 x 2 x 3 = 18.
#[test]
fn dice_in_column_and_in_support() {
    for (unit_, one, two, support) in [
        ("heavy-infantry, options: [javelin]", "8", "16", "none"),
        ("heavy-infantry, options: [greek]", "12", "24", "none"),
        ("heavy-cavalry", "6", "12", "none"),
        ("medium-cavalry", "6", "12", "none"),
        ("light-cavalry", "4", "8", "none"),
        ("medium-infantry", "none", "-", "18"),
        ("medium-infantry, options: [skirmishing]", "none", "-", "none"),
    ] {
        army(&list(&format!("  - {{unit: {unit_}, name: U}}\n")), |a| {
            assert_eq!(unit(a, "U", "column-dice"), one, "{unit_}");
            assert_eq!(unit(a, "U", "wide-column-dice"), two, "{unit_}");
            assert_eq!(unit(a, "U", "support-dice"), support, "{unit_}");
        });
    }
}

/// Missiles 1, 3, 5: a die for each figure; formed foot only with the bases of its first rank.
#[test]
fn shots() {
    for (unit_, shots, javelins) in [
        ("medium-infantry, options: [skirmishing, bow]", "18", "none"),
        ("medium-infantry, options: [skirmishing, javelin]", "18", "none"),
        ("medium-infantry, options: [javelin]", "none", "9"),
        ("light-infantry, options: [sling]", "12", "none"),
        ("light-infantry, options: [javelin]", "12", "none"),
        ("light-cavalry, options: [javelin]", "12", "none"),
        ("heavy-infantry, options: [javelin]", "none", "12"),
        ("heavy-infantry, options: [javelin, greek]", "none", "8"),
        ("heavy-infantry", "none", "none"),
        ("elephants, options: [bow]", "none", "none"),
    ] {
        let text = list(&format!("  - {{unit: {unit_}, name: U}}\n"));
        assert!(report(&text).findings.is_empty(), "{unit_}");
        army(&text, |a| {
            assert_eq!(unit(a, "U", "shots"), shots, "{unit_}");
            assert_eq!(unit(a, "U", "first-rank-javelins"), javelins, "{unit_}");
        });
    }
}

/// The umpire has the last word: a reason settles a warning, both about the offer and about what it needs.
#[test]
fn a_reason_settles_a_warning() {
    for unit_ in ["HC, name: U, options: [bow", "MI, name: U, options: [sling"] {
        let bare = report(&list(&format!("  - {{unit: {unit_}]}}\n")));
        assert_eq!(bare.findings.len(), 1, "{unit_}");
        let reasoned = report(&list(&format!("  - {{unit: {unit_}: {{because: the umpire says so}}]}}\n")));
        let codes: Vec<&str> = reasoned.findings.iter().map(|f| f.code.as_str()).collect();
        assert_eq!(codes, ["settled"], "{unit_}");
    }
}

/// Morale 3: the row is that of the ranks in line. Formed troops have one, and others never check.
#[test]
fn the_morale_row_of_every_type() {
    // The document's own rows: state, fails, stays
    let rows = [
        ("Disordered", "1-5 routs", "6"),
        ("Column", "1-4 disordered", "5-6"),
        ("One rank", "1-3 disordered", "4-6"),
        ("Two ranks", "1-2 disordered", "3-6"),
        ("Three ranks", "1 disordered", "2-6"),
    ];
    let mut findings = Vec::new();
    let file = crate::games::library().load_ruleset("quick", &mut findings).unwrap().file;
    let (_, table) = file.tables.iter().find(|(id, _)| id.as_str() == "morale").unwrap();
    let got: Vec<Vec<&str>> =
        table.rows.iter().map(|row| row.cells().iter().map(|cell| cell.value.as_str()).collect()).collect();
    assert_eq!(got, rows.map(|(a, b, c)| vec![a, b, c]));
    for (unit_, row) in [
        ("heavy-infantry", Some("Two ranks")),
        ("heavy-infantry, options: [greek]", Some("Three ranks")),
        ("medium-infantry", Some("Two ranks")),
        ("medium-infantry, options: [skirmishing]", None),
        ("light-infantry", None),
        ("heavy-cavalry", Some("Two ranks")),
        ("medium-cavalry", Some("Two ranks")),
        ("light-cavalry", Some("Two ranks")),
        ("elephants", Some("One rank")),
    ] {
        army(&list(&format!("  - {{unit: {unit_}, name: U}}\n")), |a| {
            let highest = row.map(|row| rows.iter().find(|r| r.0 == row).unwrap().1);
            let want = highest.map(|fails| fails.split(' ').next().unwrap().rsplit('-').next().unwrap());
            assert_eq!(unit(a, "U", "morale"), want.unwrap_or("none"), "{unit_}");
        });
    }
}

/// 2 x 24 + 18 + 12 + 3 = 81.
#[test]
fn figures_of_the_army() {
    let text = list(
        "  - {unit: HI, name: A, count: 2}\n  - {unit: MI, name: B}\n  - {unit: LC, name: C}\n  - {unit: El, name: D}\n  - {unit: engines, name: E}\n",
    );
    army(&text, |a| assert_eq!(total(a, "army-figures"), "81"));
}

/// 36 + 48 + 48 + 24 + 48 + 18 + 18 + 36 = 276; three bases of 4 throw javelins.
#[test]
fn scipio_at_zama() {
    army(&std::fs::read_to_string("lists/quick/zama-rome.yaml").unwrap(), |a| {
        assert_eq!(total(a, "army-figures"), "276");
        assert_eq!(unit(a, "Hastati", "first-rank-javelins"), "12");
        assert_eq!(unit(a, "Triarii", "first-rank-javelins"), "none");
        assert_eq!(unit(a, "Masinissa's Numidians", "shots"), "12");
    });
}
