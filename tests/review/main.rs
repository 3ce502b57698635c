//! Reviews: what stands in a record stays, what is found is right, and nothing is lost.

#[path = "../kit/ctrl_c.rs"]
mod ctrl_c;
mod files;
mod inputs;
mod kit;
mod page;
mod proven;
mod said;
mod tree;
#[path = "../kit/unreadable.rs"]
mod unreadable;
