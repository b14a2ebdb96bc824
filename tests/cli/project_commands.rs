//! `check`, `init` and `schema`: the commands for whoever sets a project up.

mod bounds;
mod headings;
mod ignored;
mod init;
mod setup;
mod written;
