//! Templates: those carried in the program and a user's own, whose faults are findings with their places.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

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
    /// How long it may run.
    pub time: Duration,
}

/// Bytes of the largest sheet that a user's own template may make.
const LARGEST: usize = 64 * 1024 * 1024;

/// A sheet as it grows; nothing is written to it beyond [`LARGEST`].
#[derive(Default)]
struct Growing {
    bytes: Vec<u8>,
    full: bool,
}

impl Write for Growing {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > LARGEST {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Fills a template with data. A user's own one is a program, and it is given up when it runs too long.
///
/// # Errors
/// A finding in the user's template.
pub fn fill(name: &str, own: Option<&Own>, data: serde_json::Value) -> Result<String, Finding> {
    let Some(own) = own.cloned() else { return run(name, None, &data) };
    let (file, time, name) = (own.file, own.time, name.to_owned());
    let (done, result) = mpsc::channel();
    // It cannot be stopped from outside; it ends with the program
    std::thread::spawn(move || done.send(run(&name, Some(&own), &data)));
    let at_start = |words: String| Finding::new(Code::Template, Span::new(file, 0, 0), words);
    match result.recv_timeout(time) {
        Ok(filled) => filled,
        Err(RecvTimeoutError::Timeout) => {
            let words = format!("the template runs for more than {} seconds and is given up", time.as_secs());
            Err(at_start(words).help("look for loops inside loops; `--time` waits longer"))
        }
        Err(RecvTimeoutError::Disconnected) => {
            Err(at_start("the template's engine broke down over it".to_owned()))
        }
    }
}

/// The program's own templates, ready to be filled piece by piece.
pub struct Pieces(Tera);

impl Pieces {
    /// The program's own templates.
    ///
    /// # Errors
    /// A fault of theirs, which is a bug.
    pub fn new() -> Result<Self, Finding> {
        engine(None).map(Self)
    }

    /// Fills one of them.
    ///
    /// # Errors
    /// A fault of theirs, which is a bug.
    pub fn fill(&self, name: &str, data: &serde_json::Value) -> Result<String, Finding> {
        let context = Context::from_serialize(data).map_err(|e| finding(&e, None))?;
        self.0.render(name, &context).map_err(|e| finding(&e, None))
    }
}

/// The templates of the program, and the user's own.
fn engine(own: Option<&Own>) -> Result<Tera, Finding> {
    let mut tera = Tera::new();
    filters::register(&mut tera);
    let built_in = TEMPLATES.files().filter_map(|f| Some((f.path().to_str()?, f.contents_utf8()?)));
    tera.add_raw_templates(built_in).map_err(|e| finding(&e, own))?;
    if let Some(own) = own {
        // A user's template may have the name of one of ours, which it then replaces
        tera.add_raw_template(&own.name, &own.text).map_err(|e| finding(&e, Some(own)))?;
    }
    Ok(tera)
}

fn run(name: &str, own: Option<&Own>, data: &serde_json::Value) -> Result<String, Finding> {
    let tera = engine(own)?;
    let fault = |error: &tera::Error| finding(error, own);
    let name = own.map_or(name, |own| &own.name);
    let context = Context::from_serialize(data).map_err(|e| fault(&e))?;
    let Some(own) = own else { return tera.render(name, &context).map_err(|e| fault(&e)) };
    let mut sheet = Growing::default();
    let filled = tera.render_to(name, &context, &mut sheet);
    if sheet.full {
        let message = format!("the sheet grows beyond {LARGEST} bytes and is given up");
        let finding = Finding::new(Code::Template, Span::new(own.file, 0, 0), message);
        return Err(finding.help("look for loops inside loops"));
    }
    filled.map_err(|e| fault(&e))?;
    Ok(String::from_utf8_lossy(&sheet.bytes).into_owned())
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
