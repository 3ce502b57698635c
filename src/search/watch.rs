//! What a search tells its observer.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::report::{Line, Nodes, Report};
use super::root::RootMove;
use super::score::INFINITE;
use super::worker::Worker;

/// An observer with what it was told last.
pub(super) struct Watch<'a> {
    observer: &'a mut dyn FnMut(&Report),
    /// How many moves are told.
    lines: usize,
    /// How often it is told within an iteration; never, if `None`.
    every: Option<Duration>,
    report: Option<Report>,
    told: Instant,
    /// The first worker's positions that are in the report's lines.
    counted: u64,
}

impl<'a> Watch<'a> {
    pub fn new(
        observer: &'a mut dyn FnMut(&Report),
        lines: usize,
        every: Option<Duration>,
    ) -> Watch<'a> {
        Watch {
            observer,
            lines,
            every,
            report: None,
            told: Instant::now(),
            counted: 0,
        }
    }
}

impl Worker<'_> {
    /// How far the search is, `moves` being the root's moves, the best first.
    pub fn report(&self, depth: u32, moves: &[RootMove], lines: usize) -> Report {
        let points = |pv: &[u16]| {
            let points = pv.iter();
            points
                .map(|&slot| self.patterns.point(slot as usize))
                .collect::<Vec<_>>()
        };
        let best = moves.first();
        let known = moves.iter().filter(|tried| tried.exact.depth > 0);
        let lines = known.take(lines).map(|tried| Line {
            depth: tried.exact.depth,
            seldepth: tried.exact.seldepth,
            score: tried.exact.score,
            nodes: tried.nodes,
            pv: points(&tried.exact.pv),
        });
        Report {
            depth,
            seldepth: self.seldepth as u32,
            score: best.map_or(0, |best| {
                let known = best.score > -INFINITE;
                if known {
                    best.score
                } else {
                    self.evaluator.score(&self.patterns)
                }
            }),
            pv: best.map_or_else(Vec::new, |best| points(&best.pv)),
            lines: lines.collect(),
            current: None,
            nodes: self.entered(),
            elapsed: self.shared.start.elapsed(),
        }
    }

    /// Positions entered by all threads.
    fn entered(&self) -> Nodes {
        let counts = self.shared.nodes.iter().enumerate();
        let others = counts.filter(|&(index, _)| index != self.index);
        Nodes {
            tree: self.tree_nodes,
            leaves: self.leaf_nodes,
            fours: self.vcf.nodes,
            others: others.map(|(_, count)| count.load(Relaxed)).sum(),
        }
    }

    /// How many moves are reported.
    pub fn lines(&self) -> usize {
        self.watch.as_ref().map_or(1, |watch| watch.lines)
    }

    /// Tells the observer of a finished iteration, or line of one.
    pub fn tell(&mut self, depth: u32, moves: &[RootMove]) {
        let Some(watch) = &self.watch else {
            return;
        };
        let mut report = self.report(depth, moves, watch.lines);
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
        if self
            .watch
            .as_ref()
            .is_none_or(|watch| watch.every.is_none())
        {
            return;
        }
        let nodes = self.nodes();
        let first = self.patterns.point(self.root_slot as usize);
        let Some(watch) = &mut self.watch else {
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
