use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Goes on with a file of lines that grows, or begins it: `title` is its first line, and stands again where files
/// were joined; `read` takes every other line, or says that it is none.
///
/// # Errors
///
/// Where the file cannot be read or written, begins otherwise, or holds a line that is none. A last line that was not
/// finished is cut off.
pub fn open_grown(
    path: &Path,
    title: &str,
    mut read: impl FnMut(&str) -> Option<()>,
) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let (mut whole, mut number) = (0, 0);
    let mut reader = BufReader::new(Read::by_ref(&mut file));
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
        let text = line.trim_end();
        let known = text == title || number > 0 && read(text).is_some();
        if !known {
            let message = format!("line {} is none of this search", number + 1);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        whole += line.len() as u64;
        number += 1;
        line.clear();
    }
    if number == 0 && !title.starts_with(&line) {
        let message = "line 1 is none of this search";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    if number == 0 {
        writeln!(file, "{title}")?;
    }
    Ok(file)
}
