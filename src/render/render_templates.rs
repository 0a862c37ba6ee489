//! The built-in templates and users' own templates, whose faults become findings with positions.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use include_dir::{Dir, include_dir};
use tera::{Context, ErrorKind, Tera};

use super::template_filters;
use crate::finding::{Code, FileId, Finding, Span};

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// A user's own template.
#[derive(Clone, Debug)]
pub struct UserTemplate {
    /// The file name. Its extension decides how values are escaped.
    pub name: String,
    /// The text of the template.
    pub text: String,
    /// The file, for the positions of findings.
    pub file: FileId,
    /// The time limit.
    pub time_limit: Duration,
}

/// The largest sheet that a user's template may make, in bytes. A short template can print without end.
const MAX_SHEET_BYTES: usize = 64 * 1024 * 1024;

/// A buffer that refuses to grow beyond the largest size of a sheet.
#[derive(Default)]
struct BoundedBuffer {
    bytes: Vec<u8>,
    is_full: bool,
}

impl Write for BoundedBuffer {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > MAX_SHEET_BYTES {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Renders a template.
///
/// A user's template is a program that may run forever, so it gets a thread of its own and a time limit.
///
/// # Errors
/// Returns a finding if the user's template has a fault.
pub fn render_template(
    name: &str,
    own: Option<&UserTemplate>,
    data: serde_json::Value,
) -> Result<String, Finding> {
    // Without threads, a template cannot be stopped; a browser's page runs it where it can end it
    if cfg!(not(feature = "cli")) || own.is_none() {
        return render_with(name, own, &data);
    }
    let Some(own) = own.cloned() else { return render_with(name, None, &data) };
    let (file, time, name) = (own.file, own.time_limit, name.to_owned());
    let (done, result) = mpsc::channel();
    // The thread cannot be stopped from outside; it ends with the program
    std::thread::spawn(move || done.send(render_with(&name, Some(&own), &data)));
    let at_start = |words: String| Finding::new(Code::Template, Span::new(file, 0, 0), words);
    match result.recv_timeout(time) {
        Ok(filled) => filled,
        Err(RecvTimeoutError::Timeout) => {
            let words = format!("the template runs for more than {} seconds and was stopped", time.as_secs());
            Err(at_start(words).with_help("look for loops inside loops; `--time` sets a longer limit"))
        }
        Err(RecvTimeoutError::Disconnected) => Err(at_start("the template engine crashed".to_owned())),
    }
}

/// The built-in templates, ready to render many pages.
pub struct BuiltInTemplates(Tera);

impl BuiltInTemplates {
    /// Loads the built-in templates.
    ///
    /// # Errors
    /// Returns a finding if a built-in template has a fault, which is a bug.
    pub fn new() -> Result<Self, Finding> {
        new_engine(None).map(Self)
    }

    /// Renders one of the templates.
    ///
    /// # Errors
    /// Returns a finding if a built-in template has a fault, which is a bug.
    pub fn render(&self, name: &str, data: &serde_json::Value) -> Result<String, Finding> {
        let context = Context::from_serialize(data).map_err(|e| error_finding(&e, None))?;
        self.0.render(name, &context).map_err(|e| error_finding(&e, None))
    }
}

/// Returns a template engine with the built-in templates and the user's own.
fn new_engine(own: Option<&UserTemplate>) -> Result<Tera, Finding> {
    let mut tera = Tera::new();
    template_filters::register_filters(&mut tera);
    let built_in = TEMPLATES.files().filter_map(|f| Some((f.path().to_str()?, f.contents_utf8()?)));
    tera.add_raw_templates(built_in).map_err(|e| error_finding(&e, own))?;
    if let Some(own) = own {
        // A user's template may have the name of a built-in one, which it then replaces
        tera.add_raw_template(&own.name, &own.text).map_err(|e| error_finding(&e, Some(own)))?;
    }
    Ok(tera)
}

fn render_with(name: &str, own: Option<&UserTemplate>, data: &serde_json::Value) -> Result<String, Finding> {
    let tera = new_engine(own)?;
    let fault = |error: &tera::Error| error_finding(error, own);
    let name = own.map_or(name, |own| &own.name);
    let context = Context::from_serialize(data).map_err(|e| fault(&e))?;
    let Some(own) = own else { return tera.render(name, &context).map_err(|e| fault(&e)) };
    let mut sheet = BoundedBuffer::default();
    let filled = tera.render_to(name, &context, &mut sheet);
    if sheet.is_full {
        let message = format!("the template writes more than {MAX_SHEET_BYTES} bytes and was stopped");
        let finding = Finding::new(Code::Template, Span::new(own.file, 0, 0), message);
        return Err(finding.with_help("look for loops inside loops"));
    }
    filled.map_err(|e| fault(&e))?;
    Ok(String::from_utf8_lossy(&sheet.bytes).into_owned())
}

/// Converts an error of the template engine to a finding. An error outside the user's template is shown at
/// its beginning.
fn error_finding(error: &tera::Error, own: Option<&UserTemplate>) -> Finding {
    let file = own.map_or(FileId::CHECKED, |o| o.file);
    let (message, span) = match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let range = &report.span().range;
            let in_user_template = own.is_some_and(|o| o.name == report.filename());
            let span = if in_user_template {
                Span::new(file, range.start, range.end)
            } else {
                Span::new(file, 0, 0)
            };
            (report.message().to_owned(), span)
        }
        kind => (kind.to_string(), Span::new(file, 0, 0)),
    };
    let finding = Finding::new(Code::Template, span, simplify_message(&message));
    finding.with_help("docs/templates.md lists the data of templates; `--context` prints it")
}

/// Rewrites a message of the template engine in our style: one line, lower case, no full stop.
fn simplify_message(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches('.');
    let mut letters = line.chars();
    let lower = letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect());
    let known = lower.find("Available variables: ");
    // Leave out the list of all variables, which is too long to help
    known.map_or_else(|| lower.clone(), |at| lower[..at].trim_end().trim_end_matches('.').to_owned())
}
