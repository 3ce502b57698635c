use super::opening::Opening;
use super::read::read_openings;
use crate::game::{Rules, Variant};

/// The sets in the binary, one file for each variant and board. `lianzhu openings` makes such a file
/// with any engine that prints its score; the README has the command for all of them.
const SETS: [(Variant, u8, &str); 8] = [
    (Variant::Freestyle, 15, include_str!("freestyle-15.txt")),
    (Variant::Freestyle, 20, include_str!("freestyle-20.txt")),
    (Variant::Exact, 15, include_str!("exact-15.txt")),
    (Variant::Exact, 20, include_str!("exact-20.txt")),
    (Variant::Renju, 15, include_str!("renju-15.txt")),
    (Variant::Renju, 20, include_str!("renju-20.txt")),
    (Variant::Caro, 15, include_str!("caro-15.txt")),
    (Variant::Caro, 20, include_str!("caro-20.txt")),
];

/// The embedded set for these rules: about a hundred balanced openings of 3 to 8 stones, long and
/// short ones mixed, for five in a row on 15×15 and 20×20 in every variant. `None` for all other
/// games; those take [random openings](super::RandomOpenings).
///
/// ```
/// use lianzhu::game::{Rules, Variant};
/// use lianzhu::openings::embedded_openings;
/// assert!(embedded_openings(&Rules::default()).is_some_and(|set| set.len() >= 100));
/// assert!(embedded_openings(&Rules::new(19, 19, 5, Variant::Exact)?).is_none());
/// # Ok::<(), lianzhu::game::RulesError>(())
/// ```
pub fn embedded_openings(rules: &Rules) -> Option<Vec<Opening>> {
    let (_, _, text) = SETS.into_iter().find(|&(variant, side, _)| {
        rules.variant() == variant
            && (rules.width(), rules.height(), rules.win_length()) == (side, side, 5)
    })?;
    read_openings(text, rules).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::opening::board_after;
    use crate::openings::{leaves_threat, without_duplicates};

    #[test]
    fn the_embedded_sets_are_sound() {
        for (variant, side, text) in SETS {
            let rules = Rules::new(side.into(), side.into(), 5, variant).unwrap();
            let set = read_openings(text, &rules).unwrap();
            assert!((100..=200).contains(&set.len()), "{variant} {side}");
            assert_eq!(without_duplicates(&set, &rules), set, "{variant} {side}");
            let mut lengths = [0; 9];
            for opening in &set {
                let board = board_after(opening.points(), &rules).unwrap();
                assert!(!leaves_threat(&board), "{variant} {side}: {opening}");
                lengths[opening.points().len()] += 1;
            }
            // Short and long, and Black to move as often as White.
            assert!(lengths[3..=8].iter().all(|&n| n >= 10), "{lengths:?}");
            let black = set.iter().filter(|o| o.points().len() % 2 == 0).count();
            assert!(black * 3 > set.len() && black * 3 < set.len() * 2);
        }
    }
}
