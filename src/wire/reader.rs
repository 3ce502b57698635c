use std::io::{self, Read};

/// The longest line that is delivered whole unless said otherwise, in bytes, without its
/// terminator.
pub const DEFAULT_LIMIT: usize = 64 * 1024;

/// How much is read from the source at once, in bytes.
const CHUNK: usize = 8 * 1024;

/// A line of input without its terminator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// The whole line, or, where comments are known to the reader, as much of its trailing comment
    /// as fitted.
    Whole(Vec<u8>),
    /// The line was longer than the limit; the rest of it was skipped.
    Overlong {
        /// Its first bytes, as many as the limit allows.
        beginning: Vec<u8>,
        /// The first byte of the line, also behind `beginning`, that is neither a blank nor
        /// another ASCII control character. `None` if the line has nothing else. Tells an overlong
        /// comment from an overlong command.
        first: Option<u8>,
    },
}

impl Line {
    /// The bytes that were kept.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Line::Whole(bytes) => bytes,
            Line::Overlong { beginning, .. } => beginning,
        }
    }
}

/// Cuts a stream of bytes into lines, in bounded memory.
///
/// A line ends with LF, which is not delivered; the last one may lack it. CR is an ordinary byte.
/// Memory: the limit plus 8 KiB, however long a line is.
///
/// ```
/// use lianzhu::wire::{Line, LineReader};
///
/// let mut lines = LineReader::new(&b"name\r\n0123456789\nquit"[..]).with_limit(8);
/// assert_eq!(lines.next_line()?, Some(Line::Whole(b"name\r".to_vec())));
/// assert!(matches!(lines.next_line()?, Some(Line::Overlong { first: Some(b'0'), .. })));
/// assert_eq!(lines.next_line()?, Some(Line::Whole(b"quit".to_vec())));
/// assert_eq!(lines.next_line()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    source: R,
    chunk: Box<[u8]>,
    /// What of the chunk has not been looked at yet.
    unread: std::ops::Range<usize>,
    limit: usize,
    comment: Option<u8>,
    ended: bool,
    reads: u64,
}

/// A line that is being put together.
#[derive(Default)]
struct Partial {
    kept: Vec<u8>,
    first: Option<u8>,
    started: bool,
    overlong: bool,
    in_comment: bool,
}

impl<R: Read> LineReader<R> {
    /// A reader with [`DEFAULT_LIMIT`] that knows no comments.
    pub fn new(source: R) -> LineReader<R> {
        LineReader {
            source,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            unread: 0..0,
            limit: DEFAULT_LIMIT,
            comment: None,
            ended: false,
            reads: 0,
        }
    }

    /// Sets the longest line that is delivered whole, in bytes.
    pub fn with_limit(mut self, limit: usize) -> LineReader<R> {
        self.limit = limit;
        self
    }

    /// From this byte to the end of the line is a comment: one that does not fit is cut short, and
    /// the line still counts as whole.
    pub fn with_comments(mut self, marker: u8) -> LineReader<R> {
        self.comment = Some(marker);
        self
    }

    /// The next line, or `None` at the end of the input. Blocks until one of them is known.
    ///
    /// # Errors
    ///
    /// What the source says, apart from [`io::ErrorKind::Interrupted`], after which reading goes
    /// on. A line begun before an error is lost.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut partial = Partial::default();
        loop {
            if self.unread.is_empty() && !self.fill()? {
                return Ok(partial.started.then(|| partial.finish()));
            }
            let fresh = self.chunk.get(self.unread.clone()).unwrap_or_default();
            let mut lines = fresh.splitn(2, |&byte| byte == b'\n');
            let line = lines.next().unwrap_or_default();
            let ends = lines.next().is_some();
            self.unread.start += line.len() + usize::from(ends);
            partial.add(line, self.limit, self.comment);
            if ends {
                return Ok(Some(partial.finish()));
            }
        }
    }

    /// How often the source has given something: as long as it stays the same, lines come out of
    /// what was read before.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// Reads the next chunk; false at the end of the input.
    fn fill(&mut self) -> io::Result<bool> {
        while !self.ended {
            match self.source.read(&mut self.chunk) {
                Ok(0) => self.ended = true,
                Ok(length) => {
                    self.unread = 0..length;
                    self.reads += 1;
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}

impl Partial {
    fn add(&mut self, bytes: &[u8], limit: usize, comment: Option<u8>) {
        self.started = true;
        if self.first.is_none() {
            let is_text = |byte: &u8| *byte != b' ' && !byte.is_ascii_control();
            self.first = bytes.iter().copied().find(is_text);
        }
        let fits = bytes.len().min(limit - self.kept.len());
        let (kept, cut) = bytes.split_at(fits);
        self.in_comment |= comment.is_some_and(|marker| kept.contains(&marker));
        self.kept.extend_from_slice(kept);
        // A comment that begins just where the kept bytes end is one that was cut short, too.
        self.in_comment |= !self.overlong && !cut.is_empty() && cut.first().copied() == comment;
        self.overlong |= !cut.is_empty() && !self.in_comment;
    }

    fn finish(self) -> Line {
        if self.overlong {
            Line::Overlong {
                beginning: self.kept,
                first: self.first,
            }
        } else {
            Line::Whole(self.kept)
        }
    }
}
