//! Keys that are not known: what was meant by them.

use super::context::LOOKED_AT;
use super::de::De;
use super::known::{self, glued};
use super::words::{self, is_number, short};
use super::{Kind, Node, clear, nearest, odd};
use crate::finding::{Code, Finding, Span};

impl<'de> De<'de> {
    /// Records a key of this map that is not known.
    pub(super) fn record_unknown_key(self, key: &Node<'de>, value: &Node<'de>, known: &[&'static str]) {
        if self.context.faults.borrow().full() {
            self.context.add(Finding::new(Code::UnknownKey, key.span, String::new()));
            return;
        }
        let name = key.as_str().unwrap_or_default();
        if let Some(finding) = self.slip(key, name, known) {
            self.context.add(finding);
            return;
        }
        let message = format!("unknown key \"{}\"{}", words::short(name), words::within(self.place));
        let finding = Finding::new(Code::UnknownKey, key.span, message);
        // Only a key that takes such a value can be meant
        let of_lists = known::are_of_lists(known);
        let fitting: Vec<&'static str> =
            known.iter().copied().filter(|k| !of_lists || known::takes(k, value)).collect();
        let near = self.meant(name, &fitting);
        let listed = self.meant(name, known).filter(|k| of_lists && near.is_none() && *k == "options");
        let finding = match (near, listed, value.as_str()) {
            (Some(near), ..) => finding.help(format!("write `{near}`")),
            (None, Some(near), Some(word)) => {
                let list = format!("[{}]", words::written(value));
                let finding = finding.help(format!("write `{near}: [{}]`", short(word)));
                self.context.add(finding.rewrite(key.span, near).rewrite(value.span, list));
                return;
            }
            // Other brackets make a list of it
            (None, Some(near), None) => {
                self.context.add(finding.help(format!("write `{near}`")).mend(key.span, near));
                return;
            }
            _ => match known::home(name).filter(|_| of_lists) {
                Some(home) => finding.help(format!("`{name}` belongs into {home}")),
                None => finding.help(words::known_keys(known)),
            },
        };
        let small = matches!(&self.node.kind, Kind::Map(entries) if entries.len() <= LOOKED_AT);
        let open = fitting.iter().filter(|k| small && self.node.get(k).is_none());
        self.context.add(match clear(name, open.map(|k| (*k, *k))) {
            Some(near) => finding.mend(key.span, near),
            None => finding,
        });
    }

    /// The known key that an unknown one stands for; one that the map has already cannot be meant.
    pub(super) fn meant(self, name: &str, known: &[&'static str]) -> Option<&'static str> {
        let name = glued(name).map_or(name, |(key, _)| key);
        let near = nearest(name, known.iter().copied())?;
        if self.node.get(near).is_none() {
            return Some(near);
        }
        // a second look at every known key would be quadratic in a huge map
        let small = matches!(&self.node.kind, Kind::Map(entries) if entries.len() <= LOOKED_AT);
        nearest(name, known.iter().copied().filter(|k| small && self.node.get(k).is_none()))
    }

    /// A key that is none, because of a sign that is missing, odd or one too many.
    fn slip(self, key: &Node<'de>, name: &str, known: &[&'static str]) -> Option<Finding> {
        let new = |message: &str, help: String| Finding::new(Code::UnknownKey, key.span, message).help(help);
        if let Some((word, value)) = glued(name)
            && nearest(word, known.iter().copied()).is_some()
        {
            let help = format!("write `{word}: {}`", short(value));
            return Some(new("a blank is missing after the colon", help));
        }
        if let Some(sign) = odd::refuse_sign(name) {
            let help = sign.help.unwrap_or_default();
            return Some(new(
                &format!("unknown key \"{}\"", short(name)),
                format!("{}: {help}", sign.message),
            ));
        }
        let square = "write a list in square brackets, `[` and `]`";
        match (name.contains('('), name.contains(')')) {
            (false, true) => return Some(new("a round bracket closes nothing here", square.to_owned())),
            (true, _) if name.starts_with('(') => {
                return Some(new(
                    "a round bracket opens nothing here",
                    "write `{` and `}` around it".to_owned(),
                ));
            }
            _ => {}
        }
        self.thousands(key, name)
    }

    /// `{points: 1,000}`: the end of a number that its comma cut off.
    fn thousands(self, key: &Node<'de>, name: &str) -> Option<Finding> {
        let digits = name.len() == 3 && name.bytes().all(|b| b.is_ascii_digit());
        let Kind::Map(entries) = &self.node.kind else { return None };
        // the address spares comparing every key of a huge map
        let at = entries.iter().position(|(k, _)| digits && k.address() == key.address())?;
        let (_, before) = entries.get(at.checked_sub(1)?)?;
        let first = before.as_str().filter(|text| is_number(text))?;
        let apart = before.span.end + 1 == key.span.start;
        let span = Span { end: key.span.end, ..before.span };
        let message = format!("\"{first},{name}\" has a comma, which ends the number");
        let help = format!("write `{first}{name}`, without a comma");
        apart.then(|| Finding::new(Code::UnknownKey, span, message).help(help))
    }
}
