use std::io::{self, IsTerminal};
use std::process::ExitCode;

use lianzhu::protocol::gtp::Gtp;
use lianzhu::protocol::{Flow, Front, Out, serve};
use lianzhu::wire::{Event, Inspection, LineReader, Received, SendError};

use super::options::EngineOptions;
use super::outcome::CommandResult;

/// What a person who starts the program without a word is told.
const GREETING: &str = "lianzhu speaks GTP here, a protocol for programs (`help` lists its \
                        commands, `quit` ends); to play yourself: lianzhu play";

/// Answers GTP until `quit` or the end of the input. A person at a terminal is told, on standard
/// error, where this is.
pub fn run(options: &EngineOptions) -> CommandResult {
    let mut engine = options.engine()?;
    engine.prepare();
    let mut front = Gtp::new(engine);
    let source = LineReader::new(io::stdin()).with_comments(b'#');
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        eprintln!("{GREETING}");
        serve(&mut Typed(front), source, io::stdout())?;
    } else {
        serve(&mut front, source, io::stdout())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// GTP that a person types.
struct Typed(Gtp);

/// Sees whether a line was an unknown command.
struct Overheard<'a> {
    out: &'a mut dyn Out,
    is_unknown: bool,
}

impl Out for Overheard<'_> {
    fn say(&mut self, text: &str) -> Result<(), SendError> {
        self.is_unknown |= text.starts_with('?') && text.ends_with(" unknown command\n\n");
        self.out.say(text)
    }
}

impl Front for Typed {
    fn hear(&mut self, received: &Received, out: &mut dyn Out) -> Result<Flow, SendError> {
        let mut out = Overheard {
            out,
            is_unknown: false,
        };
        let flow = self.0.hear(received, &mut out)?;
        if out.is_unknown {
            eprintln!(
                "{}\n",
                advice(&String::from_utf8_lossy(received.line.bytes()))
            );
        }
        Ok(flow)
    }

    fn inspector(&self) -> impl FnMut(&Event) -> Inspection + Send + 'static {
        self.0.inspector()
    }

    fn idle(&mut self) {
        self.0.idle();
    }
}

/// What somebody who typed this may have meant.
fn advice(line: &str) -> String {
    let word = line.trim().to_lowercase();
    let mut letters = word.chars();
    let is_point = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.next().is_some_and(|c| c.is_ascii_digit());
    match word.as_str() {
        "exit" | "q" | "bye" | "end" => "(quit ends the program)".to_owned(),
        _ if is_point => format!(
            "(GTP says `play b {word}`, and `genmove w` for the answer; to play yourself: quit, \
             then lianzhu play)"
        ),
        _ => "(help lists the commands; to play yourself: quit, then lianzhu play)".to_owned(),
    }
}
