//! What depends on the processor: the few functions that the search spends its time in, compiled for several
//! generations of them (which of them runs is decided when the program does), and asking the memory ahead of time.

/// Compiles functions once for the plain processor of their architecture and once for each level of
/// x86-64 that is worth it: the fastest that the processor at hand can run is called. What they call
/// belongs to them only if it is inlined. A call costs a jump through a pointer, so that these are
/// functions of some hundred nanoseconds, not of ten.
///
/// Nothing that is computed differs between the levels: all of it are integers, and floating-point
/// numbers that are added up in a fixed order.
macro_rules! for_every_processor {
    ($($(#[$attribute:meta])* $visibility:vis fn $name:ident($($arguments:tt)*) $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$attribute])*
            #[multiversion::multiversion(targets("x86_64+avx512f", "x86_64+avx2+bmi1+bmi2+fma+lzcnt+movbe+popcnt"), dispatcher = "indirect")]
            $visibility fn $name($($arguments)*) $(-> $result)? $body
        )*
    };
}

pub(crate) use for_every_processor;

/// Asks the memory for what is read soon.
#[inline(always)]
pub fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing and may be given any address; every processor of
        // this architecture has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
