use super::book::Book;
use super::dice::Dice;
use super::forced::{forced, patterns};
use super::kind::PlayerKind;
use super::level::Method;
use super::task::{Choice, Player, Resources, Style, Task};
use crate::clock::{Budget, Instant, Limits};
use crate::eval::Evaluator;
use crate::game::{Board, Point, Rules};
use crate::notation::vertices;
use crate::search::{MATE, Nodes, PvLine, Report, Scope, Searcher, WIN, score_text};
use crate::solve::{BookMove, BookPlayer};

/// Memory for everything but the transposition table: the program with its tables, and what each
/// thread works on, in MiB.
const RESERVE: u64 = 12;
const RESERVE_PER_THREAD: u64 = 4;

/// The largest transposition table that is worth its first touching if only the memory of the
/// process is given, in MiB.
const MAX_HASH: u64 = 256;

/// Moves that are looked at one by one, where that is done.
const LOOKED_AT: usize = 10;

/// What the levels that look at moves one by one search, if they are asked about certain moves.
const FEW_NODES: u64 = 300;

/// Stones on the board from which on there is no more variety.
const OPENING: usize = 6;

/// Moves of an opening count as equal if their scores lie within so many points of the best.
const EQUAL: i32 = 20;

/// An opening is even if the best score is no more than this for either side.
const EVEN: i32 = 100;

/// The most nodes of the search that checks the move drawn among equal ones; it has a third of the
/// time.
const CHECK_NODES: u64 = 30_000;

/// A move drawn among equal ones is given up if the search that checks it finds it worse than the
/// best by more points than these.
const DOUBT: i32 = 60;

/// The most nodes searched behind each move to tell which moves are equal.
const VARIETY_NODES: u64 = 2_000;

/// The most nodes of the search for threats that a proof asks for, where no limit but depth is set.
const BOOK_NODES: u64 = 4_000_000;

/// Nodes searched behind each move to tell which are equal, for each millisecond that the move may
/// take: an eighth of its time on a slow machine.
const VARIETY_NODES_PER_MS: u64 = 30;

/// The strong player: whatever the search finds within the limits. Weaker ones are the same
/// search with fewer positions, or a look at the moves one by one with some chance in it.
pub struct SearchPlayer {
    searcher: Searcher,
    style: Style,
    dice: Dice,
    report: Option<Report>,
    book: Book,
    by_book: Option<BookPlayer>,
}

/// The transposition table that leaves room for the rest, in MiB: at least one, as there is no
/// search without.
fn hash_within(resources: Resources) -> usize {
    let wanted = resources.wanted_hash().max(1);
    let Some(bytes) = resources.memory else {
        return wanted;
    };
    let reserve = RESERVE + RESERVE_PER_THREAD * resources.threads as u64;
    let most = (bytes >> 20).saturating_sub(reserve).clamp(1, MAX_HASH) as usize;
    match resources.hash {
        Some(_) => most.min(wanted),
        None => most,
    }
}

impl SearchPlayer {
    /// A player over its own search; what it draws at random comes from `seed`.
    pub fn new(searcher: Searcher, seed: u64) -> SearchPlayer {
        SearchPlayer {
            searcher,
            style: Style::default(),
            dice: Dice::new(seed),
            report: None,
            book: Book::Off,
            by_book: None,
        }
    }

    /// The move of a proof, where the game follows one. What was spent in vain is taken from `limits`.
    fn proven_move(&mut self, task: &Task<'_>, limits: &mut Limits) -> Option<Report> {
        let start = Instant::now();
        let book = self.book.proof(task.board.rules(), self.style.variety)?;
        if task.color != task.board.side_to_move() {
            return None;
        }
        let kept = self.by_book.take().filter(|player| *player.book() == book);
        let player = self
            .by_book
            .insert(kept.unwrap_or_else(|| BookPlayer::new(book)));
        let until = limits.time.and_then(|time| start.checked_add(time.soft));
        let most = if until.is_some() {
            u64::MAX
        } else {
            BOOK_NODES
        };
        let nodes = limits.nodes.unwrap_or(most);
        let answer = player.answer(task.board, nodes, task.stop, until);
        let spent = player.nodes();
        match answer {
            // How far the win is away the proof does not say.
            Some(BookMove::Quiet(point)) => Some(found(point, WIN, spent, start)),
            Some(BookMove::Threats(line)) => {
                let mut after = task.board.clone();
                for &point in &line {
                    after.play(after.side_to_move(), point).ok()?;
                }
                // Behind a four that nothing stops there is a reply, and the five.
                let plies = line.len() as i32 + if after.is_decided() { 0 } else { 2 };
                let mut report = found(*line.first()?, MATE - plies, spent, start);
                report.lines[0].pv.clone_from(&line);
                report.pv = line;
                Some(report)
            }
            None => {
                limits.time = limits.time.map(|time| time.less(start.elapsed()));
                limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1));
                None
            }
        }
    }

    /// A move of an opening book: the best, or one of those that are as good.
    fn opening_move(&mut self, task: &Task<'_>) -> Option<Report> {
        let start = Instant::now();
        // Where variety is asked for a game begins anywhere, unless a book was given.
        let anywhere = self.style.variety && matches!(self.book, Book::Embedded);
        if task.color != task.board.side_to_move() || anywhere && task.board.stones() == 0 {
            return None;
        }
        let mut moves = self.book.openings(task.board.rules())?.moves(task.board)?;
        moves.retain(|&(point, _)| task.board.is_legal(task.color, point));
        let &(_, best) = moves.first()?;
        if self.style.variety {
            moves.retain(|&(_, score)| score >= best - EQUAL);
        } else {
            moves.truncate(1);
        }
        let (point, score) = self.dice.pick(&moves)?;
        Some(found(point, score, 0, start))
    }

    /// Searches within `limits`.
    fn search(&mut self, task: &Task<'_>, limits: Limits) -> Report {
        let best = Scope::default();
        let scope = task.scope.unwrap_or(&best);
        let mut tell = |report: &Report| {
            progress(report);
            if let Some(watch) = task.watch {
                watch(report);
            }
        };
        self.searcher
            .search_within(scope, task.board, task.color, limits, task.stop, &mut tell)
    }

    /// A move of an even opening that is as good as any, one or another. `None` if the position is no
    /// such opening, or time is too short to tell.
    fn vary(&mut self, task: &Task<'_>) -> Option<Report> {
        let start = Instant::now();
        let stones = task.board.stones();
        if stones == 0 {
            let rules = task.board.rules();
            let mut third = |side: u8| {
                let first = side / 3;
                let middle = side - 2 * first;
                first + self.dice.below(middle.into()) as u8
            };
            let point = Point::try_new(third(rules.width()), third(rules.height()))?;
            let legal = task.board.is_legal(task.color, point);
            return legal.then(|| found(point, 0, 0, start));
        }
        if stones >= OPENING {
            return None;
        }
        let by_time = task.limits.time.map_or(VARIETY_NODES, |time| {
            let ms = u64::try_from(time.soft.as_millis()).unwrap_or(u64::MAX);
            ms.saturating_mul(VARIETY_NODES_PER_MS)
        });
        let by_nodes = task.limits.nodes.unwrap_or(u64::MAX) / 2;
        let nodes = VARIETY_NODES
            .min(by_time / LOOKED_AT as u64)
            .min(by_nodes / LOOKED_AT as u64);
        if nodes < 50 || forced(task.board, task.color).is_some() {
            return None;
        }
        let mut moves = self.look(task, nodes);
        let best = moves.iter().map(|&(_, score)| score).max()?;
        if best.abs() > EVEN || task.stop.is_stopped() {
            return None;
        }
        moves.retain(|&(_, score)| score >= best - EQUAL);
        let points: Vec<Point> = moves.iter().map(|&(point, _)| point).collect();
        let point = self.dice.pick(&points)?;
        // What looks equal at a glance may be lost: a longer look behind the move that was drawn.
        let limits = Limits {
            time: task.limits.time.map(|time| Budget {
                soft: time.soft / 3,
                hard: time.hard / 3,
            }),
            nodes: Some(by_nodes.min(CHECK_NODES)),
            depth: None,
        };
        let mut after = task.board.clone();
        after.play(task.color, point).ok()?;
        let score = -self.score_after(&after, task, limits);
        if score < best - DOUBT {
            return None;
        }
        Some(found(point, score, nodes * LOOKED_AT as u64, start))
    }

    /// What a search says of the position after a move of the task, for its opponent; also where there
    /// is but one answer to it.
    fn score_after(&mut self, after: &Board, task: &Task<'_>, limits: Limits) -> i32 {
        let scope = Scope {
            forced: true,
            ..Scope::default()
        };
        self.searcher
            .search_within(&scope, after, !task.color, limits, task.stop, &mut |_| {})
            .score
    }

    /// The moves that look best, each with the score that a search of `nodes` positions behind it
    /// finds. Stops early if asked to, with those it has, or when time is up.
    fn look(&mut self, task: &Task<'_>, nodes: u64) -> Vec<(Point, i32)> {
        let start = Instant::now();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut moves = Vec::new();
        for point in candidates(task, LOOKED_AT) {
            let over = task
                .limits
                .time
                .is_some_and(|time| start.elapsed() >= time.hard);
            if !moves.is_empty() && (over || task.stop.is_stopped()) {
                break;
            }
            let mut after = task.board.clone();
            if after.play(task.color, point).is_err() {
                continue;
            }
            moves.push((point, -self.score_after(&after, task, limits)));
        }
        moves
    }

    /// The move of a player that looks at each move alone and adds noise to what it sees. `None` if
    /// there is nothing to look at.
    fn noisy_move(&mut self, task: &Task<'_>, nodes: u64, noise: u32) -> Option<Report> {
        let start = Instant::now();
        if let Some(point) = forced(task.board, task.color) {
            return Some(found(point, 0, 1, start));
        }
        let moves = if nodes == 0 {
            glance(task)
        } else {
            self.look(task, nodes)
        };
        let noisy = moves.iter().map(|&(point, score)| {
            // Two draws: small mistakes are more likely than large ones.
            let chance = self.dice.below(noise) + self.dice.below(noise);
            (score.saturating_add(chance as i32), point, score)
        });
        let (_, point, score) = noisy.max_by_key(|&(noisy, ..)| noisy)?;
        let entered = nodes.max(1) * moves.len() as u64;
        Some(found(point, score, entered, start))
    }
}

/// The report of a move that was not found by one search.
fn found(point: Point, score: i32, nodes: u64, start: Instant) -> Report {
    Report {
        depth: 1,
        seldepth: 1,
        score,
        pv: vec![point],
        lines: vec![PvLine {
            depth: 1,
            seldepth: 1,
            score,
            nodes,
            pv: vec![point],
        }],
        current: None,
        nodes: Nodes {
            tree: nodes,
            ..Nodes::default()
        },
        elapsed: start.elapsed(),
    }
}

/// The legal points near the stones, the most promising first, at most `most` of them.
fn candidates(task: &Task<'_>, most: usize) -> Vec<Point> {
    let patterns = patterns(task.board, task.color);
    let mut slots: Vec<usize> = patterns.candidates().collect();
    slots.sort_by_key(|&slot| (-patterns.score(slot, task.color), slot));
    let points = slots.into_iter().map(|slot| patterns.point(slot));
    points
        .filter(|&point| task.board.is_legal(task.color, point))
        .take(most)
        .collect()
}

/// All legal points near the stones with what the values alone say of the position after each: the
/// weak levels know no more.
fn glance(task: &Task<'_>) -> Vec<(Point, i32)> {
    let evaluator = Evaluator::of(task.board.rules());
    let mut patterns = patterns(task.board, task.color);
    let points = candidates(task, usize::MAX);
    let scored = points.into_iter().map(|point| {
        patterns.make(point, task.color);
        let score = -evaluator.values(&patterns);
        patterns.unmake();
        (point, score)
    });
    scored.collect()
}

/// Says on the log how far a search is.
fn progress(report: &Report) {
    if !log::log_enabled!(log::Level::Info) {
        return;
    }
    let nodes = report.nodes.total();
    let line = vertices(report.pv.iter().copied());
    log::info!(
        "depth {}-{} score {} nodes {} nps {} pv {}",
        report.depth,
        report.seldepth,
        score_text(report.score),
        nodes,
        report.nps(),
        line,
    );
}

impl Player for SearchPlayer {
    fn kind(&self) -> PlayerKind {
        PlayerKind::Search
    }

    fn choose(&mut self, task: &Task<'_>) -> Choice {
        // Whoever asks for certain moves, or for several, is answered by one search.
        let free = task.scope.is_none_or(Scope::is_plain);
        let mut report = None;
        let mut limits = task.limits;
        match self.style.level.thought() {
            Method::OnePly { noise } if free => report = self.noisy_move(task, 0, noise),
            Method::EachMove { nodes, noise } if free => {
                report = self.noisy_move(task, nodes, noise)
            }
            Method::OnePly { .. } | Method::EachMove { .. } => {
                limits.nodes = Some(limits.nodes.map_or(FEW_NODES, |most| most.min(FEW_NODES)));
            }
            Method::Search { nodes } => {
                limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
            }
            Method::Full if free => {
                report = self.proven_move(task, &mut limits);
                report = report.or_else(|| self.opening_move(task));
            }
            Method::Full => {}
        }
        if report.is_none() && self.style.variety && free {
            let start = Instant::now();
            report = self.vary(task);
            // What was spent in vain is part of the move's time.
            limits.time = limits.time.map(|time| time.less(start.elapsed()));
        }
        let report = report.unwrap_or_else(|| self.search(task, limits));
        let choice = match report.pv.first() {
            Some(&point) => Choice::Point(point),
            None => Choice::NoLegalPoint,
        };
        progress(&report);
        if let Some(watch) = task.watch {
            watch(&report);
        }
        self.report = Some(report);
        choice
    }

    fn new_game(&mut self) {
        self.searcher.clear();
        self.report = None;
        self.by_book = None;
    }

    fn set_resources(&mut self, resources: Resources) {
        self.searcher.set_hash(hash_within(resources));
        self.searcher.set_threads(resources.threads);
    }

    fn set_style(&mut self, style: Style) {
        self.searcher.set_no_pass(style.no_pass);
        self.style = style;
    }

    fn set_book(&mut self, book: Book) {
        self.book = book;
    }

    fn searcher(&mut self) -> Option<&mut Searcher> {
        Some(&mut self.searcher)
    }

    fn prepare(&mut self, rules: &Rules) {
        self.searcher.prepare(rules);
    }

    fn last_report(&self) -> Option<&Report> {
        self.report.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::StopToken;
    use crate::game::{Color, Setup, Variant};
    use crate::search::DEFAULT_HASH;
    use crate::search::mate_distance;

    #[test]
    fn a_four_is_judged_by_what_comes_after_its_reply() {
        let rules = Rules::new(15, 15, 5, Variant::Freestyle).unwrap();
        let black = [(3, 7), (4, 7), (5, 7), (4, 3), (5, 3), (6, 3)];
        let white = [(2, 7), (10, 10), (12, 10), (10, 12), (1, 1)];
        let of = |color| move |(x, y)| (color, Point::new(x, y));
        let black = black.into_iter().map(of(Color::Black));
        let stones = black.chain(white.into_iter().map(of(Color::White)));
        let board = Board::try_from(Setup::new(rules, stones, Color::Black)).unwrap();
        let stop = StopToken::new();
        let limits = Limits {
            nodes: Some(1_000),
            ..Limits::default()
        };
        let task = Task {
            board: &board,
            color: Color::Black,
            limits,
            stop: &stop,
            scope: None,
            watch: None,
        };
        let mut after = board.clone();
        after.play(Color::Black, Point::new(6, 7)).unwrap();
        let mut player = SearchPlayer::new(Searcher::new(1, 1), 1);
        let score = player.score_after(&after, &task, limits);
        assert!(
            mate_distance(score).is_some_and(|plies| plies < 0),
            "{score}"
        );
    }

    #[test]
    fn the_table_leaves_room_for_the_rest() {
        let within = |memory, threads, hash| {
            hash_within(Resources {
                memory,
                threads,
                hash,
            })
        };
        let mib = |n: u64| Some(n << 20);
        assert_eq!(within(None, 1, None), DEFAULT_HASH);
        assert_eq!(within(None, 3, None), 3 * DEFAULT_HASH);
        assert_eq!(within(None, 256, None), 4 * DEFAULT_HASH);
        assert_eq!(within(None, 8, Some(16)), 16);
        assert_eq!(within(mib(64), 1, None), 48);
        assert_eq!(within(mib(64), 4, None), 36);
        assert_eq!(within(mib(350), 1, None), 256);
        assert_eq!(within(mib(0), 1, None), 1);
        assert_eq!(within(Some(u64::MAX), 256, None), 256);
        assert_eq!(within(None, 1, Some(2000)), 2000);
        assert_eq!(within(mib(64), 1, Some(2000)), 48);
        assert_eq!(within(mib(64), 1, Some(16)), 16);
    }
}
