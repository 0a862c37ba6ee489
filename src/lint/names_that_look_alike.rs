//! Reports other names (`aka`) that players could not tell from those of another entry or unit type.

use std::collections::HashMap;

use crate::finding::{Code, Finding, Severity};
use crate::read::Located;
use crate::rules::id_types::{ContingentId, UnitKindId};
use crate::yaml::bare_name;

use super::CompiledFile;

/// Reports each other name that equals an id, a name or another name of something else but for case, hyphens and
/// spaces.
///
/// A list that writes such a name in a third way could mean either. Equal names are errors of the file itself.
pub(super) fn check_names(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let rules = &made.rules;
    let written: Vec<(&Located<String>, &Vec<Located<String>>)> = match (made.ruleset(), made.book()) {
        (Some(ruleset), _) => ruleset.units.iter().map(|(id, unit)| (id, &unit.aka)).collect(),
        (_, Some(book)) => book.entries.iter().map(|(id, entry)| (id, &entry.aka)).collect(),
        (None, None) => return,
    };
    // Of a ruleset the unit types, of a book its own entries
    let owner = made.book().map(|_| ContingentId::OWN);
    let kinds = rules.kinds.iter().filter(|kind| kind.entry_of == owner);
    let mut known: HashMap<String, Vec<Name<'_>>> = HashMap::new();
    for kind in kinds.clone() {
        let own = [&kind.id, &kind.name].into_iter().chain(&kind.code).map(|name| (name, false));
        for (text, is_aka) in own.chain(kind.aka.iter().map(|name| (name, true))) {
            let name = Name { text, kind: kind.kind_id, is_aka };
            known.entry(bare_name(text).unwrap_or_default()).or_default().push(name);
        }
    }
    for kind in kinds {
        let aka = written.iter().find(|(id, _)| id.value == kind.id).map(|(_, aka)| *aka);
        for word in aka.into_iter().flatten() {
            let alike = known.get(&bare_name(word).unwrap_or_default());
            // Two that are both other names are reported once, at the second
            let is_rival =
                |name: &&Name<'_>| name.kind != kind.kind_id && (!name.is_aka || name.kind < kind.kind_id);
            let Some(rival) = alike.and_then(|all| all.iter().find(is_rival)) else { continue };
            let other = rules.kind(rival.kind);
            let message = format!(
                "\"{}\" means \"{}\", but reads like \"{}\", which is \"{}\"",
                word.value, kind.id, rival.text, other.id
            );
            found.push(
                Finding::new(Code::DuplicateName, word.span, message)
                    .with_severity(Severity::Warning)
                    .with_rule(kind.rule_path.as_str())
                    .with_label(other.span, "the other is here")
                    .with_help("leave the name to one of them"),
            );
        }
    }
}

/// A name by which a list may mean a unit type or entry.
struct Name<'r> {
    text: &'r str,
    kind: UnitKindId,
    /// Whether it is one of several other names, not the id, the code or the printed name.
    is_aka: bool,
}
