//! Values written as YAML on one line, or as JSON where the list is JSON.

use serde_json::Value;

use crate::yaml::is_number;

/// How the values of a list are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// YAML, with quotes only where they are needed.
    Yaml,
    /// JSON, where every text has quotes.
    Json,
}

/// The keys of rows, commands and details in the order in which they are written; all others follow.
const KEY_ORDER: &[&str] = &[
    "army",
    "ruleset",
    "book",
    "mode",
    "unit",
    "role",
    "name",
    "ally",
    "points",
    "date",
    "player",
    "club",
    "draft",
    "declares",
    "choose",
    "commander",
    "characters",
    "baggage",
    "standard",
    "count",
    "size",
    "shared-with",
    "options",
    "values",
    "parts",
    "with",
    "attached-to",
    "because",
    "units",
    "commands",
    "reserves",
    "notes",
];

/// Returns the place of a key in the order in which keys are written.
pub(crate) fn key_rank(key: &str) -> usize {
    KEY_ORDER.iter().position(|known| *known == key).unwrap_or(KEY_ORDER.len())
}

/// Returns `true` if YAML without quotes reads a text as something other than text.
pub(crate) fn is_word(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let words = ["", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    words.contains(&lower.as_str())
        || is_number(text)
        || text.parse::<f64>().is_ok()
        || lower.strip_prefix("0x").is_some_and(|n| n.chars().all(|c| c.is_ascii_hexdigit()))
        || lower.strip_prefix("0o").is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
}

impl Notation {
    /// Returns a value on one line.
    pub(crate) fn write(self, value: &Value) -> String {
        match value {
            Value::String(text) => self.write_text(text),
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| self.write_item(item)).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Object(map) => {
                let entries: Vec<String> =
                    self.entries(map).into_iter().map(|(k, v)| format!("{k}: {v}")).collect();
                format!("{{{}}}", entries.join(", "))
            }
            other => other.to_string(),
        }
    }

    /// Returns an item of a list. An option with its details has no braces: `veteran: melee`.
    pub(crate) fn write_item(self, value: &Value) -> String {
        match value {
            Value::Object(map) if self == Self::Yaml && map.len() == 1 => {
                let (key, detail) = self.entries(map).remove(0);
                let is_row = ["unit", "role", "name"].contains(&key.as_str());
                if is_row { self.write(value) } else { format!("{key}: {detail}") }
            }
            value => self.write(value),
        }
    }

    /// Returns the keys and values of a map, each written, in the order in which they are written.
    pub(crate) fn entries(self, map: &serde_json::Map<String, Value>) -> Vec<(String, String)> {
        let mut entries: Vec<(&String, &Value)> = map.iter().collect();
        entries.sort_by_key(|(key, _)| key_rank(key));
        entries.into_iter().map(|(key, value)| (self.write_text(key), self.write(value))).collect()
    }

    /// Returns a text, in quotes if it needs them.
    pub(crate) fn write_text(self, text: &str) -> String {
        let plain =
            |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '\'' | '.' | '/' | '(' | ')');
        let bare = self == Self::Yaml
            && text.starts_with(char::is_alphanumeric)
            && !text.ends_with(' ')
            && text.chars().all(plain)
            && !is_word(text);
        if bare { text.to_owned() } else { Value::String(text.to_owned()).to_string() }
    }

    /// Returns a text in the quotes of the text that it replaces, where these are enough.
    pub(crate) fn write_like(self, old: &str, value: &Value) -> String {
        match value {
            Value::String(text) if old.starts_with('\'') && !text.contains(['\'', '\n']) => {
                format!("'{text}'")
            }
            Value::String(text) if old.starts_with('"') => Value::String(text.clone()).to_string(),
            value => self.write(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn quotes_stand_only_where_they_are_needed() {
        for (value, yaml) in [
            (json!("Libyans"), "Libyans"),
            (json!("Mago's foot"), "Mago's foot"),
            (json!("218 BC"), "218 BC"),
            (json!("no"), "\"no\""),
            (json!("12"), "\"12\""),
            (json!("Foot: heavy"), "\"Foot: heavy\""),
            (json!("a # b"), "\"a # b\""),
            (json!(""), "\"\""),
            (json!(8), "8"),
            (
                json!({"options": ["impetuous", {"veteran": "melee"}], "unit": "gauls", "count": 2}),
                "{unit: gauls, count: 2, options: [impetuous, veteran: melee]}",
            ),
        ] {
            assert_eq!(Notation::Yaml.write(&value), yaml);
        }
        assert_eq!(
            Notation::Json.write(&json!({"unit": "gauls", "count": 2})),
            "{\"unit\": \"gauls\", \"count\": 2}"
        );
    }
}
