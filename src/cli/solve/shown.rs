//! How far a search for a proof is, on a terminal.

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lianzhu::game::Color;
use lianzhu::solve::Progress;

use crate::cli::progress::Bar;

/// The text is made this often.
const PAUSE: Duration = Duration::from_millis(200);

/// The line that shows what is proven, what is open, and the rate.
pub struct Shown {
    bar: Bar,
    start: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By colour, of its win.
    known: [Option<Progress>; 2],
    last: Option<Instant>,
}

impl Shown {
    pub fn new() -> Shown {
        let bar = Bar::new();
        bar.say("all moves are tried".to_owned());
        Shown {
            bar,
            start: Instant::now(),
            state: Mutex::default(),
        }
    }

    /// Hears how far the search for a win of `color` is.
    pub fn tell(&self, color: Color, progress: Progress) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.known[color.index()] = Some(progress);
        if state.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        state.last = Some(Instant::now());
        self.bar.say(text(&state.known, self.start.elapsed()));
    }
}

fn text(known: &[Option<Progress>; 2], time: Duration) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        if let Some(progress) = known[color.index()] {
            let Progress {
                positions,
                proven,
                expanded,
                proof,
                ..
            } = progress;
            let rate = expanded as f64 / time.as_secs_f64().max(0.001);
            // Writing into text never fails.
            let _ = write!(
                text,
                "{}{color} wins? {proven} of {positions} positions proven, {proof} or more to do, {rate:.0} a second",
                if text.is_empty() { "" } else { "; " },
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proven_and_what_is_open_is_shown() {
        let progress = Progress {
            positions: 40,
            proven: 12,
            expanded: 30,
            nodes: 1,
            proof: 7,
        };
        let shown = |known| text(&known, Duration::from_secs(2));
        let black = "Black wins? 12 of 40 positions proven, 7 or more to do, 15 a second";
        assert_eq!(shown([Some(progress), None]), black);
        let both = shown([Some(progress); 2]);
        assert!(
            both.starts_with(&format!("{black}; White wins? ")),
            "{both}"
        );
        assert_eq!(shown([None, None]), "");
    }
}
