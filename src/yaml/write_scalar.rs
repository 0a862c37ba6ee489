//! Writes a word as a YAML scalar.

/// Returns a word as a YAML scalar on one line, in quotes if it needs them.
pub fn write_scalar(word: &str) -> String {
    let text = if word.contains(['\n', '\r']) {
        // JSON strings are YAML too, and keep line breaks escaped; the scalar must stay on one line
        serde_json::to_string(word).ok()
    } else {
        serde_yaml::to_string(word).ok()
    };
    text.map_or_else(|| format!("{word:?}"), |text| text.trim_end().to_owned())
}
