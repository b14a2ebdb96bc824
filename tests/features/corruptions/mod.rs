//! The features shown to notice: a proxy before the built program corrupts its answers in
//! one named way at a time. The scenarios that a corruption names have to fail; what the
//! protocol leaves free must not be noticed.
//!
//! This program is the proxy too: `--proxy NAME FILE COMMAND…`.

mod corruption;
mod proxy;
mod run;
mod table;

pub use proxy::run as proxy;
pub use run::trials;
