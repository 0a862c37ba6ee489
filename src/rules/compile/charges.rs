//! Compiles the charges of the ruleset, the books and the event.

use crate::finding::{Code, Finding, Span, SubjectKind};
use crate::format::charges::Charge as WrittenCharge;
use crate::format::costs::{Cost as WrittenCost, CostItem};
use crate::format::limit::{GroupBy, RegionKind};
use crate::format::ruleset::Ruleset;
use crate::read::Located;
use crate::rules::compiled_charges::{Charge, ChargedMeasure, ChargedUnits};
use crate::rules::id_types::ContingentId;

use super::Compiler;
use super::contingents::ContingentSource;
use super::measures::WrittenMeasure;
use super::order_of_steps::Asker;
use super::steps::WrittenSteps;

impl Compiler {
    /// Compiles every charge, the ruleset's first. Those that the army's book lists under `drop` are left out.
    pub(super) fn compile_charges(
        &mut self,
        ruleset: &Ruleset,
        dropped: &[String],
        armies: &[ContingentSource],
    ) {
        for (id, charge) in &ruleset.charges {
            let rule = format!("{}/charges/{}", ruleset.ruleset.value, id.value);
            if !dropped.contains(&format!("charges/{}", id.value)) {
                self.contingent = ContingentId::OWN;
                self.add_charge(id, charge, None, rule);
            }
        }
        for (at, army) in armies.iter().enumerate() {
            let Some(book) = &army.book else { continue };
            self.contingent = ContingentId(at);
            for (id, charge) in &army.charges {
                let rule = format!("{}/charges/{}", book.book.value, id.value);
                self.add_charge(id, charge, Some(ContingentId(at)), rule);
            }
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
    }

    /// Compiles a charge. `book_of` is the contingent whose book has it, `None` for the ruleset or an event.
    pub(super) fn add_charge(
        &mut self,
        id: &Located<String>,
        charge: &WrittenCharge,
        book_of: Option<ContingentId>,
        rule: String,
    ) {
        self.set_subject(SubjectKind::Rule, &rule);
        let (region, command_kind) = self.compile_region(charge.region.as_ref());
        let measured = match self.compile_charged_measure(charge, region) {
            Ok(measured) => measured,
            Err(Reported) => return,
        };
        if let Some(written) = charge.region.as_ref()
            && !matches!(region, RegionKind::Army | RegionKind::Command)
        {
            self.report_bad_region(region, written.span);
            return;
        }
        if let Some(when) = &charge.when {
            self.report_late_condition(when, Asker::Charge);
        }
        self.check_charged_cost(charge);
        let Some(cost) = self.compile_cost_of(&charge.cost, book_of, Asker::Charge) else { return };
        self.conditions_look_in = region;
        let when = self.compile_condition(charge.when.as_ref()).skipping_uncounted();
        self.conditions_look_in = RegionKind::Army;
        let made = Charge {
            name: charge.name.as_ref().map_or_else(|| id.value.replace('-', " "), |name| name.value.clone()),
            rule_path: rule,
            measured,
            region,
            command_kind,
            contingent: book_of,
            cost,
            payers: charge.paid_by.as_ref().map(|payers| ChargedUnits {
                selector: self.compile_selector(payers),
                description: self.describe(payers),
            }),
            when,
            says: charge.says.as_ref().map(|says| says.value.clone()),
            span: id.span,
        };
        let by_option = charge.by.as_ref().is_some_and(|by| by.value == GroupBy::Option);
        match &made.measured {
            Some(measured) if by_option => {
                let each = measured.measure.for_each_option();
                let each = each.into_iter().map(|measure| ChargedMeasure { measure, ..measured.clone() });
                let each = each.map(|measured| Charge { measured: Some(measured), ..made.clone() });
                self.rules.charges.extend(each);
            }
            _ => self.rules.charges.push(made),
        }
    }

    /// Compiles what a charge measures. `Ok(None)` if it measures nothing.
    fn compile_charged_measure(
        &mut self,
        charge: &WrittenCharge,
        region: RegionKind,
    ) -> Result<Option<ChargedMeasure>, Reported> {
        let given = given_measures(charge);
        if let [(first, _), (second, span), ..] = given.as_slice() {
            let message =
                format!("a charge measures one thing, so `{first}` and `{second}` cannot go together");
            self.report(Finding::new(Code::BadValue, *span, message).with_help("keep one of them"));
            return Err(Reported);
        }
        let Some((measure, _)) = given.first() else {
            if let Some((key, span)) = key_without_measure(charge) {
                let message =
                    format!("`{key}` is about what a charge measures, and this one measures nothing");
                let finding = Finding::new(Code::MissingKey, span, message);
                self.report(finding.with_help("write `count` or `sum`, such as `count: {tag: special}`"));
                return Err(Reported);
            }
            return Ok(None);
        };
        if let Some(of) = charge.of.as_ref().filter(|_| ["count", "number"].contains(measure)) {
            let why = match *measure {
                "count" => "`count` has its own selector",
                _ => "`number` is taken as it is",
            };
            let message = format!("`of` says what `sum` is taken over; {why}");
            self.report(Finding::new(Code::BadValue, of.span, message).with_help("leave `of` out"));
            return Err(Reported);
        }
        let written = WrittenMeasure {
            of_what: "charge",
            count: charge.count.as_ref(),
            sum: charge.sum.as_ref(),
            options: charge.options.as_ref(),
            highest: charge.highest.as_ref(),
            lowest: charge.lowest.as_ref(),
            number: charge.number.as_ref(),
            of: charge.of.as_ref().map(|of| &of.value),
            alike: charge.alike.as_ref(),
        };
        let measured = self.compile_measure(&written).ok_or(Reported)?;
        for number in [&charge.sum, &charge.highest, &charge.lowest, &charge.number].into_iter().flatten() {
            self.need_early_number(number, Asker::Charge);
        }
        self.check_number_region(charge.number.as_ref(), &measured.measure, region);
        if let Some(by) = charge
            .by
            .as_ref()
            .filter(|by| by.value == GroupBy::Option && measured.measure.options().is_empty())
        {
            let finding = Finding::new(Code::UnknownKey, by.span, "`by: option` belongs to `options`");
            self.report(finding.with_help("write `options: [...]` in place of what is measured"));
            return Err(Reported);
        }
        let steps = self.compile_steps(WrittenSteps {
            above: charge.above.as_ref(),
            per: charge.per.as_ref(),
            round: charge.round.as_ref(),
            enough: charge.enough.as_ref(),
        });
        if let Some(most) = charge.at_most.as_ref().filter(|most| most.value <= 0) {
            let message = format!("`at-most` is {}, so the charge is never paid", most.value);
            self.report(Finding::new(Code::BadValue, most.span, message).with_help("write a number above 0"));
            return Err(Reported);
        }
        Ok(Some(ChargedMeasure {
            measure: measured.measure,
            description: measured.description,
            by_entry: charge.by.as_ref().is_some_and(|by| by.value == GroupBy::Entry),
            joined_once: charge.joined.is_some(),
            steps: steps.ok_or(Reported)?,
            at_most: charge.at_most.as_ref().map(|most| most.value),
        }))
    }

    fn report_bad_region(&mut self, region: RegionKind, span: Span) {
        let finding = match region {
            RegionKind::Unit => {
                let message = "a charge looks at the army or at each command, not at each unit";
                let help = "write a formula as the unit's `cost`, such as `cost: \"10 + 2 * size\"`";
                Finding::new(Code::BadValue, span, message).with_help(help)
            }
            _ => {
                let message =
                    "a charge looks at the army or at each command, and reserves are outside the total";
                Finding::new(Code::BadValue, span, message).with_help("write `in: army` or `in: command`")
            }
        };
        self.report(finding);
    }

    /// Reports what the cost of a charge cannot depend on, since the army has neither size nor tags.
    fn check_charged_cost(&mut self, charge: &WrittenCharge) {
        let items = match &charge.cost {
            WrittenCost::By(items) => Some(items),
            WrittenCost::Same(_) | WrittenCost::Lines(_) => None,
        };
        let by_size = items.and_then(|items| {
            items.iter().find(|(_, item)| matches!(item, CostItem::Sizes(_))).map(|(key, _)| key.span)
        });
        if let Some(span) = by_size {
            let message = "a charge has no cost by size, since it is paid for what it measures";
            let help = "measure the size, such as `sum: size`, or write a formula as the unit's `cost`";
            self.report(Finding::new(Code::BadValue, span, message).with_help(help));
        }
        let WrittenCost::Lines(lines) = &charge.cost else { return };
        if let Some(line) = lines.iter().find(|line| line.of.is_some() && charge.paid_by.is_none()) {
            let message = "`of` tests who pays, and this charge is paid by the army";
            let help = "say who pays with `paid-by`, or when the line fits with `when`";
            self.report(Finding::new(Code::BadValue, line.span, message).with_help(help));
        }
    }
}

/// What was wrong has been reported.
struct Reported;

/// Returns the keys of a charge that say what it measures. `sum` next to `options` adds up what these cost.
fn given_measures(charge: &WrittenCharge) -> Vec<(&'static str, Span)> {
    let sum = charge.sum.as_ref().filter(|_| charge.options.is_none());
    let all = [
        ("count", charge.count.as_ref().map(|count| count.span)),
        ("sum", sum.map(|sum| sum.span)),
        ("options", charge.options.as_ref().map(|options| options.span)),
        ("highest", charge.highest.as_ref().map(|highest| highest.span)),
        ("lowest", charge.lowest.as_ref().map(|lowest| lowest.span)),
        ("number", charge.number.as_ref().map(|number| number.span)),
    ];
    all.into_iter().filter_map(|(key, span)| Some((key, span?))).collect()
}

/// Returns the first key of a charge that is about what it measures.
fn key_without_measure(charge: &WrittenCharge) -> Option<(&'static str, Span)> {
    let numbers = [
        ("above", &charge.above),
        ("per", &charge.per),
        ("enough", &charge.enough),
        ("at-most", &charge.at_most),
    ];
    let numbers = numbers.into_iter().filter_map(|(key, n)| n.as_ref().map(|n| (key, n.span)));
    let round = charge.round.as_ref().map(|round| ("round", round.span));
    let by = charge.by.as_ref().map(|by| ("by", by.span));
    let alike = charge.alike.as_ref().map(|alike| ("alike", alike.span));
    let joined = charge.joined.as_ref().map(|joined| ("joined", joined.span));
    let of = charge.of.as_ref().map(|of| ("of", of.span));
    of.into_iter().chain(numbers).chain(round).chain(by).chain(alike).chain(joined).next()
}
