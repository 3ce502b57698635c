//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Writes a file so that at every moment either the old or the new one is there as a whole. What is
/// no file, such as a device, is written to; where a link leads to is replaced, and not the link.
///
/// # Errors
///
/// It cannot be written; then what was there before is still there.
pub fn write_whole(path: &Path, text: &[u8]) -> io::Result<()> {
    if path.exists() && !path.is_file() {
        return fs::write(path, text);
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let mut file = File::create(&part)?;
    file.write_all(text)?;
    drop(file);
    replace(part.as_ref(), &path)
}

/// Puts a file in the place of another. Windows may refuse that as long as somebody reads the other, and
/// scanners read all that is written; so it is tried for a second.
fn replace(part: &Path, path: &Path) -> io::Result<()> {
    /// What Windows says where a file is shared with none who would replace it.
    const SHARING_VIOLATION: i32 = 32;
    let is_read = |error: &io::Error| {
        let is_shared = error.raw_os_error() == Some(SHARING_VIOLATION);
        cfg!(windows) && (is_shared || error.kind() == io::ErrorKind::PermissionDenied)
    };
    for pause in (0..10).map(|doubled| Duration::from_millis(1 << doubled)) {
        match fs::rename(part, path) {
            Err(error) if is_read(&error) => thread::sleep(pause),
            done => return done,
        }
    }
    fs::rename(part, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_file_that_is_read_is_replaced() {
        let path = std::env::temp_dir().join(format!("lianzhu-read-{}", std::process::id()));
        write_whole(&path, b"old").unwrap();
        let reader = File::open(&path).unwrap();
        let (sender, begun) = channel();
        let reading = thread::spawn(move || {
            sender.send(()).unwrap();
            thread::sleep(Duration::from_millis(50));
            drop(reader);
        });
        begun.recv().unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        reading.join().unwrap();
        fs::remove_file(path).unwrap();
    }
}
