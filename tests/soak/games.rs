//! Games over random boards, rules, players, limits and fronts, every answer of both sides judged.

use std::time::{Duration, Instant};

use crate::judge::{Laws, Rule, Standing, Stone, vertex};
use crate::kit::{Fault, Random, Report, cores, scratch, soak};
use crate::table::{Front, Script, Table};

/// A game that takes longer is left unfinished.
const LONGEST: Duration = Duration::from_secs(30);

pub fn run() {
    soak("games", cores(), |seed, random, report| {
        let laws = laws(random);
        let mut seats = Vec::new();
        for _ in Stone::BOTH {
            let script = seat(random, laws);
            match Table::open(script.clone()) {
                Ok(table) => seats.push(table),
                Err(fault) => return tell(report, seed, &script, &fault),
            }
        }
        let mut seats: [Table; 2] = seats.try_into().ok().expect("two seats");
        let end = play(&mut seats, random);
        if let Err((seat, fault)) = &end {
            tell(report, seed, &seats[*seat].script, fault);
        }
        report.count("games", 1);
        report.count("unfinished", u64::from(matches!(end, Ok(false))));
        for seat in &seats {
            report.count("moves", seat.asked.moves);
            report.count("wins asked for", seat.asked.wins);
            report.count("blocks asked for", seat.asked.blocks);
            report.most(
                "slowest answer in ms",
                seat.asked.slowest.as_millis() as u64,
            );
        }
    });
}

/// Reports a fault by the script that shows it.
pub fn tell(report: &Report, seed: u64, script: &Script, fault: &Fault) {
    let player = player(&script.options);
    let kind = format!("{} {player} {}", script.laws.rule.name(), fault.what);
    report.fault(seed, &kind, || script.shortened(fault));
}

/// Who plays, read off the options.
fn player(options: &[String]) -> String {
    let behind = |name: &str| {
        let at = options.iter().position(|option| option == name)?;
        options.get(at + 1).cloned()
    };
    match (behind("--player"), behind("--level")) {
        (Some(player), _) => player,
        (None, level) => format!("level {}", level.unwrap_or("10".to_owned())),
    }
}

/// Random boards and win lengths; many of the usual ones.
pub fn laws(random: &mut Random) -> Laws {
    loop {
        let rule = *random.of(&Rule::ALL);
        let (width, height) = match random.within(0, 5) {
            0 => (random.within(3, 9), random.within(3, 9)),
            1 | 2 => (15, 15),
            3 => (20, 20),
            4 => (random.within(8, 22), random.within(8, 22)),
            _ => (random.within(3, 52), random.within(3, 52)),
        };
        let longer = width.max(height);
        let in_a_row = match random.within(0, 9) {
            _ if rule == Rule::Renju => 5,
            0..=4 => 5,
            5..=8 => random.within(3, 7),
            _ => random.within(3, longer),
        };
        if in_a_row <= longer {
            return Laws {
                rule,
                in_a_row: in_a_row as i32,
                width: width as i32,
                height: height as i32,
            };
        }
    }
}

/// Words as they stand on a command line.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The options that make the laws hold.
pub fn lawful(laws: Laws) -> Vec<String> {
    words(&format!(
        "--rule {} --size {}x{} --winlength {}",
        laws.rule.name(),
        laws.width,
        laws.height,
        laws.in_a_row
    ))
}

/// What a Gomocup manager says to make the laws hold.
pub fn gomocup_opening(laws: Laws) -> Vec<String> {
    let number = match laws.rule {
        Rule::Freestyle => 0,
        Rule::Exact => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
    };
    let start = match laws.width == laws.height {
        true => format!("START {}", laws.width),
        false => format!("RECTSTART {},{}", laws.width, laws.height),
    };
    let mut said = vec![start.clone(), format!("INFO rule {number}")];
    if laws.rule != Rule::Renju {
        said.push(format!("INFO winlength {}", laws.in_a_row));
    }
    said.push(start);
    said
}

/// A seat with a random player, limit and front.
fn seat(random: &mut Random, laws: Laws) -> Script {
    let mut options = match random.within(0, 9) {
        0 => words("--player random"),
        1 | 2 => words("--player scoring"),
        _ => words(&format!("--level {}", random.within(1, 10))),
    };
    let thinks = !options.contains(&"random".to_owned());
    options.extend(match random.within(0, 5) {
        0 => words("--max-nodes 1"),
        1 => words(&format!("--max-nodes {}", random.within(2, 50))),
        2 => words(&format!("--max-nodes {}", random.within(50, 3000))),
        3 => words("--move-time 0.02"),
        _ => words("--move-time 0.005"),
    });
    options.extend(words(&format!(
        "--threads {} --hash {} --seed {}",
        random.of(&[1, 1, 2]),
        random.of(&[1, 4, 64]),
        random.within(1, 1000)
    )));
    if random.percent(10) {
        options.push("--ponder".to_owned());
    }
    let (front, opening) = match random.within(0, 3) {
        0 | 1 => (Front::Gomocup, gomocup_opening(laws)),
        2 => {
            options.extend(lawful(laws));
            (Front::Gtp, Vec::new())
        }
        _ => {
            let mut said = vec![format!("boardsize {} {}", laws.width, laws.height)];
            said.push(format!("kata-set-rules {}", laws.rule.name()));
            said.push(format!("winlength {}", laws.in_a_row));
            (Front::Gtp, said)
        }
    };
    Script {
        front,
        laws,
        options,
        opening,
        thinks,
        commands: Vec::new(),
        settled: Vec::new(),
    }
}

type Ending = Result<bool, (usize, Fault)>;

/// Plays a game, and asks both sides about its end; whether it was finished.
fn play(seats: &mut [Table; 2], random: &mut Random) -> Ending {
    let begun = Instant::now();
    let mut turn = 0;
    let mut last: Option<(i32, i32)> = None;
    while seats[turn].game.standing() == Standing::Open {
        if begun.elapsed() > LONGEST {
            return Ok(false);
        }
        let table = &mut seats[turn];
        let color = Stone::BOTH[turn];
        let asked = move_of(table, color, last, random);
        asked.map_err(|fault| (turn, fault))?;
        if table.stuck {
            // The fronts go on from here in different ways.
            return Ok(true);
        }
        if table.game.standing() != Standing::Open && table.game.last() == last {
            // The other's move has ended the game.
            break;
        }
        last = table.game.last();
        turn = 1 - turn;
    }
    for (turn, table) in seats.iter_mut().enumerate() {
        ending(table, Stone::BOTH[turn], last, random).map_err(|fault| (turn, fault))?;
    }
    Ok(true)
}

/// Tells a side of the last move and asks for its own.
fn move_of(
    table: &mut Table,
    color: Stone,
    last: Option<(i32, i32)>,
    random: &mut Random,
) -> Result<(), Fault> {
    if table.script.front == Front::Gomocup {
        let said = match last {
            None => "BEGIN".to_owned(),
            Some(at) => turn(at, table.script.laws),
        };
        return table.say(&said).map(drop);
    }
    if let Some(at) = last {
        table.say(&format!("play {} {}", color.other().gtp(), vertex(at)))?;
        if random.percent(3) {
            table.say("undo")?;
            table.say(&format!("play {} {}", color.gtp(), vertex(at)))?;
            table.say("undo")?;
            table.say(&format!("play {} {}", color.other().gtp(), vertex(at)))?;
        }
    }
    if table.game.standing() != Standing::Open {
        return Ok(());
    }
    if random.percent(5) {
        table.say("gogui-rules_legal_moves")?;
    }
    table.say(&format!("genmove {}", color.gtp())).map(drop)
}

fn turn((x, y): (i32, i32), laws: Laws) -> String {
    format!("TURN {x},{}", laws.height - 1 - y)
}

/// Once the game is over, both sides know it, and can write it down and take it back.
fn ending(
    table: &mut Table,
    color: Stone,
    last: Option<(i32, i32)>,
    random: &mut Random,
) -> Result<(), Fault> {
    let Some(at) = last else { return Ok(()) };
    let is_told = table.game.last() == last;
    if table.script.front == Front::Gomocup {
        // A stone that is there already is refused as well.
        return table.say(&turn(at, table.script.laws)).map(drop);
    }
    if !is_told {
        table.say(&format!("play {} {}", color.other().gtp(), vertex(at)))?;
    }
    let file = scratch("game.sgf");
    let name = file.display();
    let mut asked = words("gogui-rules_legal_moves final_score gogui-rules_board");
    asked.push(format!("reg_genmove {}", color.gtp()));
    asked.push(format!("reg_genmove {}", color.other().gtp()));
    asked.push(format!("printsgf {name}\nclear_board\nloadsgf {name}"));
    asked.extend(words(
        "gogui-rules_board final_score gogui-rules_side_to_move",
    ));
    let taken_back = random.within(1, 4).min(table.game.plies() as u32);
    asked.extend((0..taken_back).map(|_| "undo".to_owned()));
    asked.extend(words(
        "gogui-rules_board gogui-rules_legal_moves final_score",
    ));
    let all = asked.iter().try_for_each(|said| table.say(said).map(drop));
    let _ = std::fs::remove_file(file);
    all
}
