//! Files that are there as a whole or not at all, and what tells their contents from others.

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

/// The 64-bit FNV-1a hash of these bytes (Fowler, Noll and Vo): tells what a file holds from what others do, as long
/// as nobody wants it to fail.
pub fn fnv1a64(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
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

    /// Values of the reference implementation's test vectors.
    #[test]
    fn bytes_have_the_hash_that_all_have() {
        assert_eq!(fnv1a64(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a64(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a64(*b"foobar"), 0x8594_4171_f739_67e8);
    }

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
