//! The reader of proof files: it trusts nothing that a file says.

use std::io::{self, Read};

use thiserror::Error;

use super::header::{Claim, Form, Header, HeaderError, MAX_HEAD, Verdict};
use super::small::{Fault, check_hold};
use super::wins::{WinFault, check_win};
use crate::files::fnv1a64;
use crate::game::Color;

/// Why a proof was refused.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The file cannot be read.
    #[error("the proof cannot be read: {0}")]
    Io(#[from] io::Error),
    /// There is no whole head.
    #[error("the head does not end")]
    NoHead,
    /// The head cannot be read.
    #[error("{0}")]
    Head(#[from] HeaderError),
    /// The body is shorter or longer than the head says.
    #[error("the body has {found} bytes, not {claimed}")]
    Length {
        /// What the head says.
        claimed: u64,
        /// What there is, one more at most than is claimed.
        found: u64,
    },
    /// The body is not the one that was written.
    #[error("the body does not have the hash in the head")]
    Hash,
    /// A byte of the body proves nothing.
    #[error("byte {at} of the body, after {nodes} nodes: {fault}")]
    Body {
        /// The byte, from 0.
        at: usize,
        /// The numbered nodes before it.
        nodes: u64,
        /// What is wrong.
        fault: BodyFault,
    },
}

/// What is wrong with the body of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BodyFault {
    /// Of a proof that a side holds.
    #[error("{0}")]
    Hold(#[from] Fault),
    /// Of a proof that a side wins.
    #[error("{0}")]
    Win(#[from] WinFault),
    /// The form proves another verdict.
    #[error("this form does not prove such a claim")]
    Verdict,
}

/// Reads a proof and checks everything in it. Returns what it proves.
///
/// # Errors
///
/// What is wrong, and where.
pub fn check(reader: impl Read) -> Result<Claim, CheckError> {
    let (header, body) = read_whole(reader)?;
    let place = |(at, nodes, fault): (usize, u64, WinFault)| (at, nodes, fault.into());
    let found = match (header.form, header.claim.verdict) {
        (Form::Hold, Verdict::Hold(_)) => {
            let found = check_hold(&header.claim, &body, header.nodes);
            found.map_err(|(at, nodes, fault)| (at, nodes, fault.into()))
        }
        (Form::Strategy | Form::Explicit, Verdict::Win(winner)) => {
            check_win(&header, winner, &body).map_err(place)
        }
        _ => Err((0, 0, BodyFault::Verdict)),
    };
    found.map_err(|(at, nodes, fault)| CheckError::Body { at, nodes, fault })?;
    Ok(header.claim)
}

/// The head of a proof of a win, the winner, and the body that was written.
pub(super) fn read_win_body(reader: impl Read) -> Result<(Header, Color, Vec<u8>), CheckError> {
    let (header, body) = read_whole(reader)?;
    match header.claim.verdict {
        Verdict::Win(winner) if header.form != Form::Hold => Ok((header, winner, body)),
        _ => Err(CheckError::Body {
            at: 0,
            nodes: 0,
            fault: BodyFault::Verdict,
        }),
    }
}

/// The head and the body, which is the one that was written.
fn read_whole(mut reader: impl Read) -> Result<(Header, Vec<u8>), CheckError> {
    let header = read_head(&mut reader)?;
    let mut body = Vec::new();
    reader
        .take(header.bytes.saturating_add(1))
        .read_to_end(&mut body)?;
    if body.len() as u64 != header.bytes {
        return Err(CheckError::Length {
            claimed: header.bytes,
            found: body.len() as u64,
        });
    }
    if fnv1a64(body.iter().copied()) != header.hash {
        return Err(CheckError::Hash);
    }
    Ok((header, body))
}

/// Reads up to the empty line.
fn read_head(reader: &mut impl Read) -> Result<Header, CheckError> {
    let mut head = Vec::new();
    while !head.ends_with(b"\n\n") {
        let mut byte = [0];
        if head.len() >= MAX_HEAD || reader.read(&mut byte)? == 0 {
            return Err(CheckError::NoHead);
        }
        head.extend(byte);
    }
    let text = String::from_utf8(head).map_err(|_| HeaderError::Line(1))?;
    Ok(text.parse()?)
}
