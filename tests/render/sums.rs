//! The printed costs add up to the printed total, on the sheets themselves.

use libtest_mimic::Trial;

use crate::{printed, samples, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let lists = samples().into_iter().filter(|l| l.contains("/fra/") || l.contains("/wab/"));
    lists
        .flat_map(|list| ["text", "markdown", "html"].map(|format| sum(list.clone(), format, &[])))
        .chain([
            sum("lists/fra/trebia-carthage.yaml".to_owned(), "html", &["--no-merge"]),
            sum("lists/wab/metaurus-carthage.yaml".to_owned(), "text", &["--no-merge"]),
        ])
        .collect()
}

fn sum(list: String, format: &'static str, more: &'static [&'static str]) -> Trial {
    trial(format!("sum {list} {format} {}", more.join(" ")), move || {
        let mut arguments = vec!["render", "roster", list.as_str(), "--format", format];
        arguments.extend(more);
        let text = printed(&arguments);
        let (costs, total) = match format {
            "text" => text_costs(&text),
            "markdown" => markdown_costs(&text),
            _ => html_costs(&text),
        };
        assert!(costs.len() > 5, "{costs:?}");
        let halves: i64 = costs.iter().map(|c| halves(c)).sum();
        assert_eq!(halves, self::halves(&total), "{costs:?} against {total}");
    })
}

/// Twice a cost, so that half points are whole.
pub(crate) fn halves(text: &str) -> i64 {
    let text = text.replace('−', "-");
    match text.split_once('.') {
        None => 2 * text.parse::<i64>().unwrap(),
        Some((whole, "5")) => 2 * whole.parse::<i64>().unwrap() + 1,
        Some(_) => panic!("{text} is no cost"),
    }
}

/// What stands in the column of costs, but not the sums of commands and not the reserves.
fn text_costs(text: &str) -> (Vec<String>, String) {
    let mut costs = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let end = lines.iter().position(|l| l.starts_with("Reserves, outside")).unwrap_or(lines.len());
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
    for item in text.split("<div class=\"item ").skip(1) {
        if item.starts_with("unit") && !item.starts_with("unit reserve") {
            let cell = item.split("right points\"").nth(1).unwrap();
            costs.push(inside(cell));
        }
    }
    let total = text.split("<div class=\"item total\">").nth(1).unwrap();
    let total = inside(total.split("right sum\"").nth(1).unwrap());
    (costs, total.split(' ').next().unwrap().to_owned())
}
