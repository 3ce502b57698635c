use std::io;
use std::process::ExitCode;

use lianzhu::protocol::gtp::Gtp;
use lianzhu::protocol::serve;
use lianzhu::wire::LineReader;

use super::Outcome;
use super::options::EngineOptions;

/// Answers GTP until `quit` or the end of the input.
pub fn run(options: &EngineOptions) -> Outcome {
    let mut front = Gtp::new(options.engine()?);
    let source = LineReader::new(io::stdin()).with_comments(b'#');
    serve(&mut front, source, io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
