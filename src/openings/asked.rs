use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::opening::Opening;

const EVEN: &str = "even";
const UNEVEN: &str = "uneven";

/// What judges have said of candidates, a line each in a file beside the set that is being made:
/// whoever makes it again after an interruption does not ask again.
pub struct Asked {
    file: File,
    path: PathBuf,
    known: HashMap<String, bool>,
}

impl Asked {
    /// Opens the file for the set that is to stand in `set`, or begins it. `terms` are what the
    /// answers depend on, in one line.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or its answers were given under other terms.
    pub fn beside(set: &Path, terms: &str) -> io::Result<Asked> {
        let mut path = set.as_os_str().to_owned();
        path.push(".asked");
        let path = PathBuf::from(path);
        let told =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let (file, known) = open(&path, &format!("# {terms}\n")).map_err(told)?;
        Ok(Asked { file, path, known })
    }

    /// What was said of an opening.
    pub fn answer(&self, opening: &Opening) -> Option<bool> {
        self.known.get(&opening.to_string()).copied()
    }

    /// Writes down what was said.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn note(&mut self, opening: &Opening, is_even: bool) -> io::Result<()> {
        let word = if is_even { EVEN } else { UNEVEN };
        let line = format!("{word} {opening}\n");
        self.file.write_all(line.as_bytes())
    }

    /// The set is made: removes the file.
    ///
    /// # Errors
    ///
    /// It cannot be removed.
    pub fn forget(self) -> io::Result<()> {
        // Windows may keep a file as long as it is open.
        drop(self.file);
        fs::remove_file(self.path)
    }
}

fn open(path: &Path, head: &str) -> io::Result<(File, HashMap<String, bool>)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    // The last line may be cut off.
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    if text.is_empty() {
        head.clone_into(&mut text);
        file.rewind()?;
        file.write_all(head.as_bytes())?;
    }
    let Some(lines) = text.strip_prefix(head) else {
        let text = "what it holds was asked of other engines or with other options: remove it, or \
                    write the set elsewhere";
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    };
    file.set_len(text.len() as u64)?;
    file.seek(SeekFrom::End(0))?;
    let known = lines.lines().filter_map(|line| {
        let (word, opening) = line.split_once(' ')?;
        Some((opening.to_owned(), word == EVEN))
    });
    Ok((file, known.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::openings::RandomOpenings;

    #[test]
    fn answers_are_kept_up_to_one_that_is_cut_off() {
        let set = std::env::temp_dir().join(format!("lianzhu-asked-{}", std::process::id()));
        let openings: Vec<_> = RandomOpenings::new(Rules::default(), 3..=5, 1)
            .take(3)
            .collect();
        let mut asked = Asked::beside(&set, "terms").unwrap();
        for (opening, is_even) in openings.iter().zip([true, false, true]) {
            assert_eq!(asked.answer(opening), None);
            asked.note(opening, is_even).unwrap();
        }
        let path = asked.path.clone();
        drop(asked);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 2]).unwrap();
        let mut asked = Asked::beside(&set, "terms").unwrap();
        let answers: Vec<_> = openings.iter().map(|o| asked.answer(o)).collect();
        assert_eq!(answers, [Some(true), Some(false), None]);
        asked.note(&openings[2], true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        let error = Asked::beside(&set, "others").map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("other options"), "{error}");
        asked.forget().unwrap();
        assert!(!path.exists());
    }
}
