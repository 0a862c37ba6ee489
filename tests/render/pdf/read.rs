//! What a PDF holds, told by poppler, which shares nothing with the program that wrote it. Lengths are thousandths of
//! a millimetre from the upper left corner.

use std::path::Path;
use std::process::{Command, Stdio};

/// A box: left, top, right, bottom.
pub(super) type Rect = [i64; 4];

/// A page.
pub(super) struct Page {
    pub(super) width: i64,
    pub(super) height: i64,
    /// Words, with the boxes that their letters need.
    pub(super) words: Vec<(String, Rect)>,
    /// White boxes: cards, and on some papers the sheet itself.
    pub(super) white: Vec<Rect>,
    /// Straight thin lines, no longer than marks to cut by are.
    pub(super) marks: Vec<Rect>,
    /// All that is drawn.
    pub(super) drawn: Vec<Rect>,
}

/// Whether poppler's programs are here.
pub(super) fn poppler() -> bool {
    ["pdftotext", "pdftocairo"].iter().all(|name| {
        let run = Command::new(name).arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|s| s.success())
    })
}

fn told(name: &str, arguments: &[&str], file: &Path) -> String {
    let output = Command::new(name).args(arguments).arg(file).arg("-").output().expect("poppler runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("poppler writes UTF-8")
}

/// Points, of which an inch has 72.
fn points(text: &str) -> f64 {
    text.parse().expect("a number of points")
}

#[expect(clippy::cast_possible_truncation, reason = "lengths on paper are small")]
fn um(points: f64) -> i64 {
    (points * 25_400.0 / 72.0).round() as i64
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}

/// Every page of a file.
pub(super) fn read(file: &Path) -> Vec<Page> {
    let text = told("pdftotext", &["-bbox"], file);
    let pages = text.split("<page ").skip(1).enumerate().map(|(at, page)| {
        let size = |name| um(points(attribute(&format!(" {page}"), name).expect("the page has a size")));
        let mut made = Page {
            width: size("width"),
            height: size("height"),
            words: page.split("<word").skip(1).map(word).collect(),
            white: Vec::new(),
            marks: Vec::new(),
            drawn: Vec::new(),
        };
        let number = (at + 1).to_string();
        // Without these two the page is fitted to a paper of whole points
        let drawing = ["-svg", "-noshrink", "-nocenter", "-f", &number, "-l", &number];
        draw(&told("pdftocairo", &drawing, file), &mut made);
        made
    });
    pages.collect()
}

fn word(tag: &str) -> (String, Rect) {
    let at = |name| um(points(attribute(tag, name).expect("a word has a box")));
    let text = tag.split('>').nth(1).and_then(|t| t.split('<').next()).expect("a word has letters");
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
    (text, [at("xMin"), at("yMin"), at("xMax"), at("yMax")])
}

/// Takes what is drawn out of the picture of a page; letters and clips are in its definitions and passed over.
fn draw(svg: &str, page: &mut Page) {
    let shown: String =
        svg.split("<defs>").map(|p| p.rsplit("</defs>").next().unwrap_or(p)).skip(1).collect();
    for tag in shown.split("<path").skip(1).map(|p| p.split("/>").next().unwrap_or(p)) {
        let d = attribute(tag, "d").unwrap_or_default();
        let Some(rect) = extent(d, attribute(tag, "transform")) else { continue };
        let [left, top, right, bottom] = rect;
        let line = !tag.contains("fill:rgb") && d.matches('L').count() == 1;
        if tag.contains("fill:rgb(100%,100%,100%)") {
            page.white.push(rect);
        } else if line && (right - left).max(bottom - top) < 4_000 {
            page.marks.push(rect);
        }
        page.drawn.push(rect);
    }
}

/// The box around a path, without the thickness of its lines.
fn extent(d: &str, transform: Option<&str>) -> Option<Rect> {
    let matrix: Vec<f64> = transform.map_or_else(
        || vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        |t| t.trim_start_matches("matrix(").trim_end_matches(')').split(',').map(points).collect(),
    );
    let numbers: Vec<f64> = d.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let places = numbers.chunks_exact(2).map(|p| {
        let x = matrix[0] * p[0] + matrix[2] * p[1] + matrix[4];
        let y = matrix[1] * p[0] + matrix[3] * p[1] + matrix[5];
        (um(x), um(y))
    });
    places.fold(None, |around: Option<Rect>, (x, y)| {
        let [left, top, right, bottom] = around.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    })
}
