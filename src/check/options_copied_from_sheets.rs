//! Recognises options written as our own sheets print them, such as `Elite (Melee, Rally) +10`.

use crate::read::Located;
use crate::rules::Rules;
use crate::rules::accepted_spellings::Spellings;
use crate::rules::id_types::OptionId;
use crate::yaml::is_same_but_for_case_and_spaces;

/// Returns the unknown words of one unit, after joining those that a comma in brackets split: YAML reads
/// `[Elite (melee, rally)]` as two words.
pub(super) fn join_split_words(words: &[&Located<String>]) -> Vec<Located<String>> {
    let mut made: Vec<Located<String>> = Vec::new();
    for word in words {
        let open = made.last().is_some_and(|m| m.contains('(') && !m.contains(')'));
        match made.last_mut() {
            // Between the parts of a split word there is only a comma and a space
            Some(last) if open && continues_word(last, word) => {
                last.value = format!("{}, {}", last.value, word.value);
                last.span.end = word.span.end;
            }
            _ => made.push((*word).clone()),
        }
    }
    made
}

fn continues_word(last: &Located<String>, word: &Located<String>) -> bool {
    let (end, start) = (last.span.end, word.span.start);
    last.span.file == word.span.file && start > end && start - end <= 3
}

/// Returns how a list writes an option that is written as sheets print it. `None` for anything else.
pub(super) fn printed_to_written(
    rules: &Rules,
    known: &Spellings<'_, OptionId>,
    word: &str,
) -> Option<String> {
    let bare = without_price(word.trim());
    let (name, inside) = match bare.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((name, inside)) => (name, Some(inside)),
        // A name without marks is corrected like any misspelt word
        None if bare == word => return None,
        None => (bare, None),
    };
    let option =
        known.find_unambiguous(name).filter(|found| is_same_but_for_case_and_spaces(name, found.text))?;
    let Some(inside) = inside else { return Some(option.word.to_owned()) };
    let rule = rules.option(option.meaning);
    let details: Option<Vec<String>> = inside
        .split(',')
        .map(|part| {
            let part = part.trim();
            let stat =
                rule.mark_places.as_ref().and_then(|p| rules.stat_spellings(&p.among).find_exact(part));
            let named = rule.naming.as_ref().and_then(|naming| {
                let unit = rules
                    .type_spellings()
                    .find_exact(part)
                    .filter(|_| naming.allows_unit_types)
                    .map(|s| s.word);
                let tag = || {
                    rules
                        .tags
                        .iter()
                        .find(|tag| naming.allows_tags && is_same_but_for_case_and_spaces(tag, part))
                };
                unit.or_else(|| tag().map(String::as_str))
            });
            let models = (rule.partial && part.parse::<u32>().is_ok()).then_some(part);
            stat.map(|s| s.word).or(named).or(models).map(str::to_owned)
        })
        .collect();
    let id = &rule.id;
    match details?.as_slice() {
        [one] => Some(format!("{id}: {one}")),
        more => Some(format!("{id}: [{}]", more.join(", "))),
    }
}

/// Removes a price such as `+10` from the end of a text.
fn without_price(word: &str) -> &str {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let price = bare.len() < word.len();
    let sign =
        bare.strip_suffix(['+', '-', '−']).filter(|rest| price && rest.ends_with([' ', '\u{a0}', ')']));
    sign.map_or(word, |rest| rest.trim_end())
}
