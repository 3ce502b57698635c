//! Positions of scattered stones in which a win must be taken or a win of the opponent stopped.

use crate::games::{gomocup_opening, lawful, laws, tell, words};
use crate::judge::{At, Grid, Laws, Rule, Stone, vertex};
use crate::kit::{Random, cores, soak};
use crate::table::{Front, Script, Table};

/// Positions that one process is asked about.
const POSITIONS: u32 = 50;

pub fn run() {
    soak("tactics", cores(), |seed, random, report| {
        let script = player(random);
        let mut left = POSITIONS;
        while left > 0 {
            let mut table = match Table::open(script.clone()) {
                Ok(table) => table,
                Err(fault) => return tell(report, seed, &script, &fault),
            };
            let mut found = None;
            while left > 0 && found.is_none() {
                left -= 1;
                report.count("positions", 1);
                let (grid, stone) = position(random, script.laws);
                let said = question(random, script.front, &grid, stone);
                found = table.say(&said).err();
            }
            report.count("wins to take", table.asked.wins);
            report.count("wins to stop", table.asked.blocks);
            report.most(
                "slowest answer in ms",
                table.asked.slowest.as_millis() as u64,
            );
            if let Some(fault) = found {
                report.count(&fault.what, 1);
                tell(report, seed, &table.script, &fault);
            }
        }
    });
}

/// A player of any strength that is given little.
fn player(random: &mut Random) -> Script {
    let mut laws = laws(random);
    // On the largest boards it is the judge that takes its time.
    while laws.width * laws.height > 500 {
        laws = self::laws(random);
    }
    let mut options = match random.within(0, 9) {
        0 => words("--player scoring"),
        _ => words(&format!("--level {}", random.within(1, 10))),
    };
    options.extend(match random.within(0, 9) {
        0..=4 => words("--move-time 0.02"),
        5..=7 => words("--max-nodes 1"),
        8 => words(&format!("--max-nodes {}", random.within(2, 3000))),
        _ => words("--move-time 0.005"),
    });
    options.extend(words(&format!(
        "--hash 4 --seed {}",
        random.within(1, 1000)
    )));
    let front = *random.of(&[Front::Gtp, Front::Gtp, Front::Gomocup]);
    let mut opening = Vec::new();
    match front {
        Front::Gtp => options.extend(lawful(laws)),
        Front::Gomocup => opening = gomocup_opening(laws),
    }
    Script {
        front,
        laws,
        options,
        opening,
        thinks: true,
        commands: Vec::new(),
        settled: Vec::new(),
    }
}

/// Stones at random, and rows of about the win length with a hole, both ends of which are anything:
/// so there is something to win or to stop. Nobody has won, and each side has its number of stones.
pub fn position(random: &mut Random, laws: Laws) -> (Grid, Stone) {
    let mut grid = Grid::new(laws);
    let points: Vec<At> = grid.points().collect();
    let stones = random.within(0, 30) * points.len() as u32 / 100;
    for _ in 0..stones {
        let stone = *random.of(&Stone::BOTH);
        grid.place(*random.of(&points), stone);
    }
    for _ in 0..random.within(1, 6) {
        row(random, &mut grid, &points);
    }
    let mut to_move = *random.of(&Stone::BOTH);
    loop {
        let before = grid.clone();
        for stone in Stone::BOTH {
            while grid.has_won(stone) {
                let own = grid.stones(stone);
                grid.lift(*random.of(&own));
            }
        }
        let [black, white] = Stone::BOTH.map(|stone| grid.stones(stone).len() as i32);
        if black == 0 {
            to_move = Stone::Black;
        }
        let surplus = black - white - i32::from(to_move == Stone::White);
        let stone = if surplus > 0 {
            Stone::Black
        } else {
            Stone::White
        };
        for _ in 0..surplus.abs() {
            let own = grid.stones(stone);
            grid.lift(*random.of(&own));
        }
        if grid == before && grid.can_move(to_move) {
            return (grid, to_move);
        }
        if grid == before {
            // Black has no point that is not forbidden, or the board is full.
            let own = grid.stones(Stone::White);
            grid.lift(*random.of(&own));
        }
    }
}

fn row(random: &mut Random, grid: &mut Grid, points: &[At]) {
    let own = *random.of(&Stone::BOTH);
    let (dx, dy) = *random.of(&[(1, 0), (0, 1), (1, 1), (1, -1)]);
    let (x, y) = *random.of(points);
    let length = (grid.laws.in_a_row + random.within(0, 2) as i32 - 1).max(2);
    let hole = random.within(0, length as u32 - 1) as i32;
    for i in (-1..=length).filter(|&i| i != hole) {
        let at = (x + dx * i, y + dy * i);
        if !points.contains(&at) {
            continue;
        }
        let is_end = i == -1 || i == length;
        match random.within(0, 3) {
            _ if !is_end => grid.place(at, own),
            0 => grid.place(at, own.other()),
            1 => grid.lift(at),
            _ => {}
        }
    }
}

/// The position, and whose move is asked for.
fn question(random: &mut Random, front: Front, grid: &Grid, stone: Stone) -> String {
    let [black, white] = Stone::BOTH.map(|stone| grid.stones(stone));
    if front == Front::Gtp {
        let mut said = "set_position".to_owned();
        for (own, points) in Stone::BOTH.into_iter().zip([&black, &white]) {
            for &at in points {
                said += &format!(" {} {}", own.gtp(), vertex(at));
            }
        }
        let ask = random.of(&["genmove", "genmove", "reg_genmove", "kata-search"]);
        let color = stone.gtp();
        return format!("{said}\ngogui-setup_player {color}\n{ask} {color}");
    }
    let mut said = "BOARD\n".to_owned();
    for i in 0..black.len() {
        for (own, points) in Stone::BOTH.into_iter().zip([&black, &white]) {
            if let Some(&(x, y)) = points.get(i) {
                let field = if own == stone { 1 } else { 2 };
                said += &format!("{x},{},{field}\n", grid.laws.height - 1 - y);
            }
        }
    }
    said + "DONE"
}

#[test]
fn positions_are_lawful_and_worth_asking() {
    let mut random = Random::new(1);
    let mut asked = [0; 2];
    for _ in 0..300 {
        let laws = Laws {
            rule: *random.of(&Rule::ALL),
            in_a_row: 5,
            width: random.within(5, 12) as i32,
            height: random.within(3, 12) as i32,
        };
        let (mut grid, stone) = position(&mut random, laws);
        assert!(!Stone::BOTH.into_iter().any(|stone| grid.has_won(stone)));
        let [black, white] = Stone::BOTH.map(|stone| grid.stones(stone).len());
        assert_eq!(black - white, usize::from(stone == Stone::White));
        asked[0] += usize::from(!grid.wins(stone).is_empty());
        let is_threatened = !grid.wins(stone.other()).is_empty();
        asked[1] += usize::from(is_threatened && !grid.blocks(stone).is_empty());
    }
    assert!(asked.iter().all(|&asked| asked > 20), "{asked:?}");
}
