//! The list embedded in an HTML sheet.
//!
//! It is in an element that browsers do not show, `<template id="muster-list" data-version="2" data-army="…"
//! data-rules="…">`, as the text of the list's file in base64. A sheet may have several.
//!
//! A sheet that is handed in may contain anything, so this module has a small HTML reader of its own. It only
//! tells tags from other text: comments, scripts, styles and the values of attributes are skipped.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::army::digest_text::{self, TypedDigest};

/// The `id` of the element.
const ID: &str = "muster-list";
/// The version of the element that this module writes and reads.
const VERSION: &str = "2";
/// The previous version. Its digests were hexadecimal and computed from another text, so they cannot be
/// compared.
const PREVIOUS_VERSION: &str = "1";
/// The largest list that is read from a sheet, in bytes.
const MAX_LIST_BYTES: usize = 8 * 1024 * 1024;
/// Elements whose content is text, not HTML.
const RAW_TEXT_ELEMENTS: [&str; 8] =
    ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"];

/// A list embedded in a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddedList {
    /// The text of the list's file.
    pub list: String,
    /// The digest of the army when the sheet was made, as printed.
    pub army: String,
    /// The digest of the rules when the sheet was made, as printed.
    pub rules: String,
}

/// Why an embedded list cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmbeddedListError {
    /// The version of the element is not known.
    Version(String),
    /// One or both of the digests are missing or malformed.
    Digests,
    /// The text is empty, not base64, not UTF-8, or too long.
    Text,
}

impl EmbeddedListError {
    /// Returns the message for the error, to follow the name of the sheet.
    pub fn message(&self) -> String {
        match self {
            Self::Version(version) if version == PREVIOUS_VERSION => {
                "its embedded list has digests of an older version, which cannot be compared; print it again"
                    .to_owned()
            }
            Self::Version(version) => {
                format!("its embedded list has version \"{version}\", only version {VERSION} is known")
            }
            Self::Digests => "its embedded list has no valid digests".to_owned(),
            Self::Text => "its embedded list is damaged".to_owned(),
        }
    }
}

/// Returns the element with an embedded list, on one line. The digests are given as printed.
pub fn embed_list(list_text: &str, army_digest: &str, rules_digest: &str) -> String {
    // Keep quotes and angle brackets out of the attribute, whatever is passed as a digest
    let letters =
        |digest: &str| digest.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect::<String>();
    format!(
        "<template id=\"{ID}\" data-version=\"{VERSION}\" data-army=\"{}\" data-rules=\"{}\">{}</template>",
        letters(army_digest),
        letters(rules_digest),
        STANDARD.encode(list_text)
    )
}

/// Returns the first readable list embedded in a sheet.
pub fn first_embedded_list(html: &str) -> Option<EmbeddedList> {
    embedded_lists(html).into_iter().find_map(Result::ok)
}

/// Returns every list embedded in a sheet, in order.
pub fn embedded_lists(html: &str) -> Vec<Result<EmbeddedList, EmbeddedListError>> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            // Browsers take `<!-->` and `<!--->` for complete comments
            let empty = comment.strip_prefix('>').or_else(|| comment.strip_prefix("->"));
            rest = empty.unwrap_or_else(|| text_after(comment, "-->").unwrap_or_default());
        } else if rest.starts_with(['!', '?']) {
            rest = text_after(rest, ">").unwrap_or_default();
        } else if rest.starts_with('/') || rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (tag, remainder) = parse_tag(rest);
            rest = remainder;
            if RAW_TEXT_ELEMENTS.contains(&tag.name.as_str()) {
                rest = skip_raw_text(rest, &tag.name);
            } else if tag.name == "template" && tag.attribute("id") == Some(ID) {
                let text = rest.split('<').next().unwrap_or_default();
                found.push(parse_embedded_list(&tag, text));
            }
        }
    }
    found
}

/// Reads an embedded list from its tag and the text that follows.
fn parse_embedded_list(tag: &Tag, text: &str) -> Result<EmbeddedList, EmbeddedListError> {
    let version = tag.attribute("data-version").unwrap_or_default();
    if version != VERSION {
        return Err(EmbeddedListError::Version(version.chars().take(32).collect()));
    }
    let digest = |key: &str| tag.attribute(key).and_then(|value| digest_text::parse_digest(value).ok());
    let (Some(TypedDigest::Army(army)), Some(TypedDigest::Rules(rules))) =
        (digest("data-army"), digest("data-rules"))
    else {
        return Err(EmbeddedListError::Digests);
    };
    // Editors and mail programs may have wrapped the long line
    let encoded: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    if encoded.is_empty() || encoded.len() > MAX_LIST_BYTES / 3 * 4 {
        return Err(EmbeddedListError::Text);
    }
    let bytes = STANDARD.decode(encoded).map_err(|_| EmbeddedListError::Text)?;
    let list = String::from_utf8(bytes).map_err(|_| EmbeddedListError::Text)?;
    Ok(EmbeddedList { list, army, rules })
}

/// An HTML tag. The name of an end tag begins with `/`.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// Returns the value of an attribute. If it is repeated, the first one counts, as in browsers.
    fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
}

/// Reads a tag. `text` begins after its `<`; also returns the text after its `>`.
fn parse_tag(text: &str) -> (Tag, &str) {
    let ends = |c: char| c.is_ascii_whitespace() || c == '>';
    let begin = usize::from(text.starts_with('/'));
    let at = text[begin..].find(|c| ends(c) || c == '/').map_or(text.len(), |at| at + begin);
    let mut tag = Tag { name: text[..at].to_ascii_lowercase(), attributes: Vec::new() };
    let mut rest = &text[at..];
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() {
            return (tag, rest);
        }
        if let Some(remainder) = rest.strip_prefix('>') {
            return (tag, remainder);
        }
        // Browsers take an equals sign at the beginning for a part of the name
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let at = rest[first..].find(|c| ends(c) || c == '=' || c == '/').map_or(rest.len(), |at| at + first);
        let key = rest[..at].to_ascii_lowercase();
        rest = rest[at..].trim_start_matches(|c: char| c.is_ascii_whitespace());
        let Some(value) = rest.strip_prefix('=') else {
            tag.attributes.push((key, String::new()));
            continue;
        };
        let value = value.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let (value, remainder) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(ends).unwrap_or(value.len())),
        };
        tag.attributes.push((key, value.to_owned()));
        rest = remainder;
    }
}

/// Returns the text after the first `separator`. `None` if there is none.
fn text_after<'a>(text: &'a str, separator: &str) -> Option<&'a str> {
    text.split_once(separator).map(|(_, remainder)| remainder)
}

/// Returns the text from the end tag of the element `name` on, whose content is not HTML.
fn skip_raw_text<'a>(text: &'a str, name: &str) -> &'a str {
    let ends = |at: &usize| {
        let tag = &text.as_bytes()[at + 2..];
        tag.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
            && tag.get(name.len()).is_none_or(|b| b.is_ascii_whitespace() || b"/>".contains(b))
    };
    text.match_indices("</").map(|(at, _)| at).find(ends).map_or("", |at| &text[at..])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ARMY: &str = "0123-4567-89AB-CDEF-GHJK";
    const RULES: &str = "MNPQ-RSTV-WXYZ";

    fn made(list: &str) -> EmbeddedList {
        EmbeddedList { list: list.to_owned(), army: ARMY.to_owned(), rules: RULES.to_owned() }
    }

    fn written(list: &str) -> String {
        embed_list(list, ARMY, RULES)
    }

    #[test]
    fn the_element_is_the_documented_one() {
        // "army: x" is 61 72 6d 79 3a 20 78, in base64 YXJteTogeA==
        let wanted = format!(
            "<template id=\"muster-list\" data-version=\"2\" data-army=\"{ARMY}\" data-rules=\"{RULES}\">YXJteTogeA==</template>"
        );
        assert_eq!(written("army: x"), wanted);
    }

    #[test]
    fn sheets_changed_by_other_programs_can_be_read() {
        let rest = "DATA-RULES='mnpq rstv\nwxyz'";
        let army = ARMY.to_lowercase();
        for html in [
            format!("<html><p title='<template>'>1 < 2 & 3</p>{}", written("army: x")),
            format!(
                "<TEMPLATE\n{rest} data-army={army} data-version=2 ID=muster-list >\n YXJt\r\neTogeA==\n</TEMPLATE>"
            ),
            format!("<!-- {} --><!-->{}", written("army: y"), written("army: x")),
            format!("<script>'{}'</script>{}", written("army: y"), written("army: x")),
            format!("<style>{}</styles></style >{}", written("army: y"), written("army: x")),
            format!("<img alt=\"{}\">{}", written("army: y").replace('"', "'"), written("army: x")),
            format!("&lt;template id=\"muster-list\"&gt;{}", written("army: x")),
            format!("<template id=\"other\">{}</template>", written("army: x")),
            format!("</p><br/><x a=/><y =z>{}", written("army: x")),
        ] {
            assert_eq!(first_embedded_list(&html), Some(made("army: x")), "{html}");
        }
    }

    #[test]
    fn damaged_lists_are_errors() {
        let whole = written("army: x");
        assert_eq!(embedded_lists("<p>nothing</p>"), []);
        for other in ["1", "3"] {
            let version = whole.replace("data-version=\"2\"", &format!("data-version=\"{other}\""));
            assert_eq!(embedded_lists(&version), [Err(EmbeddedListError::Version(other.to_owned()))]);
        }
        assert_eq!(embedded_lists(&whole.replace("0123-", "")), [Err(EmbeddedListError::Digests)]);
        for text in ["", "YXJteTogeA", "YXJt*TogeA==", "/w=="] {
            assert_eq!(
                embedded_lists(&whole.replace("YXJteTogeA==", text)),
                [Err(EmbeddedListError::Text)],
                "{text}"
            );
        }
        let two = whole.replace("0123-", "") + &written("army: z");
        assert_eq!(first_embedded_list(&two), Some(made("army: z")));
    }

    proptest! {
        #[test]
        fn every_text_can_be_embedded_and_read(list in "\\PC{1,200}|[\\x00-\\xff]{1,50}", before in "[^<]{0,20}") {
            prop_assert_eq!(first_embedded_list(&format!("{before}{}", written(&list))), Some(made(&list)));
        }

        #[test]
        fn no_text_panics(html in "([<>/!'\"= a-]|template|id=muster-list|<!--|-->|<script|</|\\PC){0,60}") {
            let _ = embedded_lists(&html);
        }
    }
}
