//! Compiles the signs of units, and reports phases of play that the ruleset does not list.

use crate::finding::Code;
use crate::format::ruleset::Ruleset;

use super::Compiler;
use super::contingents::ContingentSource;

impl Compiler {
    /// Compiles the signs that units get by selector, and reports phases of rules and tables that the ruleset lacks.
    pub(super) fn compile_signs_and_phases(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        for rule in &ruleset.symbols {
            let of = self.compile_selector(&rule.of);
            self.rules.symbols.push((of, rule.symbol));
        }
        let books = armies.iter().filter_map(|army| army.book.as_ref());
        let options = ruleset.options.values().chain(books.flat_map(|book| book.options.values()));
        let named = options.map(|option| &option.phase);
        let named = named.chain(ruleset.units.values().map(|unit| &unit.phase));
        let named = named.chain(ruleset.roles.values().map(|role| &role.phase));
        let named = named.chain(ruleset.attach.values().map(|attach| &attach.phase));
        let named = named.chain(ruleset.tables.values().map(|table| &table.phase)).flatten();
        let known: Vec<&str> = ruleset.phases.keys().map(|id| id.value.as_str()).collect();
        for phase in named.filter(|phase| !known.contains(&phase.as_str())) {
            self.report_unknown(Code::BadValue, "phase", phase, known.iter().copied());
        }
    }
}
