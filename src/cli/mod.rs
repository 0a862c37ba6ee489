//! The command line: one file a command. Findings go to standard output, trouble to standard error.

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

/// Checks army lists for ancients wargames, explains every point and says which words to change.
#[derive(Debug, Parser)]
#[command(name = "muster", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Exit status: 0 all legal, 1 some list is illegal or unreadable, 2 could not run.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Colour,

    /// A folder of rulesets to look into before the working folder's and the program's own; may be repeated
    #[arg(long, global = true, value_name = "DIR")]
    rulesets: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks lists: files, folders, or - for standard input
    Check(check::Options),
    /// Shows what every unit costs, and the rule each point comes from
    Cost(cost::Options),
    /// Prints rosters, unit cards, reference sheets and packing lists
    Render(Box<render::Options>),
    /// Says what a code or a rule means, and where it comes from
    Explain(explain::Options),
    /// Shows a ruleset or a book: units, options, limits; without a name, those that there are
    Rules(rules::Options),
    /// Checks rulesets, books and events: rules that match nothing, limits no list can meet, missing texts
    Lint(lint::Options),
    /// Writes a commented list to start from, with its schema beside it
    New(new::Options),
    /// Says what differs between two lists, or one under two versions of its rules
    Diff(diff::Options),
    /// Says whether a digest or a printed sheet is this list under these rules, and which list of a folder a digest is
    Verify(verify::Options),
    /// Mends in a list what can be meant in one way only: misspelt words, `yes` for `true`, options written twice
    Fix(fix::Options),
    /// Shows legal ways to spend what is left, or to get legal, as small changes to the list
    Suggest(suggest::Options),
    /// Checks a list anew on every save, until its input ends or Ctrl-C
    Watch(watch::Options),
    /// Prints the JSON Schema of a kind of file
    Schema {
        /// The kind of file
        #[arg(value_enum, required_unless_present = "all")]
        kind: Option<SchemaKind>,
        /// Writes the schemas of all kinds into this folder instead
        #[arg(long, value_name = "DIR", conflicts_with = "kind")]
        all: Option<PathBuf>,
    },
    /// Prints completions for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Prints the manual page
    Man,
}

/// What a command could not do, in one line for people.
#[derive(Debug)]
enum Trouble {
    /// Said on standard error; exit status 2.
    Said(String),
    /// Output that cannot be written.
    Output(std::io::Error),
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// How a command ended.
type Ended = Result<u8, Trouble>;

/// Runs what the arguments ask for, or says what is wrong with them.
pub fn run_with(arguments: Result<Arguments, clap::Error>) -> ExitCode {
    match arguments {
        Ok(arguments) => run(&arguments),
        Err(error) => refused(&error),
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments; a word of theirs may come from the
/// name of a file.
fn refused(error: &clap::Error) -> ExitCode {
    let words = error.render().to_string();
    let printed = if words.lines().any(|line| clean(line) != line) {
        words.lines().try_for_each(|line| writeln!(std::io::stderr(), "{}", clean(line)))
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

/// Runs what the arguments ask for.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let ended = command(arguments, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match ended {
        Ok(status) => ExitCode::from(status),
        // Whoever reads has read enough
        Err(Trouble::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Trouble::Output(error)) => failed(&format!("cannot write: {}", words_of_writing(&error))),
        Err(Trouble::Said(words)) => failed(&words),
    }
}

fn failed(words: &str) -> ExitCode {
    print::trouble(words);
    ExitCode::from(2)
}

fn command(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    if let Some(folder) = arguments.rulesets.iter().find(|folder| !folder.is_dir()) {
        return Err(Trouble::Said(format!("{} is no folder of rulesets", folder.display())));
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

/// The folders that were named, then the working folder's, then the program's own.
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
