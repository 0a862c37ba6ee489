//! Reads PDFs with poppler, which shares no code with the program that wrote them.
//!
//! Lengths are thousandths of a millimetre from the upper left corner.

use std::path::Path;
use std::process::Command;

/// A box: left, top, right, bottom.
pub(super) type Rect = [i64; 4];

/// A page.
pub(super) struct Page {
    pub(super) width: i64,
    pub(super) height: i64,
    /// Words, with their bounding boxes.
    pub(super) words: Vec<(String, Rect)>,
    /// White boxes: cards, and on some papers the sheet itself.
    pub(super) white: Vec<Rect>,
    /// Straight thin lines, no longer than crop marks.
    pub(super) marks: Vec<Rect>,
    /// Everything that is drawn.
    pub(super) drawn: Vec<Rect>,
}

fn run_poppler(name: &str, arguments: &[&str], file: &Path) -> String {
    let output = Command::new(name).args(arguments).arg(file).arg("-").output().expect("poppler runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("poppler writes UTF-8")
}

/// Parses a length in points, of which an inch has 72.
fn parse_points(text: &str) -> f64 {
    text.parse().expect("a number of points")
}

#[expect(clippy::cast_possible_truncation, reason = "lengths on paper are small")]
fn to_um(points: f64) -> i64 {
    (points * 25_400.0 / 72.0).round() as i64
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}

/// Reads all pages of a file.
pub(super) fn read_pages(file: &Path) -> Vec<Page> {
    let text = run_poppler("pdftotext", &["-bbox"], file);
    let pages = text.split("<page ").skip(1).enumerate().map(|(at, page)| {
        let size =
            |name| to_um(parse_points(attribute(&format!(" {page}"), name).expect("the page has a size")));
        let mut made = Page {
            width: size("width"),
            height: size("height"),
            words: page.split("<word").skip(1).map(parse_word).collect(),
            white: Vec::new(),
            marks: Vec::new(),
            drawn: Vec::new(),
        };
        let number = (at + 1).to_string();
        // Without `-noshrink` and `-nocenter`, the page is fitted to a paper of whole points
        let drawing = ["-svg", "-noshrink", "-nocenter", "-f", &number, "-l", &number];
        collect_drawings(&run_poppler("pdftocairo", &drawing, file), &mut made);
        made
    });
    pages.collect()
}

fn parse_word(tag: &str) -> (String, Rect) {
    let at = |name| to_um(parse_points(attribute(tag, name).expect("a word has a box")));
    let text = tag.split('>').nth(1).and_then(|t| t.split('<').next()).expect("a word has letters");
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
    (text, [at("xMin"), at("yMin"), at("xMax"), at("yMax")])
}

/// Collects what is drawn on a page. Characters and clips are in the definitions of the SVG and left out.
fn collect_drawings(svg: &str, page: &mut Page) {
    let shown: String =
        svg.split("<defs>").map(|p| p.rsplit("</defs>").next().unwrap_or(p)).skip(1).collect();
    for tag in shown.split("<path").skip(1).map(|p| p.split("/>").next().unwrap_or(p)) {
        let d = attribute(tag, "d").unwrap_or_default();
        let Some(rect) = path_extent(d, attribute(tag, "transform")) else { continue };
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

/// Returns the bounding box of a path, without the width of its line.
fn path_extent(d: &str, transform: Option<&str>) -> Option<Rect> {
    let matrix: Vec<f64> = transform.map_or_else(
        || vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        |t| t.trim_start_matches("matrix(").trim_end_matches(')').split(',').map(parse_points).collect(),
    );
    let numbers: Vec<f64> = d.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let places = numbers.chunks_exact(2).map(|p| {
        let x = matrix[0] * p[0] + matrix[2] * p[1] + matrix[4];
        let y = matrix[1] * p[0] + matrix[3] * p[1] + matrix[5];
        (to_um(x), to_um(y))
    });
    places.fold(None, |around: Option<Rect>, (x, y)| {
        let [left, top, right, bottom] = around.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    })
}
