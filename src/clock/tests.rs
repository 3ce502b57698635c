use super::*;

/// A board of 15x15 points, a dozen of them occupied.
const MOVES: Moves = Moves {
    all: 113,
    left: 107,
};

fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn left(clock: &Clock) -> (Duration, u32) {
    let left = clock.left(Color::Black).expect("a limit");
    (left.time, left.units)
}

#[test]
fn gtp_numbers() {
    assert_eq!(TimeSettings::gtp(s(9), s(5), 0), TimeSettings::None);
    assert_eq!(
        TimeSettings::gtp(s(0), s(0), 0),
        TimeSettings::Absolute { main: s(0) }
    );
    assert_eq!(
        TimeSettings::gtp(s(9), s(5), 3),
        TimeSettings::Canadian {
            main: s(9),
            period: s(5),
            stones: 3
        }
    );
}

#[test]
fn absolute_runs_down_and_stands_at_zero() {
    let mut clock = Clock::new(TimeSettings::Absolute { main: s(10) });
    clock.spend(Color::Black, s(4));
    assert_eq!(left(&clock), (s(6), 0));
    assert_eq!(clock.left(Color::White).map(|l| l.time), Some(s(10)));
    clock.spend(Color::Black, s(7));
    assert_eq!(left(&clock), (s(0), 0));
    assert_eq!(
        clock.budget(Color::Black, DEFAULT_OVERHEAD, MOVES),
        Some(Budget {
            soft: s(0),
            hard: s(0)
        })
    );
    clock.restart();
    assert_eq!(left(&clock), (s(10), 0));
}

#[test]
fn fischer_adds_after_the_move() {
    let mut clock = Clock::new(TimeSettings::Fischer {
        main: s(10),
        increment: s(2),
    });
    clock.spend(Color::Black, s(3));
    assert_eq!(left(&clock), (s(9), 0));
    let budget = clock
        .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
        .expect("a limit");
    assert!(budget.soft <= budget.hard && budget.hard < s(9));
    assert!(budget.soft > s(1), "an increment is there to be used");
}

#[test]
fn fischer_never_plans_more_than_is_left() {
    let mut clock = Clock::new(TimeSettings::Fischer {
        main: ms(100),
        increment: s(60),
    });
    assert!(
        clock
            .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
            .expect("a limit")
            .hard
            < ms(100)
    );
    clock.set_left(
        Color::Black,
        Left {
            time: s(0),
            units: 0,
        },
    );
    assert_eq!(
        clock
            .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
            .expect("a limit")
            .hard,
        s(0)
    );
}

#[test]
fn byo_yomi_loses_whole_periods_only() {
    let mut clock = Clock::new(TimeSettings::ByoYomi {
        main: s(10),
        period: s(5),
        periods: 3,
    });
    clock.spend(Color::Black, s(8));
    assert_eq!(left(&clock), (s(2), 0));
    clock.spend(Color::Black, s(6)); // 4 s into the first period
    assert_eq!(left(&clock), (s(5), 3));
    clock.spend(Color::Black, ms(4900));
    assert_eq!(left(&clock), (s(5), 3));
    clock.spend(Color::Black, s(6)); // the first period is gone
    assert_eq!(left(&clock), (s(5), 2));
    clock.spend(Color::Black, s(50));
    assert_eq!(left(&clock), (s(0), 1));
}

#[test]
fn canadian_renews_after_the_last_stone() {
    let mut clock = Clock::new(TimeSettings::Canadian {
        main: s(4),
        period: s(10),
        stones: 2,
    });
    clock.spend(Color::Black, s(5)); // 1 s into the period: its first stone
    assert_eq!(left(&clock), (s(9), 1));
    clock.spend(Color::Black, s(3));
    assert_eq!(left(&clock), (s(10), 2));
    clock.spend(Color::Black, s(4));
    assert_eq!(left(&clock), (s(6), 1));
    let budget = clock
        .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
        .expect("a limit");
    assert!(budget.hard <= s(6) && budget.hard > s(5));
}

#[test]
fn what_the_referee_says_counts() {
    let mut clock = Clock::new(TimeSettings::None);
    assert_eq!(clock.budget(Color::White, DEFAULT_OVERHEAD, MOVES), None);
    clock.set_left(
        Color::White,
        Left {
            time: s(20),
            units: 10,
        },
    );
    let budget = clock
        .budget(Color::White, DEFAULT_OVERHEAD, MOVES)
        .expect("a limit");
    assert_eq!(budget.soft, ms(1800));
    assert!(budget.hard < s(4));
    assert_eq!(clock.budget(Color::Black, DEFAULT_OVERHEAD, MOVES), None);
}

#[test]
fn every_budget_keeps_a_margin() {
    let settings = [
        TimeSettings::Absolute { main: s(1) },
        TimeSettings::PerMove { time: ms(50) },
        TimeSettings::ByoYomi {
            main: s(0),
            period: s(1),
            periods: 1,
        },
        TimeSettings::Canadian {
            main: s(0),
            period: s(1),
            stones: 1,
        },
        TimeSettings::Fischer {
            main: s(1),
            increment: s(1),
        },
    ];
    for settings in settings {
        let clock = Clock::new(settings);
        let left = clock.left(Color::Black).expect("a limit").time;
        let budget = clock
            .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
            .expect("a limit");
        assert!(budget.soft <= budget.hard, "{settings:?}");
        assert!(
            budget.hard + DEFAULT_OVERHEAD.min(left * 3 / 10) <= left,
            "{settings:?}"
        );
        assert!(!budget.soft.is_zero(), "{settings:?}");
    }
}

/// Whatever a game's time is, moves that take all they may, and nearly as much as is kept on the way, never
/// overstep it.
#[test]
fn a_player_who_takes_all_of_every_budget_is_never_late() {
    const WAY: Duration = Duration::from_millis(9);
    for main in [0, 100, 2_000, 60_000] {
        let main = ms(main);
        for unit in [200, 1_000, 30_000] {
            let unit = ms(unit);
            for count in [1, 2, 3, 25] {
                for settings in [
                    TimeSettings::PerMove { time: unit },
                    TimeSettings::Fischer {
                        main: main + unit,
                        increment: unit,
                    },
                    TimeSettings::ByoYomi {
                        main,
                        period: unit,
                        periods: count,
                    },
                    TimeSettings::Canadian {
                        main,
                        period: unit * count,
                        stones: count,
                    },
                ] {
                    let mut clock = Clock::new(settings);
                    let last_period = |left: Left| match settings {
                        TimeSettings::ByoYomi { periods, .. } if left.units == 0 => {
                            left.time + unit * periods
                        }
                        TimeSettings::ByoYomi { .. } => left.time + unit * (left.units - 1),
                        TimeSettings::Canadian { period, .. } if left.units == 0 => {
                            left.time + period
                        }
                        _ => left.time,
                    };
                    for number in 0..120 {
                        let left = clock.left(Color::Black).expect("a limit");
                        let taken = clock
                            .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
                            .expect("a limit")
                            .hard
                            + WAY;
                        assert!(
                            taken <= last_period(left),
                            "{settings:?}, move {number}: {taken:?} of {left:?}"
                        );
                        if let TimeSettings::ByoYomi { .. } = settings {
                            assert!(
                                left.units == 0 || taken <= left.time,
                                "{settings:?}: a period lost"
                            );
                        }
                        clock.spend(Color::Black, taken);
                    }
                }
            }
        }
    }
}

/// A whole board is played full with all the time there is, and every move needs a moment that no
/// budget knows of.
#[test]
fn time_for_a_game_lasts_until_the_board_is_full() {
    for (main, way) in [
        (ms(200), Duration::from_micros(400)),
        (s(2), ms(4)),
        (s(60), ms(10)),
    ] {
        let mut clock = Clock::new(TimeSettings::Absolute { main });
        for left in (1..=120).rev() {
            let moves = Moves { all: 120, left };
            let budget = clock.budget(Color::Black, DEFAULT_OVERHEAD, moves);
            let taken = budget.expect("a limit").hard + way;
            let rest = clock.left(Color::Black).expect("a limit").time;
            assert!(
                taken <= rest,
                "{main:?}, {left} moves: {taken:?} of {rest:?}"
            );
            clock.spend(Color::Black, taken);
        }
    }
}

#[test]
fn more_is_kept_in_hand_where_more_is_asked_for() {
    for settings in [
        TimeSettings::Absolute { main: s(60) },
        TimeSettings::PerMove { time: s(1) },
        TimeSettings::Fischer {
            main: s(60),
            increment: s(1),
        },
    ] {
        let clock = Clock::new(settings);
        let hard = |overhead| {
            let budget = clock.budget(Color::Black, overhead, MOVES);
            budget.expect("a limit").hard
        };
        assert!(hard(ms(100)) + ms(100) <= hard(ms(0)), "{settings:?}");
    }
}

#[test]
fn little_main_time_does_not_starve_a_period() {
    let clock = Clock::new(TimeSettings::ByoYomi {
        main: ms(1),
        period: s(10),
        periods: 2,
    });
    assert!(
        clock
            .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
            .expect("a limit")
            .hard
            > s(9)
    );
}

/// Fronts read times up to [`MAX_SECONDS`] only; who uses the library may give any.
#[test]
fn extreme_times_do_not_overflow() {
    let largest = seconds("1000000000").expect("the largest time");
    for most in [largest, Duration::MAX] {
        let mut all = vec![
            TimeSettings::None,
            TimeSettings::Absolute { main: most },
            TimeSettings::PerMove { time: most },
            TimeSettings::Fischer {
                main: most,
                increment: most,
            },
        ];
        for period in [Duration::ZERO, Duration::from_nanos(1), most] {
            for units in [0, 1, u32::MAX] {
                for main in [Duration::ZERO, most] {
                    all.push(TimeSettings::ByoYomi {
                        main,
                        period,
                        periods: units,
                    });
                    all.push(TimeSettings::Canadian {
                        main,
                        period,
                        stones: units,
                    });
                }
            }
        }
        for settings in all {
            for units in [0, 1, u32::MAX] {
                let mut clock = Clock::new(settings);
                for taken in [Duration::ZERO, Duration::from_nanos(1), most] {
                    clock.set_left(Color::White, Left { time: most, units });
                    for color in Color::ALL {
                        clock.spend(color, taken);
                        let Some(budget) = clock.budget(color, DEFAULT_OVERHEAD, MOVES) else {
                            continue;
                        };
                        assert!(budget.soft <= budget.hard, "{settings:?}");
                        let tighter = budget
                            .min(Budget::per_move(most, DEFAULT_OVERHEAD))
                            .less(taken);
                        assert!(tighter.is_spent(Duration::MAX, 2.0), "{settings:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn tokens_share_their_flag() {
    let token = StopToken::new();
    let other = token.clone();
    other.stop();
    assert!(token.is_stopped());
    token.reset();
    assert!(!other.is_stopped());
}

#[test]
fn time_is_saved_where_it_can_be_used_later() {
    let own = Budget::per_move(ms(500), DEFAULT_OVERHEAD);
    assert!(!own.is_spent(own.hard - ms(1), 0.5), "left over is lost");
    assert!(own.is_spent(own.hard, 2.0));
    let clock = TimeSettings::Absolute { main: s(100) };
    let shared = Clock::new(clock)
        .budget(Color::Black, DEFAULT_OVERHEAD, MOVES)
        .expect("a limit");
    assert!(shared.is_spent(shared.soft * 3 / 4, 0.7), "a clear move");
    assert!(!shared.is_spent(shared.soft * 5 / 4, 1.3), "an unclear one");
    assert!(shared.is_spent(shared.hard, 100.0));
}
