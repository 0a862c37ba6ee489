//! The list that a sheet carries out of sight, in an element that no browser shows:
//! `<template id="muster-list" data-version="2" data-army="…" data-rules="…">` with the text of the list's file
//! in base64. A sheet may carry several.
//!
//! Whoever hands in a sheet may have written anything into it, so reading follows tags only as far as needed to
//! know what is a tag: comments, scripts, styles and the values of attributes are passed over.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::army::letters::{self, Typed};

/// The element's id.
const ID: &str = "muster-list";
/// The version of the element that is written and read here.
const VERSION: &str = "2";
/// The version of before, whose digests were hexadecimal and of another text.
const FORMER: &str = "1";
/// The largest list that is taken from a sheet, in bytes.
const LARGEST: usize = 8 * 1024 * 1024;
/// Elements whose content is only text.
const RAW: [&str; 8] = ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"];

/// A list carried in a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The text of the list's file.
    pub list: String,
    /// The digest of the army when the sheet was made, in letters as it is printed.
    pub army: String,
    /// The digest of the rules that judged it then, in letters as it is printed.
    pub rules: String,
}

/// Why a list that is carried cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is of a version that is not known here.
    Version(String),
    /// It has no two digests.
    Digests,
    /// Its text is no base64, too long, or no UTF-8.
    Text,
}

impl Fault {
    /// The fault in words.
    pub fn words(&self) -> String {
        match self {
            Self::Version(version) if version == FORMER => {
                "its list is carried with digests of the former kind, which are not compared; print it again"
                    .to_owned()
            }
            Self::Version(version) => {
                format!("its list is carried in version \"{version}\", known is version {VERSION}")
            }
            Self::Digests => "the list that it carries has lost its digests".to_owned(),
            Self::Text => "the list that it carries is damaged".to_owned(),
        }
    }
}

/// The element that carries a list, on one line. The digests are those of the list under the rules that judged
/// it, in letters as they are printed.
pub fn element(list_text: &str, army_digest: &str, rules_digest: &str) -> String {
    // What is no digest cannot leave the attribute
    let letters =
        |digest: &str| digest.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect::<String>();
    format!(
        "<template id=\"{ID}\" data-version=\"{VERSION}\" data-army=\"{}\" data-rules=\"{}\">{}</template>",
        letters(army_digest),
        letters(rules_digest),
        STANDARD.encode(list_text)
    )
}

/// The first list that a sheet carries.
pub fn read(html: &str) -> Option<Carried> {
    all(html).into_iter().find_map(Result::ok)
}

/// Every list that a sheet carries, in its order.
pub fn all(html: &str) -> Vec<Result<Carried, Fault>> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            // `<!-->` and `<!--->` are whole comments
            let begun = comment.strip_prefix('>').or_else(|| comment.strip_prefix("->"));
            rest = begun.unwrap_or_else(|| after(comment, "-->").unwrap_or_default());
        } else if rest.starts_with(['!', '?']) {
            rest = after(rest, ">").unwrap_or_default();
        } else if rest.starts_with('/') || rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (tag, behind) = tag(rest);
            rest = behind;
            if RAW.contains(&tag.name.as_str()) {
                rest = raw_end(rest, &tag.name);
            } else if tag.name == "template" && tag.value("id") == Some(ID) {
                let text = rest.split('<').next().unwrap_or_default();
                found.push(carried(&tag, text));
            }
        }
    }
    found
}

fn carried(tag: &Tag, text: &str) -> Result<Carried, Fault> {
    let version = tag.value("data-version").unwrap_or_default();
    if version != VERSION {
        return Err(Fault::Version(version.chars().take(32).collect()));
    }
    let digest = |key: &str| tag.value(key).and_then(|value| letters::read(value).ok());
    let (Some(Typed::Army(army)), Some(Typed::Rules(rules))) = (digest("data-army"), digest("data-rules"))
    else {
        return Err(Fault::Digests);
    };
    // Editors and mailers break long lines
    let packed: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    if packed.is_empty() || packed.len() > LARGEST / 3 * 4 {
        return Err(Fault::Text);
    }
    let bytes = STANDARD.decode(packed).map_err(|_| Fault::Text)?;
    let list = String::from_utf8(bytes).map_err(|_| Fault::Text)?;
    Ok(Carried { list, army, rules })
}

/// A tag: its name, with `/` where it ends something, and its attributes.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of an attribute; the first counts, as in browsers.
    fn value(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
}

/// Reads a tag from behind its `<`, and gives what stands behind its `>`.
fn tag(text: &str) -> (Tag, &str) {
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
        if let Some(behind) = rest.strip_prefix('>') {
            return (tag, behind);
        }
        // An equals sign at the beginning belongs to the name, as browsers read it
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let at = rest[first..].find(|c| ends(c) || c == '=' || c == '/').map_or(rest.len(), |at| at + first);
        let key = rest[..at].to_ascii_lowercase();
        rest = rest[at..].trim_start_matches(|c: char| c.is_ascii_whitespace());
        let Some(behind) = rest.strip_prefix('=') else {
            tag.attributes.push((key, String::new()));
            continue;
        };
        let behind = behind.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let (value, behind) = match behind.chars().next() {
            Some(quote @ ('"' | '\'')) => behind[1..].split_once(quote).unwrap_or((&behind[1..], "")),
            _ => behind.split_at(behind.find(ends).unwrap_or(behind.len())),
        };
        tag.attributes.push((key, value.to_owned()));
        rest = behind;
    }
}

/// What stands behind these words.
fn after<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    text.split_once(words).map(|(_, behind)| behind)
}

/// What stands from the end tag of an element on whose content is only text.
fn raw_end<'a>(text: &'a str, name: &str) -> &'a str {
    let ends = |at: &usize| {
        let behind = &text.as_bytes()[at + 2..];
        behind.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
            && behind.get(name.len()).is_none_or(|b| b.is_ascii_whitespace() || b"/>".contains(b))
    };
    text.match_indices("</").map(|(at, _)| at).find(ends).map_or("", |at| &text[at..])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ARMY: &str = "0123-4567-89AB-CDEF-GHJK";
    const RULES: &str = "MNPQ-RSTV-WXYZ";

    fn made(list: &str) -> Carried {
        Carried { list: list.to_owned(), army: ARMY.to_owned(), rules: RULES.to_owned() }
    }

    fn written(list: &str) -> String {
        element(list, ARMY, RULES)
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
    fn what_others_do_to_a_sheet_does_not_harm_it() {
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
            assert_eq!(read(&html), Some(made("army: x")), "{html}");
        }
    }

    #[test]
    fn what_is_lost_or_damaged_is_said() {
        let whole = written("army: x");
        assert_eq!(all("<p>nothing</p>"), []);
        for other in ["1", "3"] {
            let version = whole.replace("data-version=\"2\"", &format!("data-version=\"{other}\""));
            assert_eq!(all(&version), [Err(Fault::Version(other.to_owned()))]);
        }
        assert_eq!(all(&whole.replace("0123-", "")), [Err(Fault::Digests)]);
        for text in ["", "YXJteTogeA", "YXJt*TogeA==", "/w=="] {
            assert_eq!(all(&whole.replace("YXJteTogeA==", text)), [Err(Fault::Text)], "{text}");
        }
        let two = whole.replace("0123-", "") + &written("army: z");
        assert_eq!(read(&two), Some(made("army: z")));
    }

    proptest! {
        #[test]
        fn every_text_comes_back(list in "\\PC{1,200}|[\\x00-\\xff]{1,50}", before in "[^<]{0,20}") {
            prop_assert_eq!(read(&format!("{before}{}", written(&list))), Some(made(&list)));
        }

        #[test]
        fn no_text_is_too_wild(html in "([<>/!'\"= a-]|template|id=muster-list|<!--|-->|<script|</|\\PC){0,60}") {
            let _ = all(&html);
        }
    }
}
