//! Extensions: which moves are searched deeper than others.

use super::node::{Node, NonPv};
use super::picker::ThreatState;
use super::score::WIN;
use super::tt::Bound;
use super::worker::Worker;

/// How much deeper a move is to be searched, or the score that makes it needless.
#[derive(Default)]
pub(super) struct Extension {
    pub plies: i32,
    pub cut: Option<i32>,
}

impl Worker<'_> {
    /// How much deeper a move is to be searched, or the score that makes it needless.
    pub(super) fn extension(&mut self, node: &Node, slot: u16) -> Extension {
        let mut extension = Extension::default();
        if let ThreatState::Five(_) = node.threat_state {
            let depth = self.root_depth.max(self.params.extension_least);
            extension.plies = i32::from((node.ply as i32) < self.params.extension_limit * depth);
            return extension;
        }
        let Some(entry) = node.entry else {
            return extension;
        };
        let singular = node.depth >= self.params.singular_depth
            && entry.slot == Some(slot)
            && node.excluded.is_none()
            && entry.depth >= node.depth - self.params.singular_near
            && entry.bound != Bound::Upper
            && entry.score.abs() < WIN
            && (node.ply as i32) < self.params.extension_limit * self.root_depth;
        if !singular {
            return extension;
        }
        let limit = entry.score - ((self.params.singular_margin * node.depth) >> 4);
        self.stack[node.ply].excluded = Some(slot);
        let score =
            self.search::<NonPv>(limit - 1, limit, (node.depth - 1) / 2, node.ply, node.cut);
        self.stack[node.ply].excluded = None;
        if score < limit {
            let double = !node.pv && score < limit - self.params.singular_double;
            extension.plies = 1 + i32::from(double);
        } else if limit >= node.beta && score < WIN {
            extension.cut = Some(limit);
        } else if entry.score >= node.beta {
            extension.plies = -1;
        }
        extension
    }
}
