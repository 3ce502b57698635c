//! The texts of a match: the live line, and the tables at the end. Pure functions of the results.

use std::fmt::Write;

use super::record::Fault;
use super::sprt::Sprt;
use super::stats::{Estimate, Pentanomial};
use super::tally::{Score, Tally};

/// How fast a match goes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pace {
    /// Games of the whole match.
    pub total: u64,
    /// Games that this run of the referee has finished: fewer than all if it resumed a match.
    pub finished: u64,
    /// Seconds since this run began.
    pub seconds: f64,
}

impl Pace {
    /// Games a minute in this run; `None` before the first game.
    pub fn games_per_minute(&self) -> Option<f64> {
        (self.finished > 0 && self.seconds > 0.0)
            .then(|| self.finished as f64 * 60.0 / self.seconds)
    }

    /// Seconds until `left` more games are played at this speed; `None` before the first game.
    pub fn seconds_left(&self, left: u64) -> Option<f64> {
        self.games_per_minute()
            .map(|speed| left as f64 * 60.0 / speed)
    }
}

/// One line about a running match: games done, then for the first engine (named if there are more
/// than two) won, drawn and lost games, score, Elo ± its 95 % error, likelihood of superiority, pairs
/// lost/split/won, the state of the SPRT, games a minute and the time that is left at most. No line
/// end.
///
/// ```text
/// 6/100 games  3-1-2  58.3%  Elo +58.5 ± 338.0  LOS 68%  pairs 1/1/1  LLR 0.02 (-2.94, 2.94) running  12.0 games/min  0:07:50 left
/// ```
pub fn live_line(tally: &Tally, pace: &Pace, sprt: Option<&Sprt>) -> String {
    let mut line = format!("{}/{} games", tally.games(), pace.total);
    let standing = standing(tally, sprt);
    if !standing.is_empty() {
        let _ = write!(line, "  {standing}");
    }
    if let Some(speed) = pace.games_per_minute() {
        let left = pace.total.saturating_sub(tally.games());
        let left = pace.seconds_left(left).unwrap_or(0.0);
        let _ = write!(line, "  {speed:.1} games/min  {} left", clock(left));
    }
    line
}

/// The middle of the [live line](live_line): how the first engine stands. Empty before the first
/// game, unless there is an SPRT.
pub fn standing(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let mut parts = Vec::new();
    let score = tally.overall(0);
    if let Some(estimate) = score.estimate() {
        if let (Some(name), true) = (tally.engines().first(), tally.engines().len() > 2) {
            parts.push(format!("{name}:"));
        }
        let games = score.games();
        parts.push(format!(
            "{}-{}-{}  {}  Elo {}  LOS {}",
            games.wins,
            games.draws,
            games.losses,
            percent(games.score()),
            estimate.elo_text(),
            los(estimate.los)
        ));
        if score.pairs.pairs() > 0 {
            parts.push(format!("pairs {}", outcomes(&score.pairs)));
        }
    }
    parts.extend(sprt.map(|sprt| llr(&score, sprt)));
    parts.join("  ")
}

/// The tables of a match: a line about all games, a table of the engines over all their games, a
/// table of the pairs of engines if there are more than two, the faults by kind if there were any,
/// the outcome of the SPRT. Ends with a line end.
///
/// In a table, W-D-L, score, Elo and LOS are the first-named engine's; Elo is against the average
/// of those it has met, with its 95 % error from the pairs of games; nElo is normalized Elo, whose
/// unit is the spread of the games, so that it hardly depends on how many pairs the openings split; then
/// come the pairs lost/split/won, and those that brought 0, ½, 1, 1½ and 2 points; the time is that
/// engine's average for a move.
pub fn table(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let mut text = summary(tally);
    let engines = tally.engines();
    if tally.games() > 0 {
        let overall = engines.iter().enumerate().map(|(i, name)| {
            let score = tally.overall(i);
            (name.clone(), score)
        });
        text += &scores("engine", overall);
        if engines.len() > 2 {
            let pairs = tally.matchups().into_iter().filter_map(|(a, b)| {
                let name = format!("{} - {}", engines.get(a)?, engines.get(b)?);
                Some((name, tally.score(a, b)))
            });
            text += &scores("pair", pairs);
        }
        text += &faults(tally);
    }
    if let Some(sprt) = sprt {
        let score = tally.overall(0);
        let _ = write!(text, "\nSPRT {sprt}: {}\n", llr(&score, sprt));
    }
    text
}

fn summary(tally: &Tally) -> String {
    let Some((plies, seconds)) = tally.mean_game() else {
        return "No games were played.\n".to_owned();
    };
    let colors = tally.colors();
    let games = tally.games();
    let share = |count: u64| percent(Some(count as f64 / games as f64));
    let word = if games == 1 { "game" } else { "games" };
    format!(
        "{games} {word}: Black won {}, White {}, drawn {}; {plies:.1} plies and {} on average\n",
        share(colors.wins),
        share(colors.losses),
        share(colors.draws),
        duration(seconds),
    )
}

fn scores(title: &str, rows: impl Iterator<Item = (String, Score)>) -> String {
    let head = [
        title,
        "games",
        "W-D-L",
        "as Black",
        "as White",
        "score",
        "Elo",
        "nElo",
        "LOS",
        "pairs",
        "0-2 points",
        "plies",
        "per move",
        "faults",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for (name, score) in rows {
        let wdl = |wdl: super::Wdl| format!("{}-{}-{}", wdl.wins, wdl.draws, wdl.losses);
        let estimate = score.estimate();
        let number = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        lines.push(vec![
            name,
            score.games().games().to_string(),
            wdl(score.games()),
            wdl(score.as_black),
            wdl(score.as_white),
            percent(score.games().score()),
            number(estimate.as_ref().map(Estimate::elo_text)),
            number(normalized_elo(&score.pairs)),
            number(estimate.as_ref().map(|estimate| los(estimate.los))),
            outcomes(&score.pairs),
            score.pairs.0.map(|count| count.to_string()).join(" "),
            number(score.mean_plies().map(|plies| format!("{plies:.1}"))),
            number(score.seconds_per_move().map(duration)),
            score.own_faults().to_string(),
        ]);
    }
    format!("\n{}", columns(&lines))
}

fn faults(tally: &Tally) -> String {
    let mut text = String::new();
    for (i, name) in tally.engines().iter().enumerate() {
        let [own, _] = tally.overall(i).faults;
        let kinds: Vec<String> = own
            .iter()
            .zip(Fault::ALL)
            .filter(|&(&count, _)| count > 0)
            .map(|(count, fault)| format!("{count} {fault}"))
            .collect();
        if !kinds.is_empty() {
            let _ = writeln!(text, "  {name}: {}", kinds.join(", "));
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\nfaults\n{text}")
}

/// Rows under each other: the first column to the left, the others to the right, two blanks
/// between them.
fn columns(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for line in lines {
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(text, "{cell:<width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        text.push('\n');
    }
    text
}

/// The evidence of a test, its bounds, and what follows: `LLR 0.41 (-2.94, 2.94) running`.
fn llr(score: &Score, sprt: &Sprt) -> String {
    let llr = sprt.llr(&score.pairs, &score.games());
    format!(
        "LLR {llr:.2} ({:.2}, {:.2}) {}",
        sprt.lower_bound(),
        sprt.upper_bound(),
        sprt.state(llr)
    )
}

/// A share as `58.3%`.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

/// The likelihood of superiority; with a digit more where it matters.
fn los(chance: f64) -> String {
    let percent = chance * 100.0;
    if (1.0..=99.0).contains(&percent) {
        format!("{percent:.0}%")
    } else {
        format!("{percent:.1}%")
    }
}

/// Normalized Elo and its error as Elo's; `None` where there is none to tell.
fn normalized_elo(pairs: &Pentanomial) -> Option<String> {
    let (elo, error) = pairs.normalized_elo()?;
    Some(format!("{:+.1} ± {error:.1}", elo + 0.0))
}

/// Pairs lost, split and won: `1/4/2`.
fn outcomes(pairs: &Pentanomial) -> String {
    pairs
        .lost_split_won()
        .map(|count| count.to_string())
        .join("/")
}

/// Seconds as `0.4 ms`, `12 ms`, `1.25 s` or `75 s`.
fn duration(seconds: f64) -> String {
    let milliseconds = seconds * 1000.0;
    if milliseconds < 9.95 {
        format!("{milliseconds:.1} ms")
    } else if milliseconds < 999.5 {
        format!("{milliseconds:.0} ms")
    } else if seconds < 9.995 {
        format!("{seconds:.2} s")
    } else {
        format!("{seconds:.0} s")
    }
}

/// Seconds as hours, minutes and seconds, rounded up: `0:07:50`.
fn clock(seconds: f64) -> String {
    let seconds = seconds.clamp(0.0, 1e9).ceil() as u64;
    let (hours, rest) = (seconds / 3600, seconds % 3600);
    format!("{hours}:{:02}:{:02}", rest / 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::super::tally::tests::game;
    use super::*;
    use crate::referee::{GameResult, Reason, ResultRecord};

    use GameResult::{Black, Draw, White};

    fn tally(names: &[&str], games: &[(&str, &str, GameResult)]) -> Tally {
        let mut tally = Tally::new(names.iter().map(|&name| name.to_owned()));
        for (i, (black, white, result)) in games.iter().enumerate() {
            assert!(tally.add(&game(i as u64, black, white, *result)));
        }
        tally
    }

    const SIX: [(&str, &str, GameResult); 6] = [
        ("new", "old", Black),
        ("old", "new", White),
        ("new", "old", White),
        ("old", "new", White),
        ("new", "old", Draw),
        ("old", "new", Black),
    ];

    fn sprt() -> Sprt {
        "elo0=0 elo1=5".parse().unwrap()
    }

    #[test]
    fn live_line_of_two() {
        let tally = tally(&["new", "old"], &SIX);
        let pace = Pace {
            total: 100,
            finished: 4,
            seconds: 20.0,
        };
        assert_eq!(
            live_line(&tally, &pace, Some(&sprt())),
            "6/100 games  3-1-2  58.3%  Elo +58.5 ± 338.0  LOS 68%  \
             pairs 1/1/1  LLR 0.02 (-2.94, 2.94) running  12.0 games/min  0:07:50 left"
        );
    }

    #[test]
    fn live_line_at_the_start_and_of_three() {
        let nothing = Tally::new(["a".to_owned(), "b".to_owned()]);
        let pace = Pace {
            total: 10,
            ..Pace::default()
        };
        assert_eq!(live_line(&nothing, &pace, None), "0/10 games");
        assert_eq!(
            live_line(&nothing, &pace, Some(&sprt())),
            "0/10 games  LLR 0.00 (-2.94, 2.94) running"
        );
        let three = tally(&["a", "b", "c"], &[("a", "c", Black)]);
        assert_eq!(
            live_line(&three, &pace, None),
            "1/10 games  a:  1-0-0  100.0%  Elo > -636.4  LOS 84%"
        );
    }

    #[test]
    fn table_of_two() {
        let mut tally = tally(&["new", "old"], &SIX);
        for (i, fault) in [(6, Fault::Crash), (7, Fault::Stall), (8, Fault::Stall)] {
            tally.add(&ResultRecord {
                reason: Reason::Fault(fault),
                ..game(i, "old", "new", White)
            });
        }
        assert_eq!(
            table(&tally, Some(&sprt())),
            [
                "9 games: Black won 22.2%, White 66.7%, drawn 11.1%; 9.0 plies and 1.00 s on average",
                "",
                "engine  games  W-D-L  as Black  as White  score            Elo           nElo  LOS  pairs  0-2 points  plies  per move  faults",
                "new         9  6-1-2     1-1-1     5-0-1  72.2%  +58.5 ± 338.0  +65.7 ± 278.0  68%  1/1/1   0 1 1 0 1    9.0    125 ms       0",
                "old         9  2-1-6     1-0-5     1-1-1  27.8%  -58.5 ± 338.0  -65.7 ± 278.0  32%  1/1/1   1 0 1 1 0    9.0    125 ms       3",
                "",
                "faults",
                "  old: 1 crash, 2 stall",
                "",
                "SPRT elo0=0 elo1=5 alpha=0.05 beta=0.05: LLR 0.02 (-2.94, 2.94) running",
                "",
            ].join("\n")
        );
    }

    #[test]
    fn table_of_three() {
        let tally = tally(
            &["émile", "b", "c"],
            &[
                ("émile", "b", Black),
                ("b", "émile", White),
                ("émile", "c", Draw),
                ("c", "émile", Draw),
                ("b", "c", White),
            ],
        );
        assert_eq!(
            table(&tally, None),
            [
                "5 games: Black won 20.0%, White 40.0%, drawn 40.0%; 9.0 plies and 1.00 s on average",
                "",
                "engine  games  W-D-L  as Black  as White  score             Elo            nElo  LOS  pairs  0-2 points  plies  per move  faults",
                "émile       4  2-2-0     1-1-0     1-1-0  75.0%         > -67.9  +245.7 ± 340.5  92%  0/1/1   0 0 1 0 1    9.0    125 ms       0",
                "b           3  0-0-3     0-0-2     0-0-1   0.0%        < +153.5               -   4%  1/0/0   1 0 0 0 0    9.0    125 ms       0",
                "c           3  1-2-0     0-1-0     1-1-0  66.7%  +120.4 ± 264.5               -  89%  0/1/0   0 0 1 0 0    9.0    125 ms       0",
                "",
                "pair       games  W-D-L  as Black  as White   score         Elo  nElo  LOS  pairs  0-2 points  plies  per move  faults",
                "émile - b      2  2-0-0     1-0-0     1-0-0  100.0%    > -290.5     -  92%  0/0/1   0 0 0 0 1    9.0    125 ms       0",
                "émile - c      2  0-2-0     0-1-0     0-1-0   50.0%  +0.0 ± 0.0     -  50%  0/1/0   0 0 1 0 0    9.0    125 ms       0",
                "b - c          1  0-0-1     0-0-1     0-0-0    0.0%    < +636.4     -  16%  0/0/0   0 0 0 0 0    9.0    125 ms       0",
                "",
            ].join("\n")
        );
    }

    #[test]
    fn table_without_games() {
        let nothing = Tally::new(["a".to_owned(), "b".to_owned()]);
        assert_eq!(table(&nothing, None), "No games were played.\n");
        assert_eq!(
            table(&nothing, Some(&sprt())),
            "No games were played.\n\nSPRT elo0=0 elo1=5 alpha=0.05 beta=0.05: LLR 0.00 (-2.94, 2.94) running\n"
        );
    }

    #[test]
    fn numbers_have_as_many_digits_as_they_mean() {
        assert_eq!(
            [0.0, 0.00994, 0.01, 0.9994, 0.9996, 9.99, 75.2].map(duration),
            [
                "0.0 ms", "9.9 ms", "10 ms", "999 ms", "1.00 s", "9.99 s", "75 s"
            ]
        );
        assert_eq!(
            [0.0, 59.2, 3600.0, -1.0].map(clock),
            ["0:00:00", "0:01:00", "1:00:00", "0:00:00"]
        );
        assert_eq!(
            [0.0, 0.004, 0.5, 0.9999].map(los),
            ["0.0%", "0.4%", "50%", "100.0%"]
        );
    }
}
