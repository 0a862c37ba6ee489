//! What a cost is for stays as the unit type, the offer or the option states it, until something else is
//! stated.

use crate::common::{Folder, checked, lines, n, with_army};

const BASE: &str = "\
ruleset: base
name: Base
version: 1.0.0
size: {of: models, min: 1}
options:
  shield: {name: Shield, cost: 1, per: model}
  horn: {name: Horn, cost: 4}
  oath: {name: Oath, per: model}
  pavise: {name: Pavise, cost: {for-size: {10: 6, 20: 9}}, per: model}
optional-cost: 2
units:
  spears:
    name: Spears
    cost: 6
    per: model
    options:
      - shield?
      - horn?: {cost: 3, per: model}
      - oath?
      - pavise?
  band: {name: Band, cost: 30}
  engines: {name: Engines, cost: {for-size: {1: 50, 2: 90}}, per: model}
";

const BOOK: &str = "\
book: own
ruleset: base
name: Own
version: 1.0.0
entries:
  dearer: {unit: spears, cost: 7}
  whole: {unit: spears, cost: 7, per: unit}
  as-the-type: {unit: spears}
  each-of-the-type-s: {unit: band, per: model}
  lump: {unit: band, cost: 40}
  each-now: {unit: band, cost: 2, per: model}
  by-size: {unit: spears, cost: {for-size: {20: 100}}}
  engines-each: {unit: engines, cost: 45}
  offers:
    unit: spears
    options:
      - shield?: 2
      - horn?: 5
      - oath?: {per: unit}
      - pavise?
  offers-whole:
    unit: spears
    options:
      - shield?: {per: unit}
      - horn?: {cost: 5, per: unit}
";

const OVERLAY: &str = "\
ruleset: over
extends: base
name: Over
version: 1.0.0
units:
  spears: {cost: 7}
  band: {cost: 40}
options:
  shield: {cost: 2}
";

#[test]
fn entries_offers_and_overlays_keep_what_a_cost_is_for() {
    let folder = Folder::new();
    folder.write("base/ruleset.yaml", BASE);
    folder.write("base/books/own.yaml", BOOK);
    folder.write("over/ruleset.yaml", OVERLAY);
    let library = folder.library();
    let cost = |head: &str, row: &str| {
        let text = format!("army: Trial\n{head}\npoints: 1000\nunits:\n  - {row}\n");
        let report = checked(&library, &text);
        assert!(report.findings.is_empty(), "{row}: {:#?} {:#?}", lines(&report), library.findings());
        with_army(&library, &text, |army| army.units[0].cost().unwrap())
    };
    #[rustfmt::skip]
    let entries = [
        ("{unit: dearer, size: 20}", "140"),
        ("{unit: whole, size: 20}", "7"),
        ("{unit: as-the-type, size: 20}", "120"),
        ("{unit: each-of-the-type-s, size: 20}", "600"),
        ("{unit: lump, size: 20}", "40"),
        ("{unit: each-now, size: 20}", "40"),
        // A price by size is for the whole unit; another price is per model again
        ("{unit: by-size, size: 20}", "100"),
        ("{unit: engines-each, size: 2}", "90"),
        // 120 and 20 x 2: the option is per model; the type's offer of the horn is per model, and so is its 5
        ("{unit: offers, size: 20, options: [shield]}", "160"),
        ("{unit: offers, size: 20, options: [horn]}", "220"),
        ("{unit: offers, size: 20, options: [oath]}", "122"),
        ("{unit: offers-whole, size: 20, options: [shield]}", "121"),
        ("{unit: offers-whole, size: 20, options: [horn]}", "125"),
    ];
    for (row, wanted) in entries {
        assert_eq!(cost("ruleset: base\nbook: own", row), n(wanted), "{row}");
    }
    #[rustfmt::skip]
    let types = [
        ("{unit: spears, size: 20, options: [shield]}", "140"),
        ("{unit: spears, size: 20, options: [horn]}", "180"),
        // 2 for options without a cost, per model or not as the option says
        ("{unit: spears, size: 20, options: [oath]}", "160"),
        ("{unit: spears, size: 20, options: [pavise]}", "129"),
        ("{unit: engines, size: 2}", "90"),
    ];
    for (row, wanted) in types {
        assert_eq!(cost("ruleset: base", row), n(wanted), "{row}");
    }
    #[rustfmt::skip]
    let over = [
        ("{unit: spears, size: 20}", "140"),
        ("{unit: band, size: 20}", "40"),
        ("{unit: spears, size: 20, options: [shield]}", "180"),
    ];
    for (row, wanted) in over {
        assert_eq!(cost("ruleset: over", row), n(wanted), "{row}");
    }
}
