use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::graph::Expansion;
use super::grown::open_grown;
use super::symmetry::{Key, Symmetries};
use super::windows::{Side, Windows};

/// What was found of one position by a search before.
struct Told {
    /// The stones as they lay then.
    key: Key,
    expansion: Expansion,
}

/// The work done so far, in a file that grows: a line for every position that was worked on, after a line that says
/// what is to be proven.
///
/// A line is `a` (the attacker is to move) or `d`, how many moves had been looked at before (`-` for a first
/// visit), the moves that lead there from the first position, `:`, and then `won`, `lost` or how many moves
/// were not looked at and those that are left to do. Points are numbers, row by row from zero. Several such
/// files of one search may simply be joined.
#[derive(Default)]
pub struct Journal {
    file: Option<File>,
    told: HashMap<(Key, Option<usize>), Told>,
}

impl Journal {
    /// A journal that nobody keeps.
    pub fn none() -> Journal {
        Journal::default()
    }

    /// Goes on with this file, or begins it. `title` stands in its first line; `root` is the first position.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read or written, begins otherwise, or holds a line that is none. A last line that was
    /// not finished is cut off.
    pub fn open(
        path: &Path,
        title: &str,
        root: &Windows,
        symmetries: &Symmetries,
        to_move: Side,
    ) -> io::Result<Journal> {
        let mut journal = Journal::default();
        let file = open_grown(path, &format!("{TITLE}{title}"), |text| {
            journal.read(text, root, symmetries, to_move)
        })?;
        journal.file = Some(file);
        Ok(journal)
    }

    fn read(
        &mut self,
        text: &str,
        root: &Windows,
        symmetries: &Symmetries,
        root_to_move: Side,
    ) -> Option<()> {
        let (place, result) = text.split_once(" :")?;
        let mut words = place.split(' ');
        let to_move = match words.next()? {
            "a" => Side::Attacker,
            "d" => Side::Defender,
            _ => return None,
        };
        let visit = match words.next()? {
            "-" => None,
            count => Some(count.parse().ok()?),
        };
        let mut windows = root.clone();
        let mut side = root_to_move;
        for word in words {
            let slot = word.parse().ok()?;
            if !windows.is_empty(slot) {
                return None;
            }
            windows.place(slot, side);
            side = side.other();
        }
        if side != to_move {
            return None;
        }
        let mut words = result.split_whitespace();
        let expansion = match words.next()? {
            "won" => Expansion::Won,
            "lost" => Expansion::Lost,
            left => Expansion::Moves {
                left: left.parse().ok()?,
                moves: words.map(str::parse).collect::<Result<_, _>>().ok()?,
            },
        };
        if let Expansion::Moves { moves, .. } = &expansion
            && moves.iter().any(|&slot| !windows.is_empty(slot))
        {
            return None;
        }
        let key = Symmetries::key(&symmetries.maps()[0], &windows, to_move);
        let (canonical, _) = symmetries.canonical(&windows, to_move);
        self.told
            .insert((canonical, visit), Told { key, expansion });
        Some(())
    }

    /// What the file said of this position.
    pub fn get(
        &self,
        symmetries: &Symmetries,
        windows: &Windows,
        to_move: Side,
        visit: Option<usize>,
    ) -> Option<Expansion> {
        if self.told.is_empty() {
            return None;
        }
        let (canonical, _) = symmetries.canonical(windows, to_move);
        let told = self.told.get(&(canonical, visit))?;
        let maps = 0..symmetries.maps().len();
        let number = maps
            .into_iter()
            .find(|&i| Symmetries::key(&symmetries.maps()[i], windows, to_move) == told.key)?;
        Some(match &told.expansion {
            Expansion::Moves { moves, left } => Expansion::Moves {
                moves: moves
                    .iter()
                    .map(|&slot| symmetries.back(number, slot))
                    .collect(),
                left: *left,
            },
            other => other.clone(),
        })
    }

    /// Writes down what was found.
    pub fn put(
        &mut self,
        path: &[u16],
        to_move: Side,
        visit: Option<usize>,
        expansion: &Expansion,
    ) {
        let Some(file) = &mut self.file else {
            return;
        };
        let side = match to_move {
            Side::Attacker => "a",
            Side::Defender => "d",
        };
        let visit = visit.map_or_else(|| "-".to_string(), |count| count.to_string());
        let list =
            |slots: &[u16]| -> String { slots.iter().map(|slot| format!(" {slot}")).collect() };
        let result = match expansion {
            Expansion::Won => "won".to_string(),
            Expansion::Lost => "lost".to_string(),
            Expansion::Moves { moves, left } => format!("{left}{}", list(moves)),
        };
        let line = format!("{side} {visit}{} : {result}\n", list(path));
        if let Err(error) = file.write_all(line.as_bytes()) {
            log::error!("the work cannot be written down any more: {error}");
            self.file = None;
        }
    }
}

/// How the first line begins.
const TITLE: &str = "lianzhu search 1 ";
