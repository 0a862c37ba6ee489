//! The schemas have useful descriptions, accept all correct files, and have no key that the example game does
//! not use.
//!
//! The game in `tests/data/example-game` is an invented game of ships with books, events and lists. Together
//! its files use every key, every shape and every fixed word of the schemas, and all of them are correct.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use boon::{Compiler, Schemas};
use muster::army::evaluate_ruleset_numbers::{self, NumberResult};
use muster::army::regions::Region;
use muster::army::resolve_army;
use muster::check::check_files::{self, CheckOptions, FileKind};
use muster::check::report::{ListReport, Verdict};
use muster::finding::Severity;
use muster::format::formula::{Evaluation, EvaluationError, FormulaValue};
use muster::json_schema::SchemaKind;
use muster::rules::library::Library;
use serde::Deserialize as _;
use serde_json::{Map, Value as Json, json};
use walkdir::WalkDir;

const EXAMPLE_GAME: &str = "tests/data/example-game";

/// Returns every YAML file under a folder, sorted.
fn files(folder: &str) -> Vec<PathBuf> {
    let all = WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.unwrap().into_path());
    all.filter(|path| path.extension().is_some_and(|e| e == "yaml")).collect()
}

/// Reads a file with an independent YAML reader.
fn data(text: &str) -> Json {
    let mut documents = serde_yaml::Deserializer::from_str(text.trim_start_matches('\u{feff}'));
    let mut tree = serde_yaml::Value::deserialize(documents.next().unwrap()).unwrap();
    tree.apply_merge().unwrap();
    as_json(tree)
}

fn as_json(tree: serde_yaml::Value) -> Json {
    match tree {
        serde_yaml::Value::Mapping(map) => {
            let key = |key: serde_yaml::Value| match key {
                serde_yaml::Value::String(text) => text,
                other => serde_yaml::to_string(&other).unwrap().trim().to_owned(),
            };
            map.into_iter().map(|(k, v)| (key(k), as_json(v))).collect::<Map<_, _>>().into()
        }
        serde_yaml::Value::Sequence(items) => items.into_iter().map(as_json).collect(),
        scalar => serde_json::to_value(scalar).unwrap(),
    }
}

/// Returns the kind of a file, judging by its keys.
fn kind(data: &Json) -> SchemaKind {
    let has = |key: &str| data.get(key).is_some();
    if has("army") {
        SchemaKind::List
    } else if has("event") {
        SchemaKind::Event
    } else if has("book") {
        SchemaKind::Book
    } else {
        SchemaKind::Ruleset
    }
}

fn schema(kind: SchemaKind) -> Json {
    serde_json::from_str(&kind.text()).unwrap()
}

/// Returns the complaint of an independent validator about some data. `None` if the data is valid.
fn complaint(kind: SchemaKind, data: &Json) -> Option<String> {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let url = format!("http://muster.test/{}", kind.file_name());
    compiler.add_resource(&url, schema(kind)).unwrap();
    let index = compiler.compile(&url, &mut schemas).unwrap();
    schemas.validate(data, index).err().map(|error| error.to_string())
}

/// Records which parts of a schema some files use: keys, shapes and words, each under the name of its
/// definition.
struct Parts<'a> {
    root: &'a Json,
    found: BTreeSet<String>,
}

impl<'a> Parts<'a> {
    /// Returns the target of a reference, with the name of the definition.
    fn follow(&self, at: &'a Json, name: &str) -> (&'a Json, String) {
        let only = at.get("allOf").and_then(|all| all.get(0)).unwrap_or(at);
        match only.get("$ref").and_then(Json::as_str) {
            None => (at, name.to_owned()),
            Some(path) => {
                let definition =
                    self.root.pointer(path.trim_start_matches('#')).expect("a reference leads somewhere");
                self.follow(definition, path.rsplit('/').next().unwrap())
            }
        }
    }

    /// Records which parts of the schema some data uses.
    fn walk(&mut self, data: &Json, at: &'a Json, name: &str) {
        let (at, name) = self.follow(at, name);
        for (index, way) in shapes(at).iter().enumerate() {
            if self.fits(data, way) {
                self.found.insert(format!("{name}, shape {}", index + 1));
                self.walk(data, way, &name);
            }
        }
        for word in words(at).filter(|word| *word == data) {
            self.found.insert(format!("{name}, word {word}"));
        }
        match data {
            Json::Object(object) => {
                for (key, value) in object {
                    if let Some(property) = at.get("properties").and_then(|p| p.get(key)) {
                        self.found.insert(format!("{name}.{key}"));
                        self.walk(value, property, &format!("{name}.{key}"));
                    } else if let Some(more) = at.get("additionalProperties").filter(|more| more.is_object())
                    {
                        self.walk(value, more, &name);
                    }
                }
            }
            Json::Array(items) => match at.get("items") {
                Some(Json::Array(each)) => {
                    items.iter().zip(each).for_each(|(item, at)| self.walk(item, at, &name));
                }
                Some(each) => items.iter().for_each(|item| self.walk(item, each, &name)),
                None => {}
            },
            _ => {}
        }
    }

    /// Returns `true` if data of this kind may have this shape.
    fn fits(&self, data: &Json, shape: &'a Json) -> bool {
        let (shape, _) = self.follow(shape, "");
        let typed = |word: &str| match shape.get("type") {
            Some(Json::Array(types)) => types.iter().any(|t| t == word),
            Some(one) => one == word,
            None => false,
        };
        match data {
            Json::Object(_) => typed("object"),
            Json::Array(_) => typed("array"),
            Json::Bool(_) => typed("boolean") || shape.get("const") == Some(data),
            Json::Number(_) => typed("number") || typed("integer"),
            Json::String(_) => typed("string") || words(shape).any(|word| word == data),
            Json::Null => false,
        }
    }
}

fn shapes(at: &Json) -> &[Json] {
    at.get("anyOf").and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

fn words(at: &Json) -> impl Iterator<Item = &Json> {
    at.get("oneOf").and_then(Json::as_array).into_iter().flatten().filter_map(|way| way.get("const"))
}

/// Returns a schema and its definitions, each under its name.
fn definitions(schema: &Json, kind: SchemaKind) -> Vec<(String, &Json)> {
    let inner = schema["definitions"].as_object().unwrap().iter().map(|(name, d)| (name.clone(), d));
    inner.chain([(format!("{kind:?}"), schema)]).collect()
}

/// Returns everything that a file could use of a schema.
fn usable(schema: &Json, kind: SchemaKind) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (name, definition) in definitions(schema, kind) {
        let keys = definition.get("properties").and_then(Json::as_object).into_iter().flatten();
        all.extend(keys.map(|(key, _)| format!("{name}.{key}")));
        all.extend((1..=shapes(definition).len()).map(|index| format!("{name}, shape {index}")));
        all.extend(words(definition).map(|word| format!("{name}, word {word}")));
    }
    all
}

#[test]
fn the_example_game_uses_every_key() {
    let mut used = BTreeSet::new();
    let mut wanted = BTreeSet::new();
    for kind in SchemaKind::FILES {
        wanted.extend(usable(&schema(kind), kind));
    }
    for path in files(EXAMPLE_GAME) {
        let data = data(&fs::read_to_string(&path).unwrap());
        let (kind, schema) = (kind(&data), schema(kind(&data)));
        let mut parts = Parts { root: &schema, found: BTreeSet::new() };
        parts.walk(&data, &schema, &format!("{kind:?}"));
        used.extend(parts.found);
    }
    let unused: Vec<_> = wanted.difference(&used).collect();
    assert!(unused.is_empty(), "no file of the example game uses {unused:#?}");
    assert!(wanted.len() > 300, "the schemas were walked: {}", wanted.len());
}

/// Returns why a description is too thin to help. `None` if it is good.
fn why_too_thin(key: &str, described: &Json) -> Option<String> {
    let Some(text) = described.get("description").and_then(Json::as_str) else {
        return Some(format!("{key} has no description"));
    };
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let same = text.trim_end_matches('.').eq_ignore_ascii_case(key.rsplit(['.', ' ']).next().unwrap());
    (letters < 12 || same || text.contains('\n')).then(|| format!("{key} is described as {text:?}"))
}

#[test]
fn everything_is_described() {
    let mut faults = BTreeSet::new();
    for kind in SchemaKind::FILES {
        let schema = schema(kind);
        for (name, definition) in definitions(&schema, kind) {
            faults.extend(why_too_thin(&name, definition));
            if definition.get("title").and_then(Json::as_str).is_none_or(str::is_empty) {
                faults.insert(format!("{name} has no title"));
            }
            let keys = definition.get("properties").and_then(Json::as_object).into_iter().flatten();
            faults.extend(keys.filter_map(|(key, value)| why_too_thin(&format!("{name}.{key}"), value)));
            let ways = ["anyOf", "oneOf"].iter().filter_map(|way| definition.get(*way)?.as_array()).flatten();
            faults.extend(ways.enumerate().filter_map(|(i, way)| {
                let word = way.get("const").and_then(Json::as_str).map_or(i.to_string(), str::to_owned);
                why_too_thin(&format!("{name} {word}"), way)
            }));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn another_validator_takes_every_file_that_is_right() {
    let folders = [
        "rulesets",
        "lists",
        "tests/data/example-game",
        "tests/data/ok",
        "tests/data/rulesets",
        "tests/data/oracles",
        "tests/data/games",
    ];
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let data = data(&fs::read_to_string(&path).unwrap());
        seen.insert(format!("{:?}", kind(&data)));
        wrong.extend(complaint(kind(&data), &data).map(|why| format!("{}: {why}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen.len(), SchemaKind::FILES.len(), "files of every kind were seen");
}

#[test]
fn another_validator_refuses_what_is_wrong() {
    let list = |more: &str| data(&format!("army: X\nruleset: fra\nunits:\n  - unit: spears\n{more}"));
    assert_eq!(complaint(SchemaKind::List, &list("")), None);
    for more in [
        "    cuont: 2\n",
        "    count: two\n",
        "    options: sling\n",
        "date: 218\n",
        "draft: 'yes'\n",
        "baggage: 3\n",
        "points: ten\n",
        "declares: {}\n",
        "choose: [italy]\n",
    ] {
        assert!(complaint(SchemaKind::List, &list(more)).is_some(), "{more:?} passed");
    }
    let ruleset = |more: &str| data(&format!("ruleset: x\nname: X\nversion: '1'\n{more}"));
    assert_eq!(complaint(SchemaKind::Ruleset, &ruleset("")), None);
    for more in [
        "unit: {}\n",
        "units: [spears]\n",
        "units: {spears: {cost: 3}}\n",
        "units: {spears: {name: Spears, size: many}}\n",
        "limits: {x: {count: {tags: foot}, max: 1}}\n",
        "limits: {x: {count: {tag: foot}, max: 1, in: [reserves]}}\n",
        "limits: {x: {count: {tag: foot}, max: {share: 1/4, of: agreed}}}\n",
        "limits: {x: {count: {tag: foot}, max: lots}}\n",
        "points: some\n",
        "numbers: {x: {name: X, for: unit, is: 1, boxes: false}}\n",
        "options: {x: {name: X, places: {marks: 1, add: 1}}}\n",
    ] {
        assert!(complaint(SchemaKind::Ruleset, &ruleset(more)).is_some(), "{more:?} passed");
    }
    // A ruleset that extends another need not repeat what the other states
    assert_eq!(
        complaint(SchemaKind::Ruleset, &json!({"ruleset": "x", "extends": "y", "units": {"z": {"cost": 3}}})),
        None
    );
    let without = complaint(SchemaKind::Ruleset, &json!({"ruleset": "x", "units": {"z": {"cost": 3}}}));
    assert!(without.is_some_and(|why| why.contains("name")));
    let book = |more: &str| data(&format!("book: x\nruleset: y\nname: X\nversion: '1'\n{more}"));
    assert_eq!(complaint(SchemaKind::Book, &book("")), None);
    for more in ["entries: {x: {maximum: 2}}\n", "dates: {from: 218}\n", "allies: {x: {}}\n", "as_ally: {}\n"]
    {
        assert!(complaint(SchemaKind::Book, &book(more)).is_some(), "{more:?} passed");
    }
    // A book that extends another need not repeat what the other states, but says which book it is
    let club = json!({"book": "x", "extends": "z", "ruleset": "y", "name": "X", "version": "1", "allies": {"a": {"roles": ["r"]}}});
    assert_eq!(complaint(SchemaKind::Book, &club), None);
    let nameless = complaint(SchemaKind::Book, &json!({"book": "x", "extends": "z", "ruleset": "y"}));
    assert!(nameless.is_some_and(|why| why.contains("name")));
    for event in ["event: x\n", "event: x\nname: X\npaper: a5\n", "event: x\nname: X\npoints: {from: 3}\n"] {
        assert!(complaint(SchemaKind::Event, &data(event)).is_some(), "{event:?} passed");
    }
}

fn library() -> Library {
    Library::new(vec![PathBuf::from(EXAMPLE_GAME).join("rulesets")])
}

fn checked(text: String) -> ListReport {
    muster::checked_list::check_list(&library(), "list.yaml", text.into_bytes(), &CheckOptions::default())
}

fn list(name: &str) -> String {
    fs::read_to_string(format!("{EXAMPLE_GAME}/lists/{name}.yaml")).unwrap()
}

#[test]
fn the_example_game_is_correct() {
    let towed = r#""Minnows" attached to "Sisters" asks for a reason; settled by "they tow them home""#;
    for (name, verdict, total, settled) in [
        // 10 admiral, 3 hero; 33 + 8 marines; 33 + 1 anchors + 6 marines + 4 grapnels; 20 + 5 ram + 1 + 2;
        // 20 + 5; rafts 11 twice; 2 gigs at 3. The isles: captain 5, 20 + 4 picked crew, 20
        ("league", Verdict::Legal, Some(228), vec![]),
        // 10 admiral, 3 + 8 + 2 hero with grapnels, 1 anchors; 22 + 4 + 2 + 5 + 1 + 5 captain + 2 catapults;
        // 22 + 2 + 6 + 1 awning twice; 35 + 1 + 2 x 5 towers + 10 marines; 3 gigs at 3, grapnels at 2 each, 2; 3 hero, 8 marines, 3
        // grapnels
        ("club-raid", Verdict::Legal, Some(13 + 11 + 41 + 62 + 56 + 17 + 14), vec![towed]),
        ("story", Verdict::Draft, None, vec![]),
    ] {
        let report = checked(list(name));
        let reported: Vec<_> = report.findings.iter().map(|f| f.message.as_str()).collect();
        assert_eq!((reported, report.verdict), (settled, verdict), "{name}");
        assert_eq!(report.points.map(|p| p.total), total.map(i64::into), "{name}");
    }
    for path in files(EXAMPLE_GAME) {
        let text = fs::read_to_string(&path).unwrap();
        let kind = match kind(&data(&text)) {
            SchemaKind::List => continue,
            SchemaKind::Book => FileKind::Book,
            SchemaKind::Ruleset => FileKind::Ruleset,
            SchemaKind::Event | SchemaKind::Call => FileKind::Event,
        };
        let report = check_files::check_rules_file(kind, &path, &text);
        let reported: Vec<_> = report.findings.iter().map(|f| &f.message).collect();
        assert!(reported.is_empty(), "{}: {reported:?}", path.display());
    }
}

/// The same list under two events: one admits it, the other has another size.
#[test]
fn the_events_admit_and_refuse() {
    let under = |event: &str| {
        let program = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(["--rulesets", &format!("{EXAMPLE_GAME}/rulesets"), "check", "--format", "json"])
            .args(["--event", &format!("{EXAMPLE_GAME}/lists/events/{event}.yaml")])
            .arg(format!("{EXAMPLE_GAME}/lists/league.yaml"))
            .output()
            .unwrap();
        let report: Json = serde_json::from_slice(&program.stdout).unwrap();
        let list = &report["lists"][0];
        let codes =
            list["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap().to_owned());
        (list["verdict"].as_str().unwrap().to_owned(), codes.collect::<Vec<_>>())
    };
    assert_eq!(under("regatta"), ("legal".to_owned(), vec![]));
    assert_eq!(under("small-cup"), ("illegal".to_owned(), vec!["not-admitted".to_owned()]));
}

/// Changes some text in a list of the example game, and returns the findings: severity and code.
fn found(name: &str, change: (&str, &str)) -> Vec<(Severity, String)> {
    let text = list(name);
    assert!(text.contains(change.0), "{name} has {:?}", change.0);
    let report = checked(text.replacen(change.0, change.1, 1));
    report.findings.into_iter().map(|f| (f.severity, f.code.as_str().to_owned())).collect()
}

#[test]
fn the_keys_do_what_they_say() {
    use Severity::{Error, Note, Warning};
    let mut wrong = Vec::new();
    for (list, from, to, wanted) in [
        // An entry's own bounds, its dates, its choice
        (
            "league",
            "{unit: fishermen, size: 2}",
            "{unit: fishermen, size: 2, count: 2}",
            vec![(Error, "too-many"), (Error, "too-many"), (Warning, "declared-total")],
        ),
        ("league", "date: 220 BC", "date: 170 BC", vec![(Error, "anachronism")]),
        (
            "league",
            "season: autumn",
            "season: spring",
            vec![(Error, "entry-unavailable"), (Error, "entry-unavailable")],
        ),
        // A limit of the ruleset that the book drops is not broken; the declared total is checked
        ("league", "standard: Old Wall", "standard: Martin", vec![]),
        ("league", "declares: {points: 228}", "declares: {points: 227}", vec![(Warning, "declared-total")]),
        // The ally: the points it may have, and its limit of pairs, since five warships leave room for two
        // boats of three
        ("league", "points: 100", "points: 160", vec![(Error, "ally")]),
        (
            "league",
            "      - {unit: isle-ships, name: Petrel}\n",
            "",
            vec![(Warning, "declared-total"), (Error, "not-a-multiple"), (Error, "too-many")],
        ),
        // An overlay: one mark where the game has two, a dropped limit, an option that needs a role
        ("club-raid", "{places: speed}", "[hull, speed]", vec![(Error, "marks")]),
        ("club-raid", ", role: captain}", "}", vec![(Error, "option-needs")]),
        (
            "club-raid",
            "options: [anchors, towers]",
            "options: [sails, towers]",
            vec![(Warning, "option-conflict")],
        ),
        // A bound with severities: 11 marines are a warning, 13 an error, and more than 12 also break the
        // part's own bound
        ("club-raid", "marines: 10", "marines: 11", vec![(Warning, "too-many")]),
        ("club-raid", "count: 2", "count: 3", vec![(Note, "too-many")]),
        (
            "club-raid",
            "attached-to: {unit: Sisters, because: \"they tow them home\"}",
            "attached-to: Sisters",
            vec![(Warning, "attachment")],
        ),
        ("club-raid", "size: 1", "size: 5", vec![(Error, "unit-size")]),
    ] {
        let mut got = found(list, (from, to));
        let mut wanted: Vec<_> =
            wanted.into_iter().map(|(s, c): (Severity, &str)| (s, c.to_owned())).collect();
        // The raid's boats are attached for a reason, which is shown as long as it is given
        if list == "club-raid" && !from.starts_with("attached-to") {
            wanted.push((Note, "settled".to_owned()));
        }
        got.sort();
        wanted.sort();
        if got != wanted {
            wrong.push(format!("{list}: {from} -> {to}: {got:?}, wanted {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Formats a number as tests expect it: no value is `-`, a small table is its values in a row.
fn shown(number: Option<Result<NumberResult, EvaluationError>>) -> String {
    let value = |outcome: &Evaluation| match outcome.value {
        FormulaValue::Number(number) => number.to_string(),
        FormulaValue::Truth(truth) => truth.to_string(),
        FormulaValue::Absent => "-".to_owned(),
    };
    match number.map(Result::unwrap) {
        None => "none".to_owned(),
        Some(NumberResult::One(outcome)) => value(&outcome),
        Some(NumberResult::Each(all)) => {
            all.iter().map(|(_, outcome)| value(outcome)).collect::<Vec<_>>().join(" ")
        }
    }
}

#[test]
fn the_numbers_are_those_worked_out_by_hand() {
    let opened = check_files::open_list(&library(), "league.yaml", list("league").into_bytes());
    let (list, rules) = (opened.list.unwrap(), opened.rules.unwrap());
    let army = resolve_army(&list, &rules, false, false);
    let unit = |name: &str| army.units.iter().position(|unit| unit.name == name).unwrap();
    for (name, number, wanted) in [
        // Hull 5, and 1 for the admiral: 6 strikes with 4. Hull 3 and the ram: 4 strikes with 2
        ("Old Wall", "blow", "4"),
        ("New Wall", "blow", "3"),
        ("Swallow", "blow", "2"),
        ("Gannet", "blow", "2"),
        ("Petrel", "blow", "1"),
        ("First rafts", "blow", "none"),
        ("Old Wall", "planks", "12"),
        ("Petrel", "planks", "6"),
        // Speed 8, in home water 9, less 2, 4 and 6
        ("Swallow", "ramming", "7 5 3"),
        ("Gannet", "ramming", "none"),
        ("Old Wall", "oarsmen", "300"),
        // A stat that the type does not state has its default
        ("First rafts", "oarsmen", "0"),
    ] {
        let id = rules.find_number(number).unwrap();
        assert_eq!(
            shown(evaluate_ruleset_numbers::number_of_unit(&army, id, unit(name))),
            wanted,
            "{number} of {name}"
        );
    }
    // A body inside a unit: a quarter of 8, of 6
    let blow = rules.find_number("blow").unwrap();
    for (name, wanted) in [("Old Wall", "2"), ("New Wall", "1.5")] {
        let at = unit(name);
        let (_, marines) = army.units[at].parts.iter().find(|(word, _)| *word == "marines").unwrap();
        assert_eq!(
            shown(evaluate_ruleset_numbers::number_of_part(&army, blow, at, marines)),
            wanted,
            "{name}"
        );
    }
    for (number, place, wanted) in [
        // 3 + 1 and three times 2 + 1 make 13, and the water is 12 wide; twice 2 + 1
        ("frontage", Region::Command(0), "12"),
        ("frontage", Region::Command(2), "6"),
        // Gigs 3, two decked ships 1 each, two city ships, two rafts and two ships of the isles 1/2 each
        ("sighting", Region::Army, "8"),
        ("morale", Region::Army, "6"),
    ] {
        assert_eq!(
            shown(evaluate_ruleset_numbers::number_of_region(
                &army,
                rules.find_number(number).unwrap(),
                place
            )),
            wanted,
            "{number}"
        );
    }
}

/// A unit and the body inside it have one label, with what both count.
#[test]
fn a_unit_and_its_parts_are_counted_in_one_place() {
    let ship = "  - {unit: quinquereme, parts: {marines: 4}}\n";
    let text = format!("army: X\nruleset: oars\npoints: 900\nunits:\n{}", ship.repeat(6));
    let library = Library::new(vec![PathBuf::from("tests/data/rulesets")]);
    let report =
        muster::checked_list::check_list(&library, "list.yaml", text.into_bytes(), &CheckOptions::default());
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    assert!(finding.message.starts_with("1800 "), "{}", finding.message);
    let reported: Vec<_> = finding.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(reported[..6], ["counts 300"; 6], "{reported:?}");
}
