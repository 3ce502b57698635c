//! The body of the GTP reader.

use lianzhu::engine::{Config, Engine};
use lianzhu::game::{Board, Color};
use lianzhu::player::PlayerKind;
use lianzhu::protocol::gtp::{Gtp, commands};
use lianzhu::wire::{Line, LineReader};

/// Names of commands that write or read files: no input may choose which.
const FILES: [&str; 2] = ["printsgf", "loadsgf"];

/// Takes as many seconds as a line says.
const SLOW: &str = "lianzhu-solve";

/// What a command may change.
#[derive(Debug, PartialEq)]
struct State {
    board: Board,
    asked_win_length: u32,
    config: Config,
    seed: u64,
    clock: String,
}

fn state(engine: &Engine) -> State {
    State {
        board: engine.board().clone(),
        asked_win_length: engine.asked_win_length(),
        config: engine.config().clone(),
        seed: engine.seed(),
        clock: format!("{:?}", engine.clock()),
    }
}

/// Any bytes are answered: one response framed right for every line that asks for something, none
/// for the others, the id repeated, and a command that fails has changed nothing.
#[allow(dead_code, reason = "each target calls one body")]
pub fn gtp(data: &[u8]) {
    let config = Config {
        width: 7,
        height: 6,
        win_length: 4,
        player: PlayerKind::Scoring,
        max_nodes: Some(200),
        max_visits: Some(200),
        seed: Some(1),
        ..Config::default()
    };
    let mut gtp = Gtp::new(Engine::new(config).expect("a small board"));
    let mut lines = LineReader::new(data).with_comments(b'#').with_limit(256);
    while let Some(line) = lines.next_line().expect("a slice has no errors") {
        let text = readable(&line);
        if FILES.iter().any(|name| text.contains(name)) || text.contains(SLOW) {
            continue;
        }
        let before = state(gtp.engine());
        let asks = !text.trim_matches(' ').is_empty();
        match gtp.answer(&line) {
            None => assert!(!asks, "{text:?} was passed over"),
            Some(response) => {
                assert!(asks, "{text:?} was answered");
                check_frame(&line, &text, &response);
                if response.starts_with('?') {
                    assert_eq!(
                        state(gtp.engine()),
                        before,
                        "{text:?} failed and left traces"
                    );
                }
            }
        }
        check_position(gtp.engine());
        if gtp.has_quit() {
            return;
        }
    }
}

/// The line as the standard has it: no control characters, no comment.
fn readable(line: &Line) -> String {
    let bytes: Vec<u8> = line
        .bytes()
        .iter()
        .map(|&byte| if byte == b'\t' { b' ' } else { byte })
        .filter(|byte| !byte.is_ascii_control())
        .take_while(|&byte| byte != b'#')
        .collect();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
}

fn check_frame(line: &Line, text: &str, response: &str) {
    let body = response
        .strip_suffix("\n\n")
        .expect("an empty line at the end");
    assert!(!body.contains("\n\n") && !body.contains('\r') && !body.ends_with('\n'));
    let first = text
        .split(' ')
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    let id = match line {
        Line::Whole(_) if first.bytes().all(|byte| byte.is_ascii_digit()) => first,
        _ => "",
    };
    let shown = body.get(1..).expect("a mark of one byte");
    assert!(body.starts_with(['=', '?']), "{body:?}");
    if matches!(line, Line::Whole(_)) {
        // The response of an analysis has its first line for itself.
        let rest = shown.strip_prefix(id);
        let framed = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']));
        assert!(framed, "{body:?} to {text:?}");
    }
}

/// What is shown of a position agrees with itself.
fn check_position(engine: &Engine) {
    let board = engine.board();
    assert!(board.rules().win_length() <= board.rules().longer_side());
    if engine.outcome().is_some() {
        let point = board.rules().points().next().expect("a point");
        let mut copy = board.clone();
        assert!(copy.play(Color::White, point).is_err() || board.outcome() == engine.outcome());
    }
}

/// Inputs that get deep into it.
pub const SEEDS: &[&[u8]] = &[
    b"1 boardsize 5\n2 winlength 4\nplay b c3\ngenmove w\nshowboard\nundo\nfinal_score\nquit\n",
    b"gogui-play_sequence b a1 w a2 b b1 w b2 b c1 w c2 b d1\nfinal_score\ngenmove w\nreg_genmove b\n",
    b"kata-set-rules renju\nwinlength 5\nkata-set-rules {\"rule\":\"renju\",\"winlength\":5}\nkata-get-rules\n",
    b"gogui-setup b a1 w b2 b c3\ngogui-setup_player w\ngogui-rules_legal_moves\nlianzhu-threats\ngg-undo 2\n",
    b"set_position b a1 b b1 b c1 w d4\nlianzhu-scores w\nlianzhu-winline\nclear_board\nkomi 6.5\n",
    b"time_settings 600 30 25\ntime_left b 30 5\nkata-time_settings fischer 60 1.5\nkata-set-param player random\n",
    b"play b pass\nplay w pass\ngenmove b\ngogui-rules_final_result\nundo\nplay b a1\n",
    b"boardsize 4 3\nkata-set-param moveTime 0.1\nkata-get-param seed\n# interrupt\ngogui-analyze_commands\n",
    b"kata-set-param player search\nkata-set-param hash 1\nlevel 2\ngenmove b\nlevel 6\ngenmove_debug w\nclear_cache\n",
    b"play b c3\n7 kata-analyze w 1 maxmoves 3 avoid w c4,d4 2 rootInfo true\nlz-genmove_analyze b interval 1\nanalyze allow w a1 1\nstop\n",
    b"set_position b b2 b c2 b d2 w a2\nlianzhu-eval\nlianzhu-vcf b\nlianzhu-vct w 500\n",
    b"\xef\xbb\xbf7 name\r\n\t8\tversion # x\r\n9\n\n#\n   \n10 list_commands\n",
];

/// Pieces worth putting in.
pub const TOKENS: &[&[u8]] = &[
    b"\n",
    b"\r\n",
    b"\n\n",
    b" ",
    b"\t",
    b"#",
    b"# interrupt\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"1 ",
    b"99999999999999999999 ",
    b"-1",
    b"0",
    b"3",
    b"4294967297",
    b"1e999",
    b"nan",
    b"0.5",
    b"b",
    b"w",
    b"black",
    b"WHITE",
    b"pass",
    b"a1",
    b"B2",
    b"c3",
    b"i1",
    b"zz9",
    b"g6",
    b"h\xd9\xa3",
    b"{\"rule\":\"exact\"}",
    b"{\"winlength\":3}",
    b"{",
    b"\"",
    b"renju",
    b"caro",
    b"exact",
    b"freestyle",
    b"play ",
    b"undo\n",
    b"gg-undo 2\n",
    b"genmove b\n",
    b"genmove w\n",
    b"boardsize ",
    b"winlength ",
    b"clear_board\n",
    b"kata-set-rules ",
    b"kata-set-param ",
    b"kata-get-param ",
    b"gogui-play_sequence ",
    b"gogui-setup ",
    b"set_position ",
    b"gogui-setup_player ",
    b"time_left ",
    b"time_settings ",
    b"kata-time_settings ",
    b"gogui-rules_legal_moves\n",
    b"final_score\n",
    b"lianzhu-threats\n",
    b"reg_genmove b\n",
    b"known_command ",
    b"player",
    b"seed",
    b"moveTime",
    b"resign",
    b"level ",
    b"lianzhu-vct b ",
    b"lianzhu-vcf w\n",
    b"lianzhu-eval\n",
    b"genmove_debug b\n",
    b"true",
    b"none",
];

/// Every command that is not kept from this body is worth being asked with any argument.
#[allow(dead_code, reason = "each target calls one body")]
pub fn every_command_alone() {
    let left_out = |name| FILES.contains(&name) || name == SLOW;
    for command in commands().filter(|command| !left_out(command.name)) {
        for arguments in [
            "", "b", "b a1", "0", "1 2 3", "b 1 2", "{}", "\u{663}", "\"", "none", "-",
        ] {
            gtp(format!("play b b2\n{} {arguments}\nundo", command.name).as_bytes());
        }
    }
}
