//! `lianzhu play`, and what else a person sees: through pipes and on a pseudo-terminal.

mod kit;
mod lines;
mod readme;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod terminal;

#[cfg(not(unix))]
mod screen {
    #[test]
    #[ignore = "takes a pseudo-terminal"]
    fn games_on_a_terminal() {}
}
