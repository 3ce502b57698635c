//! How a command ends, and the files that several of them read.

use std::error::Error;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use glob::{MatchOptions, glob_with};

/// The exit status of a command line that cannot be understood.
pub const USAGE: u8 = 2;

/// What a subcommand returns. An error is said on one line of standard error; the status is 1, or
/// 2 if it is a [`BadOptions`].
pub type CommandResult = Result<ExitCode, Box<dyn Error>>;

/// Options that can be read but do not go together.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadOptions(pub String);

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, Box<dyn Error>> {
    let text = std::fs::read_to_string(path);
    text.map_err(|error| named(path, error))
}

/// The texts of the files that were named, patterns among them.
pub fn read_texts(names: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    files(names).iter().map(|path| read_text(path)).collect()
}

/// The files that were named. A name with `*`, `?` or `[…]` that is none of a file stands for all
/// files that it fits, in the order of their names, as it does for a shell; that of Windows leaves
/// this to its programs. Where it fits none it stays a name.
pub fn files(names: &[PathBuf]) -> Vec<PathBuf> {
    let options = MatchOptions {
        case_sensitive: !cfg!(windows),
        require_literal_leading_dot: true,
        ..MatchOptions::new()
    };
    let mut all = Vec::new();
    for name in names {
        let pattern = name.to_str().filter(|text| text.contains(['*', '?', '[']));
        let fitting = pattern
            .filter(|_| !name.exists())
            .and_then(|pattern| glob_with(pattern, options).ok());
        let known = all.len();
        all.extend(fitting.into_iter().flatten().flatten());
        if all.len() == known {
            all.push(name.clone());
        }
    }
    all
}

/// An error that has to do with a file.
pub fn named(path: &Path, error: impl Display) -> Box<dyn Error> {
    format!("{}: {error}", path.display()).into()
}

/// What a file says, if there is one.
pub fn parse_file<T: FromStr<Err: Display>>(
    path: Option<&Path>,
) -> Result<Option<T>, Box<dyn Error>> {
    let read = |path| {
        let text = read_text(path)?;
        text.parse().map_err(|error| named(path, error))
    };
    path.map(read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_the_files_that_they_fit() {
        let folder = std::env::temp_dir().join(format!("lianzhu-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["b.sgf", "a.sgf", "ü [1].sgf", ".c.sgf", "d.txt"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let found = |name: &str| -> Vec<String> {
            let found = files(&[folder.join(name)]);
            let name = |path: &PathBuf| path.strip_prefix(&folder).unwrap().display().to_string();
            found.iter().map(name).collect()
        };
        assert_eq!(found("*.sgf"), ["a.sgf", "b.sgf", "ü [1].sgf"]);
        assert_eq!(found("?.*"), ["a.sgf", "b.sgf", "d.txt"]);
        assert_eq!(found("ü [1].sgf"), ["ü [1].sgf"]);
        for none in ["*.psq", "[", "e.sgf"] {
            assert_eq!(found(none), [none]);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
