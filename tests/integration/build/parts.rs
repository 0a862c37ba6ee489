//! Bodies that a character has with them: what is offered, what edits make of the text, and what is refused.

use muster::build::edits::RefusalReason;
use muster::build::offers::{Offer, OfferKind};
use muster::build::trial::Grade;
use muster::{Library, Number};
use serde_json::{Value, json};

use crate::common::edits_and_searches::{edit, offers_at};
use crate::common::{checked, lines, rules, with_army};

const STEED: &str = "\
ruleset: steed
name: Steed
version: 1.0.0
roles: {general: {name: General, cost: 0}}
size: 1
stats: {m: {name: Move}}
options: {barding: {name: Barding, cost: 4}, lamp: {name: Lamp, cost: 2}}
units:
  lord:
    name: Lord
    cost: 50
    roles: [general]
    stats: {m: 5}
    options: [lamp?]
    parts: {mount: {unit: horse, max: 1}, page: {unit: page, each: 1}, pack: {unit: mule, max: 3}}
  king: {name: King, cost: 60, roles: [general], stats: {m: 5}, parts: {guard: {unit: mule, min: 2, max: 3}}}
  horse: {name: Horse, cost: 10, stats: {m: 8}, options: [barding?]}
  page: {name: Page, cost: 1, stats: {m: 4}, options: [lamp?]}
  mule: {name: Mule, cost: 5, per: model, stats: {m: 4}, options: [lamp?]}
  foot: {name: Foot, cost: 20, stats: {m: 4}}
";

const NERO: &str = "/characters/0";

fn list(more: &str) -> String {
    format!(
        "army: Trial\nruleset: steed\npoints: 200\ncharacters:\n  - {{unit: lord, role: general, name: Nero{more}, with: Old}}\nunits:\n  \
         - {{unit: foot, name: Old}}\n"
    )
}

fn king(more: &str) -> String {
    list(more).replace("unit: lord", "unit: king")
}

/// Returns the text after edits, which must be legal and cost so many points.
fn edited(library: &Library, text: &str, edits: Value, points: i64) -> String {
    let done = edit(library, text, edits).unwrap();
    assert_eq!(lines(&checked(library, &done.text)), [""; 0], "{}", done.text);
    assert_eq!(with_army(library, &done.text, |army| army.spent), Number::from(points), "{}", done.text);
    done.text
}

/// Takes an offer, which must have promised the points that the army then costs.
fn taken(library: &Library, text: &str, kind: OfferKind, id: &str, points: i64) -> String {
    let all = offers_at(library, text, NERO, &[kind]);
    let offer = all.iter().find(|offer| offer.id == id).unwrap_or_else(|| panic!("no {id}: {all:?}"));
    let result = offer.result.as_ref().unwrap();
    assert_eq!((result.grade, result.total), (Grade::Ok, Some(points.into())), "{id}");
    edited(library, text, serde_json::to_value(offer.edits.as_ref().unwrap()).unwrap(), points)
}

fn shown(offers: &[Offer]) -> Vec<(&str, &str, &str)> {
    offers.iter().map(|offer| (offer.id.as_str(), offer.name.as_str(), offer.step.as_str())).collect()
}

#[test]
fn parts_of_a_character_are_offered_added_and_removed() {
    let (_folder, library) = rules("steed", STEED, &[]);
    // The lord 50, his page 1, the foot 20; a horse is 10, a mule 5
    let text = list("");
    assert_eq!(
        shown(&offers_at(&library, &text, NERO, &[OfferKind::Part])),
        [
            ("r1 part mount 1", "one more: Horse", "Nero: mount 1"),
            ("r1 part pack 1", "one more: Mule", "Nero: pack 1")
        ]
    );
    let mounted = taken(&library, &text, OfferKind::Part, "r1 part mount 1", 81);
    assert_eq!(mounted, list(", parts: {mount: 1}"));
    assert_eq!(taken(&library, &mounted, OfferKind::Part, "r1 part mount 0", 71), text);
    let both = list(", parts: {mount: 1, pack: 2}");
    assert_eq!(
        shown(&offers_at(&library, &both, NERO, &[OfferKind::Part])),
        [
            ("r1 part mount 0", "one fewer: Horse", "Nero: no mount"),
            ("r1 part pack 3", "one more: Mule", "Nero: pack 3"),
            ("r1 part pack 1", "one fewer: Mule", "Nero: pack 1")
        ]
    );
    assert_eq!(
        taken(&library, &both, OfferKind::Part, "r1 part pack 3", 96),
        list(", parts: {mount: 1, pack: 3}")
    );
    assert_eq!(taken(&library, &both, OfferKind::Part, "r1 part mount 0", 81), list(", parts: {pack: 2}"));
}

#[test]
fn options_of_a_characters_parts_are_offered_taken_and_dropped() {
    let (_folder, library) = rules("steed", STEED, &[]);
    let mounted = list(", parts: {mount: 1}");
    let offered = offers_at(&library, &mounted, NERO, &[OfferKind::Take]);
    // The lord himself and his page may have the same lamp
    assert_eq!(
        shown(&offered),
        [
            ("r1 take lamp", "Lamp", "Nero gain lamp"),
            ("r1 take mount barding", "Barding", "Nero, mount: gain barding"),
            ("r1 take page lamp", "Lamp", "Nero, page: gain lamp")
        ]
    );
    let groups: Vec<Option<&str>> = offered.iter().map(|offer| offer.group.as_deref()).collect();
    assert_eq!(groups, [None, Some("Horse"), Some("Page")]);
    let prices: Vec<Option<Number>> = offered.iter().map(|offer| offer.price.sum()).collect();
    assert_eq!(prices, [2_i64, 4, 2].map(|price| Some(price.into())));
    let barded = taken(&library, &mounted, OfferKind::Take, "r1 take mount barding", 85);
    assert_eq!(barded, list(", parts: {mount: {size: 1, options: [barding]}}"));
    let again = offers_at(&library, &barded, NERO, &[OfferKind::Take]);
    assert!(again[1].taken && !again[0].taken && !again[2].taken);
    let bare = taken(&library, &barded, OfferKind::Take, "r1 take mount barding", 81);
    assert_eq!(bare, list(", parts: {mount: {size: 1}}"));
    // Without a mount there is nothing that could be barded
    let ids = |text: &str| -> Vec<String> {
        offers_at(&library, text, NERO, &[OfferKind::Take]).into_iter().map(|offer| offer.id).collect()
    };
    assert_eq!(ids(&list("")), ["r1 take lamp", "r1 take page lamp"]);
}

#[test]
fn a_part_that_comes_by_itself_is_written_when_it_takes_an_option() {
    let (_folder, library) = rules("steed", STEED, &[]);
    let lit = taken(&library, &list(""), OfferKind::Take, "r1 take page lamp", 73);
    assert_eq!(lit, list(", parts: {page: {size: 1, options: [lamp]}}"));
    let dark = taken(&library, &lit, OfferKind::Take, "r1 take page lamp", 71);
    assert_eq!(dark, list(", parts: {page: {size: 1}}"));
    // Beside another part
    let both = taken(&library, &list(", parts: {mount: 1}"), OfferKind::Take, "r1 take page lamp", 83);
    assert_eq!(both, list(", parts: {mount: 1, page: {size: 1, options: [lamp]}}"));
    let gone = edit(&library, &both, json!([{"do": "part", "at": NERO, "part": "page", "size": null}]));
    assert_eq!(gone.unwrap().text, list(", parts: {mount: 1}"));
}

#[test]
fn a_part_that_is_required_is_offered_within_its_bounds() {
    let (_folder, library) = rules("steed", STEED, &[]);
    let offered = |more: &str| -> Vec<(String, String)> {
        offers_at(&library, &king(more), NERO, &[OfferKind::Part])
            .into_iter()
            .map(|offer| (offer.id, offer.name))
            .collect()
    };
    let one = |id: &str, name: &str| (id.to_owned(), name.to_owned());
    assert_eq!(offered(""), [one("r1 part guard 2", "2 more: Mule")]);
    assert_eq!(offered(", parts: {guard: 2}"), [one("r1 part guard 3", "one more: Mule")]);
    assert_eq!(offered(", parts: {guard: 3}"), [one("r1 part guard 2", "one fewer: Mule")]);
    assert_eq!(offered(", parts: {guard: 5}"), [one("r1 part guard 3", "2 fewer: Mule")]);
    // The king 60, two mules 10, the foot 20
    assert_eq!(
        taken(&library, &king(""), OfferKind::Part, "r1 part guard 2", 90),
        king(", parts: {guard: 2}")
    );
}

#[test]
fn the_size_of_a_characters_part_changes_and_its_options_stay() {
    let (_folder, library) = rules("steed", STEED, &[]);
    let lit = list(", parts: {pack: {size: 2, options: [lamp]}}");
    for edits in [
        json!([{"do": "part", "at": NERO, "part": "pack", "size": 1}]),
        json!([{"do": "size", "at": NERO, "part": "pack", "size": 1}]),
    ] {
        // 71, a mule 5, its lamp 2
        let done = edited(&library, &lit, edits, 78);
        assert_eq!(done, list(", parts: {pack: {size: 1, options: [lamp]}}"));
    }
    let edits = json!([{"do": "size", "at": NERO, "part": "pack", "size": null}]);
    assert_eq!(edited(&library, &lit, edits, 71), list(""));
    // In lines of their own
    let block = "army: Trial\nruleset: steed\npoints: 200\ncharacters:\n  - unit: lord\n    role: general\n    name: Nero\n    \
                 with: Old   # as ever\nunits:\n  - {unit: foot, name: Old}\n";
    let at = NERO;
    let edits = json!([
        {"do": "part", "at": at, "part": "mount", "size": 1},
        {"do": "take", "at": at, "part": "mount", "option": "barding"},
        {"do": "take", "at": at, "part": "page", "option": "lamp"}
    ]);
    let done = edited(&library, block, edits, 87);
    let edits = json!([
        {"do": "part", "at": at, "part": "mount", "size": null},
        {"do": "part", "at": at, "part": "page", "size": null}
    ]);
    assert_eq!(edited(&library, &done, edits, 71), block);
}

#[test]
fn what_a_character_cannot_have_is_refused() {
    let (_folder, library) = rules("steed", STEED, &[]);
    let refused = |text: &str, edit_of_it: Value| {
        let refusal = edit(&library, text, json!([edit_of_it])).unwrap_err();
        (refusal.reason, refusal.message, refusal.help.unwrap_or_default(), refusal.key.unwrap_or_default())
    };
    let of = |reason: RefusalReason, message: &str, help: &str, key: &'static str| {
        (reason, message.to_owned(), help.to_owned(), key)
    };
    let no_mont = of(RefusalReason::NotHere, "Lord has no part \"mont\"", "mount, page, pack", "part");
    assert_eq!(refused(&list(""), json!({"do": "part", "at": NERO, "part": "mont", "size": 1})), no_mont);
    assert_eq!(
        refused(&list(""), json!({"do": "take", "at": NERO, "part": "mont", "option": "barding"})),
        no_mont
    );
    assert_eq!(
        refused(&list(""), json!({"do": "take", "at": NERO, "part": "mount", "option": "barding"})),
        of(RefusalReason::NoSuchPlace, "the list has no part \"mount\" there", "add the part first", "part")
    );
    assert_eq!(
        refused(
            &list(", parts: {mount: 1}"),
            json!({"do": "drop", "at": NERO, "part": "mount", "option": "barding"})
        ),
        of(RefusalReason::NoSuchPlace, "the list has no option \"barding\" there", "", "option")
    );
    assert_eq!(
        refused(&list(""), json!({"do": "size", "at": NERO, "size": 1})),
        of(RefusalReason::NotHere, "a character has no size", "", "at")
    );
    assert_eq!(
        refused(&list(""), json!({"do": "part", "at": NERO, "part": "mount", "size": 1_000_001})).0,
        RefusalReason::OutOfRange
    );
    let person = list("").replace("unit: lord, ", "");
    for edit in [
        json!({"do": "part", "at": NERO, "part": "mount", "size": 1}),
        json!({"do": "take", "at": NERO, "part": "mount", "option": "barding"}),
    ] {
        assert_eq!(
            refused(&person, edit),
            of(RefusalReason::NotHere, "a person without a body has no parts", "", "at")
        );
    }
    // A word that is wrong can still be taken out
    let wrong = list(", parts: {mont: 1}");
    let edits = json!([{"do": "part", "at": NERO, "part": "mont", "size": null}]);
    assert_eq!(edited(&library, &wrong, edits, 71), list(""));
}
