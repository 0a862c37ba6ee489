//! Compiles what the army and its commands are offered.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::finding::{Code, Finding, Span, SubjectKind};
use crate::format::formula::Formula;
use crate::format::options::PurchaseOffers;
use crate::format::ruleset::Ruleset;
use crate::rules::compiled_costs::StatedPrice;
use crate::rules::compiled_options::{OptionOffer, OptionOffers};
use crate::rules::compiled_purchases::{Buyer, PurchaseRule};
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::id_types::ContingentId;

use super::Compiler;
use super::contingents::ContingentSource;

impl Compiler {
    /// Compiles `every-army` and `every-command` of the ruleset and the books.
    pub(super) fn compile_purchases(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        let owner = self.rules.id.clone();
        let usual = [
            self.compile_offers_to(Buyer::Army, ruleset.every_army.as_ref(), &owner),
            self.compile_offers_to(Buyer::Command, ruleset.every_command.as_ref(), &owner),
        ];
        for (at, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(at);
            let own = |rule: PurchaseRule| PurchaseRule { contingent: ContingentId(at), ..rule };
            let [mut of_army, mut of_command] = usual.clone().map(|rule| rule.map(own));
            if let Some(book) = &army.book {
                let owner = book.book.value.clone();
                let own = self.compile_offers_to(Buyer::Army, book.every_army.as_ref(), &owner);
                add_offers(&mut of_army, own);
                let own = self.compile_offers_to(Buyer::Command, book.every_command.as_ref(), &owner);
                add_offers(&mut of_command, own);
            }
            self.rules.purchases.extend(of_command.clone());
            // An ally is a command of the army, which alone buys what is for all
            if self.contingent == ContingentId::OWN {
                self.rules.purchases.extend(of_army.clone());
                add_offers(&mut of_army, of_command);
                let both = of_army.map(|both| PurchaseRule { buyer: Buyer::ArmyAsCommand, ..both });
                self.rules.purchases.extend(both);
            }
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
    }

    fn compile_offers_to(
        &mut self,
        buyer: Buyer,
        written: Option<&PurchaseOffers>,
        owner: &str,
    ) -> Option<PurchaseRule> {
        let written = written?;
        let key = if buyer == Buyer::Army { "every-army" } else { "every-command" };
        let rule_path = format!("{owner}/{key}");
        self.set_subject(SubjectKind::Rule, &rule_path);
        let offers = self.compile_offers(&written.options, &rule_path, false);
        Some(PurchaseRule {
            contingent: self.contingent,
            buyer,
            rule_path,
            offers,
            span: written.options.span,
        })
    }

    /// Reports options that are bought and do something to a unit.
    pub(super) fn report_purchases_for_units(&mut self) {
        let mut reported: HashSet<(Span, Buyer)> = HashSet::new();
        let mut findings = Vec::new();
        for rule in self.rules.purchases.iter().filter(|rule| rule.buyer != Buyer::ArmyAsCommand) {
            for (_, level) in rule.offers.levels() {
                for offer in &level.all {
                    let finding = self.fault_of_purchase(rule.buyer, offer);
                    let Some(finding) = finding.filter(|_| reported.insert((offer.span, rule.buyer))) else {
                        continue;
                    };
                    findings.push(finding.with_subject(SubjectKind::Rule, rule.rule_path.as_str()));
                }
            }
        }
        findings.into_iter().for_each(|finding| self.report(finding));
    }

    /// Returns the finding about an option that is bought and does something to a unit. `None` if it does not.
    fn fault_of_purchase(&self, buyer: Buyer, offer: &OptionOffer) -> Option<Finding> {
        let option = self.rules.option(offer.option);
        let names_only_options = |need: &Option<crate::rules::compiled_options::Need>| {
            need.as_ref()
                .is_none_or(|need| !need.selector.has_test(&|test| !matches!(test, SelectorTest::Option(_))))
        };
        let (id, noun) = (&option.id, buyer.noun());
        let changes_stats = !option.changes.set.is_empty() || !option.changes.add.is_empty();
        let lacks = if changes_stats || option.mark_places.is_some() {
            Some("no stats")
        } else if option.partial || option.costs_per_model([Some(offer), None]) {
            Some("no models")
        } else if !option.gives_tags.is_empty() || !option.takes_tags.is_empty() {
            Some("no tags")
        } else {
            None
        };
        let (message, help) = if let Some(lacks) = lacks {
            (
                format!("\"{id}\" is bought by {noun}, which has {lacks}"),
                Cow::Borrowed("offer it to units instead"),
            )
        } else if let Some(cost) = self.price_for_units(offer) {
            let message = format!("\"{id}\" is bought by {noun}, and its cost goes by {cost}");
            let charge = format!("{{count: {{tag: foot}}, cost: 5, when: {{present: {{option: {id}}}}}}}");
            (
                message,
                Cow::Owned(format!("write a number, and a charge for what the army has, such as {charge}")),
            )
        } else {
            let key = [("needs", &option.needs), ("excludes", &option.excludes)]
                .into_iter()
                .find(|(_, need)| !names_only_options(need))?
                .0;
            let message = format!("\"{id}\" is bought by {noun}, and its `{key}` names more than options");
            (message, Cow::Borrowed("name options only, since what is bought is for no unit"))
        };
        let finding = Finding::new(Code::BadValue, offer.span, message).with_help(help);
        Some(finding.with_label(option.span, &*option.name))
    }

    /// Returns what the price of an option that is bought goes by, if only units have it.
    fn price_for_units(&self, offer: &OptionOffer) -> Option<&'static str> {
        let cost = offer.cost.as_ref().or(self.rules.option(offer.option).cost.as_ref())?;
        let asks = |formula: &&Formula| self.rules.asks_about_units(formula, false);
        cost.lines.iter().find_map(|line| match &line.price {
            StatedPrice::Sizes(_) => Some("the size of a unit"),
            price => price.formulas().iter().any(asks).then_some("what only a unit has"),
        })
    }
}

/// Adds further offers. A later offer of an option takes the place of an earlier one.
fn add_offers(to: &mut Option<PurchaseRule>, further: Option<PurchaseRule>) {
    let Some(further) = further else { return };
    let Some(to) = to else {
        *to = Some(further);
        return;
    };
    let OptionOffers { all, groups, inside: _ } = further.offers;
    to.offers.all.retain(|old| all.iter().all(|new| new.option != old.option));
    let first_group = to.offers.groups.len();
    to.offers.groups.extend(groups);
    for mut offer in all {
        offer.group = offer.group.map(|group| group + first_group);
        to.offers.all.push(offer);
    }
    for (at, group) in to.offers.groups.iter_mut().enumerate() {
        let is_in = |option: &crate::rules::id_types::OptionId| {
            to.offers.all.iter().any(|offer| offer.option == *option && offer.group == Some(at))
        };
        group.options.retain(is_in);
        group.default = group.default.filter(is_in);
    }
}
