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

/// The sum of the products of two rows.
///
/// Compilers make one instruction of the products where they may not take the row apart, and worse than that where
/// they may.
#[inline(always)]
pub fn dot(a: [i16; 8], b: [i16; 8]) -> i32 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{
            __m128i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_madd_epi16, _mm_shuffle_epi32,
        };
        // SAFETY: every processor of this architecture has these instructions, and a row is as long as what they take.
        unsafe {
            let [a, b] = [a, b].map(|row| std::mem::transmute::<[i16; 8], __m128i>(row));
            let pairs = _mm_madd_epi16(a, b);
            let halves = _mm_add_epi32(pairs, _mm_shuffle_epi32::<0b01_00_11_10>(pairs));
            let all = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b10_11_00_01>(halves));
            _mm_cvtsi128_si32(all)
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let products = a.iter().zip(b).map(|(&a, b)| i32::from(a) * i32::from(b));
        products.fold(0, i32::wrapping_add)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_sum_of_products_is_that_of_each() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        for _ in 0..1000 {
            let [a, b]: [[i16; 8]; 2] =
                [(); 2].map(|()| [(); 8].map(|()| rng.random_range(-9000..=9000)));
            let sum: i32 = (0..8).map(|i| i32::from(a[i]) * i32::from(b[i])).sum();
            assert_eq!(dot(a, b), sum);
        }
    }
}
