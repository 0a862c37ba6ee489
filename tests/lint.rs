//! Lists that `muster lint` finds for books, and faults that it finds in them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

use std::time::{Duration, Instant};

use muster::format::number::Number;
use muster::rules::library::{Answer, Library};
use muster::solve::{self, Terms};

#[test]
fn try_all() {
    let library = Library::new(Vec::new());
    for ruleset in library.rulesets() {
        let books = library.books(&ruleset.id);
        for book in std::iter::once(None).chain(books.iter().map(|b| Some(b.id.as_str()))) {
            let Answer::Ready(rules) = library.rules(&ruleset.id, book) else { panic!() };
            for size in [500_i64, 1000, 1500, 2000] {
                for date in [None, Some("218 BC"), Some("210 BC"), Some("202 BC")] {
                    let size: Number = size.into();
                    let start = Instant::now();
                    let answer = solve::witness(
                        &rules,
                        &Terms {
                            title: "try",
                            size: Some(size),
                            date: date.map(|d| d.parse().unwrap()),
                            at_least: size.times(Number::fraction(95, 100).unwrap()).unwrap(),
                            time: Duration::from_secs(20),
                        },
                    );
                    let shown = match &answer {
                        solve::Answer::Found(w) => format!("{} {}", w.spent, w.text.lines().count()),
                        solve::Answer::Forbidden(c) => format!(
                            "{c:?} {:?}",
                            c.limits.iter().map(|l| &rules.limits[*l].rule).collect::<Vec<_>>()
                        ),
                        other => format!("{other:?}"),
                    };
                    eprintln!("{} {book:?} {size} {date:?} {:?} {shown}", ruleset.id, start.elapsed());
                    if size == 1000 && date == Some("210 BC") {
                        if let solve::Answer::Found(w) = &answer {
                            eprintln!("{}", w.text);
                        }
                    }
                }
            }
        }
    }
}
