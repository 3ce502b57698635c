//! What is on its way to an engine.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::Outbox;
#[cfg(windows)]
pub(super) use windows::Outbox;
