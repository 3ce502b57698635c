//! Fresh processes on the clock, with large tables: how often and by how much an answer is too late.
//! What is counted depends on the machine and on what else it does; only a whole second is a fault.

use std::time::Duration;

use crate::games::{gomocup_opening, lawful, laws, tell, words};
use crate::judge::{Laws, Standing, Stone};
use crate::kit::{Fault, Random, Report, soak};
use crate::table::{Front, Script, Table};

/// Later than this is a fault on any machine.
const TOO_LATE: Duration = Duration::from_secs(1);

pub fn run() {
    soak("clocks", 1, |seed, random, report| {
        let laws = laws(random);
        let tables = *random.of(&["--hash 64", "--hash 1024", "--hash 1024 --threads 2"]);
        let (script, clock) = match random.within(0, 2) {
            0 => gomocup(random, laws),
            _ => gtp(random, laws, tables),
        };
        let mut table = match Table::open(script.clone()) {
            Ok(table) => table,
            Err(fault) => return tell(report, seed, &script, &fault),
        };
        report.count("processes", 1);
        if let Err(fault) = play(&mut table, clock, random, report) {
            report.fault(seed, &fault.what, || {
                format!("{}\n{}", table.script.text(), fault.detail)
            });
        }
    });
}

/// What time there is: for each move, or for all of them and with each move more.
enum Clock {
    Move(Duration),
    Game(Duration, Duration),
}

fn script(front: Front, laws: Laws, options: &str, opening: Vec<String>) -> Script {
    Script {
        front,
        laws,
        options: words(options),
        opening,
        thinks: true,
        commands: Vec::new(),
        settled: Vec::new(),
    }
}

fn gomocup(random: &mut Random, laws: Laws) -> (Script, Clock) {
    let milliseconds = *random.of(&[50, 100, 200, 500, 1000]);
    let mut opening = vec!["INFO max_memory 367001600".to_owned()];
    opening.push(format!("INFO timeout_turn {milliseconds}"));
    opening.extend(gomocup_opening(laws));
    let clock = Clock::Move(Duration::from_millis(milliseconds));
    (script(Front::Gomocup, laws, "", opening), clock)
}

fn gtp(random: &mut Random, laws: Laws, options: &str) -> (Script, Clock) {
    let (opening, clock) = if random.percent(50) {
        let seconds = *random.of(&[0.02, 0.05, 0.1, 0.3]);
        let said = format!("kata-set-param moveTime {seconds}");
        (said, Clock::Move(Duration::from_secs_f64(seconds)))
    } else {
        let main = *random.of(&[0.2, 0.5, 1.0, 2.0]);
        let more = *random.of(&[0.0, 0.0, 0.02, 0.05]);
        let said = match more {
            0.0 => format!("kata-time_settings absolute {main}"),
            _ => format!("kata-time_settings fischer {main} {more}"),
        };
        let clock = [main, more].map(Duration::from_secs_f64);
        (said, Clock::Game(clock[0], clock[1]))
    };
    let mut script = script(Front::Gtp, laws, options, vec![opening]);
    script.options.extend(lawful(laws));
    (script, clock)
}

/// The first moves of a game, or all of one that has a clock.
fn play(
    table: &mut Table,
    clock: Clock,
    random: &mut Random,
    report: &Report,
) -> Result<(), Fault> {
    let mut left = match clock {
        Clock::Game(main, _) => [main; 2],
        Clock::Move(_) => [Duration::ZERO; 2],
    };
    let plies = match clock {
        Clock::Game(..) => 400,
        Clock::Move(_) => 6,
    };
    let mut flags = [false; 2];
    for ply in 0..plies {
        if table.game.standing() != Standing::Open {
            break;
        }
        let turn = ply % 2;
        let color = Stone::BOTH[turn];
        let command = match table.script.front {
            Front::Gtp => format!("genmove {}", color.gtp()),
            Front::Gomocup if ply == 0 => "BEGIN".to_owned(),
            Front::Gomocup => {
                let empty = table.game.grid.legal(table.game.to_move);
                let (x, y) = *random.of(&empty);
                format!("TURN {x},{}", table.script.laws.height - 1 - y)
            }
        };
        table.say(&command)?;
        let took = table.asked.took;
        let given = match clock {
            Clock::Move(given) => given,
            Clock::Game(..) => left[turn],
        };
        let late = took.saturating_sub(given);
        if let Clock::Game(_, more) = clock {
            left[turn] = left[turn].saturating_sub(took) + more;
            flags[turn] |= !late.is_zero();
        }
        let kind = match (&clock, ply) {
            (Clock::Game(..), _) => "game clock",
            (_, 0) => "first move",
            _ => "later moves",
        };
        report.count(&format!("{kind}: moves"), 1);
        for bound in [0, 10, 100] {
            let is_late = late > Duration::from_millis(bound);
            report.count(&format!("{kind}: over {bound} ms late"), u64::from(is_late));
        }
        report.most(&format!("{kind}: latest in us"), late.as_micros() as u64);
        if late > TOO_LATE {
            let detail = format!("{command}: {took:?}, given {given:?}");
            return Err(Fault::new("more than a second late", detail));
        }
    }
    report.count(
        "flags fallen",
        flags.into_iter().filter(|&flag| flag).count() as u64,
    );
    Ok(())
}
