//! `docs/tournament.md`: runs each command of the page in order, in a folder with the files that the page
//! shows, and compares the output.

use std::collections::BTreeMap;

use crate::common::with;
use crate::common::{Folder, file};

/// Returns the fenced code blocks of a page: the text after the fence, and the content.
pub(crate) fn blocks(markdown: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            found.push((info.to_owned(), block.join("\n") + "\n"));
        }
    }
    found
}

/// Finds what looks like a digest: five groups of four characters for an army, three for rules.
fn digests(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || c.is_ascii_uppercase() || c == '-'));
    let is_digest = |word: &&str| {
        [3, 5].contains(&word.split('-').count()) && word.split('-').all(|group| group.len() == 4)
    };
    words.filter(is_digest).map(str::to_owned).collect()
}

#[test]
fn the_page_matches_the_output_of_the_program() {
    let page = file("docs/tournament.md");
    let folder = Folder::new();
    let carthage = file("lists/fra/trebia-carthage.yaml");
    let rome = file("lists/fra/trebia-rome.yaml");
    let faulty = with(&rome, "elite: [melee, rally]", "elite: melee");
    let again = with(&rome, "name: Cenomani, options: [javelin]", "name: Cenomani");
    folder.write("again/galba.yaml", &format!("player: Galba\n{again}"));
    let rules = with(&file("rulesets/fra/ruleset.yaml"), "version: 2.0.0", "version: 0.9.0");
    let (before, elephants) = rules.split_at(rules.find("\n  elephants:").unwrap());
    folder
        .write("old/fra/ruleset.yaml", &format!("{before}{}", elephants.replacen("cost: 70", "cost: 60", 1)));
    folder.write("handed-in/cato.yaml", &format!("player: Cato\n{carthage}"));
    folder.write("handed-in/galba.yaml", &format!("player: Galba\n{faulty}"));
    folder.write("handed-in/sulla/army.yaml", &format!("{carthage}\n# mine\nplayer: Cato\n"));
    folder.write("handed-in/sulla/photo.jpg", "");
    let (mut files, mut commands) = (0, 0);
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for (info, block) in blocks(&page) {
        if let Some(name) = info.strip_prefix("yaml title=") {
            folder.write(name, &block);
            files += 1;
            continue;
        }
        if info != "console" {
            assert!(["yaml", "json"].contains(&info.as_str()), "{info}");
            continue;
        }
        for shown in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, wanted) = shown.split_once('\n').unwrap_or((shown, ""));
            let meant = known.iter().fold(command.to_owned(), |text, (old, new)| text.replace(old, new));
            let words: Vec<&str> = meant.split(' ').collect();
            let (words, to) = match words.as_slice() {
                [words @ .., ">", file] => (words, Some(*file)),
                words => (words, None),
            };
            assert_eq!(words[0], "muster", "{command}");
            let ran = folder.muster(&words[1..]);
            let printed = match to {
                Some(file) => {
                    folder.write(file, &ran.out);
                    String::new()
                }
                None => ran.out,
            };
            // Notes about a table go to standard error, which a terminal shows first
            let printed = format!("{}{printed}", ran.trouble);
            // Digests change with each version of a ruleset; on the page they only need to be consistent
            let (shown, real) = (digests(wanted), digests(&printed));
            assert_eq!(shown.len(), real.len(), "{command}\n{printed}");
            for (shown, real) in shown.into_iter().zip(real) {
                let before = known.insert(shown.clone(), real.clone());
                assert!(before.is_none_or(|before| before == real), "{command}: {shown}");
            }
            let wanted = known.iter().fold(wanted.to_owned(), |text, (old, new)| text.replace(old, new));
            assert_eq!(printed.trim_end(), wanted.trim_end(), "{command}");
            commands += 1;
        }
    }
    assert!(files == 1 && commands == 8, "{files} files, {commands} commands");
}
