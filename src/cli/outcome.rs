//! How a command ends, and the files that several of them read.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;

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
