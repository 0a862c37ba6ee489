//! Templates: those carried in the program and a user's own, whose faults are findings with their places.

use include_dir::{Dir, include_dir};
use tera::{Context, ErrorKind, Tera};

use super::filters;
use crate::finding::{Code, FileId, Finding, Span};

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// A user's own template.
#[derive(Clone, Debug)]
pub struct Own {
    /// The name of its file; the ending says how it escapes.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The file, for places of findings.
    pub file: FileId,
}

/// Fills a template with data.
///
/// # Errors
/// A finding in the user's template.
pub fn fill(name: &str, own: Option<&Own>, data: &serde_json::Value) -> Result<String, Finding> {
    let mut tera = Tera::new();
    filters::register(&mut tera);
    let built_in = TEMPLATES.files().filter_map(|f| Some((f.path().to_str()?, f.contents_utf8()?)));
    let fault = |error: &tera::Error| finding(error, own);
    tera.add_raw_templates(built_in).map_err(|e| fault(&e))?;
    let mut name = name.to_owned();
    if let Some(own) = own {
        // A user's template may have the name of one of ours, which it then replaces
        tera.add_raw_template(&own.name, &own.text).map_err(|e| fault(&e))?;
        name.clone_from(&own.name);
    }
    let context = Context::from_serialize(data).map_err(|e| fault(&e))?;
    tera.render(&name, &context).map_err(|e| fault(&e))
}

/// A fault of a template as a finding; outside the user's own it is at its beginning.
fn finding(error: &tera::Error, own: Option<&Own>) -> Finding {
    let file = own.map_or(FileId::CHECKED, |o| o.file);
    let (message, span) = match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let range = &report.span().range;
            let here = own.is_some_and(|o| o.name == report.filename());
            let span = if here { Span::new(file, range.start, range.end) } else { Span::new(file, 0, 0) };
            (report.message().to_owned(), span)
        }
        kind => (kind.to_string(), Span::new(file, 0, 0)),
    };
    let finding = Finding::new(Code::Template, span, plain(&message));
    finding.help("docs/templates.md names what a template sees; `--context` prints it")
}

/// The engine's words as ours: one line, lower case, no full stop.
fn plain(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches('.');
    let mut letters = line.chars();
    let lower = letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect());
    let known = lower.find("Available variables: ");
    // The list of everything there is helps nobody
    known.map_or_else(|| lower.clone(), |at| lower[..at].trim_end().trim_end_matches('.').to_owned())
}
