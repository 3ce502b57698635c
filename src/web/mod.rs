//! The browser: GTP as text in and out, for WebAssembly, and the page that plays by it.
//!
//! [`Web`] is what a host has of the engine, in every build; the functions by which it is reached in
//! WebAssembly are a thin layer over it, in `exports.rs`, and `protocol.md` describes them. The page
//! is static files in `page/`, which `.ci/page` puts together with the engine.

#[cfg(target_family = "wasm")]
mod exports;

use std::collections::BTreeMap;
use std::convert::Infallible;

use crate::bench::{self, Total};
use crate::clock::StopToken;
use crate::engine::{Config, Engine};
use crate::game::RulesError;
use crate::protocol::Out;
use crate::protocol::gtp::{Files, Gtp};
use crate::review::Drawing;
use crate::search::Searcher;
use crate::wire::{LineReader, SendError};

/// An engine that is spoken to in GTP and runs on the thread that asks, with files in memory alone.
///
/// ```
/// use lianzhu::web::Web;
///
/// let mut web = Web::new(1)?;
/// let mut said = String::new();
/// web.put_file("game.sgf", b"(;GM[4]SZ[15];B[hh])");
/// web.answer(b"loadsgf game.sgf\nundo", &mut said)?;
/// assert_eq!(said, "= \n\n= \n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Web(Gtp);

impl Web {
    /// An engine on its usual board. Even openings are played in one way or another, by this seed.
    ///
    /// # Errors
    ///
    /// None, as the usual board is one.
    pub fn new(seed: u32) -> Result<Web, RulesError> {
        let config = Config {
            seed: Some(seed.into()),
            ..Config::default()
        };
        let mut gtp = Gtp::new(Engine::new(config)?);
        *gtp.files_mut() = Files::Memory(BTreeMap::new());
        Ok(Web(gtp))
    }

    /// Answers the lines of `text` into `out`, piece by piece as the answers come; nothing behind
    /// `quit`. An analysis goes on until it is stopped, a cap on it is reached, or everything is found
    /// out.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn answer(&mut self, text: &[u8], out: &mut dyn Out) -> Result<(), SendError> {
        let mut lines = LineReader::new(text).with_comments(b'#');
        while let Ok(Some(line)) = lines.next_line()
            && !self.0.has_quit()
        {
            self.0.answer_to(&line, out)?;
        }
        Ok(())
    }

    /// Makes what runs answer at once. Each line that is answered begins by taking this back; in
    /// WebAssembly the host is asked, too, and takes back what it says by itself.
    pub fn stop_token(&self) -> StopToken {
        self.0.engine().stop_token()
    }

    /// The empty board of the game in force as SVG, to draw stones on; `title` is read out to those who
    /// do not see it.
    pub fn board(&self, title: &str) -> String {
        Drawing::new(self.0.engine().rules()).svg(title)
    }

    /// Keeps a file, in place of one of the same name, for commands that read one.
    pub fn put_file(&mut self, name: &str, bytes: &[u8]) {
        if let Files::Memory(files) = self.0.files_mut() {
            files.insert(name.to_owned(), bytes.to_owned());
        }
    }
}

/// The benchmark to `depth` plies, with the signature of the search.
pub fn benchmark(depth: u32) -> Total {
    let mut searcher = Searcher::new(bench::HASH, 1);
    let Ok(total) = bench::run(&mut searcher, depth, |_, _| Ok::<(), Infallible>(()));
    total
}
