use super::stop::StopToken;

/// How far one stage of long work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is counted, in the plural.
    pub unit: &'static str,
    /// How many of them are done, those of an earlier run included.
    pub done: usize,
    /// How many there are to do.
    pub total: usize,
}

/// Somebody who waits for long work: he is told how far it is, and may stop it.
pub struct Watch<'a> {
    stop: StopToken,
    tell: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Watch<'a> {
    /// `tell` hears of every step, however short; the work ends soon once `stop` is stopped.
    pub fn new(stop: &StopToken, tell: &'a (dyn Fn(Progress) + Sync)) -> Watch<'a> {
        let stop = stop.clone();
        Watch { stop, tell }
    }

    /// Nobody is told, and nobody stops it.
    pub fn nobody() -> Watch<'static> {
        Watch::new(&StopToken::new(), &|_| {})
    }

    /// Who may stop the work.
    pub fn stop(&self) -> &StopToken {
        &self.stop
    }

    /// Tells how far it is, and returns whether to go on.
    pub fn goes_on(&self, unit: &'static str, done: usize, total: usize) -> bool {
        (self.tell)(Progress { unit, done, total });
        !self.stop.is_stopped()
    }
}
