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

/// The sets for final figures: made with other seeds, for those rules that such figures are told of.
const FINAL: [(Variant, u8, &str); 4] = [
    (
        Variant::Freestyle,
        15,
        include_str!("freestyle-15-final.txt"),
    ),
    (
        Variant::Freestyle,
        20,
        include_str!("freestyle-20-final.txt"),
    ),
    (Variant::Exact, 15, include_str!("exact-15-final.txt")),
    (Variant::Renju, 15, include_str!("renju-15-final.txt")),
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
    set_for(rules, &SETS)
}

/// The embedded set for final figures by these rules: about a hundred openings of 3, 5 and 7 stones, mixed, that two
/// engines which are strangers to each other call balanced. No constant, weight or technique of this
/// engine is to be chosen by games from them. `None` for other games than freestyle on 15×15 and 20×20, exact and
/// renju on 15×15, all with five in a row.
///
/// ```
/// use lianzhu::game::{Rules, Variant};
/// use lianzhu::openings::final_openings;
/// assert!(final_openings(&Rules::default()).is_some_and(|set| set.len() >= 100));
/// assert!(final_openings(&Rules::new(20, 20, 5, Variant::Exact)?).is_none());
/// # Ok::<(), lianzhu::game::RulesError>(())
/// ```
pub fn final_openings(rules: &Rules) -> Option<Vec<Opening>> {
    set_for(rules, &FINAL)
}

fn set_for(rules: &Rules, sets: &[(Variant, u8, &str)]) -> Option<Vec<Opening>> {
    let (_, _, text) = sets.iter().find(|&&(variant, side, _)| {
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

    /// The set of a text, no opening of which is decided or another's image; and how many have so many
    /// stones.
    fn sound(&(variant, side, text): &(Variant, u8, &str)) -> (Vec<Opening>, [usize; 9]) {
        let rules = Rules::new(side.into(), side.into(), 5, variant).unwrap();
        let set = read_openings(text, &rules).unwrap();
        assert_eq!(without_duplicates(&set, &rules), set, "{variant} {side}");
        let mut lengths = [0; 9];
        for opening in &set {
            let board = board_after(opening.points(), &rules).unwrap();
            assert!(!leaves_threat(&board), "{variant} {side}: {opening}");
            lengths[opening.points().len()] += 1;
        }
        (set, lengths)
    }

    #[test]
    fn the_sets_for_final_figures_are_sound_and_no_others_have_them() {
        for of_final in FINAL {
            let (set, lengths) = sound(&of_final);
            let shares = lengths.map(|n| n.div_ceil(34));
            assert_eq!(shares, [0, 0, 0, 1, 0, 1, 0, 1, 0], "{lengths:?}");
            assert!((100..=102).contains(&set.len()));
            let (variant, side, _) = of_final;
            let rules = Rules::new(side.into(), side.into(), 5, variant).unwrap();
            let others = embedded_openings(&rules).unwrap();
            let both = [others.clone(), set].concat();
            assert_eq!(without_duplicates(&both, &rules), both, "{variant} {side}");
        }
    }

    #[test]
    fn the_embedded_sets_are_sound() {
        for of_default in SETS {
            let (variant, side, _) = of_default;
            let (set, lengths) = sound(&of_default);
            assert!((100..=200).contains(&set.len()), "{variant} {side}");
            // Short and long, and Black to move as often as White.
            assert!(lengths[3..=8].iter().all(|&n| n >= 10), "{lengths:?}");
            let black = set.iter().filter(|o| o.points().len() % 2 == 0).count();
            assert!(black * 3 > set.len() && black * 3 < set.len() * 2);
        }
    }
}
