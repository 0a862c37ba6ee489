//! Runs the program in a temporary folder, with limited memory and time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The program's address space in kilobytes; its threads reserve much that they never use.
const MEMORY: u32 = 3_000_000;
/// The time after which the program is killed; a debug build on a busy machine is slow.
const LONGEST: Duration = Duration::from_secs(240);

/// The first lines of a list.
pub(crate) const HEAD: &str = "army: x\nruleset: fra\npoints: 1000\nbaggage: true\n";

/// A temporary folder that is deleted when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("muster-hostile-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Creates a folder with one file.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, content);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Creates a file that claims to have this many bytes but takes no space.
    pub(crate) fn sparse(&self, name: &str, bytes: u64) {
        self.write(name, "");
        File::options().write(true).open(self.path(name)).unwrap().set_len(bytes).unwrap();
    }

    /// Returns the names in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let all = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = all.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs the program in this folder.
    pub(crate) fn muster(&self, arguments: &[&str]) -> Ran {
        self.fed(arguments, Path::new("/dev/null"))
    }

    /// Runs the program with this standard input.
    pub(crate) fn fed(&self, arguments: &[&str], input: &Path) -> Ran {
        let capture = Self::new();
        let ran = self.redirected(arguments, input, &capture.path("out"), &capture.path("err"));
        let read = |name: &str| String::from_utf8(fs::read(capture.path(name)).unwrap()).unwrap();
        Ran { status: ran, out: read("out"), err: read("err") }
    }

    /// Runs the program with its output going to these files.
    pub(crate) fn redirected(&self, arguments: &[&str], input: &Path, out: &Path, err: &Path) -> Option<i32> {
        let open = |path: &Path| File::options().write(true).create(true).truncate(true).open(path).unwrap();
        let mut child = Command::new("sh")
            .args(["-c", &format!("ulimit -c 0; ulimit -v {MEMORY}; exec \"$0\" \"$@\"")])
            .arg(env!("CARGO_BIN_EXE_muster"))
            .args(arguments)
            .current_dir(&self.0)
            .stdin(File::open(input).unwrap())
            .stdout(Stdio::from(open(out)))
            .stderr(Stdio::from(open(err)))
            .spawn()
            .unwrap();
        let begun = Instant::now();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            if begun.elapsed() > LONGEST {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{arguments:?} did not end in {LONGEST:?}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Checks a list with this content, printing one line for each finding.
    pub(crate) fn check(&self, content: impl AsRef<[u8]>) -> Ran {
        self.write("l.yaml", content);
        self.muster(&["check", "--format", "concise", "--rulesets", ".", "l.yaml"])
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Ran {
    /// Asserts that the run ended with this status and printed this text on either stream.
    #[track_caller]
    pub(crate) fn says(&self, status: i32, words: &str) {
        let near = |text: &str| text.chars().take(2_000).collect::<String>();
        let shown = format!("{:?}\n{}\n{}", self.status, near(&self.out), near(&self.err));
        assert_eq!(self.status, Some(status), "{shown}");
        assert!(self.out.contains(words) || self.err.contains(words), "no {words:?} in {shown}");
        assert!(!self.err.contains("panicked"), "{shown}");
    }
}
