//! The command line, with one file for each command. Findings go to standard output, errors to standard
//! error.

mod book;
mod check;
mod cost;
mod diff;
mod event;
mod explain;
mod files;
mod fix;
mod grid;
mod lint;
mod new;
mod page;
mod print;
mod render;
mod rules;
mod suggest;
mod verify;
mod watch;
mod write;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::disk::words_of_writing;
use crate::output::text::clean;
use crate::rules::library::Library;
use crate::schema::SchemaKind;

/// Check, price and print army lists for ancients wargames
#[derive(Debug, Parser)]
#[command(name = "muster", version, arg_required_else_help = true, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 if all lists are legal, 1 if one is illegal or unreadable, 2 if Muster could not run."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Colour,

    /// Look for rulesets in this folder first, before `rulesets/` and the built-in ones [repeatable]
    #[arg(long, global = true, value_name = "DIR")]
    rulesets: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Colour {
    /// Only on a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check army lists
    Check(check::Options),
    /// Show what each unit costs and which rule each point comes from
    Cost(cost::Options),
    /// Print rosters, unit cards, reference sheets and packing lists
    Render(Box<render::Options>),
    /// Explain a code or a rule, with its source
    Explain(explain::Options),
    /// Show a ruleset or book; without a name, list them
    Rules(rules::Options),
    /// Check rulesets, books and events for dead rules, impossible limits and missing texts
    Lint(lint::Options),
    /// Create a list to start from, with comments and a schema for editors
    New(new::Options),
    /// Compare two lists, or one list under two versions of its rules
    Diff(diff::Options),
    /// Compare a list with a digest or a printed sheet, or find the list that has a digest
    Verify(verify::Options),
    /// Fix mistakes that have only one possible correction, such as misspelt names
    Fix(fix::Options),
    /// Suggest small changes that spend the points left, or make a list legal
    Suggest(suggest::Options),
    /// Check a list every time it is saved; stop with Ctrl-C
    Watch(watch::Options),
    /// Print the JSON Schema of a kind of file
    Schema {
        /// Kind of file
        #[arg(value_enum, required_unless_present = "all")]
        kind: Option<SchemaKind>,
        /// Write the schemas of all kinds of file into this folder instead
        #[arg(long, value_name = "DIR", conflicts_with = "kind")]
        all: Option<PathBuf>,
    },
    /// Print completions for a shell
    Completions {
        /// Shell to print completions for
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// Why a command could not run.
#[derive(Debug)]
enum Trouble {
    /// A message of one line for standard error; the exit status is 2.
    Said(String),
    /// The output could not be written.
    Output(std::io::Error),
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// The result of a command: its exit status, or why it could not run.
type Ended = Result<u8, Trouble>;

/// Runs the command that the arguments ask for, or prints what is wrong with the arguments.
pub fn run_with(arguments: Result<Arguments, clap::Error>) -> ExitCode {
    match arguments {
        Ok(arguments) => run(&arguments),
        Err(error) => refused(&error),
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn refused(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    // Arguments may come from names of files, which may contain escape sequences. clap prints them as they
    // are.
    let printed = if text.lines().any(|line| clean(line) != line) {
        text.lines().try_for_each(|line| writeln!(std::io::stderr(), "{}", clean(line)))
    } else {
        error.print()
    };
    match printed {
        Err(trouble) if !error.use_stderr() && trouble.kind() != std::io::ErrorKind::BrokenPipe => {
            failed(&format!("cannot write: {}", words_of_writing(&trouble)))
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// Runs the command that the arguments ask for.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let ended = command(arguments, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match ended {
        Ok(status) => ExitCode::from(status),
        // The reader has closed the pipe, as `head` does: that is not an error
        Err(Trouble::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Trouble::Output(error)) => failed(&format!("cannot write: {}", words_of_writing(&error))),
        Err(Trouble::Said(message)) => failed(&message),
    }
}

/// Prints why the program could not run, and returns exit status 2.
fn failed(message: &str) -> ExitCode {
    print::trouble(message);
    ExitCode::from(2)
}

fn command(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    if let Some(folder) = arguments.rulesets.iter().find(|folder| !folder.is_dir()) {
        return Err(Trouble::Said(format!("{} is not a folder of rulesets", folder.display())));
    }
    for folder in &arguments.rulesets {
        if let Err(error) = std::fs::read_dir(folder) {
            let why = crate::disk::words(&error);
            return Err(Trouble::Said(format!("cannot read {}: {why}", folder.display())));
        }
    }
    let library = library(arguments);
    let style = print::style(arguments.color);
    match &arguments.command {
        Command::Check(options) => check::run(options, &library, style, out),
        Command::Cost(options) => cost::run(options, &library, style, out),
        Command::Render(options) => render::run(options, &library, style, out),
        Command::Explain(options) => explain::run(options, &library, out),
        Command::Rules(options) => rules::run(options, &library, style, out),
        Command::Lint(options) => lint::run(options, &library, style, out),
        Command::New(options) => new::run(options, &library, out),
        Command::Diff(options) => diff::run(options, &library, out),
        Command::Verify(options) => verify::run(options, &library, out),
        Command::Fix(options) => fix::run(options, &library, style, out),
        Command::Suggest(options) => suggest::run(options, library, style, out),
        Command::Watch(options) => watch::run(options, &|| self::library(arguments), style, out),
        Command::Schema { kind, all } => schema(*kind, all.as_deref(), out),
        Command::Completions { shell } => {
            let mut buffer = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "muster", &mut buffer);
            out.write_all(&buffer)?;
            Ok(0)
        }
        Command::Man => {
            clap_mangen::Man::new(Arguments::command()).render(&mut *out)?;
            Ok(0)
        }
    }
}

/// Returns the rulesets of the folders named with `--rulesets`, of `rulesets/` in the current directory, and
/// the built-in ones, in this order of preference.
fn library(arguments: &Arguments) -> Library {
    Library::new(arguments.rulesets.clone()).with_working_folder(PathBuf::from("rulesets"))
}

fn schema(kind: Option<SchemaKind>, all: Option<&std::path::Path>, out: &mut dyn Write) -> Ended {
    if let Some(kind) = kind {
        out.write_all(kind.text().as_bytes())?;
    }
    if let Some(folder) = all {
        for kind in SchemaKind::ALL {
            write::write(&folder.join(kind.file_name()), kind.text().as_bytes())?;
        }
    }
    Ok(0)
}
