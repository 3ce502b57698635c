//! What the clock says; only printed, as every machine is busy in its own way.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use lianzhu::engine::{Config, Engine, Reply};
use lianzhu::game::Color;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LIMIT: Duration = Duration::from_millis(50);

const GRACE: Duration = Duration::from_millis(20);

/// An engine with so much time a move.
fn engine(time: Duration) -> Engine {
    let config = Config {
        move_time: Some(time),
        ..Config::default()
    };
    Engine::new(config).expect("a game")
}

/// A position some random moves into a game.
fn begin(engine: &mut Engine, rng: &mut Xoshiro256PlusPlus) {
    engine.clear();
    let mut color = Color::Black;
    while engine.board().stones() < 4 {
        let point = engine
            .rules()
            .points()
            .nth(rng.random_range(0..225u32) as usize);
        if engine.play(color, point.expect("a point")).is_ok() {
            color = !color;
        }
    }
}

/// The time of a move, and whether the game goes on.
fn timed(engine: &mut Engine) -> (Duration, bool) {
    let color = engine.board().side_to_move();
    let start = Instant::now();
    let reply = engine.genmove(color);
    let taken = start.elapsed();
    let open = matches!(reply, Reply::Play(_)) && engine.outcome().is_none();
    (taken, open)
}

fn describe(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000].as_secs_f64() * 1e3;
    println!(
        "{what}: {} times, median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms",
        times.len(),
        at(500),
        at(990),
        at(1000)
    );
}

/// Two thousand moves of 50 ms with as many busy threads as the machine has cores, and bare sleeps
/// of 50 ms between them.
#[test]
#[ignore = "measures"]
fn moves_of_fifty_milliseconds_beside_other_work() {
    let done = AtomicBool::new(false);
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(51);
    let (mut moves, mut sleeps) = (Vec::new(), Vec::new());
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let mut engine = engine(LIMIT);
        let mut open = false;
        while moves.len() < 2_000 {
            if !open {
                begin(&mut engine, &mut rng);
            }
            let taken;
            (taken, open) = timed(&mut engine);
            moves.push(taken);
            if moves.len() % 4 == 0 {
                let start = Instant::now();
                thread::sleep(LIMIT);
                sleeps.push(start.elapsed());
            }
        }
        done.store(true, Relaxed);
    });
    describe("sleeps of 50 ms", &mut sleeps);
    describe("moves of 50 ms", &mut moves);
    let late = sleeps.last().map_or(LIMIT, |&longest| longest.max(LIMIT)) + GRACE;
    let count = moves.iter().filter(|&&taken| taken > late).count();
    println!("over {:.1} ms: {count}", late.as_secs_f64() * 1e3);
}

/// How soon a move is answered when it is interrupted.
#[test]
#[ignore = "measures"]
fn interrupted_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(52);
    let mut engine = engine(Duration::from_secs(20));
    let mut times = Vec::new();
    let mut open = false;
    while times.len() < 200 {
        if !open {
            begin(&mut engine, &mut rng);
        }
        let stop = engine.stop_token();
        stop.reset();
        let delay = Duration::from_millis(rng.random_range(1..100u64));
        let stopped = thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                thread::sleep(delay);
                stop.stop();
                Instant::now()
            });
            (_, open) = timed(&mut engine);
            let answered = Instant::now();
            let stopped = waiting.join().expect("a time");
            answered.checked_duration_since(stopped)
        });
        times.extend(stopped);
    }
    describe("from the interruption to the answer", &mut times);
}
