//! An input that cannot be read.

use std::fs::File;
use std::process::Stdio;

/// A folder.
#[cfg(unix)]
pub fn unreadable() -> Stdio {
    File::open(env!("CARGO_MANIFEST_DIR"))
        .expect("a folder")
        .into()
}

/// A file that was opened to be written; a folder cannot be opened.
#[cfg(windows)]
pub fn unreadable() -> Stdio {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/unreadable");
    File::create(path).expect("a file").into()
}
