//! Reads whole files up to a size limit.
//!
//! Only regular files are opened: reading a pipe or a device could block for ever.

use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// The largest file or stream that is read, in bytes.
///
/// A list has a few thousand bytes, so the limit only stops files that were never meant to be read.
pub const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads a whole file.
///
/// # Errors
/// Returns why the file cannot be read, as text to follow `cannot read x.yaml:`. Pipes, devices, folders and
/// files larger than the limit are refused.
pub fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let read_error = |error: Error| match error.kind() {
        // The link itself exists, so "there is no such file" would be misleading
        ErrorKind::NotFound if path.is_symlink() => "it is a link to what is not there".to_owned(),
        _ => read_error_text(&error),
    };
    // Opening a pipe blocks until its other end is open, so check the kind of file before opening it
    check_regular_file(&std::fs::metadata(path).map_err(read_error)?)?;
    let file = File::open(path).map_err(read_error)?;
    // Another file may have taken its place between the two calls, so check again
    let metadata = file.metadata().map_err(|e| read_error_text(&e))?;
    check_regular_file(&metadata)?;
    read_limited(Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1), file)
}

/// Returns an error unless this is a regular file within the limit.
fn check_regular_file(metadata: &Metadata) -> Result<(), String> {
    if metadata.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !metadata.is_file() {
        return Err("it is neither a file nor a folder".to_owned());
    }
    if metadata.len() > LARGEST {
        return Err(format!("it is {} bytes long, the limit is {LARGEST}", metadata.len()));
    }
    Ok(())
}

/// Reads a stream to its end.
///
/// # Errors
/// Returns why the stream cannot be read, such as that it has more bytes than the limit.
pub fn read_stream(stream: impl Read) -> Result<Vec<u8>, String> {
    read_limited(Vec::new(), stream)
}

/// Appends the rest of a stream to `bytes`. The limit is checked here again, since a file can grow after its
/// size was read.
fn read_limited(mut bytes: Vec<u8>, stream: impl Read) -> Result<Vec<u8>, String> {
    stream.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|e| read_error_text(&e))?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it has more than {LARGEST} bytes, which is the limit"));
    }
    Ok(bytes)
}

/// Returns why a file cannot be read, as text without the error number that Rust adds.
pub fn read_error_text(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => system_error_text(error),
    }
}

/// Returns why a file cannot be written, as text without the error number that Rust adds.
pub fn write_error_text(error: &Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        ErrorKind::NotADirectory => "the path to its folder leads through a file".to_owned(),
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => system_error_text(error),
    }
}

/// Returns the operating system's message, with a small first letter and without the error number.
fn system_error_text(error: &Error) -> String {
    let message = error.to_string();
    let message = message.split(" (os error").next().unwrap_or_default();
    let mut chars = message.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_read_up_to_the_limit_and_no_further() {
        assert_eq!(read_stream(std::io::repeat(b'x').take(LARGEST)).map(|b| b.len() as u64), Ok(LARGEST));
        let error = read_stream(std::io::repeat(b'x')).unwrap_err();
        assert_eq!(error, "it has more than 67108864 bytes, which is the limit");
    }

    #[test]
    fn system_messages_have_no_error_number() {
        let error = Error::from_raw_os_error(5);
        assert!(!read_error_text(&error).contains("os error"), "{}", read_error_text(&error));
        assert!(read_error_text(&error).starts_with(char::is_lowercase));
    }
}
