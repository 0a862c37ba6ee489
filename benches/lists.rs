//! Writes lists for measuring: `cargo bench --bench lists -- FOLDER LISTS UNITS`. Each breaks no rule and is another
//! army than the rest.

#![allow(clippy::print_stderr, reason = "a program of its own")]

mod made;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    // cargo adds words of its own
    let words: Vec<String> = std::env::args().skip(1).filter(|w| !w.starts_with("--")).collect();
    let [folder, lists, units] = words.as_slice() else {
        eprintln!("usage: cargo bench --bench lists -- FOLDER LISTS UNITS");
        return ExitCode::from(2);
    };
    let (Ok(lists), Ok(units)) = (lists.parse::<usize>(), units.parse::<usize>()) else {
        eprintln!("LISTS and UNITS are whole numbers");
        return ExitCode::from(2);
    };
    let folder = Path::new(folder);
    let written = std::fs::create_dir_all(folder).and_then(|()| {
        (0..lists).try_for_each(|at| {
            std::fs::write(folder.join(format!("list-{at:05}.yaml")), made::army(units, at))
        })
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write into {}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}
