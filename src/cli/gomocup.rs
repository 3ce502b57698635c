use std::io;
use std::process::ExitCode;

use lianzhu::protocol::gomocup::Gomocup;
use lianzhu::protocol::serve;
use lianzhu::wire::LineReader;

use super::options::EngineOptions;
use super::outcome::CommandResult;

/// Answers the Gomocup protocol until `END` or the end of the input.
pub fn run(options: &EngineOptions) -> CommandResult {
    let mut engine = options.engine()?;
    engine.prepare();
    let mut front = Gomocup::new(engine);
    serve(&mut front, LineReader::new(io::stdin()), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
