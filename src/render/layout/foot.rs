//! The footer of every page. If it is too long for the page, whole parts are left out.

use super::block::SMALL;
use super::text::cut;
use super::{MARGIN, Page};
use crate::render::context::{Army, Judge};
use crate::render::font::Fonts;
use crate::render::paper::Size;
use crate::render::unit::Um;

/// The kind of a part of the footer, which decides when it is left out.
///
/// Names are shortened first. Then the date is left out, the player, the version of the rules and the name of
/// the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FootPart {
    /// An army's name. It may be shortened, since the head of the sheet has it in full.
    Name,
    Player,
    Rules,
    /// The version of the rules, printed after their name.
    Version,
    Date,
    /// What opponents compare: points, verdict and digest. Never left out.
    Kept,
}

/// The parts of the footer, in the order in which they are printed.
#[derive(Clone, Debug)]
pub(super) struct Foot(Vec<(FootPart, String)>);

/// A name is not shortened below this width, since the rest would say too little. Other parts are left out
/// instead.
const SHORTEST_NAME: Um = Um(20_000);

impl Foot {
    /// Returns the footer for sheets of one army.
    pub(super) fn of_army(army: &Army) -> Self {
        let digest = army.digest.as_ref().map_or(&army.digest_text, |d| &d.shown);
        let version = version(&army.ruleset);
        let parts = [
            (FootPart::Name, Some(&army.name)),
            (FootPart::Player, army.player.as_ref()),
            (FootPart::Rules, Some(&army.ruleset.name)),
            (FootPart::Version, Some(&version)),
            (FootPart::Kept, army.points.as_ref().map(|p| &p.shown)),
            (FootPart::Date, army.date.as_ref()),
            (FootPart::Kept, Some(&army.verdict_text)),
            (FootPart::Kept, Some(digest)),
        ];
        Self(parts.into_iter().filter_map(|(part, text)| Some((part, text?.clone()))).collect())
    }

    /// Returns the footer for a reference sheet for these armies.
    pub(super) fn of_rules(rules: Option<&Judge>, armies: &[String]) -> Self {
        let rules = rules
            .into_iter()
            .flat_map(|r| [(FootPart::Rules, r.name.clone()), (FootPart::Version, version(r))]);
        let names = armies.iter().map(|name| (FootPart::Name, name.clone()));
        Self(rules.chain(names).collect())
    }

    /// Returns the footer line, no longer than `room`.
    fn line(&self, fonts: &Fonts, room: Um) -> String {
        let wide = |text: &str| fonts.width(text, false, SMALL.size);
        let fits = |line: &str| cut(fonts, line, false, SMALL.size, room) == line;
        let droppable =
            [FootPart::Date, FootPart::Player, FootPart::Version, FootPart::Rules, FootPart::Name];
        for dropped in 0..=droppable.len() {
            let remaining: Vec<_> =
                self.0.iter().filter(|(part, _)| !droppable[..dropped].contains(part)).collect();
            let capped = |cap: Um| -> String {
                let mut line = String::new();
                for (part, text) in &remaining {
                    let between = if *part == FootPart::Version { ", " } else { " · " };
                    line.push_str(if line.is_empty() { "" } else { between });
                    match part {
                        FootPart::Name => line.push_str(&cut_at_word(fonts, text, cap)),
                        _ => line.push_str(text),
                    }
                }
                line
            };
            // Shorten the longest name first
            let names =
                remaining.iter().filter(|(part, _)| *part == FootPart::Name).map(|(_, text)| wide(text));
            let longest = names.max().unwrap_or_default() + Um(2_000);
            let mut cap = longest;
            while cap > SHORTEST_NAME && !fits(&capped(cap)) {
                cap = cap - Um(1_000);
            }
            let line = capped(cap);
            if fits(&line) {
                return line;
            }
        }
        let kept = self.0.iter().filter(|(part, _)| *part == FootPart::Kept).map(|(_, text)| text.as_str());
        cut(fonts, &kept.collect::<Vec<_>>().join(" · "), false, SMALL.size, room)
    }

    /// Sets the footer line and the page number on every page.
    pub(super) fn put_on(&self, pages: &mut [Page], fonts: &Fonts, paper: Size) {
        let page_count = pages.len();
        let number = |at: usize| format!("page {at} of {page_count}");
        let room = paper.width - MARGIN * 2 - fonts.width(&number(page_count), false, SMALL.size) - Um(4_000);
        let line = self.line(fonts, room);
        for (at, page) in pages.iter_mut().enumerate() {
            page.foot = vec![line.clone(), number(at + 1)];
        }
    }
}

fn version(rules: &Judge) -> String {
    format!("data {}", rules.version)
}

/// Shortens a name after a whole word, or inside the first word if even that is too long.
fn cut_at_word(fonts: &Fonts, name: &str, width: Um) -> String {
    let short = cut(fonts, name, false, SMALL.size, width);
    let Some(start) = short.strip_suffix('…').filter(|_| short != name) else { return short };
    let whole = name[start.len()..].starts_with(' ');
    match start.rsplit_once(' ').filter(|_| !whole) {
        Some((words, _)) => format!("{}…", words.trim_end_matches([' ', ',', ';', ':', '–', '-'])),
        None => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGEST: &str = "QC87-0000-0000-0000-0000 0000-0000-0000";
    const RULES: &str = "Warhammer Ancient Battles";

    fn line(name: &str, room: i64) -> String {
        let parts = [
            (FootPart::Name, name),
            (FootPart::Rules, RULES),
            (FootPart::Version, "data 1.1.0"),
            (FootPart::Kept, "1983 of 2000 points"),
            (FootPart::Date, "207 BC"),
            (FootPart::Kept, "legal"),
            (FootPart::Kept, DIGEST),
        ];
        let foot = Foot(parts.map(|(part, text)| (part, text.to_owned())).to_vec());
        foot.line(&Fonts::default(), Um::mm(room))
    }

    #[test]
    fn names_then_the_date_then_the_rules_give_way() {
        let kept = format!("1983 of 2000 points · legal · {DIGEST}");
        let long = "Gaius Claudius Nero and Marcus Livius Salinator upon the river Metaurus";
        let whole = format!("{long} · {RULES}, data 1.1.0 · 1983 of 2000 points · 207 BC · legal · {DIGEST}");
        assert_eq!(line(long, 400), whole);
        for room in (60..=400).step_by(5) {
            let line = line(long, room);
            let fonts = Fonts::default();
            if room >= 130 {
                assert!(fonts.width(&line, false, SMALL.size) <= Um::mm(room), "{room}: {line}");
                assert!(line.contains("1983 of 2000 points · "), "{room}: {line}");
                assert!(line.ends_with(&format!(" · legal · {DIGEST}")), "{room}: {line}");
            }
            // A shortened name ends after a whole word
            if let Some((name, rest)) = line.split_once('…').filter(|_| room >= 130) {
                assert!(rest.starts_with(" · "), "{line}");
                assert!(long.split(' ').any(|word| name.ends_with(word)), "{line}");
            }
            // A part is left out only after those before it in the order
            let there = ["207 BC", "data 1.1.0", RULES].map(|part| line.contains(part));
            assert!(there.is_sorted(), "{line}");
        }
        assert!(line("Metaurus", 165).contains(" · 207 BC · "), "{}", line("Metaurus", 165));
        assert!(line("Metaurus", 130).ends_with(&kept));
    }
}
