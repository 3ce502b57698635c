//! The command line. `lianzhu` without a subcommand speaks GTP on standard input and output.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
