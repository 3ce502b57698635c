//! How much of its usual time a move is worth, by what the iterations of its search say: less the longer
//! the best move has been the same and the more of the search went into it, more where the score falls
//! (as Stockfish and its kin have it).

/// What an iteration that has come to its end says of the move that it found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Finding {
    /// The move.
    pub slot: u16,
    /// Its score.
    pub score: i32,
    /// Which part of all positions was entered behind it, 0..=1.
    pub effort: f64,
}

/// The iterations of one search, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Worth {
    last: Option<u16>,
    /// Iterations in a row that have not changed the move.
    stable: u32,
    /// The average score, of which the last one is a third.
    average: Option<f64>,
}

/// What a move that has just changed is worth, and how much less with each iteration that leaves it,
/// down to the least.
const CHANGED: f64 = 1.4;
const FOR_EACH: f64 = 0.35;
const STABLE: f64 = 0.7;

/// What each point of score that is lost from iteration to iteration adds, and the least and the most
/// that comes of it.
const FOR_LOST: f64 = 0.008;
const FALL: (f64, f64) = (0.6, 1.8);

/// The usual effort, and what the lack of all of it adds.
const EFFORT: f64 = 0.6;
const FOR_EFFORT: f64 = 1.2;

/// Scores beyond these are won or lost, and no more or less so.
const WON: i32 = 2000;

impl Worth {
    /// Hears of the next iteration, and says how many times the usual time the move is worth.
    pub fn after(&mut self, finding: Finding) -> f64 {
        self.stable = match self.last.replace(finding.slot) {
            Some(last) if last == finding.slot => self.stable + 1,
            _ => 0,
        };
        let stability = (CHANGED - FOR_EACH * f64::from(self.stable)).max(STABLE);
        let score = f64::from(finding.score.clamp(-WON, WON));
        let average = self.average.unwrap_or(score);
        self.average = Some((2.0 * average + score) / 3.0);
        let fall = (1.0 + FOR_LOST * (average - score)).clamp(FALL.0, FALL.1);
        let effort = 1.0 + FOR_EFFORT * (EFFORT - finding.effort);
        stability * fall * effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(slot: u16, score: i32, effort: f64) -> Finding {
        Finding {
            slot,
            score,
            effort,
        }
    }

    /// What the last of these iterations makes the move worth.
    fn worth(findings: &[Finding]) -> f64 {
        let mut worth = Worth::default();
        let all = findings.iter().map(|&finding| worth.after(finding));
        all.last().expect("an iteration")
    }

    #[test]
    fn a_clear_move_is_worth_less_time_and_an_unclear_one_more() {
        let same = |score: i32| vec![finding(1, score, 0.6); 8];
        let with = |last: Finding| [same(50), vec![last]].concat();
        let usual = worth(&with(finding(1, 50, 0.6)));
        assert!(usual < 1.0);
        assert!(worth(&same(50)[..2]) > usual, "settled for long");
        assert!(worth(&with(finding(2, 50, 0.6))) > 1.0, "another move");
        assert!(
            worth(&with(finding(1, -50, 0.6))) > usual,
            "things got worse"
        );
        assert!(worth(&with(finding(1, 150, 0.6))) < usual, "better");
        assert!(worth(&with(finding(1, 50, 0.95))) < usual, "no rival");
        assert!(worth(&with(finding(1, 50, 0.2))) > usual, "rivals");
    }

    #[test]
    fn whatever_is_found_the_worth_is_bounded() {
        for scores in [[i32::MIN, i32::MAX], [i32::MAX, i32::MIN], [-10_000, 9_990]] {
            for effort in [0.0, 1.0] {
                let found = scores.map(|score| finding(1, score, effort));
                assert!((0.1..=6.0).contains(&worth(&found)), "{scores:?} {effort}");
            }
        }
    }
}
