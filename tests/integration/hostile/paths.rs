//! Ids that look like paths, and templates that would read outside their folder.

use super::support::{Folder, HEAD};

const PATHS: [&str; 6] = ["../secret", "/etc/passwd", "..", "a/../a", "~/x", "C:\\\\x"];

#[test]
fn paths_for_ids() {
    let folder =
        Folder::with("secret/ruleset.yaml", "ruleset: secret\nname: hidden words\nunits: {a: {name: A}}\n");
    for path in PATHS {
        folder
            .check(format!("army: x\nruleset: \"{path}\"\nunits: [{{unit: a}}]\n"))
            .says(1, "there is no ruleset");
        folder
            .check(format!("army: x\nruleset: fra\nbook: \"{path}\"\nunits: [{{unit: a}}]\n"))
            .says(1, "there is no book");
        folder.write("r/e/ruleset.yaml", format!("ruleset: e\nextends: \"{path}\"\nname: E\n"));
        folder.write("l.yaml", "army: x\nruleset: e\nunits: [{unit: a}]\n");
        let ran = folder.muster(&["check", "--rulesets", "r", "l.yaml"]);
        ran.says(1, "to extend");
        assert!(!ran.out.contains("hidden words"));
        folder.write("e.yaml", format!("event: e\nname: E\nrulesets: [\"{path}\"]\n"));
        folder.write("l.yaml", format!("{HEAD}units: [{{unit: SP}}]\n"));
        folder.muster(&["check", "--event", "e.yaml", "l.yaml"]).says(2, "error[unknown-ruleset]");
    }
}

#[test]
fn templates_that_reach_out() {
    let folder = Folder::with("l.yaml", format!("{HEAD}units: [{{unit: SP}}]\n"));
    folder.write("secret.txt", "hidden words");
    std::fs::create_dir(folder.path("t")).unwrap();
    std::os::unix::fs::symlink("../secret.txt", folder.path("t/near.txt")).unwrap();
    for path in ["../secret.txt", "near.txt", "secret.txt", "/etc/passwd", "./near.txt"] {
        for tag in ["include", "extends"] {
            folder.write("t/t.txt", format!("{{% {tag} \"{path}\" %}}"));
            let ran = folder.muster(&["render", "roster", "--template", "t/t.txt", "l.yaml"]);
            ran.says(1, "error[template]");
            assert!(!ran.out.contains("hidden words") && !ran.out.contains("root:"), "{path}");
        }
    }
    folder.write("t/t.txt", "{{ get_env(name=\"HOME\") }}");
    folder.muster(&["render", "roster", "--template", "t/t.txt", "l.yaml"]).says(1, "error[template]");
}
