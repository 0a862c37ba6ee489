//! Lines of the ledger are told apart by what they pay for, and each names the offer that sets its price.

use crate::common::{Folder, Ran};

const TOY: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
optional-cost: 7
stats: {m: {name: Melee}}
options:
  small: {name: Shield, cost: 1}
  large: {name: Shield, cost: 5}
  men: {name: Men, cost: 3}
  plume: {name: Plume}
  drum: {name: Drum}
  horn: {name: Horn, cost: 2}
every-unit: {options: [drum?: 4]}
units:
  men: {name: Men, cost: 10, stats: {m: 1}, options: [small?, large?, men?, plume?, horn?: 9]}
  cart:
    name: Cart
    cost: 20
    stats: {m: 0}
    parts: {crew: {unit: men, each: 2, cost: 6}}
roles:
  chief: {name: Chief, cost: 25}
";

const BOOK: &str = "\
book: hill
ruleset: toy
name: The Hill
version: 1.0.0
options:
  paint: {name: Paint, cost: 1, brief: Blue all over}
entries:
  clan: {unit: men, name: Clan, options: [small?, large?: 8, horn?, paint?]}
  guard: {unit: men, name: Guard, cost: 13, options: [large?]}
  carts: {unit: cart, name: Carts}
";

fn toy() -> Folder {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", TOY);
    folder.write("toy/books/hill.yaml", BOOK);
    folder
}

fn ran(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.muster(&[&["--rulesets", "."], arguments].concat())
}

#[test]
fn options_with_the_same_name_have_their_own_prices_on_the_sheet() {
    let folder = toy();
    folder.write(
        "a.yaml",
        "army: A\nruleset: toy\npoints: 100\nunits:\n  - {unit: men, options: [small, large, men]}\n",
    );
    // 10 + 1 + 5 + 3, each for its own option; an option with the same name as its unit type is shown with
    // its price
    let sheet = ran(&folder, &["render", "roster", "a.yaml", "--format", "text"]).out;
    assert!(sheet.contains("Shield +1, Shield +5, Men +3"), "{sheet}");
    assert!(sheet.contains("19 of 100 points"), "{sheet}");
}

#[test]
fn diff_tells_options_with_the_same_name_apart() {
    let folder = toy();
    folder.write(
        "a.yaml",
        "army: A\nruleset: toy\npoints: 100\nunits:\n  - {unit: men, options: [small, large]}\n",
    );
    folder.write("old/toy/ruleset.yaml", &TOY.replace("name: Shield, cost: 5", "name: Shield, cost: 6"));
    let shown = ran(&folder, &["diff", "a.yaml", "--rules-before", "old"]);
    let points: Vec<&str> = shown.out.lines().filter(|l| l.contains("points of")).map(str::trim).collect();
    assert_eq!(points.len(), 1, "{shown:?}");
    assert!(points[0].contains("points of Shield, toy/options/large"), "{shown:?}");
}

#[test]
fn each_line_names_the_offer_that_set_its_price() {
    let folder = toy();
    let rows = "\
commands:
  - commander: {role: chief}
    units:
      - {unit: clan, options: [small, large, horn, paint, drum]}
      - {unit: guard, options: [large]}
      - {unit: carts, size: 1}
";
    folder.write("a.yaml", &format!("army: A\nruleset: toy\nbook: hill\npoints: 200\n{rows}"));
    let cost = ran(&folder, &["cost", "a.yaml"]).out;
    let cited: Vec<Vec<&str>> = cost
        .lines()
        .filter(|l| l.contains('/') && l.starts_with("  "))
        .map(|l| {
            let mut words: Vec<&str> = l.split_whitespace().rev().take(2).collect();
            words.reverse();
            words
        })
        .collect();
    let wanted = [
        ["25", "toy/roles/chief"],
        // The entry has its type's price; of its options, one has a price of its own, the others the unit
        // type's, else the option's
        ["10", "toy/units/men"],
        ["1", "toy/options/small"],
        ["8", "hill/entries/clan/options/large"],
        ["9", "toy/units/men/options/horn"],
        ["1", "hill/options/paint"],
        ["4", "toy/every-unit/options/drum"],
        ["13", "hill/entries/guard"],
        ["5", "toy/options/large"],
        ["20", "toy/units/cart"],
        ["12", "toy/units/cart/parts/crew"],
    ];
    assert_eq!(cited, wanted, "{cost}");
    // Options without a price cost what the ruleset states for all such options
    folder.write("b.yaml", "army: B\nruleset: toy\npoints: 100\nunits: [{unit: men, options: [plume]}]\n");
    let cost = ran(&folder, &["cost", "b.yaml"]).out;
    assert!(cost.contains("7  toy/optional-cost"), "{cost}");
}

#[test]
fn a_book_option_is_printed_with_its_description() {
    let folder = toy();
    folder.write(
        "a.yaml",
        "army: A\nruleset: toy\nbook: hill\npoints: 100\nunits: [{unit: clan, options: [paint]}]\n",
    );
    let cards = ran(&folder, &["render", "cards", "a.yaml", "--format", "text"]).out;
    assert!(cards.contains("Blue all over"), "{cards}");
}

#[test]
fn prices_of_every_mode_are_listed_before_one_is_chosen() {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nmodes: {story: {name: Story, default: true}, match: {name: Match}}\n\
         optional-cost: {story: 0, match: 5}\nstats: {m: {name: Melee}}\noptions: {plume: {name: Plume}}\nunits:\n  men: \
         {name: Men, cost: {story: 10, match: 12}, stats: {m: 1}, options: [plume?]}\n  guns: {name: Guns, cost: {for-size: \
         {1: 30, 2: 55}}, size: {min: 1, max: 2}, stats: {m: 0}}\n",
    );
    let page = ran(&folder, &["rules", "toy"]).out;
    assert!(page.contains("An added option without a stated cost costs story 0, match 5."), "{page}");
    assert!(page.contains("story 10, match 12"), "{page}");
    ran(&folder, &["new", "army.yaml", "--ruleset", "toy"]);
    let list = std::fs::read_to_string(folder.path().join("army.yaml")).unwrap();
    assert!(list.contains("Men, points: story 10, match 12: plume"), "{list}");
    assert!(list.contains("Guns, points: 1: 30, 2: 55"), "{list}");
    assert!(list.contains("# An added option without a stated cost costs story 0, match 5."), "{list}");
    // What is charged is what was named
    for (mode, charged) in [("story", "10"), ("match", "17")] {
        let row = format!(
            "army: A\nruleset: toy\nmode: {mode}\npoints: 50\nunits: [{{unit: men, options: [plume]}}]\n"
        );
        folder.write("a.yaml", &row);
        let cost = ran(&folder, &["cost", "a.yaml"]).out;
        assert!(cost.contains(&format!("total {charged} of 50 points")), "{cost}");
    }
}
