//! GTP as others see it: whole dialogues, and what `protocol.md` says.

mod dialogue;
mod document;
mod front;
mod live;
mod transcripts;
