use std::io::Read;

use super::error::{MAX_BYTES, SgfError};
use super::lexer::{Lexer, Token};
use super::value;
use crate::game::{Color, MAX_SIDE};
use crate::notation::reading::variant;
use crate::notation::{GameRecord, Offset};

/// How many points all set-up properties together may list: enough to fill the largest board
/// sixteen times, few enough that no file costs more than a moment.
const MAX_SETUP: usize = 16 * SIDE * SIDE;

/// The points of one row on the largest board.
const SIDE: usize = MAX_SIDE as usize;

/// The main line of the first game in `text`. Judges no more than SGF itself: whether the size can
/// be played and the moves are legal is for [`GameRecord::rules`] and [`GameRecord::board`].
///
/// Linear in the length of the text; never recurses.
///
/// # Errors
///
/// The text is too long, has no game in it, breaks off, or has a value among the properties that
/// are understood which cannot be one. Stones that are set up after the first move are an error,
/// too: they are no game.
pub fn read(text: &[u8]) -> Result<GameRecord, SgfError> {
    if text.len() > MAX_BYTES {
        return Err(SgfError::TooLong);
    }
    let mut lexer = Lexer::new(text).ok_or(SgfError::NoGame)?;
    let mut reader = Reader::new();
    let mut depth = 0_usize;
    let mut on_main_line = true;
    // No property may stand between the bracket of a variation and its first node.
    let mut in_node = false;
    while let Some(token) = lexer.next()? {
        match token {
            Token::Open => {
                depth += 1;
                in_node = false;
            }
            Token::Close => {
                depth = depth.saturating_sub(1);
                on_main_line = false;
                in_node = false;
            }
            Token::Node => {
                in_node = true;
                if on_main_line {
                    reader.begin_node();
                }
            }
            Token::Property { .. } if !in_node => {
                return Err(lexer.error("a property stands outside any node"));
            }
            Token::Property { name, values } => {
                if on_main_line {
                    reader
                        .property(&name, &values)
                        .map_err(|what| lexer.error(what))?;
                }
            }
        }
        if depth == 0 {
            return Ok(reader.finish());
        }
    }
    Err(lexer.error("the record breaks off"))
}

/// As [`read`], from a source of which no more than [`MAX_BYTES`] and one byte are read.
///
/// # Errors
///
/// As [`read`], and what the source says.
pub fn read_from(source: impl Read) -> Result<GameRecord, SgfError> {
    let mut text = Vec::new();
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    source.take(most.saturating_add(1)).read_to_end(&mut text)?;
    read(&text)
}

/// Gathers a record from its properties.
pub(super) struct Reader {
    record: GameRecord,
    /// Nodes begun.
    nodes: usize,
    /// What is set up, row by row from the top, each row [`SIDE`] points.
    stones: Vec<Option<Color>>,
    /// The node that last listed a point in a set-up property.
    listed: Vec<usize>,
    /// How many points have been listed in set-up properties.
    setup_points: usize,
}

impl Reader {
    pub(super) fn new() -> Reader {
        Reader {
            record: GameRecord::default(),
            nodes: 0,
            stones: vec![None; SIDE * SIDE],
            listed: vec![0; SIDE * SIDE],
            setup_points: 0,
        }
    }

    pub(super) fn begin_node(&mut self) {
        self.nodes += 1;
    }

    /// How many moves have been read.
    pub(super) fn moves(&self) -> usize {
        self.record.moves.len()
    }

    pub(super) fn finish(mut self) -> GameRecord {
        let offset = |at: usize| Offset {
            x: (at % SIDE) as u16,
            y: (at / SIDE) as u16,
        };
        self.record.setup = self
            .stones
            .iter()
            .enumerate()
            .filter_map(|(at, stone)| Some(((*stone)?, offset(at))))
            .collect();
        self.record
    }

    /// Takes one property; if it cannot be one, says what is wrong with it.
    pub(super) fn property(
        &mut self,
        name: &str,
        values: &[impl AsRef<[u8]>],
    ) -> Result<(), &'static str> {
        match name {
            "AB" => self.set_up(Some(Color::Black), values),
            "AW" => self.set_up(Some(Color::White), values),
            "AE" => self.set_up(None, values),
            "B" | "W" | "PL" => {
                let [value] = values else {
                    return Err("a move has more than one value");
                };
                let value = value.as_ref();
                match name {
                    "B" => self.play(Color::Black, value),
                    "W" => self.play(Color::White, value),
                    _ => self.turn(value),
                }
            }
            "GM" | "SZ" | "NR" | "RU" | "PB" | "PW" | "RE" if self.nodes == 1 => {
                self.about_the_game(name, values.first().map_or(&[], AsRef::as_ref))
            }
            _ => Ok(()),
        }
    }

    /// Properties of the first node; of a repeated one the first counts.
    fn about_the_game(&mut self, name: &str, value: &[u8]) -> Result<(), &'static str> {
        let record = &mut self.record;
        let [black, white] = &mut record.players;
        match name {
            "GM" => {
                // Which game it is decides nothing but a missing size: a strange value is none.
                record.game = record.game.or(value::number(value));
            }
            "SZ" => {
                let size = value::size(value).ok_or("SZ is no size")?;
                record.size.get_or_insert(size);
            }
            "NR" => {
                let length = value::number(value).ok_or("NR is no number")?;
                record.win_length.get_or_insert(length);
            }
            "RU" => record.variant = record.variant.or(variant(&value::text(value))),
            "PB" => name_once(black, value),
            "PW" => name_once(white, value),
            _ => name_once(&mut record.result, value),
        }
        Ok(())
    }

    fn set_up(
        &mut self,
        stone: Option<Color>,
        values: &[impl AsRef<[u8]>],
    ) -> Result<(), &'static str> {
        // An empty list lists nothing; some programs write one.
        let values = values.iter().map(AsRef::as_ref);
        for value in values.filter(|value| !value::is_pass(value)) {
            if !self.record.moves.is_empty() {
                return Err("stones are set up after the first move");
            }
            let (least, most) = value::area(value).ok_or("a stone is no point of two letters")?;
            for y in least.y..=most.y {
                for x in least.x..=most.x {
                    self.put(usize::from(y) * SIDE + usize::from(x), stone)?;
                }
            }
        }
        Ok(())
    }

    fn put(&mut self, at: usize, stone: Option<Color>) -> Result<(), &'static str> {
        self.setup_points += 1;
        if self.setup_points > MAX_SETUP {
            return Err("too many points are set up");
        }
        let (Some(listed), Some(place)) = (self.listed.get_mut(at), self.stones.get_mut(at)) else {
            return Err("a stone is no point of two letters");
        };
        if *listed == self.nodes {
            return Err("a point is set up twice");
        }
        *listed = self.nodes;
        *place = stone;
        Ok(())
    }

    fn play(&mut self, color: Color, value: &[u8]) -> Result<(), &'static str> {
        let point = if value::is_pass(value) {
            None
        } else {
            Some(value::point(value).ok_or("a move is no point of two letters")?)
        };
        self.record.moves.push((color, point));
        self.record.next_to_move = None;
        Ok(())
    }

    fn turn(&mut self, value: &[u8]) -> Result<(), &'static str> {
        let color = match value.trim_ascii().to_ascii_lowercase().as_slice() {
            b"b" | b"black" | b"1" => Color::Black,
            b"w" | b"white" | b"2" => Color::White,
            _ => return Err("PL is no colour"),
        };
        if self.record.moves.is_empty() {
            self.record.first_to_move = Some(color);
        } else {
            self.record.next_to_move = Some(color);
        }
        Ok(())
    }
}

fn name_once(place: &mut Option<String>, value: &[u8]) {
    let text = value::text(value);
    if place.is_none() && !text.is_empty() {
        *place = Some(text);
    }
}
