//! Templates are programs: they can have errors, and they can run forever.

use super::support::{Folder, HEAD, Ran};

fn print(template: &str) -> Ran {
    let folder = Folder::with("l.yaml", format!("{HEAD}units: [{{unit: SP}}]\n"));
    folder.write("t.txt", template);
    folder.muster(&["render", "roster", "l.yaml", "--template", "t.txt", "--time", "5"])
}

#[test]
fn templates_that_have_no_end() {
    print("{% include \"t.txt\" %}").says(1, "circular include");
    print("{% extends \"t.txt\" %}").says(1, "circular extend");
    print("{% for i in range(end=1000000000) %}x{% endfor %}").says(1, "exceeds the limit of 100000");
    let loops = "{% for i in range(end=100000) %}";
    print(&format!("{loops}{loops}{loops}{}", "{% endfor %}".repeat(3)))
        .says(1, "the template runs for more than 5 seconds and was stopped");
}

#[test]
fn templates_that_print_without_end() {
    let text = "x".repeat(100_000);
    print(&format!("{{% for i in range(end=100000) %}}{text}{{% endfor %}}"))
        .says(1, "the template writes more than 67108864 bytes and was stopped");
}

#[test]
fn templates_that_are_wrong() {
    for one in ["(", "-", "not ", "[", "1 + ", "a.", "a["] {
        print(&format!("{{{{ {}1 }}}}", one.repeat(100_000))).says(1, "error[template]");
    }
    print(&"{% if 1 %}".repeat(50_000)).says(1, "error[template]");
    print("{{ 1 / 0 }}").says(1, "cannot divide by 0");
    print("{{ nope").says(1, "error[template]");
    let folder = Folder::with("l.yaml", format!("{HEAD}units: [{{unit: SP}}]\n"));
    folder.write("t.txt", b"\xff");
    folder.muster(&["render", "roster", "l.yaml", "--template", "t.txt"]).says(2, "t.txt is not UTF-8");
}
