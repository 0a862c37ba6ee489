//! Sheets in headless Chromium: exact sizes, all content inside its box, and pages as laid out.
//!
//! One run of the browser measures all sheets. Each is in a frame that posts its measures to the page around
//! it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{fresh_folder, hostile, run_muster, sample_lists};

/// Returns the name of an installed browser.
fn find_browser() -> &'static str {
    let runs = |name: &str| {
        let run = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|s| s.success())
    };
    let known = ["chromium", "chromium-browser", "google-chrome"];
    known.into_iter().find(|name| runs(name)).expect("there is a browser here")
}

const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--allow-file-access-from-files",
];

/// Runs the browser with a new profile.
fn run_browser(browser: &str, folder: &Path, more: &[String]) -> String {
    let profile = folder.join("profile");
    let output = Command::new(browser)
        .args(FLAGS)
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(more)
        .stderr(Stdio::null())
        .output()
        .expect("the browser runs");
    let _ = std::fs::remove_dir_all(profile);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Writes a sheet into a folder.
fn write_sheet(into: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let file = into.join(format!("{name}.html"));
    let path = file.to_string_lossy().into_owned();
    let mut all = vec!["render"];
    all.extend(arguments);
    all.extend(["-o", path.as_str()]);
    let output = run_muster(&all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    file
}

/// Writes every sheet that is measured.
fn write_all_sheets(into: &Path) -> Vec<PathBuf> {
    let mut lists = sample_lists();
    for game in ["fra", "wab", "quick", "six-mm"] {
        let file = into.join(format!("hostile-{game}.yaml"));
        std::fs::write(&file, hostile::hostile_list(game)).unwrap();
        lists.push(file.to_string_lossy().into_owned());
    }
    let mut all = Vec::new();
    for list in &lists {
        let stem = list.replace(['/', '\\'], "-").replace(".yaml", "");
        for (kind, paper) in [
            ("roster", "a4"),
            ("roster", "letter"),
            ("cards", "a4"),
            ("cards", "letter"),
            ("reference", "a4"),
            ("packing", "letter"),
        ] {
            all.push(write_sheet(into, &format!("{stem}-{kind}-{paper}"), &[kind, list, "--paper", paper]));
        }
        if list.contains("hostile") || list.contains("trebia-carthage") {
            let fold = ["cards", list, "--card", "a7", "--gutter", "3", "--fold", "--mono"];
            all.push(write_sheet(into, &format!("{stem}-fold"), &fold));
            all.push(write_sheet(
                into,
                &format!("{stem}-small"),
                &["cards", list, "--card", "44x63", "--merge"],
            ));
        }
    }
    all
}

/// The script that measures each frame. Lengths are in thousandths of a millimetre.
const MEASURE: &str = r"<script>document.fonts.ready.then(() => {
const mm = px => Math.round(px * 25400 / 96), bad = [];
for (const e of document.querySelectorAll('.cell,.line,.row,.boxes,.boxes>*,.inside,.foot,.item,.col'))
  if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
    if (getComputedStyle(e).display !== 'inline')
      bad.push([e.className, e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight, e.textContent.slice(0, 60)]);
const pages = [...document.querySelectorAll('.sheet')].map(s => {
  const p = s.getBoundingClientRect();
  const box = e => { const r = e.getBoundingClientRect(); return [mm(r.left - p.left), mm(r.top - p.top), mm(r.width), mm(r.height)] };
  for (const e of s.querySelectorAll('.unit,.card,.item')) {
    const r = e.getBoundingClientRect();
    if (r.top < p.top - 1 || r.bottom > p.bottom + 1 || r.left < p.left - 1 || r.right > p.right + 1) bad.push(['off page', e.className, e.textContent.slice(0, 60)]);
  }
  for (const e of s.querySelectorAll('.card')) {
    const i = e.querySelector('.inside'); if (!i) continue;
    const c = e.getBoundingClientRect(), turned = e.classList.contains('turned');
    for (const b of i.children) {
      const r = b.getBoundingClientRect();
      if (r.left < c.left || r.right > c.right || r.top < c.top || r.bottom > c.bottom) bad.push(['off card', b.textContent.slice(0, 60)]);
      const foot = e.querySelector('.foot').getBoundingClientRect();
      if (turned ? r.top < foot.bottom - 1.5 : r.bottom > foot.top + 1.5) bad.push(['on foot', b.textContent.slice(0, 60)]);
    }
  }
  return {size: [mm(p.width), mm(p.height)],
    cards: [...s.querySelectorAll('.card')].map(e => ({box: box(e), back: e.classList.contains('back'), name: (e.querySelector('.named') || {}).textContent || ''})),
    marks: [...s.querySelectorAll('.mark')].map(box)};
});
const small = [...document.querySelectorAll('.line,.word,.label,.foot')].filter(e => parseFloat(getComputedStyle(e).fontSize) < 9.33).length;
const font = document.fonts.check('10px Muster') && [...document.fonts].every(f => f.status === 'loaded');
parent.postMessage(JSON.stringify({name: location.pathname.split('/').pop(), bad, pages, small, font}), '*');
})</script>";

#[test]
#[ignore = "needs Chromium"]
fn content_fits_its_boxes_in_a_browser() {
    let browser = find_browser();
    let folder = fresh_folder("browser-boxes");
    let files = write_all_sheets(&folder);
    let mut frames = String::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap().replace("</body>", &format!("{MEASURE}</body>"));
        std::fs::write(file, text).unwrap();
        let name = file.file_name().unwrap().to_string_lossy();
        writeln!(frames, "<iframe src=\"{name}\" width=\"900\" height=\"1200\"></iframe>").unwrap();
    }
    let all = format!(
        "<!DOCTYPE html><meta charset=utf-8><pre id=out></pre><script>onmessage = m => {{ const out = document.getElementById('out'); \
         out.append(m.data + '\\n') }}</script>{frames}"
    );
    let index = folder.join("index.html");
    std::fs::write(&index, all).unwrap();
    let dom = run_browser(
        browser,
        &folder,
        &[
            "--virtual-time-budget=20000".to_owned(),
            "--dump-dom".to_owned(),
            format!("file://{}", index.display()),
        ],
    );
    let out = dom
        .split("<pre id=\"out\">")
        .nth(1)
        .and_then(|d| d.split("</pre>").next())
        .expect("the page answers");
    let out = out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let measured: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(measured.len(), files.len(), "every frame answers");
    for sheet in &measured {
        check_measures(sheet);
    }
}

fn check_measures(sheet: &Value) {
    let name = sheet["name"].as_str().unwrap();
    let bad = sheet["bad"].as_array().unwrap();
    assert!(bad.is_empty(), "{name}: {} boxes are too small: {:?}", bad.len(), &bad[..bad.len().min(5)]);
    assert_eq!(sheet["small"], 0, "{name}: letters below 7 pt");
    assert_eq!(sheet["font"], true, "{name}: the font is not used");
    let pages = sheet["pages"].as_array().unwrap();
    assert!(!pages.is_empty(), "{name}");
    let numbers =
        |v: &Value| -> Vec<i64> { v.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect() };
    let near = |a: i64, b: i64| (a - b).abs() <= 200;
    let wanted = if name.contains("-fold") {
        Some((74_000, 105_000))
    } else if name.contains("-small") {
        Some((44_000, 63_000))
    } else {
        name.contains("-cards-").then_some((63_000, 88_000))
    };
    let Some((width, height)) = wanted else { return };
    let cards = |page: &Value| -> Vec<(Vec<i64>, bool, String)> {
        let all = page["cards"].as_array().unwrap().iter();
        all.map(|c| (numbers(&c["box"]), c["back"] == true, c["name"].as_str().unwrap().to_owned())).collect()
    };
    for page in pages {
        let marks: Vec<Vec<i64>> = page["marks"].as_array().unwrap().iter().map(numbers).collect();
        let placed = cards(page);
        assert!(!placed.is_empty());
        for (b, _, _) in &placed {
            assert!(near(b[2], width) && near(b[3], height), "{name}: a card is {} x {}", b[2], b[3]);
            // Some mark is in line with each edge
            for (at, size) in [(0, 2), (1, 3)] {
                for edge in [b[at], b[at] + b[size]] {
                    assert!(marks.iter().any(|m| near(m[at], edge)), "{name}: no mark at {edge}");
                }
            }
        }
        // No mark is on a card
        for m in &marks {
            let on = placed.iter().any(|(b, _, _)| {
                m[0] < b[0] + b[2] - 200
                    && b[0] + 200 < m[0] + m[2]
                    && m[1] < b[1] + b[3] - 200
                    && b[1] + 200 < m[1] + m[3]
            });
            assert!(!on, "{name}: a mark on a card");
        }
    }
    if name.contains("-fold") {
        return;
    }
    assert_eq!(pages.len() % 2, 0, "{name}");
    for sides in pages.chunks(2) {
        // A sheet is as high as the whole pixels of the paper
        let size = numbers(&sides[0]["size"]);
        let paper = if name.contains("letter") { [215_900, 279_400] } else { [210_000, 297_000] };
        let (w, h) = if size[0] > size[1] { (paper[1], paper[0]) } else { (paper[0], paper[1]) };
        let backs = cards(&sides[1]);
        for (front, _, title) in cards(&sides[0]) {
            // The sheet is turned over its long edge
            let (x, y) =
                if w > h { (front[0], h - front[1] - front[3]) } else { (w - front[0] - front[2], front[1]) };
            let behind = backs.iter().find(|(b, _, _)| near(b[0], x) && near(b[1], y));
            let (_, back, of) = behind.unwrap_or_else(|| panic!("{name}: nothing is behind {title}"));
            assert!(*back);
            assert!(
                *of == title
                    || of.starts_with(title.trim_end_matches('…'))
                    || title.starts_with(of.trim_end_matches('…')),
                "{name}: {of} is behind {title}"
            );
        }
    }
}

/// Each page of the layout is one page on paper.
#[test]
#[ignore = "needs Chromium"]
fn printed_pages_match_the_layout() {
    let browser = find_browser();
    let folder = fresh_folder("browser-pages");
    for (list, kind, paper) in [
        ("lists/fra/trebia-carthage.yaml", "roster", "a4"),
        ("lists/wab/metaurus-carthage.yaml", "cards", "letter"),
        ("lists/quick/zama-carthage.yaml", "reference", "a4"),
        ("lists/six-mm/trebia-rome.yaml", "packing", "letter"),
    ] {
        let file = write_sheet(&folder, &format!("{kind}-{paper}"), &[kind, list, "--paper", paper]);
        let laid = std::fs::read_to_string(&file).unwrap().matches("<section class=\"sheet\">").count();
        let pdf = folder.join(format!("{kind}.pdf"));
        run_browser(
            browser,
            &folder,
            &[
                "--no-pdf-header-footer".to_owned(),
                format!("--print-to-pdf={}", pdf.display()),
                format!("file://{}", file.display()),
            ],
        );
        let bytes = std::fs::read(&pdf).expect("the browser prints");
        let text = String::from_utf8_lossy(&bytes);
        let printed = text.matches("/Type /Page\n").count();
        assert_eq!(printed, laid, "{kind} on {paper}");
        let size = if paper == "a4" { "[0 0 594.95996 841.91998]" } else { "[0 0 612 792]" };
        assert!(text.contains(&format!("/MediaBox {size}")), "{kind} on {paper}");
    }
}
