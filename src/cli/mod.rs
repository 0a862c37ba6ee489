//! The command line, with one file for each command. Findings go to standard output, errors to standard
//! error.

mod aligned_columns;
mod battle_lists;
mod books_of_year;
mod call;
mod check;
mod cost;
mod cost_and_option_text;
mod diff;
mod event_argument;
mod explain;
mod fix;
mod input_files;
mod lint;
mod new;
mod render;
mod rooms;
mod rules;
mod rules_of_book;
mod suggest;
mod terminal_style_and_stderr;
mod text_page;
mod verify;
mod watch;
mod write_file_safely;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::json_schema::SchemaKind;
use crate::output::terminal_text::sanitize;
use crate::read_file::write_error_text;
use crate::rules::library::Library;

/// Check, price and print army lists for ancients wargames
#[derive(Debug, Parser)]
#[command(name = "muster", version, arg_required_else_help = true, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 if all lists are legal, 1 if one is illegal or unreadable, 2 if Muster could not run."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: CliCommand,

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
enum CliCommand {
    /// Check army lists
    Check(check::CheckArgs),
    /// Show what each unit costs and which rule each point comes from
    Cost(cost::CostArgs),
    /// Show how much of each limit is used and allowed
    Rooms(rooms::RoomsArgs),
    /// Print rosters, unit cards, reference sheets, packing lists and forms for organisers
    Render(Box<render::RenderArgs>),
    /// Explain a code or a rule, with its source
    Explain(explain::ExplainArgs),
    /// Show a ruleset or book; without a name, list them, or those of a year with their enemies
    Rules(rules::RulesArgs),
    /// Check rulesets, books and events for dead rules, impossible limits and missing texts
    Lint(lint::LintArgs),
    /// Create a list to start from, with comments and a schema for editors, or that of a battle
    New(new::NewArgs),
    /// Compare two lists, or one list under two versions of its rules
    Diff(diff::DiffArgs),
    /// Compare a list with a digest or a printed sheet, or find the list that has a digest
    Verify(verify::VerifyArgs),
    /// Fix mistakes that have only one possible correction, such as misspelt names
    Fix(fix::FixArgs),
    /// Suggest small changes that spend the points left, or make a list legal
    Suggest(suggest::SuggestArgs),
    /// Check a list every time it is saved; stop with Ctrl-C
    Watch(watch::WatchArgs),
    /// Answer one request in JSON from standard input, as docs/call.md describes
    #[command(hide = true)]
    Call,
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
enum CommandError {
    /// A message of one line for standard error; the exit status is 2.
    Message(String),
    /// The output could not be written.
    Output(std::io::Error),
}

impl From<std::io::Error> for CommandError {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// The result of a command: its exit status, or why it could not run.
type CommandResult = Result<u8, CommandError>;

/// Runs the command that the arguments ask for, or prints what is wrong with the arguments.
pub fn run_with(arguments: Result<Arguments, clap::Error>) -> ExitCode {
    match arguments {
        Ok(arguments) => run(&arguments),
        Err(error) => print_argument_error(&error),
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn print_argument_error(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    // Arguments may come from names of files, which may contain escape sequences. clap prints them as they
    // are.
    let printed = if text.lines().any(|line| sanitize(line) != line) {
        text.lines().try_for_each(|line| writeln!(std::io::stderr(), "{}", sanitize(line)))
    } else {
        error.print()
    };
    match printed {
        Err(trouble) if !error.use_stderr() && trouble.kind() != std::io::ErrorKind::BrokenPipe => {
            exit_with_error(&format!("cannot write: {}", write_error_text(&trouble)))
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// Runs the command that the arguments ask for.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let ended = run_command(arguments, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match ended {
        Ok(status) => ExitCode::from(status),
        // The reader has closed the pipe, as `head` does: that is not an error
        Err(CommandError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(CommandError::Output(error)) => {
            exit_with_error(&format!("cannot write: {}", write_error_text(&error)))
        }
        Err(CommandError::Message(message)) => exit_with_error(&message),
    }
}

/// Prints why the program could not run, and returns exit status 2.
fn exit_with_error(message: &str) -> ExitCode {
    terminal_style_and_stderr::eprint_error(message);
    ExitCode::from(2)
}

fn run_command(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    if let Some(folder) = arguments.rulesets.iter().find(|folder| !folder.is_dir()) {
        return Err(CommandError::Message(format!("{} is not a folder of rulesets", folder.display())));
    }
    for folder in &arguments.rulesets {
        if let Err(error) = std::fs::read_dir(folder) {
            let why = crate::read_file::read_error_text(&error);
            return Err(CommandError::Message(format!("cannot read {}: {why}", folder.display())));
        }
    }
    let library = library_from_arguments(arguments);
    let style = terminal_style_and_stderr::stdout_style(arguments.color);
    match &arguments.command {
        CliCommand::Check(options) => check::run(options, &library, style, out),
        CliCommand::Cost(options) => cost::run(options, &library, style, out),
        CliCommand::Rooms(options) => rooms::run(options, &library, style, out),
        CliCommand::Render(options) => render::run(options, &library, style, out),
        CliCommand::Explain(options) => explain::run(options, &library, out),
        CliCommand::Rules(options) => rules::run(options, &library, style, out),
        CliCommand::Lint(options) => lint::run(options, &library, style, out),
        CliCommand::New(options) => new::run(options, &library, out),
        CliCommand::Diff(options) => diff::run(options, &library, out),
        CliCommand::Verify(options) => verify::run(options, &library, out),
        CliCommand::Fix(options) => fix::run(options, &library, style, out),
        CliCommand::Suggest(options) => suggest::run(options, library, style, out),
        CliCommand::Watch(options) => {
            watch::run(options, &|| self::library_from_arguments(arguments), style, out)
        }
        CliCommand::Call => call::run(&library, out),
        CliCommand::Schema { kind, all } => print_schemas(*kind, all.as_deref(), out),
        CliCommand::Completions { shell } => {
            let mut buffer = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "muster", &mut buffer);
            out.write_all(&buffer)?;
            Ok(0)
        }
        CliCommand::Man => {
            clap_mangen::Man::new(Arguments::command()).render(&mut *out)?;
            Ok(0)
        }
    }
}

/// Returns the rulesets of the folders named with `--rulesets`, of `rulesets/` in the current directory, and
/// the built-in ones, in this order of preference.
fn library_from_arguments(arguments: &Arguments) -> Library {
    Library::new(arguments.rulesets.clone()).with_current_folder(PathBuf::from("rulesets"))
}

fn print_schemas(
    kind: Option<SchemaKind>,
    all: Option<&std::path::Path>,
    out: &mut dyn Write,
) -> CommandResult {
    if let Some(kind) = kind {
        out.write_all(kind.text().as_bytes())?;
    }
    if let Some(folder) = all {
        for kind in SchemaKind::ALL {
            write_file_safely::write_file(&folder.join(kind.file_name()), kind.text().as_bytes())?;
        }
    }
    Ok(0)
}
