//! The floor of reading: every file of a folder, one after the other, with plain `serde_yaml` into values.
//! `cargo bench --bench floor -- FOLDER`

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a program of its own")]

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().skip(1).find(|w| !w.starts_with("--")) else {
        eprintln!("usage: cargo bench --bench floor -- FOLDER");
        return ExitCode::from(2);
    };
    let read = || -> Result<usize, Box<dyn std::error::Error>> {
        let mut files = 0;
        for entry in std::fs::read_dir(&folder)? {
            let text = std::fs::read_to_string(entry?.path())?;
            std::hint::black_box(serde_yaml::from_str::<serde_yaml::Value>(&text)?);
            files += 1;
        }
        Ok(files)
    };
    match read() {
        Ok(files) => {
            println!("{files} files");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{folder}: {error}");
            ExitCode::FAILURE
        }
    }
}
