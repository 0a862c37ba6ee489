//! Compiles kinds of command, and the words that name them.

use crate::finding::{Code, Finding, SubjectKind};
use crate::format::commands_of_rulesets::CommandKind as WrittenKind;
use crate::format::limit::{RegionKind, RegionName};
use crate::format::ruleset::Ruleset;
use crate::format::shared_types::OneOrMore;
use crate::read::Located;
use crate::rules::compiled_commands::CommandKind;
use crate::rules::compiled_limits::Measure;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::CommandKindId;
use crate::wording::SelectorText;

use super::Compiler;
use super::amounts::written_bounds;
use super::own_bounds::BoundsOwner;

impl Compiler {
    /// Assigns an id to each kind of command, so that other rules can name it.
    pub(super) fn assign_command_kind_ids(&mut self, ruleset: &Ruleset) {
        for (id, kind) in ruleset.commands.iter().flat_map(|commands| &commands.kinds) {
            self.rules.command_kinds.push(CommandKind {
                id: id.value.clone(),
                rule_path: self.rule_path(None, "commands/kinds", id),
                name: kind.name.value.clone(),
                led_by: Vec::new(),
                may_be_in_army: kind.within.is_none(),
                within: Vec::new(),
                is_default: kind.default,
                span: id.span,
            });
        }
    }

    /// Compiles who leads each kind of command, and where it may be.
    pub(super) fn compile_command_kinds(&mut self, ruleset: &Ruleset) {
        let Some(commands) = &ruleset.commands else { return };
        for (at, (id, kind)) in commands.kinds.iter().enumerate() {
            self.set_subject(SubjectKind::CommandKind, &id.value);
            self.report_taken_word(id);
            let led_by = match &kind.led_by {
                Some(roles) => roles.iter().filter_map(|role| self.resolve_role(role)).collect(),
                None => self.rules.led_by.clone().unwrap_or_default(),
            };
            let places = kind.within.as_ref().map_or(&[][..], OneOrMore::as_slice);
            let (army, outer): (Vec<_>, Vec<_>) = places.iter().partition(|word| word.value == "army");
            let within =
                outer.into_iter().filter_map(|word| self.resolve_command_kind(word, &["army"])).collect();
            let made = &mut self.rules.command_kinds[at];
            made.led_by = led_by;
            made.may_be_in_army |= !army.is_empty();
            made.within = within;
        }
        let defaults: Vec<(&Located<String>, &WrittenKind)> =
            commands.kinds.iter().filter(|(_, kind)| kind.default).collect();
        if let [(first, _), .., (last, _)] = defaults[..] {
            let message =
                format!("\"{}\" and \"{}\" are both the default kind of command", first.value, last.value);
            let finding =
                Finding::new(Code::BadValue, last.span, message).with_label(first.span, "the other is here");
            self.report(finding.with_help("keep one `default: true`"));
        }
        self.subject = None;
    }

    /// Reports a kind of command whose id is a word for another region.
    fn report_taken_word(&mut self, id: &Located<String>) {
        if RegionName::BUILT_IN.iter().any(|(word, _)| *word == id.value) {
            let message = format!(
                "a kind of command cannot be called \"{}\", which has another meaning after `in`",
                id.value
            );
            self.report(Finding::new(Code::BadValue, id.span, message).with_help("give it another id"));
        }
    }

    /// Returns the kind of command that a word names. `None`, after reporting it, if there is none; `others` are the
    /// other words that may be there.
    pub(super) fn resolve_command_kind(
        &mut self,
        word: &Located<String>,
        others: &[&str],
    ) -> Option<CommandKindId> {
        let found = self.rules.find_command_kind(word);
        if found.is_none() && !word.is_placeholder() {
            let known: Vec<String> = self.rules.command_kinds.iter().map(|kind| kind.id.clone()).collect();
            let known = known.iter().map(String::as_str).chain(others.iter().copied());
            self.report_unknown(Code::UnknownKind, "kind of command", word, known);
        }
        found
    }

    /// Adds the limit on the number of commands of one kind.
    pub(super) fn add_command_kind_limit(&mut self, id: &Located<String>, kind: &WrittenKind) {
        let Some(known) = self.rules.find_command_kind(id) else { return };
        self.set_subject(SubjectKind::CommandKind, &id.value);
        let test = SelectorTest::CommandKind(vec![known]);
        let measure = Measure::Commands(Selector { test, ..Selector::default() });
        let bounds = self.compile_bounds(&written_bounds!(kind), &measure);
        if bounds.is_empty() {
            return;
        }
        let known = self.rules.command_kind(known);
        let (rule_path, name) = (known.rule_path.clone(), known.name.clone());
        let description = Some(SelectorText::of_command_kinds(vec![name.clone()]));
        let owner = BoundsOwner { rule_path, name, span: id.span, dates: Vec::new(), contingent: None };
        let made = self.own_limit(owner, measure, description, bounds);
        self.rules.limits.push(made);
    }

    /// Compiles where a rule looks: the region and, if that is each command of one kind, the kind.
    pub(super) fn compile_region(
        &mut self,
        region: Option<&Located<RegionName>>,
    ) -> (RegionKind, Option<CommandKindId>) {
        let Some(region) = region else { return (RegionKind::Army, None) };
        match &region.value {
            RegionName::BuiltIn(kind) => (*kind, None),
            RegionName::Kind(word) => {
                let word = Located { value: word.clone(), span: region.span };
                let kind = self.resolve_command_kind(&word, &RegionName::BUILT_IN.map(|(word, _)| word));
                (RegionKind::Command, kind)
            }
        }
    }
}
