//! What a worker tells the observer, and when.

use std::time::Duration;

use super::report::{Nodes, PvLine, Report};
use super::score::INFINITE;
use super::worker::Worker;
use crate::clock::Instant;

impl Worker<'_> {
    /// How far the search is, `depth` being the last iteration.
    pub fn report(&self, depth: u32) -> Report {
        let points = |pv: &[u16]| {
            let points = pv.iter();
            points
                .map(|&slot| self.patterns.point(slot as usize))
                .collect::<Vec<_>>()
        };
        let moves = &self.root.all;
        let most = self.watch.as_ref().map_or(1, |watch| watch.lines);
        let known = moves.iter().filter(|tried| tried.exact.depth > 0);
        let lines = known.take(most).map(|tried| PvLine {
            depth: tried.exact.depth,
            seldepth: tried.exact.seldepth,
            score: tried.exact.score,
            nodes: tried.nodes,
            pv: points(&tried.exact.pv),
        });
        let lines: Vec<PvLine> = lines.collect();
        let (score, pv) = match moves.first() {
            Some(best) if best.score > -INFINITE => (best.score, points(&best.pv)),
            Some(best) => (self.evaluator.score(&self.patterns), points(&best.pv)),
            None => (0, Vec::new()),
        };
        Report {
            depth,
            seldepth: self.seldepth as u32,
            score,
            pv,
            lines,
            current: None,
            nodes: self.entered(),
            elapsed: self.shared.start.elapsed(),
        }
    }

    /// Nodes of all threads.
    fn entered(&self) -> Nodes {
        Nodes {
            tree: self.tree_nodes,
            leaves: self.leaf_nodes,
            fours: self.vcf.nodes,
            others: self.shared.nodes_of_others(self.index),
        }
    }

    /// Tells the observer of a finished iteration, or line of one.
    pub fn tell(&mut self, depth: u32) {
        if self.watch.is_none() {
            return;
        }
        let mut report = self.report(depth);
        let current = self.patterns.point(self.root_slot as usize);
        report.current = (depth > 0).then_some(current);
        let nodes = self.nodes();
        if let Some(watch) = &mut self.watch {
            (watch.observer)(&report);
            watch.told = Instant::now();
            watch.counted = nodes;
            watch.report = Some(report);
        }
    }

    /// Adds what has been searched behind the present root move to what was told last.
    pub fn account(&mut self) {
        let nodes = self.nodes();
        let first = self.patterns.point(self.root_slot as usize);
        let Some(watch) = self.watch.as_mut().filter(|watch| watch.every.is_some()) else {
            return;
        };
        if let Some(report) = &mut watch.report {
            let mut lines = report.lines.iter_mut();
            if let Some(line) = lines.find(|line| line.pv.first() == Some(&first)) {
                line.nodes += nodes - watch.counted;
            }
        }
        watch.counted = nodes;
    }

    /// Tells the observer again, if it is time to and it wants to hear how an iteration goes on.
    pub fn refresh(&mut self) {
        let due = self.watch.as_ref().is_some_and(|watch| {
            let every = watch.every.unwrap_or(Duration::MAX);
            watch.every.is_some() && watch.told.elapsed() >= every
        });
        if !due {
            return;
        }
        self.account();
        let nodes = self.entered();
        let elapsed = self.shared.start.elapsed();
        let current = self.patterns.point(self.root_slot as usize);
        if let Some(watch) = &mut self.watch
            && let Some(report) = &mut watch.report
        {
            report.nodes = nodes;
            report.current = Some(current);
            report.elapsed = elapsed;
            (watch.observer)(report);
            watch.told = Instant::now();
        }
    }
}
