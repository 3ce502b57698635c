//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

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
    fs::rename(&part, path)
}
