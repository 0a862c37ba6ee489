//! Descriptions of what a selector matches.

use super::join_all;

/// The parts of a description of what a selector matches, to be put together as a sentence needs them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectorText {
    /// What is matched, before any condition.
    pub head: Head,
    /// The conditions, in this order.
    pub conditions: Vec<SelectorCondition>,
    /// What is not matched.
    pub except: Option<Box<Self>>,
}

/// What a selector matches before any condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Head {
    /// Units.
    #[default]
    Units,
    /// Characters.
    Characters,
    /// Units or characters of these printed names.
    Named(Vec<String>),
    /// Units with one of these tags, all of which have names.
    Tagged(Vec<TagNoun>),
}

/// The name of a tag for people, to follow a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagNoun {
    /// The tag itself.
    pub tag: String,
    /// What one unit with the tag is called: `unit of skirmishers`.
    pub one: String,
    /// What several are called: `skirmishers`.
    pub several: String,
}

/// A condition of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectorCondition {
    /// One of these words is true of it.
    Has(Criterion, Vec<String>),
    /// One of these selectors matches.
    Any(Vec<SelectorText>),
    /// This selector matches as well.
    Also(SelectorText),
}

/// What a word of a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// A role that a character holds.
    Role,
    /// A tag.
    Tag,
    /// An option that is taken.
    Option,
    /// An ally to whom the unit belongs.
    Ally,
    /// A book to which the unit belongs.
    Book,
    /// A kind of command that the unit is in directly.
    CommandKind,
}

impl Criterion {
    fn lead(self) -> &'static str {
        match self {
            Self::Role => "with the role",
            Self::Tag => "tagged",
            Self::Option => "with the option",
            Self::Ally => "of the ally",
            Self::Book => "of the book",
            Self::CommandKind => "in commands of the kind",
        }
    }
}

impl SelectorText {
    /// What goes by one printed name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { head: Head::Named(vec![name.into()]), ..Self::default() }
    }

    /// Returns the description of the commands of some kinds, which are a selector's only condition.
    pub fn of_command_kinds(names: Vec<String>) -> Self {
        let conditions = vec![SelectorCondition::Has(Criterion::CommandKind, names)];
        Self { conditions, ..Self::default() }
    }

    /// Returns the kinds of command that the description consists of, in quotes. `None` if it says anything else.
    pub fn only_command_kinds(&self) -> Option<String> {
        match (&self.head, self.conditions.as_slice(), &self.except) {
            (Head::Units, [SelectorCondition::Has(Criterion::CommandKind, names)], None) => {
                Some(quoted(names))
            }
            _ => None,
        }
    }

    /// Returns the description to follow a number, in the singular or the plural: `"Gauls" or "Gaesati"`, `units tagged "foot"`,
    /// `character with the role "general"`.
    pub fn text(&self, one: bool) -> String {
        let mut parts = vec![self.head(one)];
        parts.extend(self.conditions(one));
        parts.join(" ")
    }

    /// Returns the description in the plural.
    pub fn plural_text(&self) -> String {
        self.text(false)
    }

    /// Returns `true` if the description names this thing.
    pub fn names(&self, name: &str) -> bool {
        let is_head = matches!(&self.head, Head::Named(names) if names.iter().any(|n| n == name));
        is_head
            || self.except.as_ref().is_some_and(|except| except.names(name))
            || self.conditions.iter().any(|condition| match condition {
                SelectorCondition::Has(_, words) => words.iter().any(|word| word == name),
                SelectorCondition::Any(all) => all.iter().any(|one| one.names(name)),
                SelectorCondition::Also(one) => one.names(name),
            })
    }

    /// Returns the description as something that an option needs: `the option "shieldwall"`, `the tag "foot" or "Gauls"`.
    pub fn as_need(&self) -> String {
        let mut parts = self.conditions(true);
        match (&self.head, self.conditions.first()) {
            (Head::Units, Some(SelectorCondition::Any(all))) => {
                let any = all.iter().enumerate().map(|(at, one)| one.as_alternative_need(at == 0));
                parts[0] = any.collect::<Vec<_>>().join(" or ");
            }
            (Head::Units, Some(SelectorCondition::Also(one))) => parts[0] = one.as_alternative_need(true),
            (Head::Units, Some(SelectorCondition::Has(..))) | (Head::Tagged(_), _) => {
                return self.as_alternative_need(true);
            }
            _ => parts.insert(0, self.head(true)),
        }
        parts.join(" ")
    }

    /// One of several things that are needed; the first of them says that it is about a unit.
    fn as_alternative_need(&self, first: bool) -> String {
        let parts = self.conditions(true);
        let begin = match (&self.head, self.conditions.first()) {
            (Head::Units, Some(begin)) => begin,
            (Head::Tagged(nouns), _) => {
                let named = join_nouns(nouns, |noun| &noun.several, "or");
                return std::iter::once(named).chain(parts).collect::<Vec<_>>().join(" ");
            }
            _ => return self.text(true),
        };
        match begin {
            SelectorCondition::Has(Criterion::Tag, words) => {
                replace_first(parts, format!("the tag {}", quoted(words)))
            }
            SelectorCondition::Has(Criterion::Option, words) => {
                replace_first(parts, format!("the option {}", quoted(words)))
            }
            _ if first => self.text(true),
            _ => parts.join(" "),
        }
    }

    fn head(&self, one: bool) -> String {
        match &self.head {
            Head::Units => if one { "unit" } else { "units" }.to_owned(),
            Head::Characters => if one { "character" } else { "characters" }.to_owned(),
            Head::Named(names) => quoted(names),
            Head::Tagged(nouns) if one => join_nouns(nouns, |noun| &noun.one, "or"),
            // Units with either tag are counted together: "12 foot and horse"
            Head::Tagged(nouns) => join_nouns(nouns, |noun| &noun.several, "and"),
        }
    }

    /// All that follows the head, each condition by itself.
    fn conditions(&self, one: bool) -> Vec<String> {
        let condition = |condition: &SelectorCondition| match condition {
            SelectorCondition::Has(what, words) => format!("{} {}", what.lead(), quoted(words)),
            SelectorCondition::Any(all) => {
                all.iter().map(|s| s.as_condition(one)).collect::<Vec<_>>().join(" or ")
            }
            SelectorCondition::Also(inner) => inner.as_condition(one),
        };
        let except = self.except.as_ref().map(|except| {
            let conditions = except.conditions(one);
            let bare = except.head == Head::Units && !conditions.is_empty();
            format!("but not {}", if bare { conditions.join(" ") } else { except.text(one) })
        });
        self.conditions.iter().map(condition).chain(except).collect()
    }

    /// A further condition on units that were named already: `tagged "foot"`, `that are "Gauls"`.
    fn as_condition(&self, one: bool) -> String {
        let conditions = self.conditions(one);
        if self.head == Head::Units && !conditions.is_empty() {
            conditions.join(" ")
        } else {
            format!("that are {}", self.text(one))
        }
    }
}

fn join_nouns(nouns: &[TagNoun], form: impl Fn(&TagNoun) -> &String, last_word: &str) -> String {
    let words: Vec<&String> = nouns.iter().map(form).collect();
    join_all(&words, last_word)
}

/// Joins quoted names, all of them: a rule that left some out would mean something else.
fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ")
}

fn replace_first(mut parts: Vec<String>, first: String) -> String {
    parts[0] = first;
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(what: Criterion, word: &str) -> SelectorText {
        SelectorText {
            conditions: vec![SelectorCondition::Has(what, vec![word.to_owned()])],
            ..SelectorText::default()
        }
    }

    fn any(all: Vec<SelectorText>) -> SelectorText {
        SelectorText { conditions: vec![SelectorCondition::Any(all)], ..SelectorText::default() }
    }

    #[test]
    fn only_the_noun_of_a_selector_takes_a_plural() {
        assert_eq!(has(Criterion::Tag, "foot").text(true), "unit tagged \"foot\"");
        assert_eq!(has(Criterion::Tag, "foot").plural_text(), "units tagged \"foot\"");
        assert_eq!(SelectorText::named("Gauls").plural_text(), "\"Gauls\"");
        assert_eq!(SelectorText::default().plural_text(), "units");
    }

    #[test]
    fn further_conditions_follow_without_naming_units_again() {
        let gauls = any(vec![has(Criterion::Tag, "foot"), SelectorText::named("Gauls")]);
        assert_eq!(gauls.plural_text(), "units tagged \"foot\" or that are \"Gauls\"");
        let not = SelectorText {
            except: Some(Box::new(has(Criterion::Option, "bow"))),
            ..has(Criterion::Tag, "foot")
        };
        assert_eq!(not.plural_text(), "units tagged \"foot\" but not with the option \"bow\"");
    }

    #[test]
    fn a_need_names_the_thing_itself() {
        assert_eq!(has(Criterion::Option, "shieldwall").as_need(), "the option \"shieldwall\"");
        assert_eq!(SelectorText::named("Gauls").as_need(), "\"Gauls\"");
        let several = any(vec![
            has(Criterion::Tag, "foot"),
            has(Criterion::Option, "bow"),
            SelectorText::named("Gauls"),
        ]);
        assert_eq!(several.as_need(), "the tag \"foot\" or the option \"bow\" or \"Gauls\"");
        assert_eq!(has(Criterion::Ally, "numidia").as_need(), "unit of the ally \"numidia\"");
    }

    #[test]
    fn a_tag_with_a_name_reads_as_that_name() {
        let noun = |tag: &str, one: &str, several: &str| TagNoun {
            tag: tag.to_owned(),
            one: one.to_owned(),
            several: several.to_owned(),
        };
        let horse = noun("cavalry", "horse", "horse");
        let tagged =
            |nouns: Vec<TagNoun>| SelectorText { head: Head::Tagged(nouns), ..SelectorText::default() };
        assert_eq!(tagged(vec![horse.clone()]).plural_text(), "horse");
        assert_eq!(tagged(vec![horse.clone()]).as_need(), "horse");
        let both = tagged(vec![noun("beast", "elephant", "elephants"), horse]);
        assert_eq!(both.text(true), "elephant or horse");
        assert_eq!(both.plural_text(), "elephants and horse");
        assert_eq!(both.as_need(), "elephants or horse");
        let with_bows = SelectorText { conditions: has(Criterion::Option, "bow").conditions, ..both.clone() };
        assert_eq!(with_bows.plural_text(), "elephants and horse with the option \"bow\"");
        assert_eq!(with_bows.as_need(), "elephants or horse with the option \"bow\"");
        let gauls = SelectorText { except: Some(Box::new(both.clone())), ..SelectorText::named("Gauls") };
        assert_eq!(gauls.plural_text(), "\"Gauls\" but not elephants and horse");
        let either = any(vec![SelectorText::named("Gauls"), both]);
        assert_eq!(either.plural_text(), "units that are \"Gauls\" or that are elephants and horse");
    }

    #[test]
    fn a_name_that_looks_like_a_part_of_a_sentence_stays_as_it_is() {
        let odd = SelectorText::named("or tagged{s} unit");
        assert_eq!(odd.plural_text(), "\"or tagged{s} unit\"");
        assert_eq!(odd.as_need(), "\"or tagged{s} unit\"");
        assert!(odd.names("or tagged{s} unit"));
    }
}
