use super::reply::Answer;
use super::session::Session;

/// A command of the registry.
pub struct Command {
    /// The name, in capitals; it is read in any case.
    pub name: &'static str,
    /// What stands behind the name, as `protocol.md` writes it; empty for nothing.
    pub syntax: &'static str,
    pub(super) run: fn(&mut Session, &str) -> Answer,
}
