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
    let mut out = String::with_capacity(4_096);
    field(&mut out, "army", &list.army.value);
    next(&mut out, "ruleset", &rules.id);
    next(&mut out, "book", list.book.as_ref().map_or("", |b| b.as_str()));
    next(&mut out, "mode", army.mode.map_or("", |m| rules.modes[m.0].id.as_str()));
    next(&mut out, "points", &army.points.map_or_else(String::new, |p| p.to_string()));
    next(&mut out, "date", &army.date.map_or_else(String::new, |d| d.to_string()));
    next(&mut out, "player", list.player.as_ref().map_or("", |p| p.as_str()));
    next(&mut out, "club", list.club.as_ref().map_or("", |c| c.as_str()));
    next(&mut out, "draft", if army.draft { "yes" } else { "" });
    for ((contingent, choice), answer) in &army.answers {
        next(&mut out, &format!("choice {} {choice}", contingent.0), answer);
    }
    let mut commands: Vec<String> = (0..army.commands.len()).map(|at| command(army, at)).collect();
    commands.sort_unstable();
    follow(&mut out, &commands);
    let mut reserves = rows(army, None);
    reserves.sort_unstable();
    out.push('\n');
    nested(&mut out, "reserves", |out| lines(out, &reserves));
    out
}

/// A key, how many bytes its value has, and the value.
fn field(out: &mut String, key: &str, value: &str) {
    out.push_str(key);
    out.push(' ');
    out.push_str(Digits::of(value.len()).as_str());
    out.push(':');
    out.push_str(value);
}

/// The same with a value that is written here.
fn nested(out: &mut String, key: &str, write: impl FnOnce(&mut String)) {
    out.push_str(key);
    out.push(' ');
    let start = out.len();
    write(out);
    let length = Digits::of(out.len() - start);
    // The length is known last and stands first
    out.insert(start, ':');
    out.insert_str(start, length.as_str());
}

/// The digits of a length; there are too many of them in an army for the machinery of formatting.
struct Digits([u8; 20], usize);

impl Digits {
    fn of(mut number: usize) -> Self {
        let mut digits = [b'0'; 20];
        let mut first = 20;
        loop {
            first -= 1;
            digits[first] = b"0123456789"[number % 10];
            number /= 10;
            if number == 0 {
                return Self(digits, first);
            }
        }
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0[self.1..]).unwrap_or_default()
    }
}

/// A field in a line of its own after another.
fn next(out: &mut String, key: &str, value: &str) {
    out.push('\n');
    field(out, key, value);
}

/// Texts, a line each.
fn lines(out: &mut String, all: &[String]) {
    for (at, text) in all.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        out.push_str(text);
    }
}

/// The same after other lines.
fn follow(out: &mut String, all: &[String]) {
    for text in all {
        out.push('\n');
        out.push_str(text);
    }
}

/// Texts that each get something, in the order of the alphabet.
fn sorted<T>(all: impl IntoIterator<Item = T>, write: impl Fn(&mut String, T)) -> Vec<String> {
    let texts = all.into_iter().map(|one| {
        let mut text = String::new();
        write(&mut text, one);
        text
    });
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}

fn command(army: &Army<'_>, at: usize) -> String {
    let command = &army.commands[at];
    let mut all = rows(army, Some(at));
    all.extend(army.characters_of(at).map(|c| character(army, c)));
    all.sort_unstable();
    let ally = army.rules.contingents[command.contingent.0].ally.as_deref().unwrap_or("");
    let shared = command.shares_with.map_or("", |(name, _)| name.as_str());
    let mut out = String::with_capacity(256 + all.iter().map(String::len).sum::<usize>());
    nested(&mut out, "command", |out| {
        field(out, "name", command.name.map_or("", |n| n.as_str()));
        next(out, "ally", ally);
        next(out, "points", &command.points.map_or_else(String::new, |p| p.to_string()));
        next(out, "shared-with", shared);
        out.push('\n');
        lines(out, &all);
    });
    out
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
    let written = all.into_iter().map(|(text, count)| {
        let mut out = String::with_capacity(text.len() + 24);
        nested(&mut out, "unit", |out| {
            out.push_str(&count.to_string());
            out.push(' ');
            out.push_str(&text);
        });
        out
    });
    written.collect()
}

fn unit_text(army: &Army<'_>, unit: &Unit<'_>) -> String {
    let mut out = String::with_capacity(256);
    field(&mut out, "name", &unit.name);
    out.push('\n');
    nested(&mut out, "body", |out| body(out, army, &unit.body));
    next(&mut out, "attached", unit.attached_to.as_ref().map_or("", |l| l.name.as_str()));
    next(&mut out, "joins", unit.joins.as_ref().map_or("", |l| l.name.as_str()));
    follow(&mut out, &parts(army, unit));
    if unit.joined_by.iter().any(|h| matches!(h, Holder::Character(_))) {
        next(&mut out, "joined", "yes");
    }
    out
}

fn parts(army: &Army<'_>, unit: &Unit<'_>) -> Vec<String> {
    sorted(&unit.parts, |out, (word, part)| nested(out, word, |out| body(out, army, part)))
}

/// Whether two rows are the same in everything but how many they are.
pub(super) fn alike(army: &Army<'_>, one: usize, other: usize) -> bool {
    let text = |at: usize| {
        let unit = &army.units[at];
        let to = match unit.written {
            Written::Unit(written) => written.attached_to.as_ref().map_or("", |a| a.name().as_str()),
            Written::Character(_) | Written::Baggage(_) => "",
        };
        let mut own = String::new();
        body(&mut own, army, &unit.body);
        (own, to, parts(army, unit))
    };
    text(one) == text(other)
}

fn body(out: &mut String, army: &Army<'_>, body: &Body<'_>) {
    let rules = army.rules;
    let chosen = body.taken.iter().filter(|t| matches!(t.origin, Origin::Chosen | Origin::Standard));
    let mut all = sorted(chosen, |out, taken| {
        let mut places: Vec<&str> = taken.places.iter().map(|s| rules.stats[s.0].id.as_str()).collect();
        places.sort_unstable();
        let mut names: Vec<&str> = taken.names.iter().map(String::as_str).collect();
        names.sort_unstable();
        nested(out, &rules.option_of(taken.option).id, |out| {
            out.push_str(&places.join(","));
            out.push(' ');
            out.push_str(&names.join(","));
            out.push(' ');
            out.push_str(&taken.models.map_or_else(String::new, |n| n.to_string()));
        });
    });
    all.dedup();
    all.extend(sorted(&body.values, |out, (word, n)| field(out, word, &n.to_string())));
    let kind = body.kind.map_or("?", |k| rules.kind_of(k).id.as_str());
    out.push_str(kind);
    out.push(' ');
    out.push_str(&body.size.to_string());
    out.push('\n');
    let start = out.len();
    lines(out, &all);
    let roles = body.roles.iter().map(|r| ("role", rules.roles[r.0].id.as_str()));
    for (key, value) in roles.chain(body.unknown.iter().map(|w| ("unknown", w.as_str()))) {
        if out.len() > start {
            out.push('\n');
        }
        field(out, key, value);
    }
}

fn character(army: &Army<'_>, character: &Character<'_>) -> String {
    let rules = army.rules;
    let mut out = String::new();
    nested(&mut out, "character", |out| {
        field(out, "name", &character.name);
        next(out, "entry", character.kind.map_or("", |k| rules.kind_of(k).id.as_str()));
        next(out, "role", character.role.map_or("", |r| rules.roles[r.0].id.as_str()));
        next(out, "with", character.with.as_ref().map_or("", |l| l.name.as_str()));
        next(out, "commander", if character.commander { "yes" } else { "" });
    });
    out
}
