//! The footer of every page. If it is too long for the page, whole parts are left out.

use super::line_breaking::truncate_to_width;
use super::{MARGIN, Page};
use crate::render::context::{ArmyData, RulesData};
use crate::render::font::Fonts;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::Dimensions;

/// The kind of a part of the footer, which decides when it is left out.
///
/// Names are shortened first. Then the date is left out, the player, the version of the rules and the name of
/// the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FooterPart {
    /// An army's name. It may be shortened, since the head of the sheet has it in full.
    Name,
    Player,
    Rules,
    /// The version of the rules, printed after their name.
    Version,
    Date,
    /// What opponents compare: points, verdict and digest. Never left out.
    AlwaysShown,
}

/// The parts of the footer, in the order in which they are printed.
#[derive(Clone, Debug)]
pub(super) struct Footer(Vec<(FooterPart, String)>);

/// The font size of the footer; `print.css` has the same number.
const FOOT_SIZE: Length = Length(2_650);

/// A name is not shortened below this width, since the rest would say too little. Other parts are left out
/// instead.
const SHORTEST_NAME: Length = Length(20_000);

impl Footer {
    /// Returns the footer for sheets of one army.
    pub(super) fn for_army(army: &ArmyData) -> Self {
        let digest = army.digest.as_ref().map_or(&army.digest_text, |d| &d.shown);
        let version = version_text(&army.ruleset);
        let parts = [
            (FooterPart::Name, Some(&army.name)),
            (FooterPart::Player, army.player.as_ref()),
            (FooterPart::Rules, Some(&army.ruleset.name)),
            (FooterPart::Version, Some(&version)),
            (FooterPart::AlwaysShown, army.points.as_ref().map(|p| &p.shown)),
            (FooterPart::Date, army.date.as_ref()),
            (FooterPart::AlwaysShown, Some(&army.verdict_text)),
            (FooterPart::AlwaysShown, Some(digest)),
        ];
        Self(parts.into_iter().filter_map(|(part, text)| Some((part, text?.clone()))).collect())
    }

    /// Returns the footer for a reference sheet for these armies.
    pub(super) fn for_rules(rules: Option<&RulesData>, armies: &[String]) -> Self {
        let rules = rules
            .into_iter()
            .flat_map(|r| [(FooterPart::Rules, r.name.clone()), (FooterPart::Version, version_text(r))]);
        let names = armies.iter().map(|name| (FooterPart::Name, name.clone()));
        Self(rules.chain(names).collect())
    }

    /// Returns the footer line, no longer than `room`.
    fn fit_line(&self, fonts: &Fonts, room: Length) -> String {
        let wide = |text: &str| fonts.text_width(text, false, FOOT_SIZE);
        let fits = |line: &str| truncate_to_width(fonts, line, false, FOOT_SIZE, room) == line;
        let droppable =
            [FooterPart::Date, FooterPart::Player, FooterPart::Version, FooterPart::Rules, FooterPart::Name];
        for dropped in 0..=droppable.len() {
            let remaining: Vec<_> =
                self.0.iter().filter(|(part, _)| !droppable[..dropped].contains(part)).collect();
            let capped = |cap: Length| -> String {
                let mut line = String::new();
                for (part, text) in &remaining {
                    let between = if *part == FooterPart::Version { ", " } else { " · " };
                    line.push_str(if line.is_empty() { "" } else { between });
                    match part {
                        FooterPart::Name => line.push_str(&truncate_at_word(fonts, text, cap)),
                        _ => line.push_str(text),
                    }
                }
                line
            };
            // Shorten the longest name first
            let names =
                remaining.iter().filter(|(part, _)| *part == FooterPart::Name).map(|(_, text)| wide(text));
            let longest = names.max().unwrap_or_default() + Length(2_000);
            let mut cap = longest;
            while cap > SHORTEST_NAME && !fits(&capped(cap)) {
                cap = cap - Length(1_000);
            }
            let line = capped(cap);
            if fits(&line) {
                return line;
            }
        }
        let kept =
            self.0.iter().filter(|(part, _)| *part == FooterPart::AlwaysShown).map(|(_, text)| text.as_str());
        truncate_to_width(fonts, &kept.collect::<Vec<_>>().join(" · "), false, FOOT_SIZE, room)
    }

    /// Sets the footer line and the page number on every page.
    pub(super) fn add_to_pages(&self, pages: &mut [Page], fonts: &Fonts, paper: Dimensions) {
        let page_count = pages.len();
        let number = |at: usize| format!("page {at} of {page_count}");
        let room = paper.width
            - MARGIN * 2
            - fonts.text_width(&number(page_count), false, FOOT_SIZE)
            - Length(4_000);
        let line = self.fit_line(fonts, room);
        for (at, page) in pages.iter_mut().enumerate() {
            page.foot = vec![line.clone(), number(at + 1)];
        }
    }
}

fn version_text(rules: &RulesData) -> String {
    format!("data {}", rules.version)
}

/// Shortens a name after a whole word, or inside the first word if even that is too long.
fn truncate_at_word(fonts: &Fonts, name: &str, width: Length) -> String {
    let short = truncate_to_width(fonts, name, false, FOOT_SIZE, width);
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
            (FooterPart::Name, name),
            (FooterPart::Rules, RULES),
            (FooterPart::Version, "data 1.1.0"),
            (FooterPart::AlwaysShown, "1983 of 2000 points"),
            (FooterPart::Date, "207 BC"),
            (FooterPart::AlwaysShown, "legal"),
            (FooterPart::AlwaysShown, DIGEST),
        ];
        let foot = Footer(parts.map(|(part, text)| (part, text.to_owned())).to_vec());
        foot.fit_line(&Fonts::default(), Length::from_mm(room))
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
                assert!(fonts.text_width(&line, false, FOOT_SIZE) <= Length::from_mm(room), "{room}: {line}");
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
        assert!(line("Metaurus", 180).contains(" · 207 BC · "), "{}", line("Metaurus", 180));
        assert!(line("Metaurus", 130).ends_with(&kept));
    }
}
