//! The printed costs add up to the printed total, on the sheets themselves.

use super::{muster_stdout, sample_lists};

#[test]
fn printed_costs_add_up_to_the_printed_total() {
    for list in sample_lists().iter().filter(|l| l.contains("/fra/") || l.contains("/wab/")) {
        for format in ["text", "markdown", "html"] {
            assert_costs_add_up(list, format, &[]);
        }
    }
    assert_costs_add_up("lists/fra/trebia-carthage.yaml", "html", &["--no-merge"]);
    assert_costs_add_up("lists/wab/metaurus-carthage.yaml", "text", &["--no-merge"]);
}

fn assert_costs_add_up(list: &str, format: &str, more: &[&str]) {
    let mut arguments = vec!["render", "roster", list, "--format", format];
    arguments.extend(more);
    let text = muster_stdout(&arguments);
    let (costs, total) = match format {
        "text" => text_costs(&text),
        "markdown" => markdown_costs(&text),
        _ => html_costs(&text),
    };
    assert!(costs.len() > 5, "{list} {format} {more:?}: {costs:?}");
    let sum: i64 = costs.iter().map(|c| half_points(c)).sum();
    assert_eq!(sum, half_points(&total), "{list} {format} {more:?}: {costs:?} against {total}");
}

/// Returns a cost in half points, so that it is an integer.
pub(crate) fn half_points(text: &str) -> i64 {
    let text = text.replace('−', "-");
    match text.split_once('.') {
        None => 2 * text.parse::<i64>().unwrap(),
        Some((whole, "5")) => 2 * whole.parse::<i64>().unwrap() + 1,
        Some(_) => panic!("{text} is not a cost"),
    }
}

/// Returns the column of costs and the total, without the sums of commands and the reserves.
fn text_costs(text: &str) -> (Vec<String>, String) {
    let mut costs = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let end = lines.iter().position(|l| l.starts_with("Reserves (not")).unwrap_or(lines.len());
    let begin = lines.iter().position(|l| l.is_empty()).unwrap();
    for (at, line) in lines[..end].iter().enumerate().skip(begin) {
        let of_command = lines.get(at + 1).is_some_and(|l| l.starts_with("---"));
        if line.chars().count() == 78 && !line.starts_with(' ') && !of_command && !line.starts_with("Total") {
            costs.push(line.split_whitespace().last().unwrap().to_owned());
        }
    }
    let total = lines.iter().find(|l| l.starts_with("Total")).unwrap();
    (costs, total.split_whitespace().nth(1).unwrap().to_owned())
}

fn markdown_costs(text: &str) -> (Vec<String>, String) {
    let counted = text.split("## Reserves").next().unwrap();
    let rows = counted.lines().filter(|l| l.starts_with("| **"));
    let costs = rows.map(|l| l.trim_end_matches(" |").rsplit("| ").next().unwrap().to_owned()).collect();
    let total = text.lines().find(|l| l.starts_with("**Total")).unwrap();
    (costs, total.split_whitespace().nth(1).unwrap().to_owned())
}

fn html_costs(text: &str) -> (Vec<String>, String) {
    let inside = |part: &str| -> String {
        let line = part.split("<b>").nth(1).map_or("", |p| p.split("</b>").next().unwrap());
        line.to_owned()
    };
    let mut costs = Vec::new();
    for item in text.split("<tbody role=\"rowgroup\" class=\"item ").skip(1) {
        let is_counted = item.starts_with("unit") || item.starts_with("charge");
        if is_counted && !item.starts_with("unit reserve") {
            let cell = item.split("right pts\"").nth(1).unwrap();
            costs.push(inside(cell));
        }
    }
    let total = text.split("<div class=\"item total\">").nth(1).unwrap();
    let total = inside(total.split("right sum\"").nth(1).unwrap());
    // 15 unspent · 985 of 1000 points
    let spent = total.rsplit("· ").next().unwrap();
    (costs, spent.split(' ').next().unwrap().to_owned())
}
