//! The weights of the small network that plays at five in a row, and their text form. How a
//! position becomes a score with them is told at the top of `net.rs`.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use super::areas::PLACES;
use super::weights::{Fitted, WeightsError};
use crate::game::Rules;

/// Units of a point in one colour's view.
pub const UNITS: usize = 8;

/// Units of both views.
pub const BOTH: usize = 2 * UNITS;

/// Units of an area in one colour's view that are told what the area is in both views.
pub const AREA_HIDDEN: usize = 16;

/// The inputs of the [`Head`] that are sums: over the points, over the areas, and over the hidden units of
/// the areas.
pub const SUMS: usize = 2 * BOTH + 2 * AREA_HIDDEN;

/// Which of the three kinds of sums a sum is.
#[inline(always)]
pub const fn kind_of_sum(sum: usize) -> usize {
    if sum < 2 * BOTH { sum / BOTH } else { 2 }
}

/// The place of the sum that is for one colour's view what this one is for the other's.
#[inline(always)]
pub const fn other_view(sum: usize) -> usize {
    sum ^ if sum < 2 * BOTH { UNITS } else { AREA_HIDDEN }
}

/// What a line of a colour with this [key](Network::key) adds to unit `i` of both views, Black's first, of which
/// each has `N`: a view has one table for its own stones and one for the opponent's.
#[inline]
pub fn weight_of_views<const N: usize>(
    [own, other]: [&[[f32; N]]; 2],
    color: usize,
    key: usize,
    i: usize,
) -> f32 {
    let table = if i / N == color { own } else { other };
    table[key][i % N]
}

/// Parts of one that the pre-activation of a unit is kept in when the network plays.
pub const UNIT_SCALE: f32 = 128.0;

/// Parts of one that the weights of the places in an area are kept in when the network plays.
pub const AREA_SCALE: f32 = 4.0;

/// Parts of one that the weights of the hidden units of an area are kept in when the network plays.
pub const LAYER_SCALE: f32 = 16384.0;

/// Cells looked at on each side of a point.
pub const REACH: usize = 4;

/// Units of the hidden layer.
pub const HIDDEN: usize = 16;

/// Inputs of the hidden layer besides the sums: threats, and whose move it is.
pub const THREAT_AND_SIDE_INPUTS: usize = 15;

/// Lines as one colour sees them: unordered pairs of half-lines, of which there are 31.
pub const KEYS: usize = 31 * 32 / 2;

/// What is read of a point in one colour's view.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// What each line adds to the pre-activations of a point's units, as the colour itself sees it,
    /// by [`Network::key`].
    pub own: Vec<[f32; UNITS]>,
    /// The same for the line as the opponent sees it.
    pub other: Vec<[f32; UNITS]>,
    /// The pre-activations before any line.
    pub bias: [f32; UNITS],
    /// How much the pre-activations of a point count in those of an area that it is in, by its
    /// [place](super::areas::Within::place) there.
    pub area_weights: [[f32; UNITS]; PLACES],
    /// The pre-activations of an area's units before any point.
    pub area_bias: [f32; UNITS],
    /// How much the pre-activations of an area, of this view and then of the other, count in each of its
    /// hidden units.
    pub area_hidden: [[f32; AREA_HIDDEN]; BOTH],
    /// The hidden units of an area before that.
    pub area_hidden_bias: [f32; AREA_HIDDEN],
}

/// The weights of a network.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    /// Black's view and White's.
    pub views: [View; 2],
    /// What comes behind the sums of the units.
    pub head: Head,
}

/// The weights behind the sums of the units.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// From the sums of the units, of points, of areas and of their hidden units, of each ours first, less
    /// those of the empty board, to the hidden layer.
    pub hidden: [[f32; HIDDEN]; SUMS],
    /// The hidden layer before any input.
    pub hidden_bias: [f32; HIDDEN],
    /// What each threat or side-to-move input adds to the hidden layer.
    pub threat_and_side_inputs: [[f32; HIDDEN]; THREAT_AND_SIDE_INPUTS],
    /// From the hidden layer to the logit.
    pub out: [f32; HIDDEN],
    /// From the sums to the logit.
    pub direct: [f32; SUMS],
    /// How much the logit of the values counts.
    pub share: f32,
    /// The logit before anything.
    pub offset: f32,
}

impl Head {
    /// The head for sums of each [kind](kind_of_sum) that are divided by `by`.
    pub fn scaled(&self, by: [f32; 3]) -> Head {
        let by = |sum: usize| by[kind_of_sum(sum)];
        Head {
            hidden: std::array::from_fn(|i| self.hidden[i].map(|w| w * by(i))),
            direct: std::array::from_fn(|i| self.direct[i] * by(i)),
            ..self.clone()
        }
    }

    /// Whether any sum from this one on has a say.
    fn hears_from(&self, first: usize) -> bool {
        let mut weights = self.hidden[first..]
            .iter()
            .flatten()
            .chain(&self.direct[first..]);
        weights.any(|&weight| weight != 0.0)
    }

    /// Whether areas have any say.
    pub fn hears_areas(&self) -> bool {
        self.hears_from(BOTH)
    }

    /// Whether hidden units of areas have any say.
    pub fn hears_area_hidden(&self) -> bool {
        self.hears_from(2 * BOTH)
    }
}

impl Network {
    /// The network the binary ships for these rules, if there is one. The first call reads it.
    pub fn of(rules: &Rules) -> Option<&'static Network> {
        static NETWORKS: [OnceLock<Option<Network>>; Fitted::COUNT] =
            [const { OnceLock::new() }; Fitted::COUNT];
        Fitted::of(rules).embedded(&NETWORKS, Fitted::network)
    }

    /// The number of the line with these two half-lines, each a set bit over one bit a free cell,
    /// nearest lowest: 1 to 31. Below [`KEYS`].
    #[inline]
    pub fn key(a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b) - 1, a.max(b) - 1);
        high * (high + 1) / 2 + low
    }
}

/// Rows of numbers after a line with the name of the section. `#` begins a comment line.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let same = self.views[0] == self.views[1];
        let names: &[&str] = if same { &["both"] } else { &["black", "white"] };
        for (name, view) in names.iter().zip(&self.views) {
            section(f, &format!("{name} own"), &view.own)?;
            section(f, &format!("{name} other"), &view.other)?;
            section(f, &format!("{name} bias"), [&view.bias])?;
            section(f, &format!("{name} area weights"), &view.area_weights)?;
            section(f, &format!("{name} area bias"), [&view.area_bias])?;
            section(f, &format!("{name} area hidden"), &view.area_hidden)?;
            section(
                f,
                &format!("{name} area hidden bias"),
                [&view.area_hidden_bias],
            )?;
        }
        let head = &self.head;
        section(f, "hidden", &head.hidden)?;
        section(f, "hidden bias", [&head.hidden_bias])?;
        section(f, "threat and side inputs", &head.threat_and_side_inputs)?;
        section(f, "out", [&head.out])?;
        section(f, "direct", [&head.direct])?;
        section(f, "values", [&[head.share, head.offset]])
    }
}

pub(super) fn section<'a, const N: usize>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    rows: impl IntoIterator<Item = &'a [f32; N]>,
) -> fmt::Result {
    writeln!(f, "{name}")?;
    for row in rows {
        let row: Vec<String> = row.iter().map(f32::to_string).collect();
        writeln!(f, "{}", row.join(" "))?;
    }
    Ok(())
}

/// What is left of a text, by lines.
pub(super) struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader {
            lines: text.lines().enumerate(),
            last: 0,
        }
    }

    /// Nothing may follow.
    pub fn end(&mut self) -> Result<(), WeightsError> {
        match self.line() {
            Ok(_) => Err(WeightsError(self.last)),
            Err(_) => Ok(()),
        }
    }

    fn line(&mut self) -> Result<&'a str, WeightsError> {
        loop {
            let (i, line) = self.lines.next().ok_or(WeightsError(self.last))?;
            self.last = i + 1;
            if !line.starts_with('#') {
                return Ok(line);
            }
        }
    }

    fn row<const N: usize>(&mut self) -> Result<[f32; N], WeightsError> {
        let number = |word: &str| word.parse().ok().filter(|w: &f32| w.is_finite());
        let row: Option<Vec<f32>> = self.line()?.split(' ').map(number).collect();
        let row = row.and_then(|row| row.try_into().ok());
        row.ok_or(WeightsError(self.last))
    }

    pub fn rows<const N: usize>(
        &mut self,
        name: &str,
        of: usize,
    ) -> Result<Vec<[f32; N]>, WeightsError> {
        self.name(name)?;
        (0..of).map(|_| self.row()).collect()
    }

    pub fn one<const N: usize>(&mut self, name: &str) -> Result<[f32; N], WeightsError> {
        self.name(name)?;
        self.row()
    }

    fn name(&mut self, name: &str) -> Result<(), WeightsError> {
        let found = self.line()? == name;
        found.then_some(()).ok_or(WeightsError(self.last))
    }

    fn view(&mut self, name: &str) -> Result<View, WeightsError> {
        Ok(View {
            own: self.rows(&format!("{name} own"), KEYS)?,
            other: self.rows(&format!("{name} other"), KEYS)?,
            bias: self.one(&format!("{name} bias"))?,
            area_weights: self.table(&format!("{name} area weights"))?,
            area_bias: self.one(&format!("{name} area bias"))?,
            area_hidden: self.table(&format!("{name} area hidden"))?,
            area_hidden_bias: self.one(&format!("{name} area hidden bias"))?,
        })
    }

    pub fn table<const N: usize, const M: usize>(
        &mut self,
        name: &str,
    ) -> Result<[[f32; N]; M], WeightsError> {
        let rows = self.rows(name, M)?;
        rows.try_into().map_err(|_| WeightsError(self.last))
    }
}

impl FromStr for Network {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Network, WeightsError> {
        let mut reader = Reader::new(text);
        let same = text.lines().find(|line| !line.starts_with('#')) == Some("both own");
        let views = if same {
            let view = reader.view("both")?;
            [view.clone(), view]
        } else {
            [reader.view("black")?, reader.view("white")?]
        };
        let mut head = Head {
            hidden: reader.table("hidden")?,
            hidden_bias: reader.one("hidden bias")?,
            threat_and_side_inputs: reader.table("threat and side inputs")?,
            out: reader.one("out")?,
            direct: reader.one("direct")?,
            share: 0.0,
            offset: 0.0,
        };
        [head.share, head.offset] = reader.one("values")?;
        reader.end()?;
        Ok(Network { views, head })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn example(different: bool) -> Network {
        let view = |shift: f32| View {
            own: (0..KEYS).map(|i| [i as f32 / 8.0 + shift; UNITS]).collect(),
            other: (0..KEYS).map(|i| [-0.1 * i as f32; UNITS]).collect(),
            bias: [0.25; UNITS],
            area_weights: std::array::from_fn(|i| [0.25 * i as f32; UNITS]),
            area_bias: [-0.75; UNITS],
            area_hidden: std::array::from_fn(|i| [0.125 * i as f32; AREA_HIDDEN]),
            area_hidden_bias: [0.5; AREA_HIDDEN],
        };
        Network {
            views: [view(0.0), view(if different { 0.5 } else { 0.0 })],
            head: Head {
                hidden: std::array::from_fn(|i| [0.01 * i as f32; HIDDEN]),
                hidden_bias: [1.5; HIDDEN],
                threat_and_side_inputs: std::array::from_fn(|i| [-0.3 * i as f32; HIDDEN]),
                out: std::array::from_fn(|i| 1.0 / (1 + i) as f32),
                direct: [1e-7; SUMS],
                share: 0.9,
                offset: -0.05,
            },
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for different in [false, true] {
            let network = example(different);
            let text = format!("# a note\n{network}");
            assert_eq!(text.parse::<Network>().unwrap(), network);
            assert!(format!("{text}1\n").parse::<Network>().is_err());
            assert!(text[..text.len() - 12].parse::<Network>().is_err());
            assert!(text.replacen(' ', " x", 5).parse::<Network>().is_err());
            assert!(text.replacen("0.25", "inf", 1).parse::<Network>().is_err());
        }
    }

    #[test]
    fn shipped_networks_are_whole() {
        for variant in Variant::ALL {
            for (side, length) in [(15, 4), (15, 5), (15, 6), (15, 7), (9, 5), (18, 5), (20, 6)] {
                let Ok(rules) = Rules::new(side, side, length, variant) else {
                    continue;
                };
                let text = Fitted::of(&rules).network();
                assert_eq!(text.is_some(), length == 5, "{rules:?}");
                let read: Option<Network> = text.map(|text| text.parse().unwrap());
                assert_eq!(read.as_ref(), Network::of(&rules), "{rules:?}");
            }
        }
    }

    #[test]
    fn small_and_large_boards_have_networks_of_their_own_in_freestyle() {
        let network = |width, height, variant| {
            let rules = Rules::new(width, height, 5, variant).unwrap();
            Network::of(&rules).unwrap()
        };
        for variant in Variant::ALL {
            let usual = network(15, 15, variant);
            assert_eq!(usual, network(17, 9, variant));
            assert_eq!(usual, network(5, 13, variant));
            let small = network(12, 12, variant);
            assert_eq!(small, network(5, 6, variant));
            let large = network(18, 18, variant);
            assert_eq!(large, network(12, 20, variant));
            assert_eq!(large, network(52, 52, variant));
            for (one, other) in [(usual, small), (small, large), (usual, large)] {
                assert_eq!(one == other, variant != Variant::Freestyle, "{variant:?}");
            }
        }
    }

    #[test]
    fn every_line_has_its_own_number_whichever_way_it_is_read() {
        let mut seen = vec![0; KEYS];
        for a in 1..32 {
            for b in 1..=a {
                assert_eq!(Network::key(a, b), Network::key(b, a));
                seen[Network::key(a, b)] += 1;
            }
        }
        assert!(seen.iter().all(|&times| times == 1));
    }
}
