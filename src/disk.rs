//! Reading files whole, with a limit, and never waiting for what is no file.

use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// The largest file that is read, in bytes; a list has some thousand.
pub const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads a file whole; a pipe or a device is no file, and neither is one that is far too large.
///
/// # Errors
/// Why it cannot be read, in words that go on from `cannot read x.yaml:`.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let gone = |error: Error| match error.kind() {
        // A link is there, and what it leads to is not
        ErrorKind::NotFound if path.is_symlink() => "it is a link to what is not there".to_owned(),
        _ => words(&error),
    };
    // To open a pipe is to wait for its other end, so this is asked first
    regular(&std::fs::metadata(path).map_err(gone)?)?;
    let file = File::open(path).map_err(gone)?;
    // What was looked at may have given way to something else
    let about = file.metadata().map_err(|e| words(&e))?;
    regular(&about)?;
    fill(Vec::with_capacity(usize::try_from(about.len()).unwrap_or(0) + 1), file)
}

fn regular(about: &Metadata) -> Result<(), String> {
    if about.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !about.is_file() {
        return Err("it is neither a file nor a folder".to_owned());
    }
    if about.len() > LARGEST {
        return Err(format!("it has {} bytes, at most {LARGEST} are read", about.len()));
    }
    Ok(())
}

/// Reads a stream to its end, however large a file said it was.
///
/// # Errors
/// Why it cannot be read.
pub fn read_from(stream: impl Read) -> Result<Vec<u8>, String> {
    fill(Vec::new(), stream)
}

fn fill(mut bytes: Vec<u8>, stream: impl Read) -> Result<Vec<u8>, String> {
    stream.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|e| words(&e))?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it has more than {LARGEST} bytes, which are the most that are read"));
    }
    Ok(bytes)
}

/// Why something cannot be read, without Rust's own additions.
pub fn words(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "this may not be read here".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => system(error),
    }
}

/// Why something cannot be written, likewise.
pub fn words_of_writing(error: &Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "this may not be written here".to_owned()
        }
        ErrorKind::NotADirectory => "what should be its folder is a file".to_owned(),
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => system(error),
    }
}

/// The system's own words: small, without the number.
fn system(error: &Error) -> String {
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or_default();
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_read_to_the_limit_and_not_one_byte_further() {
        assert_eq!(read_from(std::io::repeat(b'x').take(LARGEST)).map(|b| b.len() as u64), Ok(LARGEST));
        let error = read_from(std::io::repeat(b'x')).unwrap_err();
        assert_eq!(error, "it has more than 67108864 bytes, which are the most that are read");
    }

    #[test]
    fn the_system_speaks_without_its_number() {
        let error = Error::from_raw_os_error(5);
        assert!(!words(&error).contains("os error"), "{}", words(&error));
        assert!(words(&error).starts_with(char::is_lowercase));
    }
}
