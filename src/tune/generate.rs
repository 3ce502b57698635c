//! Many games on several threads into one file, in their order.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use thiserror::Error;

use super::data::{DataError, Game, Header, read_games};
use super::selfplay::play;
use crate::clock::Watch;
use crate::openings::Starts;

/// What to generate.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// What the games depend on.
    pub header: Header,
    /// The games that [`Header::starts`] is about.
    pub starts: Option<&'a Starts>,
    /// How many games the file is to hold.
    pub games: u64,
    /// Threads that play; what is written does not depend on them.
    pub threads: usize,
}

/// Why no data came to be.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file exists and is no self-play data.
    #[error("the file is there already and cannot be continued: {0}")]
    Data(#[from] DataError),
    /// The file holds games of other settings.
    #[error("the file holds games of other settings: {0}")]
    Other(Header),
}

/// Plays games until the file holds as many as asked for; what it holds already is kept, so an
/// interrupted run can be continued. When it is stopped, the games that were begun are finished and
/// written.
///
/// # Errors
///
/// If the file cannot be read or written, or holds something else.
pub fn generate(job: &Job<'_>, path: &Path, watch: &Watch<'_>) -> Result<(), GenerateError> {
    let play = |index| play(&job.header, job.starts, index);
    write_games(&job.header, play, (job.games, job.threads), path, watch)
}

/// Writes so many games, made on so many threads, with this header; see [`generate`].
pub(super) fn write_games(
    header: &Header,
    make: impl Fn(u64) -> Game + Sync,
    (count, threads): (u64, usize),
    path: &Path,
    watch: &Watch<'_>,
) -> Result<(), GenerateError> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    let mut done = 0;
    if whole == 0 {
        writeln!(file, "{header}")?;
    } else {
        let (held, games) = read_games(&text)?;
        if held != *header {
            return Err(GenerateError::Other(held));
        }
        done = games.len() as u64;
    }
    let next = AtomicU64::new(done);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, stop, make) = (sender.clone(), &next, watch.stop(), &make);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    let index = next.fetch_add(1, Relaxed);
                    if index >= count || sender.send((index, make(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let tell = |done| watch.goes_on("games", done as usize, count as usize);
        tell(done);
        let mut waiting = BTreeMap::new();
        for (index, game) in receiver {
            waiting.insert(index, game);
            while let Some(game) = waiting.remove(&done) {
                file.write_all(format!("{game}\n").as_bytes())?;
                done += 1;
                tell(done);
            }
        }
        Ok(())
    })
}
