//! The game drawn on a terminal, with keys.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{
    Attribute, Attributes, Color as Paint, ContentStyle, PrintStyledContent, ResetColor,
    available_color_count,
};
use crossterm::terminal::{
    self, Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use lianzhu::game::{Color, Point};
use lianzhu::search::Report;

use super::drawing::{Ink, Row, View, board, text};
use super::face::{Face, PlayerInput};
use super::frame::{Sketch, compose, wrap};
use super::keys::{Input, Keys};
use super::phrases;
use super::scene::Scene;
use super::table::Ended;
use crate::cli::signals::Signals;

/// Drawn no more often than this while the engine works.
const DRAW_EVERY: Duration = Duration::from_millis(50);

/// More than this is not typed.
const TYPED: usize = 200;

/// The size of a window that does not know its own.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// Whether the terminal is ours at the moment.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Takes the terminal.
fn take() -> io::Result<()> {
    IS_OPEN.store(true, Ordering::SeqCst);
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, DisableLineWrap)
}

/// Gives the terminal back as it was, however the program ends. Done once for each [`take`].
fn give_back() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // Whatever fails here, the rest may still be of use.
        let _ = execute!(
            io::stdout(),
            ResetColor,
            EnableLineWrap,
            Show,
            LeaveAlternateScreen
        );
        let _ = terminal::disable_raw_mode();
    }
}

/// How many colours there are to draw with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Palette {
    None,
    Few,
    Many,
}

impl Palette {
    /// `NO_COLOR` forbids them all, as everywhere.
    fn of_terminal() -> Palette {
        match available_color_count() {
            _ if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => {
                Palette::None
            }
            0..256 => Palette::Few,
            256.. => Palette::Many,
        }
    }

    fn style(self, ink: Ink) -> ContentStyle {
        let (foreground, background) = self.paint(ink);
        let attribute = match (ink, self) {
            (Ink::Strong | Ink::Stone(_), _) => Some(Attribute::Bold),
            (Ink::Last(_), _) => Some(Attribute::Bold),
            (Ink::Won(_) | Ink::Cursor, Palette::None) => Some(Attribute::Reverse),
            (Ink::Won(_), _) => Some(Attribute::Bold),
            _ => None,
        };
        ContentStyle {
            foreground_color: foreground,
            background_color: background,
            underline_color: None,
            attributes: attribute.map_or_else(Attributes::none, Attributes::from),
        }
    }

    /// What an ink is written with, and on.
    fn paint(self, ink: Ink) -> (Option<Paint>, Option<Paint>) {
        let many = |front, back| (Some(Paint::AnsiValue(front)), Some(Paint::AnsiValue(back)));
        match (self, ink) {
            (Palette::None, _) | (_, Ink::Plain | Ink::Strong) => (None, None),
            (_, Ink::Faint) => (Some(Paint::DarkGrey), None),
            (Palette::Few, Ink::Wood) => (None, None),
            (Palette::Few, Ink::Stone(Color::Black)) => (Some(Paint::Cyan), None),
            (Palette::Few, Ink::Stone(Color::White)) => (Some(Paint::Yellow), None),
            (Palette::Few, Ink::Last(Color::Black)) => (Some(Paint::Black), Some(Paint::Cyan)),
            (Palette::Few, Ink::Last(Color::White)) => (Some(Paint::Black), Some(Paint::Yellow)),
            (Palette::Few, Ink::Won(_)) => (Some(Paint::Black), Some(Paint::Green)),
            (Palette::Few, Ink::Cursor) => (Some(Paint::White), Some(Paint::Blue)),
            (Palette::Many, Ink::Wood) => many(94, 179),
            (Palette::Many, Ink::Stone(Color::Black)) => many(16, 179),
            (Palette::Many, Ink::Stone(Color::White)) => many(231, 179),
            (Palette::Many, Ink::Last(Color::Black)) => many(16, 215),
            (Palette::Many, Ink::Last(Color::White)) => many(231, 130),
            (Palette::Many, Ink::Won(Color::Black)) => many(16, 41),
            (Palette::Many, Ink::Won(Color::White)) => many(231, 28),
            (Palette::Many, Ink::Cursor) => many(231, 25),
        }
    }
}

/// The face of a terminal.
pub struct Screen {
    signals: Signals,
    keys: Keys,
    palette: Palette,
    scene: Option<Scene>,
    sketch: Sketch,
    /// What is read at leisure, and how many of its lines were.
    page: Option<(String, usize)>,
    /// What was heard while the engine worked.
    waiting: VecDeque<PlayerInput>,
    /// What stands on the terminal.
    drawn: Vec<Row>,
    drawn_at: Instant,
    stale: bool,
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

impl Screen {
    /// Takes the terminal; it is given back when this is dropped, and before a panic is told of.
    pub fn open(signals: Signals) -> io::Result<Screen> {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            told(info);
        }));
        take()?;
        Ok(Screen {
            signals,
            keys: Keys::open().inspect_err(|_| give_back())?,
            palette: Palette::of_terminal(),
            scene: None,
            sketch: Sketch::default(),
            page: None,
            waiting: VecDeque::new(),
            drawn: Vec::new(),
            drawn_at: Instant::now(),
            stale: true,
        })
    }

    /// Gives the terminal back and leaves the board there as it was at last.
    pub fn close(self, scene: &Scene) -> io::Result<()> {
        give_back();
        let mut lines = board(scene, &View::whole(&scene.board), None);
        let fits = lines.iter().all(|line| line.len() <= usize::from(size().0));
        if !fits {
            lines.clear();
        }
        let said = self.sketch.said.last().map_or("", String::as_str);
        lines.push(text(&format!("{} {said}", scene.status), Ink::Plain));
        let mut out = io::stdout().lock();
        for line in lines {
            self.paint(&mut out, &line)?;
            writeln!(out)?;
        }
        out.flush()
    }

    fn works(&self) -> bool {
        self.scene
            .as_ref()
            .is_some_and(|scene| scene.work.is_some())
    }

    /// Writes a line where the caret stands.
    fn paint(&self, out: &mut impl Write, line: &Row) -> io::Result<()> {
        for part in line.chunk_by(|one, other| one.1 == other.1) {
            let words: String = part.iter().map(|&(letter, _)| letter).collect();
            let ink = part.first().map_or(Ink::Plain, |&(_, ink)| ink);
            queue!(
                out,
                PrintStyledContent(self.palette.style(ink).apply(words))
            )?;
        }
        Ok(())
    }

    /// Brings the terminal up to date, line by line where something has changed.
    fn draw(&mut self) -> io::Result<()> {
        self.stale = false;
        self.drawn_at = Instant::now();
        let (width, height) = size();
        let (width, height) = (usize::from(width), usize::from(height));
        let Some(scene) = &self.scene else {
            return Ok(());
        };
        let (lines, caret) = match &self.page {
            Some((words, read)) => page(words, *read, width, height),
            None => compose(scene, &mut self.sketch, width, height),
        };
        let mut out = Vec::new();
        queue!(out, Hide)?;
        for (y, line) in lines.iter().enumerate() {
            if self.drawn.get(y) != Some(line) {
                queue!(out, MoveTo(0, y as u16))?;
                self.paint(&mut out, line)?;
                if line.len() < width {
                    queue!(out, Clear(ClearType::UntilNewLine))?;
                }
            }
        }
        queue!(out, MoveTo(caret.0 as u16, caret.1 as u16), Show)?;
        self.drawn = lines;
        let mut terminal = io::stdout().lock();
        terminal.write_all(&out)?;
        terminal.flush()
    }

    /// Draws everything anew.
    fn clear(&mut self) -> io::Result<()> {
        self.drawn.clear();
        self.stale = true;
        execute!(io::stdout(), Clear(ClearType::All))
    }

    fn key(&mut self, key: KeyEvent) -> io::Result<Option<PlayerInput>> {
        if key.kind == KeyEventKind::Release {
            return Ok(None);
        }
        self.stale = true;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Ok(self.interrupt()),
            KeyCode::Char('l') if control => self.clear()?,
            KeyCode::Char('z') if control => self.suspend()?,
            _ if self.page.is_some() => self.turn_page(),
            KeyCode::Char('d') if control && self.sketch.typed.is_empty() => {
                return Ok(Some(PlayerInput::Ended(Ended::EndOfInput)));
            }
            KeyCode::Char('u') if control => self.sketch.typed.clear(),
            KeyCode::Esc => {
                self.sketch.typed.clear();
                self.sketch.cursor = None;
            }
            KeyCode::Backspace => drop(self.sketch.typed.pop()),
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, 1),
            KeyCode::Down => self.step(0, -1),
            KeyCode::Enter => return Ok(self.enter()),
            // Enter as it was pressed before the terminal was ours.
            KeyCode::Char('j') if control => return Ok(self.enter()),
            KeyCode::Char(' ') if self.sketch.typed.is_empty() => return Ok(self.choose()),
            KeyCode::Char(letter) if !control && self.sketch.typed.len() < TYPED => {
                self.sketch.typed.push(letter);
            }
            _ => {}
        }
        Ok(None)
    }

    /// Ctrl-C throws away what was typed, before it means more.
    fn interrupt(&mut self) -> Option<PlayerInput> {
        let typed = std::mem::take(&mut self.sketch.typed);
        let is_new = typed.is_empty() || self.works();
        is_new.then_some(PlayerInput::Ended(Ended::Interrupted))
    }

    /// What was typed is complete; without any, the chosen point is played.
    fn enter(&mut self) -> Option<PlayerInput> {
        let line = std::mem::take(&mut self.sketch.typed);
        if line.trim().is_empty() && self.sketch.cursor.is_some() {
            return self.choose();
        }
        if !self.works() {
            self.sketch.said.clear();
            self.sketch.cursor = None;
            return Some(PlayerInput::Line(line));
        }
        if phrases::is_farewell(&line) {
            return Some(PlayerInput::Ended(Ended::Quit));
        }
        self.waiting.push_back(PlayerInput::Line(line));
        None
    }

    fn choose(&mut self) -> Option<PlayerInput> {
        let point = self.sketch.cursor.filter(|_| !self.works())?;
        self.sketch.said.clear();
        Some(PlayerInput::Point(point))
    }

    /// Moves the choice; the first step shows it, at the last stone or in the middle.
    fn step(&mut self, right: i8, up: i8) {
        let Some(scene) = &self.scene else { return };
        let rules = scene.board.rules();
        let last = scene.board.last_move().and_then(|action| action.point);
        let middle = Point::try_new(rules.width() / 2, rules.height() / 2);
        let from = self.sketch.cursor.or(last).or(middle);
        let is_first = self.sketch.cursor.is_none() && last.is_none();
        let to = match from {
            Some(from) if is_first => Some(from),
            from => from.and_then(|from| from.offset(right, up)),
        };
        if let Some(to) = to.filter(|&to| rules.contains(to)) {
            self.sketch.cursor = Some(to);
            self.sketch.focus = Some(to);
        }
    }

    fn turn_page(&mut self) {
        let (width, height) = size();
        if let Some((words, read)) = &mut self.page {
            *read += usize::from(height).saturating_sub(1).max(1);
            if *read >= wrap(words, usize::from(width)).len() {
                self.page = None;
            }
        }
    }

    /// Lets the shell have the terminal, until the program is told to go on.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        use rustix::process::{Signal, getpid, kill_process};
        give_back();
        kill_process(getpid(), Signal::TSTP)?;
        take()?;
        self.clear()
    }

    /// There is nobody to have the terminal: a console has its programs on it all at once.
    #[cfg(not(unix))]
    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The columns and rows of the window.
fn size() -> (u16, u16) {
    match terminal::size() {
        Ok((width, height)) if width > 0 && height > 0 => (width, height),
        _ => USUAL_SIZE,
    }
}

/// A part of a longer text, and how to go on.
fn page(words: &str, read: usize, width: usize, height: usize) -> (Vec<Row>, (usize, usize)) {
    let all = wrap(words, width);
    let shown = height.saturating_sub(1).max(1);
    let mut lines: Vec<Row> = all
        .iter()
        .skip(read)
        .take(shown)
        .map(|line| text(line, Ink::Plain))
        .collect();
    lines.resize(shown, Row::new());
    let foot = match all.len() > read + shown {
        true => "(more: any key)",
        false => "(back to the game: any key)",
    };
    lines.push(text(foot, Ink::Strong));
    let caret = (foot.len().min(width.saturating_sub(1)), shown);
    (lines, caret)
}

impl Face for Screen {
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.sketch.said.push(text.to_owned());
        self.stale = true;
        Ok(())
    }

    fn page(&mut self, text: &str) -> io::Result<()> {
        self.page = Some((text.to_owned(), 0));
        self.stale = true;
        Ok(())
    }

    fn show(&mut self, scene: &Scene) -> io::Result<()> {
        let last = |scene: &Scene| scene.board.last_move().and_then(|action| action.point);
        if self.scene.as_ref().map(last) != Some(last(scene)) {
            self.sketch.focus = last(scene);
        }
        let is_new = |old: &Scene| old.board.rules() != scene.board.rules();
        if self.scene.as_ref().is_some_and(is_new) {
            self.sketch.cursor = None;
        }
        self.sketch.thought = None;
        self.scene = Some(scene.clone());
        self.stale = true;
        Ok(())
    }

    fn hear(
        &mut self,
        thought: Option<&Report>,
        patience: Duration,
    ) -> io::Result<Option<PlayerInput>> {
        if self.signals.count() > 0 {
            return Ok(Some(PlayerInput::Ended(Ended::Interrupted)));
        }
        let works = self.works();
        if !works && let Some(heard) = self.waiting.pop_front() {
            self.sketch.said.clear();
            return Ok(Some(heard));
        }
        if let (Some(report), Some(scene)) = (thought, &self.scene) {
            let thought = phrases::thought(
                report,
                scene.board.side_to_move(),
                scene.board.empty_points(),
            );
            self.stale |= thought != self.sketch.thought;
            self.sketch.thought = thought;
        }
        if self.stale && (!works || self.drawn_at.elapsed() >= DRAW_EVERY) {
            self.draw()?;
        }
        match self.keys.wait(patience)? {
            None => Ok(None),
            Some(Input::Gone) => Ok(Some(PlayerInput::Ended(Ended::EndOfInput))),
            Some(Input::Event(Event::Key(key))) => self.key(key),
            Some(Input::Event(Event::Resize(..))) => {
                self.clear()?;
                Ok(None)
            }
            Some(Input::Event(_)) => Ok(None),
        }
    }
}
