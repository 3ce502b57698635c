//! Values of empty boards that the literature gives (Uiterwijk and van den Herik 2000, Uiterwijk 2019, Hsu
//! and others 2020).

use lianzhu::clock::StopToken;
use lianzhu::game::{Board, Color, Position, Rules, Variant};
use lianzhu::solve::{Answer, Limits, Value, can_win, hold, value};

use Value::{Draw, Win};

/// Asserts the values of boards, given as width, height, win length.
fn are(expected: Value, boards: impl IntoIterator<Item = (u32, u32, u32)>) {
    for (width, height, n) in boards {
        let rules = Rules::new(width, height, n, Variant::Freestyle).expect("rules");
        let found = value(&Position::new(rules), &Limits::default()).answer;
        assert_eq!(found, Some(expected), "{rules:?}");
    }
}

/// Every board with sides up to eight, the longer one last.
fn boards() -> impl Iterator<Item = (u32, u32)> {
    (3..=8).flat_map(|height| (3..=height).map(move |width| (width, height)))
}

#[test]
fn three_in_a_row_is_a_win_on_every_board_but_the_smallest() {
    are(Draw, [(3, 3, 3)]);
    let larger = boards().filter(|&board| board != (3, 3));
    are(Win, larger.map(|(width, height)| (width, height, 3)));
    are(Win, [(8, 3, 3), (21, 3, 3), (3, 21, 3), (16, 4, 3)]);
}

#[test]
fn four_in_a_row_is_a_win_from_five_by_six() {
    are(Win, [(5, 6, 4), (6, 5, 4), (6, 6, 4), (5, 8, 4)]);
    are(
        Draw,
        [
            (4, 4, 4),
            (4, 5, 4),
            (5, 4, 4),
            (4, 6, 4),
            (5, 5, 4),
            (3, 8, 4),
            (21, 3, 4),
        ],
    );
}

#[test]
fn five_in_a_row_is_a_draw_on_small_boards() {
    are(
        Draw,
        [(5, 5, 5), (6, 5, 5), (6, 6, 5), (5, 8, 5), (4, 8, 5)],
    );
}

#[test]
#[ignore = "a soak: a minute with optimisation, most of it for 4x8"]
fn every_board_up_to_eight_by_eight() {
    let wins = |&(width, height): &(u32, u32)| width >= 5 && height >= 6;
    let four = boards().filter(|&(_, height)| height >= 4);
    let (won, drawn): (Vec<_>, Vec<_>) = four.partition(wins);
    are(
        Win,
        won.into_iter().map(|(width, height)| (width, height, 4)),
    );
    are(
        Draw,
        drawn.into_iter().map(|(width, height)| (width, height, 4)),
    );
    are(Draw, [(7, 7, 5), (6, 7, 5), (5, 7, 5)]);
}

#[test]
fn limits_end_the_work_without_an_answer() {
    let board = Board::new(Rules::new(8, 8, 5, Variant::Freestyle).expect("rules"));
    let stop = StopToken::new();
    stop.stop();
    let nodes = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    for limits in [
        nodes,
        Limits {
            stop,
            ..Limits::default()
        },
    ] {
        let asked = can_win(&board, Color::Black, &limits);
        assert_eq!(asked.answer, Answer::Unknown);
        assert!(asked.nodes <= 3_000, "{}", asked.nodes);
        assert_eq!(value(&board, &limits).answer, None);
        assert_eq!(hold(&board, Color::White, &limits).answer, None);
    }
    let large = Board::new(Rules::default());
    assert_eq!(
        can_win(&large, Color::Black, &Limits::default()).answer,
        Answer::Unknown
    );
    assert_eq!(hold(&large, Color::White, &Limits::default()).answer, None);
}

#[test]
fn little_memory_costs_time_and_no_answer() {
    let limits = Limits {
        memory: 1,
        ..Limits::default()
    };
    for (width, height, expected) in [(5, 5, Draw), (5, 6, Win)] {
        let rules = Rules::new(width, height, 4, Variant::Freestyle).expect("rules");
        assert_eq!(value(&Position::new(rules), &limits).answer, Some(expected));
    }
}
