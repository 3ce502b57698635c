//! Forced wins, and what stops a threat.

mod defence;
mod every;
mod foul;
mod proof;
mod replies;
mod vcf;
mod vct;

pub use foul::foul_four;
pub use replies::{SlotList, four_three_replies, open_four_replies, replies_to_fours};
pub use vcf::{Vcf, VcfResult};
pub use vct::{Vct, VctResult};
