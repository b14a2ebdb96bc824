//! Every corruption, room by room.

mod documents;
mod errors;
mod legal;
mod listings;
mod protocol;
mod resources;
mod results;
mod searches;
mod server;
mod tools;

use std::time::Duration;

use crate::corruption::{Change, Corruption, corrupt};

/// The proxy by itself, which must not be noticed.
pub const NOTHING: Corruption = corrupt("proxy", "nothing", Change::Nothing, &[]);

/// All of them, and what is legal.
pub fn all() -> Vec<Corruption> {
    let rooms = [
        listings::ALL,
        documents::ALL,
        tools::ALL,
        server::ALL,
        results::ALL,
        errors::ALL,
        protocol::ALL,
        resources::ALL,
        searches::ALL,
    ];
    let legal = legal::ALL.iter().map(|corruption| Corruption {
        legal: true,
        ..*corruption
    });
    rooms.concat().into_iter().chain(legal).collect()
}

/// An answer that does not come is not waited for as long as one that may.
pub fn patience(corruption: &Corruption) -> Option<Duration> {
    (corruption.name == "answer_lost").then_some(Duration::from_secs(2))
}
