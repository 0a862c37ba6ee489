//! The `muster` program.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    muster::cli::run_with(muster::cli::Arguments::try_parse())
}
