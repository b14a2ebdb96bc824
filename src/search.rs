//! Ranked search in texts: no file, no session, no output.
//!
//! A text is cut into [sections](sections), whose [words](words) a [`Block`](block::Block)
//! counts. [`rank`] finds the sections that match a [query](query) best, and
//! [`passage`] what to show of them.

pub mod block;
pub mod kind;
pub mod language;
pub mod near;
pub mod passage;
pub mod query;
pub mod rank;
pub mod refine;
pub mod sections;
pub mod terms;
pub mod unheld;
pub mod vocabulary;
pub mod word_table;
pub mod words;
