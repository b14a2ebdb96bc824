//! `serve --http` on the wire: what is answered, what is refused and how, what
//! bounds there are, how it ends.

mod bounds;
mod client;
mod deploy;
mod ends;
mod hosts;
mod messages;
mod metrics;
#[cfg(feature = "oauth")]
mod oauth;
mod projects;
mod ready;
mod refusals;
mod tokens;
mod versions;
