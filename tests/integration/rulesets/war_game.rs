//! The invented game of war, its book of the north, and lists for them.

use crate::common::{Folder, rules};
use muster::rules::library::Library;

pub(crate) const WAR: &str = "\
ruleset: war
name: War
version: 1.0.0
commands: {led-by: [chief, captain]}
size: {of: models, min: 1}
stats:
  melee: {name: Melee}
  armour: {name: Armour, default: 0}
  move: {name: Move}
  missile: {name: Missile}
options:
  spear: {name: Spear, cost: 2, per: model}
  pike: {name: Pike, cost: 3, per: model}
  sword: {name: Sword, cost: 0}
  axe: {name: Axe, cost: 1, per: model, some: true}
  bow: {name: Bow, cost: 1, per: model, set: {missile: 2}}
  sling: {name: Sling, cost: 1/2, per: model, some: true}
  shield: {name: Shield, cost: 1/3, per: model, add: {armour: 1}}
  drill: {name: Drill, cost: 10}
  horse: {name: Horse, cost: 3, per: model, gives-tags: [mounted], takes-tags: [walking], set: {move: 8}}
  slow: {name: Slow, cost: -5, set: {move: 3}}
  steady: {name: Steady, cost: 0, set: {move: 5}}
  light: {name: Light, cost: 0, add: {move: 1}}
  blind: {name: Blind, cost: 0, set: {missile: none}}
  fierce: {name: Fierce, cost: 0, set: {armour: melee}}
  musician: {name: Musician, cost: 4}
  drummer: {name: Drummer, cost: 5}
  band: {name: Band, stands-for: [musician, drummer]}
  full-command: {name: Full command, cost: 7, stands-for: [musician, drummer]}
  fear: {name: Fear, cost: 0, excludes: {option: drill}}
  guard: {name: Guard, cost: 0, needs: {option: shield}}
every-unit: {options: [drill?], except: {unit: camp}}
effects:
  mounted: {where: {tag: mounted}, add: {armour: 2}}
units:
  men:
    code: M
    name: Men
    aka: [troops]
    tags: [foot, walking]
    cost: 2
    per: model
    size: {of: models, min: 5, max: 30}
    stats: {melee: 3, move: 4}
    options:
      - sword
      - bow?
      - sling?
      - shield?
      - horse?
      - slow?
      - steady?
      - light?
      - blind?
      - fierce?
      - musician?
      - band?
      - full-command?
      - fear?
      - guard?
  guards:
    name: Guards
    tags: [foot]
    cost: 40
    size: 10
    stats: {melee: 5, move: 4}
    options:
      - spear
      - bow?: 3
      - shield?: {cost: 7, per: unit}
      - pike?: {cost: 2, per: model, replaces: spear}
  levy:
    name: Levy
    tags: [foot, levy]
    cost: \"size * 2 + if(has(bow), 10, 0)\"
    size: {of: models, min: 1}
    options:
      - one-of:
          - sword
          - spear?
          - axe?
      - at-most-one-of:
          - bow?
          - sling?
  drafted:
    name: Drafted
    tags: [foot]
    cost: 5
    options:
      - one-of:
          - spear?
          - pike?
  engines: {name: Engines, cost: {for-size: {1: 150, 2: 290}}, size: {min: 1, max: 3}}
  elephants:
    name: Elephants
    tags: [beast]
    cost: 100
    per: model
    size: {min: 1, max: 3}
    parts:
      crew: {unit: driver, each: 3, cost: 4}
      archers: {unit: bowmen, max: 4}
  driver: {name: Driver, tags: [foot], cost: 9, per: model}
  bowmen: {name: Bowmen, tags: [foot], cost: 3, per: model, options: [bow?]}
  unpriced: {name: Unpriced}
  hero: {name: Hero, cost: 50, roles: [captain], tags: [person], size: 1, options: [shield?]}
  camp: {name: Camp, cost: 0, counted: false, size: none}
roles:
  chief: {name: Chief, cost: 25, add: {melee: 2}}
  captain: {name: Captain, cost: 0, add: {melee: 1}, excludes: [chief]}
values:
  front: {name: Frontage, for: unit, default: 6, min: 2, max: 20, of: {tag: foot}}
  third: 1/3
limits:
  one-chief: {count: {role: chief}, max: 1}
  no-drivers: {count: {unit: driver}, max: 0, says: drivers ride}
numbers:
  ranks: {for: unit, name: Ranks, of: {tag: foot}, is: ceil(size / front)}
  half: {for: army, name: Half, is: \"count({tag: foot}) / 2\"}
  thirds: {for: army, name: Thirds, is: \"count({tag: foot}) * third\"}
  heads: {for: army, name: Heads, is: \"sum({tag: foot}, size)\"}
  strong: {for: army, name: Strong, is: \"sum({}, melee)\"}
";

pub(crate) fn war() -> (Folder, Library) {
    rules("war", WAR, &[])
}

pub(crate) fn army(rows: &[&str]) -> String {
    let rows = rows.join("\n  - ");
    format!("army: Trial\nruleset: war\npoints: 2000\nunits:\n  - {rows}\n")
}

pub(crate) const BOOK: &str = "\
book: north
ruleset: war
name: The North
version: 1.0.0
dates: {from: 300 BC, to: AD 20}
choices:
  reform:
    name: The reform
    one-of:
      old: {name: Old ways, dates: {to: 100 BC}}
      new: {name: New ways, dates: {from: 100 BC}}
options:
  tattoos: {name: Tattoos, cost: 2}
effects:
  cold: {where: {tag: hardy}, add: {armour: 1}}
entries:
  clansmen:
    unit: men
    name: Clansmen
    tags: [hardy]
    stats: {melee: 4}
    min: 1
    options:
      - shield
      - tattoos?
      - bow?
  veterans:
    unit: men
    name: Veterans
    cost: 6
    per: model
    size: {min: 5, max: 10}
    options:
      - shield
      - bow?
  raiders: {unit: men, name: Raiders, dates: {from: 218 BC, to: 216 BC}, max: 2}
  late: {unit: men, name: Late, dates: {after: 200 BC, before: 190 BC}}
  turn: {unit: men, name: Turn, dates: {from: 1 BC, to: AD 1}}
  sworn: {unit: men, name: Sworn, dates: {to: 250 BC}, min: 1}
  twins: {unit: men, name: Twins, either: [{exactly: 0}, {min: 2, max: 3}]}
  paired: {unit: men, name: Paired, multiple-of: 2}
  ancients: {unit: men, name: Ancients, when: {choice: {reform: old}}}
  moderns: {unit: men, name: Moderns, when: {choice: {reform: new}}}
  guards: {unit: guards}
  king: {name: The King, roles: [chief], max: 1, cost: 15}
limits:
  few-guards: {sum: points, of: {unit: guards}, max: {share: 1/2, of: points, round: none}}
drop: [limits/no-drivers]
";

pub(crate) fn north(date: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {row}\n")).collect::<Vec<_>>().concat();
    let date = if date.is_empty() { String::new() } else { format!("date: {date}\n") };
    format!(
        "army: Trial\nruleset: war\nbook: north\npoints: 2000\n{date}units:\n  - {{unit: clansmen, size: 10}}\n{rows}"
    )
}
