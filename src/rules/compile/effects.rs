//! Compiles effects, and reports those that ask for what is only known after them.

use crate::finding::{Code, Finding, Span, SubjectKind};
use crate::format::limit::{RegionKind, RegionName};
use crate::format::ruleset::{Effect as WrittenEffect, Ruleset};
use crate::format::selectors_and_conditions as f;
use crate::read::{Located, Map};
use crate::rules::Effect;
use crate::rules::compiled_options::StatChanges;
use crate::rules::id_types::{CommandKindId, ContingentId};

use super::Compiler;
use super::contingents::ContingentSource;

impl Compiler {
    /// Compiles the effects of the ruleset, then those of each contingent's book.
    pub(super) fn compile_effects(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        for (contingent, effects) in effects_of_files(ruleset, armies) {
            self.contingent = contingent.unwrap_or(ContingentId::OWN);
            for (id, effect) in effects {
                let rule_path = self.rule_path(contingent, "effects", id);
                self.set_subject(SubjectKind::Rule, &rule_path);
                let (region, command_kind) = self.compile_effect_region(effect.region.as_ref());
                self.conditions_look_in = region;
                let when = self.compile_condition(effect.when.as_ref());
                self.conditions_look_in = RegionKind::Army;
                let made = Effect {
                    rule_path,
                    selector: self.compile_selector(&effect.targets),
                    contingent,
                    when,
                    region,
                    command_kind,
                    changes: StatChanges {
                        set: self.compile_new_stat_values(&effect.set),
                        add: self.compile_stat_changes(&effect.add),
                    },
                    gives_tags: effect.gives_tags.iter().map(|t| self.tag_id(t)).collect(),
                    takes_tags: effect.takes_tags.iter().map(|t| self.tag_id(t)).collect(),
                    span: id.span,
                };
                self.rules.effects.push(made);
            }
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
    }

    fn compile_effect_region(
        &mut self,
        region: Option<&Located<RegionName>>,
    ) -> (RegionKind, Option<CommandKindId>) {
        let found = self.compile_region(region);
        if let (Some(written), (RegionKind::Unit | RegionKind::Reserves, _)) = (region, found) {
            let message = "an effect looks in the army or in the command of the unit";
            let finding = Finding::new(Code::BadValue, written.span, message);
            self.report(finding.with_help("write `in: army` or `in: command`"));
        }
        found
    }

    /// Reports effects whose condition asks for costs, or for numbers that are worked out from stats or costs:
    /// these are only known once effects are.
    pub(super) fn report_effects_that_ask_too_early(
        &mut self,
        ruleset: &Ruleset,
        armies: &[ContingentSource],
    ) {
        for (contingent, effects) in effects_of_files(ruleset, armies) {
            self.contingent = contingent.unwrap_or(ContingentId::OWN);
            for (id, effect) in effects {
                self.set_subject(SubjectKind::Rule, self.rule_path(contingent, "effects", id));
                effect.when.iter().for_each(|when| self.report_early_questions(when));
            }
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
    }

    fn report_early_questions(&mut self, when: &f::Condition) {
        if let Some(test) = &when.spent {
            self.report_early_word("spent", "are only known once effects are", comparison_span(test));
        }
        if let Some(test) = &when.worth {
            let why = "is what the army costs if no size is agreed";
            self.report_early_word("worth", why, comparison_span(test));
        }
        if let Some(f::MeasuredAmount { sum, highest, lowest, number, .. }) = when.measured.as_deref() {
            for word in [sum, highest, lowest, number].into_iter().flatten() {
                self.report_early_measure(word);
            }
        }
        let inner = when.any.iter().chain(&when.all).chain(when.not.as_deref());
        inner.for_each(|when| self.report_early_questions(when));
    }

    /// Reports a word for what is measured that is only known once effects are.
    fn report_early_measure(&mut self, word: &Located<String>) {
        let number = self.rules.find_number_in(Some(self.contingent), word);
        let late = "are only known once effects are";
        if word.value == "points" {
            self.report_early_word(word, late, Some(word.span));
        } else if self.rules.find_stat(word).is_some() {
            self.report_early_word(
                word,
                "is a stat, and stats are only known once effects are",
                Some(word.span),
            );
        } else if number.is_some_and(|number| self.number_needs_stats_or_costs(number)) {
            let why = format!("is worked out from stats or costs, which {late}");
            self.report_early_word(word, &why, Some(word.span));
        }
    }

    fn report_early_word(&mut self, word: &str, why: &str, span: Option<Span>) {
        let message = format!("an effect cannot depend on \"{word}\", which {why}");
        let help = "an effect can ask for the agreed `points`, and for units, sizes, options, roles and tags";
        self.report(Finding::new(Code::BadValue, span.unwrap_or_default(), message).with_help(help));
    }
}

/// Returns the effects of the ruleset and of each book, with the contingent whose book it is.
fn effects_of_files<'f>(
    ruleset: &'f Ruleset,
    armies: &'f [ContingentSource],
) -> Vec<(Option<ContingentId>, &'f Map<WrittenEffect>)> {
    let books = armies.iter().enumerate();
    let books = books.filter_map(|(at, army)| Some((Some(ContingentId(at)), &army.book.as_ref()?.effects)));
    std::iter::once((None, &ruleset.effects)).chain(books).collect()
}

/// Returns where a comparison is written.
fn comparison_span(test: &f::NumberTest) -> Option<Span> {
    let f::NumberTest { min, max, above, below, exactly } = test;
    [min, max, above, below, exactly].into_iter().flatten().map(|n| n.span).min()
}
