//! The pre-commit hook and the GitHub action for other repositories: both are valid, and their commands run.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_yaml::Value;

use crate::common::{Folder, Ran, file};
use crate::event::tournament_page::blocks;

#[test]
fn the_hook_takes_lists_and_runs() {
    let hooks: Value = serde_yaml::from_str(&file(".pre-commit-hooks.yaml")).unwrap();
    let hook = &hooks[0];
    assert_eq!((hook["id"].as_str(), hook["language"].as_str()), (Some("muster-check"), Some("rust")));
    let files = hook["files"].as_str().unwrap();
    let takes = |path: &str| {
        let mut grep =
            Command::new("grep").args(["-E", "-q", files]).stdin(Stdio::piped()).spawn().expect("grep");
        grep.stdin.take().unwrap().write_all(path.as_bytes()).unwrap();
        grep.wait().unwrap().success()
    };
    for path in ["lists/a.yaml", "lists/fra/a.yml", "club/lists/a.yaml"] {
        assert!(takes(path), "{path}");
    }
    for path in
        ["a.yaml", "checklists/a.yaml", "lists/a.yaml.orig", "lists/a.md", "rulesets/fra/ruleset.yaml"]
    {
        assert!(!takes(path), "{path}");
    }
    let folder = Folder::new();
    folder.write("lists/a.yaml", &file("lists/quick/zama-rome.yaml"));
    folder.write("lists/b.yaml", "army: X\nruleset: quick\ndate: 216 BC\nunits: [{unit: nobody}]\n");
    folder.write("lists/events/day.yaml", &file("lists/events/trebia-day.yaml"));
    let entry: Vec<&str> = hook["entry"].as_str().unwrap().split(' ').collect();
    assert_eq!(entry[0], "muster");
    let run = |paths: &[&str]| folder.muster(&[&entry[1..], paths].concat());
    assert_eq!(run(&["lists/a.yaml", "lists/events/day.yaml"]).status, Some(0));
    assert_eq!(run(&["lists/a.yaml", "lists/b.yaml"]).status, Some(1));
}

fn steps(action: &Value) -> (&str, &str) {
    assert_eq!(action["runs"]["using"], "composite");
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    assert!(steps.iter().all(|s| s["shell"] == "bash"));
    (steps[0]["run"].as_str().unwrap(), steps[1]["run"].as_str().unwrap())
}

#[test]
fn the_action_installs_and_checks() {
    let action: Value = serde_yaml::from_str(&file("action.yml")).unwrap();
    let (install, check) = steps(&action);
    // The script, the package and its lock are where the action is
    assert_eq!(install, "bash \"$SOURCE/.ci/install\"");
    assert_eq!(action["runs"]["steps"][0]["env"]["SOURCE"], "${{ github.action_path }}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(root.join("Cargo.lock").exists() && root.join(".ci/install").exists());
    // No input stands in a script, where it could be a command
    assert!(!install.contains("${{") && !check.contains("${{"));
    let inputs = action["inputs"].as_mapping().unwrap();
    let env = action["runs"]["steps"][1]["env"].as_mapping().unwrap();
    assert_eq!(inputs.len(), env.len());

    let folder = Folder::new();
    folder.write("lists/a.yaml", &file("lists/fra/trebia-carthage.yaml"));
    folder.write("more lists/b.yaml", "army: X\nruleset: quick\ndate: 216 BC\nunits: [{unit: nobody}]\n");
    folder.write("day.yaml", &file("lists/events/trebia-day.yaml"));
    let run = |given: &[(&str, &str)]| {
        let program = Path::new(env!("CARGO_BIN_EXE_muster")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", check]).current_dir(folder.path());
        bash.env("PATH", path);
        for (name, value) in env {
            let input = value.as_str().unwrap().trim_start_matches("${{ inputs.").trim_end_matches(" }}");
            let default = inputs[input]["default"].as_str().unwrap();
            let given = given.iter().find(|(key, _)| *key == input).map(|(_, value)| *value);
            bash.env(name.as_str().unwrap(), given.unwrap_or(default));
        }
        Ran::of(bash.output().expect("bash"))
    };
    let usual = run(&[]);
    assert_eq!((usual.status, usual.trouble.as_str()), (Some(0), ""), "{usual:?}");
    let event = run(&[("event", "day.yaml"), ("format", "concise")]);
    assert_eq!(event.status, Some(0), "{event:?}");
    let both = run(&[("path", "lists\nmore lists\n"), ("sarif", "out.sarif")]);
    assert_eq!(both.status, Some(1), "{both:?}");
    assert!(both.out.starts_with("::error file=more lists/b.yaml,line=4,"), "{}", both.out);
    let log: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.path().join("out.sarif")).unwrap()).unwrap();
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "unknown-unit");
    // A run that failed to start must not be mistaken for a report
    let none = run(&[("path", "--help"), ("sarif", "none.sarif")]);
    assert_ne!(none.status, Some(0), "{none:?}");
    let command = run(&[("path", "$(touch made); lists"), ("event", "; touch made")]);
    assert_ne!(command.status, Some(0));
    assert!(!folder.path().join("made").exists());
}

/// Runs the script that installs, where `gh` has a release or none and `cargo` only notes that it was asked.
fn install(folder: &Folder, version: &str, gh: &str) -> Ran {
    folder.write("bin/gh", &format!("#!/bin/sh\n{gh}\n"));
    folder.write("bin/cargo", "#!/bin/sh\necho \"cargo $*\"\n");
    folder.write("bin/uname", "#!/bin/sh\n[ \"$1\" = -s ] && echo Linux || echo x86_64\n");
    for program in ["gh", "cargo", "uname"] {
        let path = folder.path().join("bin").join(program);
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.path().join("bin").display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    bash.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/install")).env("PATH", path);
    bash.env("TMPDIR", folder.path()).env("FILES", folder.path().join("files"));
    bash.env("GITHUB_PATH", folder.path().join("path")).env("REPOSITORY", "club/muster").env("REF", version);
    Ran::of(bash.output().expect("bash"))
}

#[test]
fn the_action_takes_a_released_program_or_builds_one() {
    let folder = Folder::new();
    folder.write("files/muster-x86_64-unknown-linux-gnu/muster", "#!/bin/sh\necho released\n");
    let made = Command::new("sh")
        .args(["-c", "tar czf muster-x86_64-unknown-linux-gnu.tar.gz muster-x86_64-unknown-linux-gnu && sha256sum *.gz > SHA256SUMS"])
        .current_dir(folder.path().join("files"))
        .status();
    assert!(made.unwrap().success());
    // The last but one argument before the patterns is the folder that the files go to
    let release = "[ \"$3 $5\" = \"v1.2.3 club/muster\" ] && cp \"$FILES\"/*.gz \"$FILES\"/SHA256SUMS \"$7\"";
    let ran = install(&folder, "v1.2.3", release);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(!ran.out.contains("cargo"), "{ran:?}");
    let program = Path::new(folder.read("path").trim()).join("muster");
    assert_eq!(std::fs::read_to_string(program).unwrap(), "#!/bin/sh\necho released\n");
    // Without a release, or at a branch, it is built
    for (version, gh) in [("v9.9.9", "exit 1"), ("main", release), ("v1.2.3; touch made", release)] {
        let ran = install(&folder, version, gh);
        let source = env!("CARGO_MANIFEST_DIR");
        assert_eq!(
            (ran.status, ran.out.trim()),
            (Some(0), format!("cargo install --locked --path {source}").as_str())
        );
    }
    assert!(!folder.path().join("made").exists());
    // What is not what was released is not run, nor passed over
    folder
        .write("files/SHA256SUMS", &format!("{}  muster-x86_64-unknown-linux-gnu.tar.gz\n", "0".repeat(64)));
    let ran = install(&folder, "v1.2.3", release);
    assert!(ran.status != Some(0) && !ran.out.contains("cargo"), "{ran:?}");
    folder.write("files/SHA256SUMS", "");
    let ran = install(&folder, "v1.2.3", release);
    assert!(ran.status != Some(0) && !ran.out.contains("cargo"), "{ran:?}");
}

#[test]
fn the_page_uses_them_as_they_are() {
    let action: Value = serde_yaml::from_str(&file("action.yml")).unwrap();
    let mut used = (false, false);
    for (_, block) in blocks(&file("docs/tournament.md")).iter().filter(|(info, _)| info == "yaml") {
        let page: Value = serde_yaml::from_str(block).unwrap();
        if let Some(hooks) = page["repos"][0]["hooks"].as_sequence() {
            used.0 |= hooks.iter().any(|h| h["id"] == "muster-check");
        }
        for job in page["jobs"].as_mapping().into_iter().flat_map(serde_yaml::Mapping::values) {
            let steps = job["steps"].as_sequence().unwrap();
            for with in steps.iter().filter(|s| s["uses"].as_str().is_some_and(|u| u.contains("/muster@"))) {
                used.1 = true;
                for key in with["with"].as_mapping().unwrap().keys() {
                    assert!(action["inputs"].get(key).is_some(), "{key:?}");
                }
            }
        }
    }
    assert_eq!(used, (true, true));
}
