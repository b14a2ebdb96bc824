//! `serve --http` on the wire: what is answered, what is refused and how, what
//! bounds there are, how it ends.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

mod process;

#[path = "http/bounds.rs"]
mod bounds;
#[path = "http/client.rs"]
mod client;
#[path = "http/deploy.rs"]
mod deploy;
#[path = "http/ends.rs"]
mod ends;
#[path = "http/hosts.rs"]
mod hosts;
#[path = "http/load.rs"]
mod load;
#[path = "http/messages.rs"]
mod messages;
#[cfg(feature = "oauth")]
#[path = "http/oauth.rs"]
mod oauth;
#[path = "http/ready.rs"]
mod ready;
#[path = "http/refusals.rs"]
mod refusals;
#[path = "http/tokens.rs"]
mod tokens;
#[path = "http/versions.rs"]
mod versions;
