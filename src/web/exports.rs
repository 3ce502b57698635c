//! What a host calls in WebAssembly, and what is asked of it here. Text is UTF-8 in the memory of the
//! module, a pointer and a length; `protocol.md` says who calls what, when.

use std::cell::RefCell;
use std::panic;

use super::{Web, benchmark};
use crate::protocol::Out;
use crate::wire::SendError;

#[link(wasm_import_module = "lianzhu")]
unsafe extern "C" {
    /// A piece of an answer.
    safe fn say(text: *const u8, length: usize);
    /// Why the module is about to end.
    safe fn fail(text: *const u8, length: usize);
}

thread_local! {
    static WEB: RefCell<Option<Web>> = const { RefCell::new(None) };
    /// What the host has written last.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The host, who takes everything.
struct Host;

impl Out for Host {
    fn say(&mut self, text: &str) -> Result<(), SendError> {
        say(text.as_ptr(), text.len());
        Ok(())
    }
}

fn with_web(act: impl FnOnce(&mut Web, Vec<u8>)) {
    let input = INPUT.take();
    WEB.with_borrow_mut(|web| {
        if let Some(web) = web {
            act(web, input);
        }
    });
}

/// Begins anew: an engine in place of the one before.
#[unsafe(no_mangle)]
extern "C" fn start(seed: u32) {
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        fail(text.as_ptr(), text.len());
    }));
    WEB.set(Web::new(seed).ok());
}

/// Room for so many bytes, which the host writes before it calls one of the functions below.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the lines of the input.
#[unsafe(no_mangle)]
extern "C" fn answer() {
    with_web(|web, text| {
        // The host takes everything.
        let _ = web.answer(&text, &mut Host);
    });
}

/// The empty board of the game in force as SVG; its title is the input.
#[unsafe(no_mangle)]
extern "C" fn board() {
    with_web(|web, title| {
        let svg = web.board(&String::from_utf8_lossy(&title));
        say(svg.as_ptr(), svg.len());
    });
}

/// Keeps a file: its name, which is so long, and its bytes behind it.
#[unsafe(no_mangle)]
extern "C" fn put_file(name_length: usize) {
    with_web(|web, input| {
        if let Some((name, bytes)) = input.split_at_checked(name_length) {
            web.put_file(&String::from_utf8_lossy(name), bytes);
        }
    });
}

/// The benchmark, in the words of `lianzhu bench`.
#[unsafe(no_mangle)]
extern "C" fn bench(depth: u32) {
    let text = benchmark(depth).to_string();
    say(text.as_ptr(), text.len());
}
