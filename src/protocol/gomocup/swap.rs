//! Openings that both sides agree on.

use super::command::Command;
use super::reply::{Answer, Failure};
use super::session::{AfterStones, Session};
use crate::engine::{Swap, SwapError, SwapReply};
use crate::game::Point;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "SWAP2BOARD",
        syntax: "",
        run: |session, _| {
            session.begin_board(AfterStones::Opening(Swap::Two));
            Ok(None)
        },
    },
    Command {
        name: "SWAP1BOARD",
        syntax: "",
        run: |session, _| {
            session.begin_board(AfterStones::Opening(Swap::One));
            Ok(None)
        },
    },
    Command {
        name: "YXSWAP2STEP1",
        syntax: "",
        run: propose,
    },
    Command {
        name: "YXSWAP2STEP2",
        syntax: "",
        run: first_choice,
    },
    Command {
        name: "YXSWAP2STEP3",
        syntax: "",
        run: last_choice,
    },
];

impl Session {
    /// What the engine says of the opening on the board: `SWAP`, or points with blanks between.
    pub(super) fn say_opening(&mut self, swap: Swap) -> Answer {
        let reply = self.engine_mut().swap(swap).map_err(Failure::because)?;
        Ok(Some(match reply {
            SwapReply::Swap => "SWAP".to_owned(),
            SwapReply::Place(points) => {
                let shown: Vec<String> = points.iter().map(|&point| self.show(point)).collect();
                shown.join(" ")
            }
        }))
    }

    /// What a change is answered by; one that fails is taken back.
    pub(super) fn or_back(&mut self, change: impl FnOnce(&mut Session) -> Answer) -> Answer {
        let board = self.engine().board().clone();
        let asked = self.engine().asked_win_length();
        let answer = change(self);
        if answer.is_err() {
            self.engine_mut().set_board(board, asked);
        }
        answer
    }

    /// The stones with Yixin-Board's numbers of them, from `first` on.
    fn yixin_moves(&self, first: usize, points: &[Point]) -> String {
        let moves = points.iter().zip(first..).map(|(&point, number)| {
            let offset = self.view().offset(point);
            format!("MESSAGE SWAP2 MOVE{number} {} {}", offset.x, offset.y)
        });
        moves.collect::<Vec<_>>().join("\n")
    }
}

fn propose(session: &mut Session, _: &str) -> Answer {
    session.restart()?;
    match session.engine_mut().swap(Swap::Two) {
        Ok(SwapReply::Place(points)) => Ok(Some(session.yixin_moves(1, &points))),
        Ok(SwapReply::Swap) => Ok(None),
        Err(error) => Err(Failure::because(error)),
    }
}

/// The steps of Yixin-Board go by the number of stones, as a choice does.
fn with_stones(session: &Session, number: usize) -> Result<(), Failure> {
    session.playable()?;
    let stones = session.engine().board().stones();
    if stones == number {
        Ok(())
    } else {
        Err(Failure::because(SwapError::Stones(stones)))
    }
}

fn first_choice(session: &mut Session, _: &str) -> Answer {
    with_stones(session, 3)?;
    match session.engine_mut().swap(Swap::Two) {
        Ok(SwapReply::Place(points)) if points.len() > 1 => {
            Ok(Some(session.yixin_moves(4, &points)))
        }
        Ok(SwapReply::Place(_)) => Ok(Some("MESSAGE SWAP2 SWAP1 NO".to_owned())),
        Ok(SwapReply::Swap) => Ok(Some("MESSAGE SWAP2 SWAP1 YES".to_owned())),
        Err(error) => Err(Failure::because(error)),
    }
}

fn last_choice(session: &mut Session, _: &str) -> Answer {
    with_stones(session, 5)?;
    match session.engine_mut().swap(Swap::Two) {
        Ok(SwapReply::Place(_)) => Ok(Some("MESSAGE SWAP2 SWAP2 NO".to_owned())),
        Ok(SwapReply::Swap) => Ok(Some("MESSAGE SWAP2 SWAP2 YES".to_owned())),
        Err(error) => Err(Failure::because(error)),
    }
}
