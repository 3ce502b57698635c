//! Which points a colour has no right to, as patterns leave few of them in doubt.

use super::pattern4::Pattern4;
use super::state::Patterns;
use crate::game::Color;

impl Patterns {
    /// Whether a colour may play this empty point. Constant time but for points of renju whose pattern
    /// [may be forbidden](Pattern4::may_be_forbidden), where the rules room is asked.
    #[inline]
    pub fn may_play(&self, slot: usize, color: Color) -> bool {
        if color == Color::White || !self.is_renju() {
            return true;
        }
        match self.pattern4(slot, Color::Black) {
            Pattern4::Forbidden => false,
            doubtful if doubtful.may_be_forbidden() => {
                self.board().forbidden(self.point(slot)).is_none()
            }
            _ => true,
        }
    }
}
