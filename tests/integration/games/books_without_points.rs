//! The books of the games without points: what they allow, with every expectation taken from the books' own
//! sentences.
use muster::check::check_files::CheckOptions;
use muster::checked_list::check_list;
use muster::rules::library::Library;

fn codes(text: &str) -> Vec<&'static str> {
    let report =
        check_list(&Library::new(Vec::new()), "x", text.as_bytes().to_vec(), &CheckOptions::default());
    report.findings.iter().map(|f| f.code.as_str()).collect()
}

#[test]
fn rome_in_quick_ancients() {
    let army = |date: &str, rows: &str| {
        codes(&format!("army: R\nruleset: quick\nbook: republican-rome\ndate: {date}\nunits:\n{rows}"))
    };
    let legion = "  - {unit: legionaries, count: 4}\n  - {unit: triarii}\n";
    // 4 bodies of legionaries: one of triarii, one of Roman horse (4/4, up), three of allied horse for each
    let horse = "  - {unit: roman-horse}\n  - {unit: allied-horse, count: 3}\n";
    assert!(army("216 BC", &format!("{legion}{horse}")).is_empty());
    assert_eq!(army("216 BC", &format!("{legion}{horse}  - {{unit: triarii}}\n")), ["too-many"]);
    assert_eq!(army("216 BC", &format!("{legion}{horse}  - {{unit: allied-horse}}\n")), ["too-many"]);
    // As many velites as legionaries, six Italian foot for four of the legion
    assert!(army("216 BC", &format!("{legion}  - {{unit: velites, count: 4}}\n")).is_empty());
    assert_eq!(army("216 BC", &format!("{legion}  - {{unit: velites, count: 5}}\n")), ["too-many"]);
    assert!(army("216 BC", &format!("{legion}  - {{unit: italian-foot, count: 6}}\n")).is_empty());
    assert_eq!(army("216 BC", &format!("{legion}  - {{unit: italian-foot, count: 7}}\n")), ["too-many"]);
    // The Cenomani fought in 218 BC, and Masinissa from 204 BC
    assert!(army("218 BC", &format!("{legion}  - {{unit: gallic-allies}}\n")).is_empty());
    assert_eq!(army("217 BC", &format!("{legion}  - {{unit: gallic-allies}}\n")), ["anachronism"]);
    assert!(army("204 BC", &format!("{legion}  - {{unit: numidians}}\n")).is_empty());
    assert_eq!(army("205 BC", &format!("{legion}  - {{unit: numidians}}\n")), ["anachronism"]);
}

#[test]
fn carthage_in_6mm() {
    let army = |date: &str, rows: &str| {
        codes(&format!(
            "army: C\nruleset: six-mm\nbook: carthage\ndate: {date}\ncharacters: [{{role: general, name: Hannibal}}]\nunits:\n{rows}"
        ))
    };
    let row = |unit: &str, size: u32| {
        format!("  - {{unit: {unit}, size: {size}, options: [average], values: {{figures: 8}}}}\n")
    };
    let africans = row("african-foot", 6);
    // No more elements of Gauls than of Africans and Iberians together: 6, or 10 with four of Iberians
    assert!(army("216 BC", &(africans.clone() + &row("gauls", 6))).is_empty());
    assert_eq!(army("216 BC", &(africans.clone() + &row("gauls", 7))), ["too-many"]);
    assert!(army("216 BC", &(africans.clone() + &row("gauls", 10) + &row("iberian-foot", 4))).is_empty());
    // A third of three bodies of horse is one of Numidians; a third of two, rounded down, is none
    let heavy = row("heavy-horse", 4);
    assert!(army("216 BC", &(africans.clone() + &heavy + &heavy)).is_empty());
    assert_eq!(army("216 BC", &(africans.clone() + &heavy + &heavy + &heavy)), ["too-few"]);
    assert!(army("216 BC", &(africans.clone() + &heavy + &heavy + &row("numidians", 4))).is_empty());
    assert_eq!(army("216 BC", &(africans.clone() + &row("macedonians", 4))), ["anachronism"]);
    assert!(army("202 BC", &(africans + &row("macedonians", 4))).is_empty());
}
