//! Reviews: what stands in a record stays, what is found is right, and nothing is lost.

mod files;
mod inputs;
mod kit;
mod page;
mod said;
mod tree;
