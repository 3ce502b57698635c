use std::io::{self, Write};
use std::process::ExitCode;

use lianzhu::referee::{OpeningsArgs, OpeningsFailure};

use super::Outcome;
use super::options::bad;
use super::progress::{GOES_ON, SO_FAR, interrupted, watched};

/// Makes a set of openings: it goes to the file or to standard output, all else to standard error.
pub fn run(options: &OpeningsArgs) -> Outcome {
    let (made, stopped) = watched(|watch| options.make(watch));
    let text = match made {
        Err(error @ (OpeningsFailure::Rules(_) | OpeningsFailure::Exists(_))) => {
            return Err(bad(error).into());
        }
        Err(OpeningsFailure::Judge(_)) if stopped => None,
        made => made?,
    };
    if let Some(text) = &text {
        io::stdout().write_all(text.as_bytes())?;
    }
    match text {
        Some(_) if stopped => interrupted(SO_FAR),
        None if stopped => interrupted(GOES_ON),
        _ => Ok(ExitCode::SUCCESS),
    }
}
