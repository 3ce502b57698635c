//! Forced wins, and what stops a threat.

mod replies;
mod vcf;

pub use replies::{SlotList, open_four_replies, replies_to_fours};
pub use vcf::{Vcf, VcfResult};
