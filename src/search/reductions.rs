//! The table of late move reductions by depth and move number, in 1/1024 ply.

use super::params::Params;

/// Reductions for depth and move number, both capped at 63.
pub(super) type Reductions = Box<[[i32; 64]; 64]>;

/// 1024 · ln(n), by integers alone so that it is the same on every machine: the sum of
/// 1024/k minus its distance to the logarithm (Euler's constant and 1/2n).
fn ln(n: i64) -> i64 {
    let harmonic: i64 = (1..=n).map(|k| (1 << 20) / k).sum();
    ((harmonic - 605_252 - (1 << 19) / n) >> 10).max(0)
}

/// The table for these constants.
pub(super) fn table(params: &Params) -> Reductions {
    // Each once: there are a thousand searches a second where they are short.
    let ln: [i64; 64] = std::array::from_fn(|n| ln(n.max(1) as i64));
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let product = (ln[depth] * ln[number]) >> 10;
            let share = (product as i32 * params.reduction_factor) >> 10;
            *reduction = params.reduction_base + share;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_logarithm() {
        for n in 1..64i64 {
            let exact = 1024.0 * (n as f64).ln();
            assert!(
                (ln(n) as f64 - exact).abs() < 90.0 / n as f64 + 3.0,
                "{n}: {} {exact}",
                ln(n)
            );
        }
    }
}
