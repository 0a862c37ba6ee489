//! Compiles what options are offered within other options, and how many times an option may be had.

use std::collections::HashSet;

use crate::finding::{Code, Finding, Span, SubjectKind};
use crate::format::options as f;
use crate::read::Located;
use crate::rules::compiled_options::{InnerOffers, MostTimes, OptionOffers, OptionPath};
use crate::rules::id_types::{OptionId, UnitKindId};

use super::Compiler;

/// The most options around one.
const MAX_DEPTH: usize = 8;
/// The most options of one unit type with which others are offered, since each may be offered in several others.
const MAX_LEVELS: usize = 500;

impl Compiler {
    /// Collects for every unit type and entry, and for those who buy, what is offered within the options that they may
    /// have.
    pub(super) fn collect_inner_offers(&mut self) {
        let mut reported = HashSet::new();
        for at in 0..self.rules.purchases.len() {
            let mut inside = Vec::new();
            let fault = self.add_levels(&self.rules.purchases[at].offers, &mut Vec::new(), &mut inside);
            self.rules.purchases[at].offers.inside = inside;
            self.report_too_deep(fault, &mut reported);
        }
        for at in (0..self.rules.kinds.len()).map(UnitKindId) {
            let offers = &self.rules.kinds[at.0].offers;
            let mut inside = Vec::new();
            let fault = self.add_levels(offers, &mut Vec::new(), &mut inside);
            self.rules.kinds[at.0].offers.inside = inside;
            self.report_too_deep(fault, &mut reported);
        }
    }

    /// Reports an offer that is within too many options, once.
    fn report_too_deep(&mut self, fault: Result<(), (Span, String)>, reported: &mut HashSet<Span>) {
        if let Err((span, message)) = fault
            && reported.insert(span)
        {
            let finding = Finding::new(Code::BadValue, span, message);
            self.report(finding.with_help("offer it in fewer of them"));
        }
    }

    /// Adds what is offered with each of these offers, and with what is offered there.
    fn add_levels(
        &self,
        offers: &OptionOffers,
        within: &mut OptionPath,
        inside: &mut Vec<InnerOffers>,
    ) -> Result<(), (Span, String)> {
        for offer in &offers.all {
            let inner = offer.inner_offers.as_ref().unwrap_or(&self.rules.option(offer.option).inner_offers);
            if inner.all.is_empty() {
                continue;
            }
            let id = || &self.rules.option(offer.option).id;
            if within.contains(&offer.option) {
                return Err((offer.span, format!("\"{}\" is offered within itself", id())));
            }
            if within.len() >= MAX_DEPTH {
                let message = format!("what \"{}\" offers is within more than {MAX_DEPTH} options", id());
                return Err((offer.span, message));
            }
            if inside.len() >= MAX_LEVELS {
                let message = format!("more than {MAX_LEVELS} options of one unit type offer others");
                return Err((offer.span, message));
            }
            within.push(offer.option);
            inside.push(InnerOffers { within: within.clone(), offers: inner.clone() });
            let made = self.add_levels(inner, within, inside);
            within.pop();
            made?;
        }
        Ok(())
    }

    /// Reports options that are offered within themselves.
    pub(super) fn report_options_within_themselves(&mut self) {
        let options = &self.rules.options;
        let needs: Vec<Vec<usize>> = options
            .iter()
            .map(|option| option.inner_offers.all.iter().map(|offer| offer.option.0).collect())
            .collect();
        let findings = super::dependency_cycles::cycles_of(&needs).into_iter().map(|circle| {
            let id = |at: &usize| options[*at].id.as_str();
            let way = super::dependency_cycles::words_for_rest_of_cycle(&circle, &id);
            let message = format!("\"{}\" is offered within itself{way}", id(&circle[0]));
            let next = OptionId(*circle.get(1).unwrap_or(&circle[0]));
            let offer = options[circle[0]].inner_offers.offer_for(next);
            let span = offer.map_or(options[circle[0]].span, |offer| offer.span);
            Finding::new(Code::BadValue, span, message)
                .with_subject(SubjectKind::Option, id(&circle[0]))
                .with_help("no option may be offered with one that comes with it")
        });
        let findings: Vec<Finding> = findings.collect();
        // Unit types would only report the same again
        let circular: Vec<OptionId> = findings
            .iter()
            .filter_map(|finding| finding.subject.as_ref())
            .filter_map(|subject| self.rules.options.iter().position(|option| option.id == subject.name))
            .map(OptionId)
            .collect();
        for option in circular {
            self.rules.options[option.0].inner_offers = OptionOffers::default();
        }
        findings.into_iter().for_each(|finding| self.report(finding));
    }

    /// Returns how many times an option may be had, and reports a number that means nothing. `None` if that is not
    /// stated.
    ///
    /// `with` are the keys of the option that say what a list must give with it.
    pub(super) fn compile_times(
        &mut self,
        times: Option<&Located<u32>>,
        with: &[(&str, bool)],
    ) -> Option<MostTimes> {
        let times = times?;
        let conflict = with.iter().find(|(_, is_given)| *is_given);
        let refused = if times.value == 0 {
            Some(("`times` is 0".to_owned(), "leave it out, or write how many times it may be had"))
        } else {
            conflict.map(|(key, _)| {
                let message = format!("`times` does not go with `{key}`, since each time would need its own");
                (message, "leave one of them out")
            })
        };
        if let Some((message, help)) = refused {
            self.report(Finding::new(Code::BadValue, times.span, message).with_help(help));
            return None;
        }
        Some(MostTimes { number: times.value, span: Some(times.span) })
    }

    /// Compiles the `times` of an offer.
    pub(super) fn compile_times_of_offer(
        &mut self,
        terms: &f::OfferTerms,
        option: OptionId,
        is_always_there: bool,
    ) -> Option<MostTimes> {
        if let (Some(times), true) = (&terms.times, is_always_there) {
            let id = &self.rules.option(option).id;
            let message = format!("\"{id}\" is always there, and then once");
            let help = format!("write `{id}?`, so that a list says how many times");
            self.report(Finding::new(Code::BadValue, times.span, message).with_help(help));
            return None;
        }
        let rule = self.rules.option(option);
        let with = [
            ("places", rule.mark_places.is_some()),
            ("names", rule.naming.is_some()),
            ("stands-for", !rule.stands_for.is_empty()),
        ];
        self.compile_times(terms.times.as_ref(), &with)
    }
}
