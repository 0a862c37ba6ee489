//! How rooms are said to players: without tags, ids and quotes.

use crate::army::Army;
use crate::army::amount_allowed_by_limit::MeasuredBase;
use crate::format::limit::{FractionRounding, RegionKind};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_amounts::{Amount, Bound, ComputedAmount, RatioBase};
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::compiled_steps::{LastStep, Steps};
use crate::rules::id_types::{ContingentId, UnitKindId};
use crate::rules::limit_text::{commands_word, measured_thing, quantity_noun};
use crate::wording::{Criterion, Edge, Head, SelectorCondition, SelectorText, join_all, points_noun};

/// The longest phrase, in characters, that is a label.
const MAX_LABEL: usize = 40;

/// Formats a number with commas between thousands, such as `1,000` or `1,333 1/3`.
pub fn grouped_digits(n: Number) -> String {
    let text = n.to_mixed_text();
    let end = text.find([' ', '.', '/']).unwrap_or(text.len());
    let (whole, rest) = text.split_at(end);
    // The numerator of a fraction stays as it is
    if rest.starts_with('/') {
        return text;
    }
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}

/// Returns what a limit counts, as a player would say it. With `only`, each entry is measured by itself.
pub(super) fn room_label(army: &Army<'_>, limit: &Limit, only: Option<UnitKindId>) -> String {
    let rules = army.rules;
    let label = match (only.or(limit.entry), &limit.measure, &limit.description) {
        (Some(kind), ..) => rules.kind(kind).name.clone(),
        (
            None,
            Measure::Formula
            | Measure::Highest(..)
            | Measure::Lowest(..)
            | Measure::DifferentKinds(_)
            | Measure::DifferentOptions(..),
            _,
        ) => limit.title.clone(),
        (None, Measure::RegionNumber(id), _) => rules.numbers[id.0].name.clone(),
        (None, Measure::Options(options, _) | Measure::OptionPoints(options, _), of) => {
            let names: Vec<String> =
                options.iter().map(|option| rules.option(*option).name.clone()).collect();
            let of = of.as_ref().map(|of| PlainWords::of(rules, limit).phrase(of, false));
            let phrase = join_all(&names, "and") + &of.map_or_else(String::new, |of| format!(" of {of}"));
            if phrase.chars().count() > MAX_LABEL { limit.title.clone() } else { phrase }
        }
        (None, measure, Some(text)) => {
            let kinds = text.only_command_kinds().filter(|_| matches!(measure, Measure::Commands(_)));
            if let Some(kinds) = kinds {
                return format!("Commands of the kind {kinds}");
            }
            let phrase = PlainWords::of(rules, limit).phrase(text, false);
            // The id of a limit is shorter than what it counts with many conditions
            if phrase.chars().count() > MAX_LABEL { limit.title.clone() } else { phrase }
        }
        (None, Measure::Commands(_), None) => "commands".to_owned(),
        (None, _, None) => "all units".to_owned(),
    };
    let place = if limit.region == RegionKind::Reserves { " in reserve" } else { "" };
    capitalized(&label) + place
}

/// Returns what a limit counts in: `units`, `models`, `points`.
pub(super) fn unit_of_measure(rules: &Rules, limit: &Limit) -> String {
    match &limit.measure {
        Measure::Count(selector) if selector.matches_characters => "characters".to_owned(),
        Measure::Count(_) | Measure::Formula => "units".to_owned(),
        Measure::DifferentKinds(_) => "types".to_owned(),
        Measure::Options(..) => "options".to_owned(),
        Measure::DifferentOptions(..) => "different options".to_owned(),
        Measure::Points(_) | Measure::OptionPoints(..) => points_noun(false).to_owned(),
        Measure::Highest(what, _) | Measure::Lowest(what, _) => quantity_noun(rules, *what),
        Measure::Size(_) => rules.default_size_measure.noun(false).to_owned(),
        Measure::Commands(_) => commands_word(false).to_owned(),
        Measure::Number(id, _) | Measure::RegionNumber(id) => rules.numbers[id.0].name.to_lowercase(),
    }
}

/// Returns how an amount is worked out, such as `1 per 3 of 8 African and Iberian foot`. `None` for a plain number.
///
/// Without a base, which then is not known, it is only said what it is a share or rate of.
pub(super) fn amount_explanation(
    rules: &Rules,
    limit: &Limit,
    bound: &Bound,
    base: Option<&MeasuredBase>,
) -> Option<String> {
    if let Some(scaled) = &bound.scaled {
        return Some(scaled.words(scaled.to.or(base.map(|base| base.amount))));
    }
    let Amount::Computed(computed) = &bound.amount else { return None };
    let words = PlainWords::of(rules, limit);
    let noun = words.base_noun(&computed.of, base);
    let ratio = if computed.is_share {
        share_explanation(computed, &limit.measure, &noun, base)
    } else {
        rate_explanation(computed, &noun, base)
    };
    Some(ratio + &ends_explanation(computed))
}

/// Says a share, such as `half of the 8 foot, rounded up`.
fn share_explanation(
    computed: &ComputedAmount,
    measure: &Measure,
    noun: &str,
    base: Option<&MeasuredBase>,
) -> String {
    let ComputedAmount { steps, factor: share, round, .. } = computed;
    let is_single = matches!(&computed.of, RatioBase::Measured(measure, _) if measure.is_single_value());
    let noun = match base.map(|base| grouped_digits(base.amount)) {
        // The words before it end in "the"
        Some(number) if is_single => format!("{}, {number}", noun.strip_prefix("the ").unwrap_or(noun)),
        None if is_single => noun.strip_prefix("the ").unwrap_or(noun).to_owned(),
        Some(number) => format!("{number} {noun}"),
        None => noun.to_owned(),
    };
    let above = above_words(computed);
    let exact = base.and_then(|base| share.checked_mul(steps.count(base.amount)?));
    let rounded = match round {
        _ if exact.is_none_or(Number::is_whole) => "",
        FractionRounding::Up => ", rounded up",
        FractionRounding::Down => ", rounded down",
        FractionRounding::Nearest => ", rounded to the nearest",
        FractionRounding::None => "",
    };
    format!("{}{noun}{above}{rounded}", share_words(*share, measure))
}

/// Says a rate, such as `1 per 500 of 1,000 points`.
fn rate_explanation(computed: &ComputedAmount, noun: &str, base: Option<&MeasuredBase>) -> String {
    let ComputedAmount { steps, factor: allow, round, .. } = computed;
    let per = steps.per;
    let above = above_words(computed);
    let rate = match base.map(|base| grouped_digits(base.amount)) {
        Some(number) if per == 1 => format!("{allow} for each of {number} {noun}{above}"),
        None if per == 1 => format!("{allow} for each of the {noun}{above}"),
        Some(number) => format!("{allow} per {} of {number} {noun}{above}", grouped_digits(per)),
        None => format!("{allow} per {} {noun}{above}", grouped_digits(per)),
    };
    let exact = Steps { last: LastStep::Rounded(FractionRounding::None), ..*steps };
    let exact = base.and_then(|base| exact.count(base.amount));
    // Incomplete steps do not count, unless the rule says so
    let started = match steps.last {
        LastStep::FullFrom(enough) => {
            format!(", {} counting as {}", grouped_digits(enough), grouped_digits(per))
        }
        LastStep::Rounded(_) if exact.is_none_or(Number::is_whole) => String::new(),
        LastStep::Rounded(FractionRounding::Up) => ", rounded up".to_owned(),
        LastStep::Rounded(FractionRounding::Nearest) => ", rounded to the nearest".to_owned(),
        LastStep::Rounded(FractionRounding::Down | FractionRounding::None) => String::new(),
    };
    let product = base.and_then(|base| steps.count(base.amount)?.checked_mul(*allow));
    let then = match round {
        _ if product.is_none_or(Number::is_whole) => "",
        FractionRounding::Up => ", then rounded up",
        FractionRounding::Down => ", then rounded down",
        FractionRounding::Nearest => ", then rounded to the nearest",
        FractionRounding::None => "",
    };
    format!("{rate}{started}{then}")
}

/// Says what is left out of the base.
fn above_words(computed: &ComputedAmount) -> String {
    match computed.steps.above {
        above if above == 0 => String::new(),
        above => format!(" above {}", grouped_digits(above)),
    }
}

/// Says what is added to a share or a rate, and within which ends it is kept: `, plus 4, at least 8`.
fn ends_explanation(computed: &ComputedAmount) -> String {
    let minus = Number::ZERO.checked_sub(computed.plus).unwrap_or_default();
    let plus = match computed.plus {
        plus if plus > 0 => format!(", plus {}", grouped_digits(plus)),
        plus if plus < 0 => format!(", minus {}", grouped_digits(minus)),
        _ => String::new(),
    };
    let end = |edge: Edge, end: Option<Number>| {
        end.map_or_else(String::new, |end| format!(", {} {}", edge.words(), grouped_digits(end)))
    };
    plus + &end(Edge::AtLeast, computed.at_least) + &end(Edge::AtMost, computed.at_most)
}

/// Returns the words before the base of a share, such as `a third of the `.
fn share_words(share: Number, measure: &Measure) -> String {
    let known = [
        ((1, 2), "half of the "),
        ((1, 3), "a third of the "),
        ((2, 3), "two thirds of the "),
        ((1, 4), "a quarter of the "),
        ((3, 4), "three quarters of the "),
        ((1, 5), "a fifth of the "),
        ((1, 10), "a tenth of the "),
    ];
    let counts = measure.is_whole();
    match known.iter().find(|(parts, _)| *parts == share.numerator_denominator()) {
        Some((_, words)) => (*words).to_owned(),
        None if share == 1 && counts => "as many as the ".to_owned(),
        None if share == 1 => "as much as the ".to_owned(),
        None if share == 2 => "twice the ".to_owned(),
        None if share.is_whole() => format!("{share} times the "),
        None => format!("{} of the ", share.to_share_text()),
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Says selectors with printed names.
struct PlainWords<'r> {
    rules: &'r Rules,
    contingent: ContingentId,
}

impl<'r> PlainWords<'r> {
    fn of(rules: &'r Rules, limit: &Limit) -> Self {
        Self { rules, contingent: limit.contingent.unwrap_or(ContingentId::OWN) }
    }

    /// What a share or a rate is taken of, to follow a number.
    fn base_noun(&self, of: &RatioBase, base: Option<&MeasuredBase>) -> String {
        match of {
            RatioBase::Measured(measure, text) => {
                let one = base.is_some_and(|base| base.amount == 1);
                let nothing = SelectorText::default();
                let text = text.as_ref().unwrap_or(&nothing);
                let phrase = self.phrase(text, one);
                let of = |noun: &str| {
                    if *text == nothing {
                        noun.to_owned()
                    } else {
                        format!("{noun} of {}", self.phrase(text, false))
                    }
                };
                match &**measure {
                    Measure::Count(_) | Measure::Formula => phrase,
                    Measure::Points(_) => format!("{} of {}", points_noun(one), self.phrase(text, false)),
                    Measure::Commands(_) => {
                        format!("{} with {}", commands_word(one), self.phrase(text, false))
                    }
                    Measure::Size(_) => of(self.rules.default_size_measure.noun(one)),
                    Measure::Number(id, _) => {
                        let noun = self.rules.numbers[id.0].name.to_lowercase();
                        format!("{noun} of {}", self.phrase(text, false))
                    }
                    // These have no tags and ids in them but those of whose they are
                    other => measured_thing(self.rules, other, None, one).replace('"', ""),
                }
            }
            // These nouns have no tags and ids in them
            _ => base.map_or_else(
                || match of {
                    RatioBase::Commands => commands_word(false).to_owned(),
                    RatioBase::Spent => "points spent".to_owned(),
                    _ => points_noun(false).to_owned(),
                },
                |base| base.noun.clone(),
            ),
        }
    }

    /// A selector as a phrase: `African and Iberian foot`, `light troops with bow`.
    fn phrase(&self, text: &SelectorText, one: bool) -> String {
        let mut conditions = text.conditions.iter();
        let last_word = if one { "or" } else { "and" };
        let phrase = match &text.head {
            Head::Named(names) => join_all(names, last_word),
            Head::Tagged(nouns) => {
                let form = |noun: &'_ crate::wording::TagNoun| {
                    if one { noun.one.clone() } else { noun.several.clone() }
                };
                join_all(&nouns.iter().map(form).collect::<Vec<_>>(), last_word)
            }
            // The first condition says what they are
            Head::Units | Head::Characters => match conditions.next() {
                Some(condition @ SelectorCondition::Has(Criterion::CommandKind, _)) => {
                    format!("{} {}", if one { "unit" } else { "units" }, self.condition_phrase(condition))
                }
                Some(SelectorCondition::Has(what, words)) => join_all(&self.names(*what, words), last_word),
                Some(SelectorCondition::Any(all)) => {
                    let all: Vec<String> = all.iter().map(|text| self.phrase(text, one)).collect();
                    join_all(&all, last_word)
                }
                Some(SelectorCondition::Also(text)) => self.phrase(text, one),
                None if text.head == Head::Characters => {
                    if one { "character" } else { "characters" }.to_owned()
                }
                None => if one { "unit" } else { "units" }.to_owned(),
            },
        };
        let further = conditions.map(|condition| self.condition_phrase(condition));
        let except = text.except.iter().map(|except| format!("but not {}", self.phrase(except, false)));
        further.chain(except).fold(phrase, |phrase, condition| phrase + " " + &condition)
    }

    /// A condition that follows what the units are.
    fn condition_phrase(&self, condition: &SelectorCondition) -> String {
        match condition {
            SelectorCondition::Has(what, words) => {
                let lead = match what {
                    Criterion::Tag => "that are",
                    Criterion::Ally | Criterion::Book => "of",
                    Criterion::Role | Criterion::Option => "with",
                    Criterion::CommandKind => "in a",
                };
                format!("{lead} {}", join_all(&self.names(*what, words), "or"))
            }
            SelectorCondition::Any(all) => {
                let all: Vec<String> = all.iter().map(|text| self.phrase(text, false)).collect();
                format!("that are {}", join_all(&all, "or"))
            }
            SelectorCondition::Also(text) => format!("that are {}", self.phrase(text, false)),
        }
    }

    /// The printed names of the words of a condition.
    fn names(&self, what: Criterion, words: &[String]) -> Vec<String> {
        let rules = self.rules;
        let book_name = |is: &dyn Fn(&crate::rules::Contingent) -> bool| {
            rules.contingents.iter().find(|c| is(c)).and_then(|c| Some(c.book.as_ref()?.name.clone()))
        };
        let name = |word: &String| {
            let known = match what {
                Criterion::Tag => rules.tag_noun(self.contingent, word).map(|noun| noun.several.clone()),
                Criterion::Role => rules.find_role(word).map(|role| rules.roles[role.0].name.clone()),
                Criterion::Option => {
                    rules.find_option(self.contingent, word).map(|o| rules.option(o).name.clone())
                }
                Criterion::Ally => book_name(&|c| c.ally.as_ref() == Some(word)),
                // These are printed names already
                Criterion::CommandKind => Some(word.clone()),
                Criterion::Book => book_name(&|c| c.book.as_ref().is_some_and(|book| book.id == *word)),
            };
            known.unwrap_or_else(|| word.replace('-', " "))
        };
        words.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::compiled_selectors::Selector;

    #[test]
    fn thousands_are_set_apart() {
        let text = |n: &str| grouped_digits(n.parse().unwrap());
        assert_eq!(text("985"), "985");
        assert_eq!(text("1000"), "1,000");
        assert_eq!(text("-1234567.5"), "-1,234,567.5");
        assert_eq!(text("4/3"), "1 1/3");
        assert_eq!(text("1/3"), "1/3");
    }

    #[test]
    fn shares_are_said_in_words() {
        let words = |n: &str| share_words(n.parse().unwrap(), &Measure::Count(Selector::default()));
        assert_eq!(words("1/3"), "a third of the ");
        assert_eq!(words("25%"), "a quarter of the ");
        assert_eq!(words("1"), "as many as the ");
        assert_eq!(words("3/2"), "3/2 of the ");
        assert_eq!(words("3"), "3 times the ");
    }
}
