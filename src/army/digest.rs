//! The two digests: of the army's meaning, and of the rules that judged it.

use sha2::{Digest as _, Sha256};

use super::body::{Body, Origin};
use super::measure::Where;
use super::{Army, Character, Holder, Unit, Written};

/// The two digests, each 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Of the army's meaning.
    pub army: String,
    /// Of the ruleset, books and event that judged it.
    pub rules: String,
}

/// The digests of an army under its rules.
pub fn digests(army: &Army<'_>) -> Digest {
    Digest { army: hex(&Sha256::digest(meaning(army).as_bytes())), rules: hex(&army.rules.content) }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
        text.extend([digit(byte >> 4), digit(byte & 15)]);
        text
    })
}

/// What an army is, in one canonical text: ids instead of spellings, everything without an order sorted, units
/// alike added up. Neither comments nor layout nor notes are in it.
pub fn meaning(army: &Army<'_>) -> String {
    let list = army.list;
    let rules = army.rules;
    let mut lines = vec![
        field("army", &list.army.value),
        field("ruleset", &rules.id),
        field("book", list.book.as_ref().map_or("", |b| b.as_str())),
        field("mode", army.mode.map_or("", |m| rules.modes[m.0].id.as_str())),
        field("points", &army.points.map_or_else(String::new, |p| p.to_string())),
        field("date", &army.date.map_or_else(String::new, |d| d.to_string())),
        field("player", list.player.as_ref().map_or("", |p| p.as_str())),
        field("club", list.club.as_ref().map_or("", |c| c.as_str())),
        field("draft", if army.draft { "yes" } else { "" }),
    ];
    lines.extend(
        army.answers.iter().map(|((c, choice), answer)| field(&format!("choice {} {choice}", c.0), answer)),
    );
    let mut commands: Vec<String> = (0..army.commands.len()).map(|at| command(army, at)).collect();
    commands.sort_unstable();
    lines.extend(commands);
    let mut reserves = rows(army, None);
    reserves.sort_unstable();
    lines.push(field("reserves", &reserves.join("\n")));
    lines.join("\n")
}

fn field(key: &str, value: &str) -> String {
    let length = value.len().to_string();
    [key, " ", &length, ":", value].concat()
}

fn command(army: &Army<'_>, at: usize) -> String {
    let command = &army.commands[at];
    let mut lines = rows(army, Some(at));
    lines.extend(army.characters_of(at).map(|c| character(army, c)));
    lines.sort_unstable();
    let ally = army.rules.contingents[command.contingent.0].ally.as_deref().unwrap_or("");
    let shared = command.shares_with.map_or("", |(name, _)| name.as_str());
    let head = [
        field("name", command.name.map_or("", |n| n.as_str())),
        field("ally", ally),
        field("points", &command.points.map_or_else(String::new, |p| p.to_string())),
        field("shared-with", shared),
    ];
    field("command", &format!("{}\n{}", head.join("\n"), lines.join("\n")))
}

/// The units of a command or of the reserves, those alike added up.
fn rows(army: &Army<'_>, command: Option<usize>) -> Vec<String> {
    let mut all: Vec<(String, u64)> = Vec::new();
    for at in command.map_or(Where::Reserves, Where::Command).units(army) {
        let unit = &army.units[at];
        all.push((unit_text(army, unit), u64::from(unit.count)));
    }
    all.sort_unstable();
    all.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
    all.into_iter().map(|(text, count)| field("unit", &format!("{count} {text}"))).collect()
}

fn unit_text(army: &Army<'_>, unit: &Unit<'_>) -> String {
    let mut lines = vec![
        field("name", &unit.name),
        field("body", &body(army, &unit.body)),
        field("attached", unit.attached_to.as_ref().map_or("", |l| l.name.as_str())),
        field("joins", unit.joins.as_ref().map_or("", |l| l.name.as_str())),
    ];
    let mut parts: Vec<String> =
        unit.parts.iter().map(|(word, part)| field(word, &body(army, part))).collect();
    parts.sort_unstable();
    lines.extend(parts);
    if unit.joined_by.iter().any(|h| matches!(h, Holder::Character(_))) {
        lines.push(field("joined", "yes"));
    }
    lines.join("\n")
}

/// Whether two rows are the same in everything but how many they are.
pub(super) fn alike(army: &Army<'_>, one: usize, other: usize) -> bool {
    let text = |at: usize| {
        let unit = &army.units[at];
        let to = match unit.written {
            Written::Unit(written) => written.attached_to.as_ref().map_or("", |a| a.name().as_str()),
            Written::Character(_) | Written::Baggage(_) => "",
        };
        let mut parts: Vec<String> =
            unit.parts.iter().map(|(word, part)| field(word, &body(army, part))).collect();
        parts.sort_unstable();
        (body(army, &unit.body), to, parts)
    };
    text(one) == text(other)
}

fn body(army: &Army<'_>, body: &Body<'_>) -> String {
    let rules = army.rules;
    let mut lines: Vec<String> = Vec::new();
    for taken in body.taken.iter().filter(|t| matches!(t.origin, Origin::Chosen | Origin::Standard)) {
        let option = rules.option_of(taken.option);
        let mut places: Vec<&str> = taken.places.iter().map(|s| rules.stats[s.0].id.as_str()).collect();
        places.sort_unstable();
        let mut names: Vec<&str> = taken.names.iter().map(String::as_str).collect();
        names.sort_unstable();
        let models = taken.models.map_or_else(String::new, |n| n.to_string());
        lines.push(field(&option.id, &format!("{} {} {models}", places.join(","), names.join(","))));
    }
    lines.sort_unstable();
    lines.dedup();
    let mut values: Vec<String> = body.values.iter().map(|(word, n)| field(word, &n.to_string())).collect();
    values.sort_unstable();
    lines.extend(values);
    lines.extend(body.roles.iter().map(|r| field("role", &rules.roles[r.0].id)));
    lines.extend(body.unknown.iter().map(|w| field("unknown", w)));
    let kind = body.kind.map_or("?", |k| rules.kind_of(k).id.as_str());
    format!("{kind} {}\n{}", body.size, lines.join("\n"))
}

fn character(army: &Army<'_>, character: &Character<'_>) -> String {
    let rules = army.rules;
    let text = [
        field("name", &character.name),
        field("entry", character.kind.map_or("", |k| rules.kind_of(k).id.as_str())),
        field("role", character.role.map_or("", |r| rules.roles[r.0].id.as_str())),
        field("with", character.with.as_ref().map_or("", |l| l.name.as_str())),
        field("commander", if character.commander { "yes" } else { "" }),
    ];
    field("character", &text.join("\n"))
}
