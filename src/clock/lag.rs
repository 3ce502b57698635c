use std::time::Duration;

/// More is not kept in hand for lateness: a machine that stands still for longer than its scheduler
/// takes to come round cannot be waited for.
const MOST: Duration = Duration::from_millis(50);

/// How much later than they should the last moves were answered: where there is more work than
/// processors a scheduler gives each some tens of milliseconds in turn, which no margin covers that is
/// right for an idle machine.
///
/// What is seen counts in full at once, and an eighth less with every move behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lag(Duration);

impl Lag {
    /// What to keep in hand beside the overhead, at most 50 ms.
    pub fn allowance(self) -> Duration {
        self.0
    }

    /// A move took so long, where it was `allowed` to take so long.
    ///
    /// ```
    /// use lianzhu::clock::Lag;
    /// use std::time::Duration;
    /// let ms = Duration::from_millis;
    /// let mut lag = Lag::default();
    /// lag.note(ms(490), ms(300));
    /// assert_eq!(lag.allowance(), ms(0));
    /// lag.note(ms(490), ms(514));
    /// assert_eq!(lag.allowance(), ms(24));
    /// lag.note(ms(466), ms(466));
    /// assert_eq!(lag.allowance(), ms(21));
    /// lag.note(ms(469), ms(9_000));
    /// assert_eq!(lag.allowance(), ms(50));
    /// ```
    pub fn note(&mut self, allowed: Duration, taken: Duration) {
        let late = taken.saturating_sub(allowed).min(MOST);
        self.0 = late.max(self.0 - self.0 / 8);
    }
}
