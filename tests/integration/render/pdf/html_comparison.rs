//! Compares a PDF that was read back with the HTML of the same sheet.

use std::collections::BTreeMap;
use std::path::Path;

use muster::render::font::Fonts;

use super::poppler::{self, Page, Rect};

/// The tolerance of positions, in thousandths of a millimetre.
const NEAR: i64 = 200;

fn is_near(a: i64, b: i64) -> bool {
    (a - b).abs() <= NEAR
}

/// Returns how often each character is in a text, without spaces and characters that the font does not have.
fn letter_counts(text: &str) -> BTreeMap<char, usize> {
    let fonts = Fonts::default();
    fonts.note_missing(text);
    let missing = fonts.missing_characters();
    let mut all = BTreeMap::new();
    // A character that the font does not have is replaced in the PDF
    let drawn = |c: &char| !c.is_whitespace() && !c.is_control() && !missing.contains(c) && *c != '\u{fffd}';
    for c in text.chars().filter(drawn) {
        *all.entry(c).or_insert(0) += 1;
    }
    all
}

/// Returns the text of a piece of HTML.
fn html_text(html: &str) -> String {
    let outside = html
        .split('<')
        .enumerate()
        .map(|(at, p)| if at == 0 { p } else { p.split_once('>').map_or("", |p| p.1) });
    let text = outside.collect::<Vec<_>>().join(" ");
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#39;", "'"),
        ("&#x2F;", "/"),
        ("&amp;", "&"),
    ];
    named.iter().fold(text, |t, (from, to)| t.replace(from, to))
}

/// Returns a length from a style attribute, in thousandths of a millimetre.
fn style_length(style: &str, name: &str) -> i64 {
    let value = style.split(&format!("{name}:")).nth(1).unwrap().split("mm").next().unwrap();
    let (whole, part) = value.split_once('.').unwrap_or((value, ""));
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    whole.parse::<i64>().unwrap() * 1000 + sign * format!("{part:0<3}").parse::<i64>().unwrap()
}

/// Returns `true` if the centre of a word is in a box.
fn is_inside(word: &Rect, around: &Rect) -> bool {
    let (x, y) = (i64::midpoint(word[0], word[2]), i64::midpoint(word[1], word[3]));
    around[0] < x && x < around[2] && around[1] < y && y < around[3]
}

fn letters_of_words<'w>(words: impl Iterator<Item = &'w (String, Rect)>) -> BTreeMap<char, usize> {
    letter_counts(&words.map(|w| w.0.as_str()).collect::<Vec<_>>().join(" "))
}

/// Returns the characters whose counts differ between two texts, with both counts.
fn differing_letters(a: &BTreeMap<char, usize>, b: &BTreeMap<char, usize>) -> Vec<(char, usize, usize)> {
    let of = |all: &BTreeMap<char, usize>, c: char| all.get(&c).copied().unwrap_or(0);
    let mut all: Vec<_> = a.keys().chain(b.keys()).map(|c| (*c, of(a, *c), of(b, *c))).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().filter(|(_, a, b)| a != b).collect()
}

/// Asserts that the PDF has on every page and card what the HTML has there, and that everything is in its
/// place.
pub(super) fn assert_same_as_html(html: &str, pages: &[Page], what: &str) {
    let sections: Vec<&str> = html
        .split("<section class=\"sheet\">")
        .skip(1)
        .map(|s| s.split("</section>").next().unwrap())
        .collect();
    assert_eq!(pages.len(), sections.len(), "{what}: pages");
    for (at, (section, page)) in sections.iter().zip(pages).enumerate() {
        let what = &format!("{what}, page {}", at + 1);
        let paper = if what.contains("letter") { [215_900, 279_400] } else { [210_000, 297_000] };
        let lies = [page.width, page.height];
        assert!(
            is_near(lies[0].min(lies[1]), paper[0]) && is_near(lies[0].max(lies[1]), paper[1]),
            "{what}: {lies:?}"
        );
        let other =
            differing_letters(&letters_of_words(page.words.iter()), &letter_counts(&html_text(section)));
        assert!(other.is_empty(), "{what}: letters in the PDF and the HTML: {other:?}");
        assert_on_page(page, what);
        if what.starts_with("cards") {
            assert_cards_match(section, page, what);
        } else {
            for (word, r) in &page.words {
                let fits = r[0] >= 10_000 - NEAR
                    && r[2] <= page.width - 10_000 + NEAR
                    && r[3] <= page.height - 5_500;
                assert!(fits, "{what}: {word} is in the margin at {r:?}");
            }
        }
    }
}

/// Asserts that nothing is outside the page and no word is on top of another.
fn assert_on_page(page: &Page, what: &str) {
    let all =
        page.words.iter().map(|(w, r)| (w.as_str(), r)).chain(page.drawn.iter().map(|r| ("a drawing", r)));
    for (name, r) in all {
        let on = r[0] >= -NEAR && r[1] >= -NEAR && r[2] <= page.width + NEAR && r[3] <= page.height + NEAR;
        assert!(on, "{what}: {name} is off the page at {r:?}");
    }
    for (at, (a, first)) in page.words.iter().enumerate() {
        for (b, second) in &page.words[at + 1..] {
            let wide = first[2].min(second[2]) - first[0].max(second[0]);
            let high = first[3].min(second[3]) - first[1].max(second[1]);
            // Bounding boxes are higher than the distance between lines
            let smaller = (first[3] - first[1]).min(second[3] - second[1]);
            assert!(wide < 300 || high < smaller / 2, "{what}: {a} lies on {b} at {first:?}");
        }
    }
}

/// A card according to the HTML.
struct Wanted<'h> {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
    html: &'h str,
}

fn assert_cards_match(section: &str, page: &Page, what: &str) {
    let wanted: Vec<Wanted<'_>> = section
        .split("<div class=\"card")
        .skip(1)
        .map(|html| {
            let style = html.split("style=\"").nth(1).unwrap();
            let of = |name| style_length(style, name);
            let html = html.split_once('>').unwrap().1;
            Wanted { left: of("left"), top: of("top"), width: of("width"), height: of("height"), html }
        })
        .collect();
    // The sheet itself is also white, from edge to edge
    let boxes: &Vec<Rect> = &page.white.iter().filter(|r| r[0] > 1_000).copied().collect();
    assert_eq!(boxes.len(), wanted.len(), "{what}: cards");
    assert_card_size(what, &wanted);
    let mut words = 0;
    for card in &wanted {
        let r = boxes.iter().find(|r| is_near(r[0], card.left) && is_near(r[1], card.top));
        let r = r.unwrap_or_else(|| panic!("{what}: no card at {} {}", card.left, card.top));
        assert!(is_near(r[2] - r[0], card.width) && is_near(r[3] - r[1], card.height), "{what}: {r:?}");
        let on: Vec<_> = page.words.iter().filter(|(_, w)| is_inside(w, r)).collect();
        let after = card.html.rsplit_once("</div>").map_or(card.html, |(card, _)| card);
        // No text follows the last card
        let other =
            differing_letters(&letters_of_words(on.iter().copied()), &letter_counts(&html_text(after)));
        assert!(other.is_empty(), "{what}: letters of a card in the PDF and the HTML: {other:?}");
        for (word, w) in &on {
            let in_it =
                w[0] >= r[0] + 2_700 && w[2] <= r[2] - 2_700 && w[1] >= r[1] + 1_500 && w[3] <= r[3] - 1_500;
            assert!(in_it, "{what}: {word} is not within its card, at {w:?} in {r:?}");
        }
        words += on.len();
        assert_crop_marks(r, boxes, page, what);
    }
    assert_eq!(words, page.words.len(), "{what}: a word is on no card");
}

/// Asserts that the cards of the HTML have the size asked for.
fn assert_card_size(what: &str, wanted: &[Wanted<'_>]) {
    let named = [
        ("bridge", (57_000, 88_000)),
        ("tarot", (70_000, 120_000)),
        ("a7", (74_000, 105_000)),
        ("57.3x91.1", (57_300, 91_100)),
        ("44x63", (44_000, 63_000)),
    ];
    let (width, height) = named.iter().find(|(n, _)| what.contains(n)).map_or((63_000, 88_000), |n| n.1);
    for card in wanted {
        let high = if what.contains("--compact") { card.height <= height } else { card.height == height };
        assert!(card.width == width && high, "{what}: {} x {}", card.width, card.height);
    }
}

/// Asserts that each corner has two marks in line with the edges, except where another card is in the way.
fn assert_crop_marks(card: &Rect, cards: &[Rect], page: &Page, what: &str) {
    let free = |m: Rect| {
        !cards
            .iter()
            .any(|c| m[0] - 100 < c[2] && c[0] < m[2] + 100 && m[1] - 100 < c[3] && c[1] < m[3] + 100)
    };
    let there = |m: Rect| page.marks.iter().any(|k| (0..4).all(|at| is_near(k[at], m[at])));
    for (x, out) in [(card[0], -1), (card[2], 1)] {
        for (y, down) in [(card[1], -1), (card[3], 1)] {
            let (x1, x2) = (x + out * 700, x + out * 4_200);
            let (y1, y2) = (y + down * 700, y + down * 4_200);
            for mark in [[x1.min(x2), y, x1.max(x2), y], [x, y1.min(y2), x, y1.max(y2)]] {
                assert!(!free(mark) || there(mark), "{what}: no mark at {mark:?}");
            }
        }
    }
    let on = page.marks.iter().find(|m| {
        m[0] < card[2] - NEAR && card[0] + NEAR < m[2] && m[1] < card[3] - NEAR && card[1] + NEAR < m[3]
    });
    assert!(on.is_none(), "{what}: a mark on a card at {on:?}");
}

/// Asserts that the right column of a roster adds up to its total.
pub(super) fn assert_costs_add_up(file: &Path) {
    let mut costs = Vec::new();
    let mut total = None;
    let mut counted = true;
    for page in poppler::read_pages(file) {
        for (word, r) in &page.words {
            counted &= word != "Reserves";
            if word == "Total" {
                // In the row of the total, it stands before "of 1000 points"
                let mut row: Vec<_> = page.words.iter().filter(|(_, at)| is_near(at[1], r[1])).collect();
                row.sort_by_key(|(_, at)| at[0]);
                let of = row.iter().position(|(word, _)| word == "of").expect("of how many");
                total = Some(row[of - 1].0.clone());
            }
            // Sums of commands end a millimetre before the costs, and the number of the page is in the footer
            let in_column = r[3] < page.height - 13_000 && r[2] > page.width - 10_900;
            if counted && in_column && word.parse::<f64>().is_ok() {
                costs.push(word.clone());
            }
        }
    }
    let total = total.expect("the roster has a total");
    let sum: i64 = costs.iter().map(|c| crate::render::cost_sums::half_points(c)).sum();
    assert!(
        costs.len() > 5 && sum == crate::render::cost_sums::half_points(&total),
        "{costs:?} against {total}"
    );
}
