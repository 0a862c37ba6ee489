//! Users' own templates, the data that they see, and their faults.

use serde_json::Value;

use super::{fresh_folder, muster_stdout, run_muster};
use crate::common::yaml_files;

const LIST: &str = "lists/fra/trebia-carthage.yaml";

#[test]
fn context_data_has_the_documented_values() {
    let data: Value = serde_json::from_str(&muster_stdout(&["render", "roster", LIST, "--context"])).unwrap();
    assert_eq!(data["version"], 1);
    let army = &data["army"];
    assert_eq!((&army["name"], &army["verdict"]), (&"Hannibal at the Trebia".into(), &"legal".into()));
    assert_eq!((&army["points"]["total"], &army["points"]["limit"]), (&985.into(), &1000.into()));
    // 20 digits with 4 hyphens, 12 with 2
    let letters = |which: &str| army["digest"][which].as_str().unwrap().len();
    assert_eq!((letters("army"), letters("rules"), letters("shown")), (24, 14, 39));
    let commands = data["commands"].as_array().unwrap();
    assert_eq!(commands.len(), 2);
    let veterans = &commands[0]["units"][0];
    assert_eq!((&veterans["name"], &veterans["count"]), (&"African veterans".into(), &1.into()));
    // Spears have 3; the general adds 2, the standard 1, and the one mark of a veteran 1
    let melee = veterans["stats"].as_array().unwrap().iter().find(|s| s["id"] == "melee").unwrap();
    assert_eq!((&melee["base"], &melee["effective"], &melee["shown"]), (&3.into(), &7.into(), &"7".into()));
    let track =
        commands[0]["numbers"].as_array().unwrap().iter().find(|n| n["id"] == "morale-track").unwrap();
    let boxes = track["boxes"].as_array().unwrap();
    assert_eq!(boxes.len(), 10);
    assert_eq!((&boxes[5]["left"], &boxes[5]["mark"]), (&4.into(), &"Shaky".into()));
    assert_eq!((&boxes[9]["left"], &boxes[9]["mark"]), (&0.into(), &"Broken".into()));
}

#[test]
fn sheets_embed_their_list() {
    let list = std::fs::read_to_string(LIST).unwrap();
    for sheet in ["roster", "cards", "reference", "packing", "form"] {
        let html = muster_stdout(&["render", sheet, LIST]);
        let found = muster::compare::embedded_list::first_embedded_list(&html).unwrap();
        assert_eq!(found.list, list);
        // Five groups of four digits for the army, three for the rules
        let groups = |digest: &str| digest.split('-').map(str::len).collect::<Vec<_>>();
        assert_eq!((groups(&found.army), groups(&found.rules)), (vec![4; 5], vec![4; 3]));
        assert!(sheet != "roster" || html.contains(&format!("{} {}", found.army, found.rules)));
    }
    let both = muster_stdout(&["render", "reference", LIST, "lists/fra/trebia-rome.yaml"]);
    assert_eq!(muster::compare::embedded_list::embedded_lists(&both).len(), 2);
}

#[test]
fn a_users_own_template_is_rendered() {
    let folder = fresh_folder("own-template");
    let file = folder.join("mine.txt");
    std::fs::write(&file, "{% for c in commands %}{{ c.name }}: {{ c.units | length }}\n{% endfor %}")
        .unwrap();
    let text = muster_stdout(&["render", "roster", LIST, "--template", file.to_str().unwrap()]);
    // As many rows as the list writes, and one for each baggage; the first Iberian horse has Mago with it
    assert_eq!(text, "Foot and elephants: 9\nHorse and ambush: 6\n");
    let file = folder.join("mine.html");
    std::fs::write(&file, "<h1>{{ army.name }}</h1>").unwrap();
    let list = folder.join("list.yaml");
    std::fs::write(&list, "army: <b>&\"\nruleset: quick\nunits: [{unit: HI}, {unit: HI}]\n").unwrap();
    let text =
        muster_stdout(&["render", "roster", list.to_str().unwrap(), "--template", file.to_str().unwrap()]);
    assert_eq!(text, "<h1>&lt;b&gt;&amp;&quot;</h1>");
}

#[test]
fn a_template_fault_is_reported_with_its_position() {
    let folder = fresh_folder("faulty-template");
    for (text, place) in
        [("a\n{{ army.nam }}\n", ":2:"), ("{% for x in %}", ":1:"), ("{{ army.name | nofilter }}", ":1:")]
    {
        let file = folder.join("bad.html");
        std::fs::write(&file, text).unwrap();
        let output = run_muster(&["render", "roster", LIST, "--template", file.to_str().unwrap()]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(output.stdout.is_empty());
        assert!(
            said.contains("error[template]") && said.contains("bad.html") && said.contains(place),
            "{said}"
        );
    }
}

#[test]
fn a_character_missing_from_the_font_is_reported() {
    let folder = fresh_folder("no-letter");
    let list = folder.join("list.yaml");
    std::fs::write(&list, "army: Elephants 🐘\nruleset: quick\nunits: [{unit: HI}, {unit: HI}]\n").unwrap();
    let output = run_muster(&["render", "cards", list.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success());
    assert!(said.contains("warning[no-letter]") && said.contains("🐘") && said.contains("U+1F418"), "{said}");
    assert!(said.ends_with("1 sheet printed\n"), "{said}");
    std::fs::write(
        &list,
        "army: Éléphants Ἐλέφας слон פיל\nruleset: quick\nunits: [{unit: HI}, {unit: HI}]\n",
    )
    .unwrap();
    muster_stdout(&["render", "cards", list.to_str().unwrap()]);
}

/// Every template in the documentation can be rendered, and every key is documented.
#[test]
fn templates_in_the_documentation_work() {
    let page = std::fs::read_to_string("docs/templates.md").unwrap();
    let folder = fresh_folder("documented");
    let mut seen = 0;
    for (fence, ending) in [("```html\n", "html"), ("```jinja\n", "txt")] {
        for block in page.split(fence).skip(1).map(|rest| rest.split("```").next().unwrap()) {
            let file = folder.join(format!("block{seen}.{ending}"));
            std::fs::write(&file, block).unwrap();
            let text = muster_stdout(&["render", "roster", LIST, "--template", file.to_str().unwrap()]);
            assert!(text.contains("Hannibal") || text.contains("Libyans"), "{block}\n{text}");
            seen += 1;
        }
    }
    assert!(seen >= 3, "{seen}");
    // Every key of the document, the army and a unit is documented
    let data: Value = serde_json::from_str(&muster_stdout(&["render", "roster", LIST, "--context"])).unwrap();
    let unit = &data["commands"][0]["units"][0];
    for thing in [
        &data,
        &data["army"],
        &data["commands"][0],
        unit,
        &unit["stats"][0],
        &unit["options"][0],
        &unit["numbers"][0],
    ] {
        for key in thing.as_object().unwrap().keys() {
            assert!(page.contains(&format!("`{key}`")), "docs/templates.md does not name `{key}`");
        }
    }
}

#[test]
fn a_folder_of_lists_gives_a_file_each() {
    let folder = fresh_folder("batch");
    let target = format!("{}/", folder.display());
    assert!(run_muster(&["render", "cards", "lists/fra", "-o", &target]).status.success());
    // Lists in a folder of their own have their sheets in one
    for list in yaml_files("lists/fra") {
        let sheet = list.replace("lists/fra/", "").replace(".yaml", "-cards.html");
        assert!(folder.join(&sheet).is_file(), "{sheet}");
    }
    let several = run_muster(&["render", "cards", "lists/fra"]);
    assert_eq!(several.status.code(), Some(2));
}

#[test]
fn two_armies_of_one_game_share_a_reference_sheet() {
    let text =
        muster_stdout(&["render", "reference", LIST, "lists/fra/trebia-rome.yaml", "--format", "text"]);
    assert!(text.contains("Hannibal at the Trebia against "), "{text}");
    for once in ["\nVeteran (V): ", "\nMelee modifiers"] {
        assert_eq!(text.matches(once).count(), 1, "{once}");
    }
    let other = run_muster(&["render", "reference", LIST, "lists/quick/cannae-rome.yaml"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8(other.stderr).unwrap().contains("different games"));
}

#[test]
fn an_illegal_list_is_printed_and_says_so() {
    let folder = fresh_folder("illegal");
    let list = folder.join("list.yaml");
    let text = std::fs::read_to_string(LIST).unwrap().replace("points: 1000", "points: 900");
    std::fs::write(&list, text).unwrap();
    for format in ["text", "markdown", "html"] {
        let text = muster_stdout(&["render", "roster", list.to_str().unwrap(), "--format", format]);
        assert!(text.contains("NOT LEGAL: 1 error"), "{format}");
        // 985 of 900
        assert!(text.contains("85"), "{format}");
    }
}
