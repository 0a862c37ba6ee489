//! A room is broken exactly if the check reports its limit: for all shipped lists, whole and damaged.

use std::collections::BTreeMap;

use crate::common::{built_in, file, yaml_files};
use muster::build::rooms::{RoomState, rooms};
use muster::finding::{Code, Scope};
use muster::rules::library::Library;
use muster::{CheckOptions, Checked};

/// What is broken under a rule: how many rooms, and how severe each is, with `missing` for what a draft still lacks.
type Broken = BTreeMap<String, Vec<String>>;

/// Compares the broken rooms with the findings. Returns how many there are, or what differs.
fn compare(library: &Library, text: &str) -> Result<usize, String> {
    let checked = Checked::read(library, "list.yaml", text.into(), &CheckOptions::default());
    let Some(army) = checked.army() else { return Ok(0) };
    let mut broken = Broken::new();
    for room in rooms(army).rooms.iter().filter(|room| room.state == RoomState::Broken) {
        let rule = room.rule_path.as_deref().unwrap_or("points");
        let severity = if room.is_missing { "missing" } else { room.severity.as_str() };
        broken.entry(rule.to_owned()).or_default().push(severity.to_owned());
    }
    let mut reported = Broken::new();
    for finding in checked.findings() {
        let rule = match finding.code {
            Code::OverPoints => "points",
            Code::TooMany | Code::TooFew | Code::DoesNotHold | Code::NotAMultiple
                if finding.scope != Scope::Row =>
            {
                finding.rule_path.as_deref().unwrap()
            }
            _ => continue,
        };
        let missing = army.is_draft && finding.is_shortfall;
        let severity = if missing { "missing" } else { finding.severity.as_str() };
        reported.entry(rule.to_owned()).or_default().push(severity.to_owned());
    }
    let sorted = |all: &mut Broken| all.values_mut().for_each(|all| all.sort_unstable());
    sorted(&mut broken);
    sorted(&mut reported);
    if broken == reported {
        Ok(broken.len())
    } else {
        Err(format!("rooms {broken:?}, findings {reported:?}"))
    }
}

/// Returns a list damaged in many ways: rows repeated, left out or misspelt, sizes halved, as a draft.
fn damaged(text: &str) -> Vec<String> {
    let mut all = vec![text.to_owned(), format!("{text}\ndraft: true\n")];
    let lines: Vec<&str> = text.lines().collect();
    let with_line = |at: usize, line: &str| {
        let mut changed: Vec<&str> = lines.clone();
        changed[at] = line;
        changed.join("\n") + "\n"
    };
    for (at, line) in lines.iter().enumerate() {
        if let Some(points) = line.strip_prefix("points: ") {
            let points: u32 = points.split_whitespace().next().unwrap().parse().unwrap();
            all.push(with_line(at, &format!("points: {}", points / 2)));
            all.push(with_line(at, &format!("points: {}", points * 3)));
            all.push(with_line(at, ""));
        }
        if line.starts_with("date: ") {
            all.push(with_line(at, ""));
            all.push(with_line(at, "date: 203 BC"));
        }
        if line.contains("unit: ") {
            all.push(with_line(at, &line.replace("unit: ", "unit: x")));
        }
        if line.contains("- {unit: ") {
            all.push(with_line(at, ""));
            let counted = line.split_once(", count: ").map(|(before, after)| {
                let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap();
                format!("{before}{}", &after[digits..])
            });
            let single = counted.as_deref().unwrap_or(line);
            all.push(with_line(at, single));
            let many = single.replacen('}', ", count: 9}", 1);
            all.push(with_line(at, &many));
            all.push(with_line(at, &many) + "draft: true\n");
        }
    }
    all
}

#[test]
fn a_room_is_broken_exactly_if_the_check_reports_its_limit() {
    let library = built_in();
    let mut lists = 0;
    let mut with_broken = 0;
    for path in yaml_files("lists") {
        if path.contains("/events/") {
            continue;
        }
        for (at, text) in damaged(&file(&path)).iter().enumerate() {
            let broken =
                compare(&library, text).unwrap_or_else(|why| panic!("{path}, damage {at}: {why}\n{text}"));
            assert!(at > 0 || broken == 0, "{path} is legal");
            lists += 1;
            with_broken += usize::from(broken > 0);
        }
    }
    assert!(lists > 500 && with_broken > 150, "{with_broken} of {lists} have broken rooms");
}
