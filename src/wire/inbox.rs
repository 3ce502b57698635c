use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::reader::{Line, LineReader};
use crate::clock::Instant;

/// How many lines are read ahead at most.
const MAX_LINES: usize = 1024;

/// How many bytes of lines are read ahead at most; a single line may be longer.
const MAX_BYTES: usize = 1024 * 1024;

/// Enough for the reader thread and a short inspector.
const STACK: usize = 256 * 1024;

/// A line with when it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// Which line of the input it is, from 1; dropped lines count.
    pub number: u64,
    /// When its end had been read from the source, before it waited for anybody. Lines that came
    /// in one piece have the same.
    pub at: Instant,
    /// The line.
    pub line: Line,
}

/// What an [`Inbox`] has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A line came.
    Line(Received),
    /// The input has ended; said again whenever asked.
    End,
    /// The input cannot be read any more; said again whenever asked.
    Failed(io::ErrorKind),
}

/// What an inspector wants to happen with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inspection {
    /// It waits for its turn.
    Queue,
    /// It was dealt with, or means nothing: it is not queued.
    Drop,
}

/// Lines read ahead by a thread of their own, while the owner thinks.
///
/// Every event passes an inspector on that thread as soon as it is read, before it is queued: there
/// a front recognises what must act at once (the comment `# interrupt`). At most 1024 lines and
/// 1 MiB wait; then the thread stops reading until one is taken, and the other side's pipe fills.
/// Until then an inspector does not see what comes behind; lines that mean nothing should
/// therefore be dropped by it.
///
/// Dropping the inbox ends the thread at the next line, or when the source closes.
///
/// ```
/// use lianzhu::wire::{Event, Inbox, LineReader, Inspection};
///
/// let source = LineReader::new(&b"name\n# interrupt\n"[..]);
/// let inbox = Inbox::spawn(source, |event| match event {
///     Event::Line(received) if received.line.bytes() == b"# interrupt" => Inspection::Drop,
///     _ => Inspection::Queue,
/// })?;
/// let Event::Line(first) = inbox.recv() else { panic!() };
/// assert_eq!((first.number, first.line.bytes()), (1, &b"name"[..]));
/// assert_eq!(inbox.recv(), Event::End);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Inbox {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    arrived: Condvar,
    taken: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    lines: VecDeque<Received>,
    bytes: usize,
    /// `End` or `Failed`, once the reader has nothing more to say.
    last: Option<Event>,
    /// Nobody will take a line any more.
    abandoned: bool,
}

impl Inbox {
    /// Starts reading. `inspect` is called on the reading thread for every line and, once, for the
    /// end, in order; its verdict on the end is ignored. If it panics the input counts as ended.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn spawn<R, F>(source: LineReader<R>, inspect: F) -> io::Result<Inbox>
    where
        R: Read + Send + 'static,
        F: FnMut(&Event) -> Inspection + Send + 'static,
    {
        let shared = Arc::new(Shared::default());
        let closer = Closer(Arc::clone(&shared));
        thread::Builder::new()
            .name("reader".to_owned())
            .stack_size(STACK)
            .spawn(move || read_all(source, inspect, &closer))?;
        Ok(Inbox { shared })
    }

    /// The next event; waits for it.
    pub fn recv(&self) -> Event {
        let waiting = self
            .shared
            .arrived
            .wait_while(self.shared.lock(), |queue| queue.is_silent());
        let mut queue = waiting.unwrap_or_else(PoisonError::into_inner);
        self.shared.take(&mut queue).unwrap_or(Event::End)
    }

    /// The next event, or `None` if none comes within `timeout`. A timeout of zero asks without
    /// waiting.
    pub fn recv_timeout(&self, timeout: Duration) -> Option<Event> {
        let waiting =
            self.shared
                .arrived
                .wait_timeout_while(self.shared.lock(), timeout, |queue| queue.is_silent());
        let (mut queue, _) = waiting.unwrap_or_else(PoisonError::into_inner);
        self.shared.take(&mut queue)
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.abandoned = true;
        queue.lines.clear();
        self.shared.taken.notify_all();
    }
}

impl Queue {
    fn is_silent(&self) -> bool {
        self.lines.is_empty() && self.last.is_none()
    }

    fn is_full(&self) -> bool {
        self.lines.len() >= MAX_LINES || self.bytes >= MAX_BYTES
    }
}

impl Shared {
    /// The queue is consistent whenever its lock is free, so a poisoned one is as good as any.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, queue: &mut Queue) -> Option<Event> {
        let Some(received) = queue.lines.pop_front() else {
            return queue.last.clone();
        };
        queue.bytes = queue.bytes.saturating_sub(received.line.bytes().len());
        self.taken.notify_one();
        Some(Event::Line(received))
    }

    /// Waits for room and queues the line; false if nobody wants it any more.
    fn push(&self, received: Received) -> bool {
        let waiting = self
            .taken
            .wait_while(self.lock(), |queue| queue.is_full() && !queue.abandoned);
        let mut queue = waiting.unwrap_or_else(PoisonError::into_inner);
        if queue.abandoned {
            return false;
        }
        queue.bytes += received.line.bytes().len();
        queue.lines.push_back(received);
        self.arrived.notify_one();
        true
    }

    fn close(&self, last: Event) {
        let mut queue = self.lock();
        queue.last.get_or_insert(last);
        self.arrived.notify_all();
    }
}

/// Says that the input has ended when the reading thread ends, however it does.
struct Closer(Arc<Shared>);

impl Drop for Closer {
    fn drop(&mut self) {
        self.0.close(Event::End);
    }
}

fn read_all<R: Read>(
    mut source: LineReader<R>,
    mut inspect: impl FnMut(&Event) -> Inspection,
    closer: &Closer,
) {
    let mut number = 0;
    let mut reads = 0;
    let mut at = Instant::now();
    loop {
        let last = match source.next_line() {
            Ok(Some(line)) => {
                number += 1;
                if source.reads() != reads {
                    reads = source.reads();
                    at = Instant::now();
                }
                let event = Event::Line(Received { number, at, line });
                let verdict = inspect(&event);
                if let Event::Line(received) = event
                    && verdict == Inspection::Queue
                    && !closer.0.push(received)
                {
                    return;
                }
                continue;
            }
            Ok(None) => Event::End,
            Err(error) => Event::Failed(error.kind()),
        };
        inspect(&last);
        closer.0.close(last);
        return;
    }
}
