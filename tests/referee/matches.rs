//! Whole matches of well-behaved engines: schedules, resuming, shards, refusals, ends.

use std::collections::HashSet;

use lianzhu::game::Rules;
use lianzhu::notation::sgf;
use lianzhu::referee::{
    Ending, MatchError, OpeningSource, Reason, ResultRecord, ResultsError, SprtState, Tally,
};

use super::Test;
use super::kit::{Room, games_in, orders, play, play_all, settings};

pub const TESTS: [Test; 15] = [
    ("matches::resume", resume, false),
    ("matches::spoilt_files", spoilt_files, false),
    ("matches::shards", shards, false),
    ("matches::refusals", refusals, false),
    ("matches::plain_engines", plain_engines, false),
    ("matches::dialogues", dialogues, false),
    ("matches::strict", strict, false),
    ("matches::sprt", sprt, false),
    ("matches::concurrency", concurrency, false),
    ("matches::boards", boards, false),
    ("matches::complaints", complaints, false),
    ("matches::more_games", more_games, false),
    ("matches::differences", differences, false),
    ("matches::sgf_folders", sgf_folders, false),
    ("matches::names", names, false),
];

fn two(room: &Room) -> [String; 2] {
    [
        room.fake("a", "gtp", "fair"),
        room.fake("b", "gomocup", "fair"),
    ]
}

fn numbers(games: &[ResultRecord]) -> HashSet<u64> {
    games.iter().map(|game| game.game).collect()
}

/// A file cut anywhere is gone on with, and in the end every game is there once.
fn resume() {
    let room = Room::new();
    let mut settings = settings(&two(&room), 6);
    settings.draw_after = Some(8);
    settings.openings = OpeningSource::Random(2, 4);
    let mut orders = orders(&room);
    orders.resume = true;
    let first = play_all(&settings, &orders);
    assert_eq!(numbers(&first), (0..6).collect());
    let whole = std::fs::read(&orders.results).unwrap();
    let lines: Vec<usize> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
    let cuts = [
        0,
        10,
        lines[0],
        lines[0] + 1,
        lines[2],
        lines[2] + 30,
        whole.len() - 1,
    ];
    for cut in cuts {
        std::fs::write(&orders.results, &whole[..cut]).unwrap();
        let kept = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let again = play_all(&settings, &orders);
        assert_eq!(
            again.len(),
            6 - kept.saturating_sub(1).min(6),
            "cut at {cut}"
        );
        let games = games_in(&orders.results);
        assert_eq!(games.len(), 6);
        assert_eq!(numbers(&games), (0..6).collect(), "cut at {cut}");
        for (before, after) in first.iter().zip(&games) {
            assert_eq!((before.game, &before.opening), (after.game, &after.opening));
        }
    }
    // Nothing is left to play, and nothing is played.
    assert!(play_all(&settings, &orders).is_empty());
}

/// What is not this match's file is never written to.
fn spoilt_files() {
    let room = Room::new();
    let mut settings = settings(&two(&room), 2);
    settings.draw_after = Some(4);
    let mut orders = orders(&room);
    play_all(&settings, &orders);
    let whole = std::fs::read_to_string(&orders.results).unwrap();
    let exists = play(&settings, &orders).unwrap_err();
    assert!(matches!(
        exists,
        MatchError::Results(ResultsError::Exists(_))
    ));
    orders.resume = true;
    let last = whole.lines().last().unwrap();
    let spoilt = [
        format!("{whole}{last}\n"),
        format!("{whole}no game\n"),
        whole.replace("\"black\":\"a\"", "\"black\":\"c\""),
        whole.replace("\"game\":1", "\"game\":7"),
        whole.replace("\"lianzhu_match\":1", "\"lianzhu_match\":2"),
        whole.replace("\"games\":2", "\"games\":4"),
        whole.replace("\"shard\":\"1/1\"", "\"shard\":\"1/2\""),
        "a letter\n".to_owned(),
    ];
    for text in spoilt {
        std::fs::write(&orders.results, &text).unwrap();
        assert!(play(&settings, &orders).is_err(), "{text}");
        let after = std::fs::read_to_string(&orders.results).unwrap();
        assert_eq!(after, text, "it was written to");
    }
}

/// Parts of a schedule add up to the whole, whoever plays them and in whatever order.
fn shards() {
    let room = Room::new();
    let mut settings = settings(
        &[
            room.fake("a", "gtp", "fair"),
            room.fake("b", "gomocup", "fair"),
            room.fake("c", "gomocup", "illegal"),
        ],
        4,
    );
    settings.draw_after = Some(8);
    settings.openings = OpeningSource::Random(2, 4);
    let whole = play_all(&settings, &orders(&room));
    let mut all = Vec::new();
    let mut parts = Tally::new(["a", "b", "c"].map(str::to_owned));
    for shard in ["2/3", "1/3", "3/3"] {
        let mut orders = orders(&room);
        orders.shard = shard.parse().unwrap();
        orders.results = room.path(&shard.replace('/', "-"));
        let (games, outcome) = play(&settings, &orders).unwrap();
        assert_eq!(outcome.ending, Ending::Done);
        parts.merge(&outcome.tally).unwrap();
        all.extend(games);
    }
    assert_eq!(numbers(&all), numbers(&whole));
    let known = |game: &ResultRecord| {
        let same = whole.iter().find(|other| other.game == game.game).unwrap();
        (&same.black, &same.moves, same.result) == (&game.black, &game.moves, game.result)
    };
    assert!(all.iter().all(known));
    assert_eq!(parts.games(), 12);
}

/// What an engine cannot play is said before the first game.
fn refusals() {
    let room = Room::new();
    for (dialect, habit, word) in [
        ("gtp", "small", "unacceptable size"),
        ("gomocup", "small", "unsupported size"),
        ("gtp", "exits-at-start", ": 4\n"),
        ("gomocup", "exits-at-start", ": 4\n"),
    ] {
        let engines = [
            room.fake("a", "gtp", "fair"),
            room.fake("bad", dialect, habit),
        ];
        let mut orders = orders(&room);
        orders.results = room.path(&format!("{dialect}-{habit}"));
        let error = play(&settings(&engines, 2), &orders).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("bad cannot play this match") && text.contains(word),
            "{text}"
        );
        assert!(games_in(&orders.results).is_empty());
    }
    let engines = [
        room.fake("a", "gtp", "fair"),
        "name=b cmd=/no/such/program".to_owned(),
    ];
    let error = play(&settings(&engines, 2), &orders(&room)).unwrap_err();
    assert!(error.to_string().contains("/no/such/program"), "{error}");
    room.assert_nobody_is_left("a");
    room.assert_nobody_is_left("bad");
}

/// Engines that know only the core of their protocol play five in a row, and nothing else.
fn plain_engines() {
    let room = Room::new();
    let engines = [
        room.fake("a", "gtp", "plain"),
        room.fake("b", "gomocup", "plain"),
    ];
    let mut six = settings(&engines, 2);
    six.draw_after = Some(10);
    assert_eq!(play_all(&six, &orders(&room)).len(), 2);
    six.rules.winlength = 6;
    let mut orders = orders(&room);
    orders.results = room.path("six");
    let text = play(&six, &orders).unwrap_err().to_string();
    assert_eq!(
        text.matches("cannot play this match").count(),
        2,
        "both are told: {text}"
    );
    let mut nodes = settings(&engines, 2);
    nodes.engines[0].nodes = Some(5);
    orders.results = room.path("nodes");
    let text = play(&nodes, &orders).unwrap_err().to_string();
    assert!(text.contains("limits nodes"), "{text}");
}

/// Word for word what the engines are told: rules, limits, an opening, clocks, moves.
fn dialogues() {
    let room = Room::new();
    let file = room.path("openings");
    std::fs::write(&file, "B12 A2 C1\n").unwrap();
    let engines = [
        format!(
            "{} tc=60+0.5 nodes=70 'init=kata-set-param x 1'",
            room.fake("a", "gtp", "records")
        ),
        format!(
            "{} tc=60,5/move nodes=80 memory=9000000",
            room.fake("b", "gomocup", "records")
        ),
    ];
    let mut settings = settings(&engines, 2);
    settings.rules.width = 20;
    settings.rules.height = 12;
    settings.rules.winlength = 6;
    settings.rules.rule = "caro".to_owned();
    settings.openings = OpeningSource::File(file);
    settings.draw_after = Some(6);
    play_all(&settings, &orders(&room));
    let told = |name: &str| {
        let text = std::fs::read_to_string(room.path(&format!("{name}.lines"))).unwrap();
        // What is left of the clocks is not the same each time.
        let line = |line: &str| match line.split_once("time_left ") {
            Some((before, after)) if after != "60000" => {
                let color = after.split(' ').next().filter(|word| word.len() == 1);
                format!("{before}time_left {}~", color.unwrap_or_default())
            }
            _ => line.to_owned(),
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        told("a"),
        "1 protocol_version\n2 list_commands\n3 rectangular_boardsize 20 12\n4 winlength 6\n\
         5 kata-set-rules caro\n6 kata-list-params\n7 kata-set-param maxVisits 70\n\
         8 kata-set-param x 1\n\
         9 clear_board\n10 kata-time_settings fischer 60 0.5\n\
         11 play b B12\n12 play w A2\n13 play b C1\n14 play w A12\n15 time_left b~\n16 genmove b\n\
         17 clear_board\n18 kata-time_settings fischer 60 0.5\n\
         19 play b B12\n20 play w A2\n21 play b C1\n22 time_left w~\n23 genmove w\n\
         24 play b A12\n25 time_left w~\n26 genmove w\nquit"
    );
    assert_eq!(
        told("b"),
        "INFO rule 8\nRECTSTART 20,12\nABOUT\nINFO winlength 6\nABOUT\n\
         INFO max_memory 9000000\nINFO max_node 80\n\
         RESTART\nINFO timeout_turn 5000\nINFO timeout_match 60000\nINFO time_left 60000\n\
         INFO max_memory 9000000\nINFO max_node 80\n\
         INFO time_left 60000\nBOARD\n1,0,2\n0,10,1\n2,11,2\nDONE\n\
         INFO time_left ~\nTURN 0,11\n\
         RESTART\nINFO timeout_turn 5000\nINFO timeout_match 60000\nINFO time_left 60000\n\
         INFO max_memory 9000000\nINFO max_node 80\n\
         INFO time_left 60000\nBOARD\n1,0,1\n0,10,2\n2,11,1\n0,11,2\nDONE\nEND"
    );
}

fn strict() {
    let room = Room::new();
    let engines = [
        room.fake("a", "gtp", "fair"),
        room.fake("bad", "gtp", "exits"),
    ];
    let mut orders = orders(&room);
    orders.strict = true;
    let (games, outcome) = play(&settings(&engines, 10), &orders).unwrap();
    assert_eq!((outcome.ending, games.len()), (Ending::Fault, 1));
    room.assert_nobody_is_left("a");
}

fn sprt() {
    let room = Room::new();
    let engines = [
        room.fake("a", "gtp", "fair"),
        room.fake("bad", "gtp", "resigns"),
    ];
    let mut settings = settings(&engines, 1000);
    settings.sprt = Some("elo0=0 elo1=50 alpha=.05 beta=.05".to_owned());
    let mut orders = orders(&room);
    orders.resume = true;
    orders.concurrency = 2;
    let (games, outcome) = play(&settings, &orders).unwrap();
    assert_eq!(outcome.ending, Ending::Sprt(SprtState::AcceptedH1));
    assert!(games.len() < 1000);
    // A decision stays one.
    let (games, outcome) = play(&settings, &orders).unwrap();
    assert_eq!(outcome.ending, Ending::Sprt(SprtState::AcceptedH1));
    assert!(games.is_empty());
}

fn concurrency() {
    let room = Room::new();
    let engines = [
        room.fake("a", "gtp", "fair"),
        room.fake("b", "gomocup", "exits"),
        format!("{} restart=true", room.fake("c", "gtp", "fair")),
    ];
    let mut settings = settings(&engines, 8);
    settings.draw_after = Some(12);
    let mut orders = orders(&room);
    orders.concurrency = 4;
    orders.sgf = Some(room.path("sgf"));
    let games = play_all(&settings, &orders);
    assert_eq!(games.len(), 24);
    assert_eq!(numbers(&games), (0..24).collect());
    assert_eq!(games_in(&orders.results).len(), 24);
    for game in &games {
        let path = room.path("sgf").join(format!("{:06}.sgf", game.game));
        let record = sgf::read(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(record.moves.len(), game.moves.len());
        assert_eq!(
            record.players,
            [Some(game.black.clone()), Some(game.white.clone())]
        );
    }
    for name in ["a", "b", "c"] {
        room.assert_nobody_is_left(name);
    }
}

/// Other boards, win lengths and variants reach the engines, and points keep their places between
/// the two dialects: the fakes would play on stones otherwise.
fn boards() {
    for (width, height, winlength, rule) in [
        (3, 3, 3, "freestyle"),
        (7, 20, 6, "exact"),
        (30, 5, 5, "renju"),
        (52, 52, 9, "caro"),
    ] {
        let room = Room::new();
        let mut settings = settings(&two(&room), 2);
        settings.rules.width = width;
        settings.rules.height = height;
        settings.rules.winlength = winlength;
        settings.rules.rule = rule.to_owned();
        settings.draw_after = Some(400);
        for game in play_all(&settings, &orders(&room)) {
            let ends = [Reason::Line, Reason::FullBoard, Reason::MoveLimit];
            let forbidden = rule == "renju" && game.fault().is_some();
            assert!(
                ends.contains(&game.reason) || forbidden,
                "{width}x{height}: {game:?}"
            );
        }
    }
    assert_eq!(Rules::default().win_length(), 5);
}

/// An engine that fails at its start is quoted, and its end is told.
fn complaints() {
    let room = Room::new();
    for dialect in ["gtp", "gomocup"] {
        let engines = [
            room.fake("a", "gtp", "fair"),
            room.fake("bad", dialect, "exits-at-start"),
        ];
        let orders = orders(&room);
        let error = play(&settings(&engines, 2), &orders).unwrap_err();
        let text = error.to_string();
        let quoted: Vec<&str> = text.lines().skip(1).collect();
        let last = (3..=7).map(|line| format!("    | complaint {line}"));
        assert_eq!(quoted, last.collect::<Vec<_>>(), "{text}");
        assert!(!orders.results.exists(), "nothing was begun");
        // One that waits for ever is no more patiently waited for than a move.
        let engines = [
            room.fake("a", "gtp", "fair"),
            room.fake("mute", dialect, "mute"),
        ];
        let mut brief = settings(&engines, 2);
        brief.stall = 1.5;
        let text = play(&brief, &orders).unwrap_err().to_string();
        assert!(
            text.contains("no answer within 1.500 s\n    | still loading"),
            "{text}"
        );
        room.assert_nobody_is_left("mute");
    }
}

/// A match can be made longer when it is resumed, if that leaves the games it has as they are.
fn more_games() {
    let room = Room::new();
    let mut settings = settings(&two(&room), 3);
    settings.draw_after = Some(8);
    settings.openings = OpeningSource::Random(2, 4);
    let mut orders = orders(&room);
    play_all(&settings, &orders);
    let short = std::fs::read_to_string(&orders.results).unwrap();
    orders.resume = true;
    settings.games = 8;
    let more = play_all(&settings, &orders);
    assert_eq!(numbers(&more), (3..8).collect());
    let text = std::fs::read_to_string(&orders.results).unwrap();
    let games = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert!(games(&text).starts_with(&games(&short)));
    let unlike = text
        .lines()
        .next()
        .unwrap()
        .replace("\"games\":8", "\"games\":3");
    let header = |text: &str| text.split("\"openings\":\"").next().unwrap().to_owned();
    assert_eq!(header(&unlike), header(&short), "only the number changed");
    assert!(play_all(&settings, &orders).is_empty());
    settings.games = 6;
    let error = play(&settings, &orders).unwrap_err().to_string();
    assert!(error.contains("games is 8 there, 6 here"), "{error}");
    // Another number of openings is shuffled otherwise.
    settings.shuffle = true;
    orders.resume = false;
    orders.results = room.path("shuffled");
    play_all(&settings, &orders);
    let before = std::fs::read(&orders.results).unwrap();
    orders.resume = true;
    settings.games = 40;
    let error = play(&settings, &orders).unwrap_err().to_string();
    assert!(error.contains("other openings"), "{error}");
    assert_eq!(std::fs::read(&orders.results).unwrap(), before);
}

/// Every setting that is not that of the file is named, with both values.
fn differences() {
    let room = Room::new();
    let mut settings = settings(&two(&room), 2);
    settings.draw_after = Some(4);
    let mut orders = orders(&room);
    play_all(&settings, &orders);
    orders.resume = true;
    settings.seed = 9;
    settings.draw_after = None;
    settings.rules.width = 20;
    settings.engines[1].nodes = Some(70);
    let error = play(&settings, &orders).unwrap_err().to_string();
    for told in [
        "b: nodes is none there, 70 here",
        "width is 15 there, 20 here",
        "seed is 1 there, 9 here",
        "draw-after is 4 there, none here",
    ] {
        assert!(error.contains(told), "{told}: {error}");
    }
}

/// An SGF that is not of this match stays as it is, and what a killed referee had not written is
/// written when the match is resumed.
fn sgf_folders() {
    let room = Room::new();
    let mut settings = settings(&two(&room), 2);
    settings.draw_after = Some(8);
    let mut orders = orders(&room);
    let folder = room.path("sgf");
    let game = |i: u64| folder.join(format!("{i:06}.sgf"));
    orders.sgf = Some(folder.clone());
    std::fs::write(&folder, "no folder").unwrap();
    assert!(matches!(play(&settings, &orders), Err(MatchError::Sgf(..))));
    assert!(!orders.results.exists(), "nothing was begun");
    std::fs::remove_file(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(game(1), "precious").unwrap();
    for resume in [false, true] {
        orders.resume = resume;
        let error = play(&settings, &orders).unwrap_err();
        assert!(matches!(error, MatchError::SgfExists(path) if path == game(1)));
        assert_eq!(std::fs::read(game(1)).unwrap(), b"precious");
        assert!(!orders.results.exists(), "nothing was begun");
    }
    orders.force = true;
    play_all(&settings, &orders);
    let written = [0, 1].map(|i| std::fs::read(game(i)).unwrap());
    assert!(written[1].starts_with(b"("));
    orders.force = false;
    std::fs::remove_file(game(0)).unwrap();
    settings.games = 4;
    assert_eq!(play_all(&settings, &orders).len(), 2);
    assert_eq!([0, 1].map(|i| std::fs::read(game(i)).unwrap()), written);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 4);
}

/// Names of engines, files and folders need not be ASCII: on the command line of an engine, in results
/// and in records.
fn names() {
    let room = Room::new();
    let engines = [
        room.fake("连珠", "gtp", "fair"),
        room.fake("Žofie", "gomocup", "fair"),
    ];
    let mut settings = settings(&engines, 1);
    settings.draw_after = Some(6);
    let mut orders = orders(&room);
    orders.results = room.path("итог.jsonl");
    orders.sgf = Some(room.path("игры"));
    play_all(&settings, &orders);
    let game = &games_in(&orders.results)[0];
    assert_eq!(game.names(), ["连珠", "Žofie"]);
    let record = std::fs::read(room.path("игры").join("000000.sgf")).unwrap();
    let players = sgf::read(&record).unwrap().players;
    assert_eq!(players, ["连珠", "Žofie"].map(|name| Some(name.to_owned())));
    room.assert_nobody_is_left("连珠");
}
