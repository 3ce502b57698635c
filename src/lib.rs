//! # lianzhu
//!
//! A headless n-in-a-row engine: any board from 3×3 to 52×52, square or rectangular, any number in
//! a row, four rule variants.
//!
//! The rooms of the house, from the ground up. A room uses the rooms above it in this list and no
//! others; `tests/rooms.rs` reads the `use` lines and holds this.
//!
//! | room | what lives there |
//! |---|---|
//! | [`game`] | rules, the board and its position (where stones are kept), the win checker, renju's forbidden points |
//! | [`notation`] | text forms: vertices, the board diagram, game records |
//! | [`clock`] | time settings, the budget of a move, limits, the stop token, who watches long work |
//! | [`wire`] | lines in, whole answers out, in bounded memory |
//! | [`files`] | files that are there as a whole or not at all |
//! | [`processor`] | functions compiled for several levels of processors |
//! | [`pattern`] | the patterns of the lines through each empty point, kept up incrementally |
//! | [`eval`] | the attack/defence scoring and the network: weights, accumulator, the static score |
//! | [`threat`] | forced wins by continuous fours and threats, and what stops a threat |
//! | [`search`] | iterative deepening over the patterns, transposition table, report |
//! | [`book`] | opening books: what long searches said of the first positions |
//! | [`solve`] | proof: the game value of a position |
//! | [`player`] | who answers `genmove`: random, scoring, search |
//! | [`engine`] | the facade every front uses: a game, a player, a clock |
//! | [`protocol`] | the fronts over the facade: GTP and the Gomocup protocol |
//! | [`openings`] | the first stones of a game: read, made, judged, embedded |
//! | [`referee`] | matches between engine processes: schedule, judging, results, tables |
//! | [`tune`] | self-play data, the fitting of weights, the tuning of constants |
//! | [`review`] | a whole game searched move by move: SGF and a page out |
//! | [`bench`](mod@bench) | fixed positions, and the signature of the search over them |
//! | [`web`] | GTP as text in and out, for WebAssembly, and the page that plays by it |
//!
//! For WebAssembly what runs processes is left out: [`openings`], [`referee`] and [`tune`].

pub mod bench;
pub mod book;
pub mod clock;
pub mod engine;
pub mod eval;
pub mod files;
pub mod game;
pub mod notation;
#[cfg(not(target_family = "wasm"))]
pub mod openings;
pub mod pattern;
pub mod player;
pub mod processor;
pub mod protocol;
#[cfg(not(target_family = "wasm"))]
pub mod referee;
pub mod review;
pub mod search;
pub mod solve;
pub mod threat;
#[cfg(not(target_family = "wasm"))]
pub mod tune;
pub mod web;
pub mod wire;
