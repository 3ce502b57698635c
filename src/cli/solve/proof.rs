//! Proof files: where they go, and what they are found to prove.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lianzhu::clock::Watch;
use lianzhu::files::write_whole;
use lianzhu::game::{Board, Color};
use lianzhu::notation::vertices;
use lianzhu::solve::{
    Answer, Claim, Form, Limits, Means, Question, Solution, Verdict, WinProof, check, hold,
    hold_on, is_proof, works_of,
};

use crate::cli::options::bad;
use crate::cli::outcome::{CommandResult, named};
use crate::cli::progress::Bar;

/// How much of a file is read to know it.
const START: u64 = 64;

/// The file for the proof that one colour holds, where there are two.
fn file_of(path: &Path, color: Color) -> PathBuf {
    let ending = match color {
        Color::Black => ".black",
        Color::White => ".white",
    };
    let mut path = path.to_owned().into_os_string();
    path.push(ending);
    path.into()
}

/// Whether proofs may be written there: over nothing that is no proof.
pub fn check_target(path: &Path) -> Result<(), Box<dyn Error>> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    fs::metadata(folder).map_err(|error| named(folder, error))?;
    if path.is_dir() {
        return Err(bad(format!("{}: it is a folder", path.display())).into());
    }
    let [black, white] = Color::ALL.map(|color| file_of(path, color));
    for path in [path, &black, &white] {
        if !path.is_file() {
            continue;
        }
        let mut start = Vec::new();
        let read = File::open(path).and_then(|file| file.take(START).read_to_end(&mut start));
        read.map_err(|error| named(path, error))?;
        if !start.is_empty() && !is_proof(&start) {
            let message = format!(
                "{}: it is no proof, and is not written over",
                path.display()
            );
            return Err(bad(message).into());
        }
    }
    Ok(())
}

/// Writes the proofs of what was found, as a whole or not at all. False if there is none within the limits.
pub fn write_proofs(
    path: &Path,
    form: Form,
    board: &Board,
    question: Question,
    solution: &Solution,
    means: &Means,
) -> Result<bool, Box<dyn Error>> {
    if let Some(proof) = &solution.proof {
        return write_win(path, form, proof, means);
    }
    let bar = Bar::new();
    let own = board.side_to_move();
    let holders = match (solution.win, solution.loss) {
        (Answer::Yes, _) | (_, Answer::Yes) => return Ok(false),
        _ if question == Question::Value => Color::ALL.to_vec(),
        (Answer::No, _) => vec![!own],
        _ => vec![own],
    };
    bar.say("the proof is made".to_owned());
    let mut files = Vec::new();
    for &color in &holders {
        let limits = Limits {
            time: means.time,
            nodes: None,
            memory: means.memory,
            stop: means.stop.clone(),
        };
        let held = match means.journal.as_deref().map(works_of) {
            Some([win, loss]) => {
                let path = if color == own { loss } else { win };
                hold_on(board, color, &limits, &path).map_err(|error| named(&path, error))?
            }
            None => hold(board, color, &limits),
        };
        let Some(file) = held.answer else {
            return Ok(false);
        };
        let path = if holders.len() > 1 {
            file_of(path, color)
        } else {
            path.to_owned()
        };
        files.push((path, file));
    }
    drop(bar);
    for (path, file) in files {
        write(&path, &file)?;
    }
    Ok(true)
}

/// Writes the proof of a win. False if it was stopped.
pub fn write_win(
    path: &Path,
    form: Form,
    proof: &WinProof,
    means: &Means,
) -> Result<bool, Box<dyn Error>> {
    let bar = Bar::new();
    let tell = |progress| bar.show(progress);
    let watch = Watch::new(&means.stop, &tell);
    let mut file = Vec::new();
    if !proof.write(form, &mut file, means.threads, &watch)? {
        return Ok(false);
    }
    drop(bar);
    write(path, &file)?;
    Ok(true)
}

fn write(path: &Path, file: &[u8]) -> Result<(), Box<dyn Error>> {
    write_whole(path, file).map_err(|error| named(path, error))?;
    let (path, bytes) = (path.display(), file.len());
    writeln!(io::stdout(), "written: {path}, {bytes} bytes")?;
    Ok(())
}

/// Reads a proof, and says what it proves.
pub fn check_file(path: &Path) -> CommandResult {
    let file = File::open(path).map_err(|error| named(path, error))?;
    let claim = check(BufReader::new(file)).map_err(|error| named(path, error))?;
    io::stdout().write_all(words(&claim).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A claim in words: what is proven, by which rules, of which position.
fn words(claim: &Claim) -> String {
    let proven = match claim.verdict {
        Verdict::Win(color) => format!("{color} wins, whatever {} plays", !color),
        Verdict::Hold(color) => format!("{color} holds: {} cannot force a line", !color),
    };
    let rules = claim.rules;
    let mut text = format!(
        "proven: {proven}\nboard: {}x{}, {} in a row, {}\n",
        rules.width(),
        rules.height(),
        rules.win_length(),
        rules.variant()
    );
    for color in Color::ALL {
        let stones = &claim.stones[color.index()];
        if !stones.is_empty() {
            text += &format!("{color}: {}\n", vertices(stones.iter().copied()));
        }
    }
    text + &format!("to move: {}\n", claim.to_move)
}
