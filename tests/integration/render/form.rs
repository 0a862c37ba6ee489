//! The form for an organiser: one page with prices, totals of commands, and places to write.

use super::cost_sums::half_points;
use super::{muster_stdout, sample_lists};

fn form(list: &str) -> String {
    muster_stdout(&["render", "form", list, "--paper", "a4"])
}

#[test]
fn forms_of_the_samples_take_one_page_with_remarks_rounds_and_signatures() {
    for list in sample_lists().into_iter().filter(|list| list != "lists/wab/metaurus-carthage.yaml") {
        let html = form(&list);
        assert_eq!(html.matches("<section class=\"sheet\">").count(), 1, "{list}");
        for words in ["Corrections and remarks", "Opponent has seen this", "Signature", "Returned, because"] {
            assert!(html.contains(words), "{list}: {words}");
        }
        for field in ["Event", "Player", "Club", "Player no.", "Game", "Year"] {
            assert!(html.contains(&format!(">{field}</div>")), "{list}: {field}");
        }
    }
}

/// Each row has its price, each command its sum, and all of them the total.
#[test]
fn prices_of_a_form_add_up() {
    for list in ["lists/fra/trebia-carthage.yaml", "lists/fra/zama-rome.yaml"] {
        let html = form(list);
        let last = |row: &str| -> Option<String> {
            let cell = row.rsplit("data-l=\"Total\"").next()?;
            Some(cell.split("<b>").nth(1)?.split("</b>").next()?.to_owned())
        };
        let rows = |class: &str| -> Vec<i64> {
            let start = format!("<tr class=\"tr {class}\"");
            let rows = html.split(&start).skip(1);
            let rows = rows.map(|row| row.split("</tr>").next().unwrap());
            rows.filter_map(last).map(|cost| half_points(&cost)).collect()
        };
        let (units, commands) = (rows("grid"), rows("grid grey"));
        assert!(units.len() > 10 && commands.len() == 2, "{list}");
        assert_eq!(units.iter().sum::<i64>(), commands.iter().sum::<i64>(), "{list}");
        let total = commands.iter().sum::<i64>() / 2;
        assert!(html.contains(&format!("<b>{total} of 1000 points</b>")), "{list}: {total}");
    }
}

/// At the Trebia the track has 10 boxes, shaky with 4 left and broken with none.
#[test]
fn a_form_has_the_break_point_of_each_command() {
    let html = form("lists/fra/trebia-carthage.yaml")
        .replace("</div><div class=\"line\" style=\"font-size:2.82mm;line-height:3.5mm\">", " ")
        .replace("<b>", "")
        .replace("</b>", "");
    assert_eq!(html.matches("Morale track 10 (Shaky at 4, Broken at 0)").count(), 2);
    assert!(html.contains("Command I: 18 units") && html.contains("Command II: 8 units"));
}

/// What the list says of the player is filled in; the rest is left to be written.
#[test]
fn fields_are_filled_from_the_list() {
    let folder = crate::common::Folder::new();
    let list = std::fs::read_to_string("lists/fra/starter.yaml").unwrap();
    let list = list.replacen("army:", "player: A. <Player>\nclub: The harbour club\narmy:", 1);
    folder.write("mine.yaml", &list);
    let html = folder.muster(&["render", "form", "mine.yaml"]).out;
    assert!(html.contains("<b>A. &lt;Player&gt;</b>") && html.contains("<b>The harbour club</b>"));
    let text = folder.muster(&["render", "form", "mine.yaml", "--format", "text"]).out;
    assert!(text.contains("Player     A. <Player>\n") && text.contains("Event      ____"));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}
