//! The command `muster`.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    muster::cli::run(&muster::cli::Arguments::parse())
}
