//! `muster call`: the same call from standard input.

use std::io::Write;
use std::process::{Command, Stdio};

use muster::call;

use super::{LIBRARY, TREBIA, list};
use crate::common::{Folder, Ran};

fn ask(folder: &Folder, arguments: &[&str], request: &[u8]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
    program.args(arguments).current_dir(folder.path()).env_clear();
    let mut running =
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(request).unwrap();
    Ran::of(running.wait_with_output().unwrap())
}

#[test]
fn the_answer_is_that_of_the_library_and_a_newline() {
    let request = serde_json::json!({"op": "check", "list": list(&TREBIA), "also": ["rooms"]}).to_string();
    let folder = Folder::new();
    // Rules of the working folder do not change the answer
    folder.write("rulesets/fra/ruleset.yaml", "ruleset: fra\nname: Another\nversion: 9.0.0\npoints: none\n");
    let ran = ask(&folder, &["call"], request.as_bytes());
    assert_eq!((ran.status, ran.trouble.as_str()), (Some(0), ""));
    assert_eq!(ran.out, call(&LIBRARY, &request) + "\n");
    // Those that are named do
    let ran = ask(&folder, &["call", "--rulesets", "rulesets"], br#"{"op": "games"}"#);
    let games = ran.json()["ok"]["games"].clone();
    let fra = games.as_array().unwrap().iter().find(|game| game["id"] == "fra").unwrap();
    assert_eq!(fra["version"], "9.0.0");
}

#[test]
fn a_request_that_is_not_text_gets_an_answer() {
    let ran = ask(&Folder::new(), &["call"], b"{\"op\": \"\xff\"}");
    assert_eq!(ran.status, Some(0));
    assert_eq!(
        ran.out,
        "{\"version\":1,\"op\":null,\"error\":{\"code\":\"bad-request\",\"message\":\"byte 8 of the request is not \
         UTF-8\",\"help\":null,\"at\":null,\"place\":null,\"reason\":null,\"findings\":[]}}\n"
    );
}
