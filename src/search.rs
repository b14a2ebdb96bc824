//! Ranked search in documents, independent of files, sessions and output.
//!
//! Each text is divided into [sections](sections), and a [`Block`](block::Block) counts the
//! [words](words) of each section. [`rank`] finds the sections that best match a [query](query),
//! and [`passage`] chooses the text to show.

pub mod block;
pub mod kind;
pub mod language;
pub mod passage;
pub mod query;
pub mod rank;
pub mod refine;
pub mod replace_unknown;
pub mod sections;
pub mod term;
pub mod terms;
pub mod unheld;
pub mod vocabulary;
pub mod word_table;
pub mod words;
