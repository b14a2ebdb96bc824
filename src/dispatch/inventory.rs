//! What a project serves, as bytes that are the same wherever it is the same.

use crate::dispatch::Dispatcher;
use crate::documents::discover::{Search, discover};
use crate::documents::fault::Cancelled;
use crate::documents::pattern::Pattern;
use crate::project::guide::Category;
use crate::project::session::{BoundProject, Roots};

/// Why there is no inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoInventory {
    /// The project does not load.
    Unloadable,
    /// It was given up.
    Cancelled,
}

impl From<Cancelled> for NoInventory {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl Dispatcher {
    /// Hands on the project's file and, of each category in its order, what its
    /// default patterns find: each document's path and size, or that it cannot be
    /// opened. Two projects of the same bytes are the same in both.
    ///
    /// # Errors
    ///
    /// `NoInventory` where the project does not load as it is now, or where
    /// `cancelled` says so between files.
    pub fn inventory(
        &self,
        cancelled: &dyn Fn() -> bool,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), NoInventory> {
        let bound = self.session.bind(&Roots::None);
        let bound = bound.map_err(|_| NoInventory::Unloadable)?;
        if bound.stale.is_some() {
            return Err(NoInventory::Unloadable);
        }
        let mut piece = |bytes: &[u8]| {
            // Its length first: no two inventories are the same by how they are cut.
            take(&bytes.len().to_le_bytes());
            take(bytes);
        };
        piece(bound.content().unwrap_or_default());
        for (name, category) in &bound.project.categories {
            piece(name.as_bytes());
            self.shelf(&bound, name, category, cancelled, &mut piece)?;
        }
        Ok(())
    }

    fn shelf(
        &self,
        bound: &BoundProject,
        name: &str,
        category: &Category,
        cancelled: &dyn Fn() -> bool,
        piece: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Cancelled> {
        let patterns = category.patterns.iter();
        let patterns = patterns.filter_map(|pattern| pattern.parsed().ok());
        let patterns: Vec<&Pattern> = patterns.collect();
        let Ok(sandbox) = bound.open(category) else {
            piece(b"unopened");
            return Ok(());
        };
        let suffixes = &self.table.template_suffixes;
        let search = Search::new(name, &patterns, suffixes, category.served());
        for file in discover(&sandbox, &search, cancelled)? {
            if cancelled() {
                return Err(Cancelled);
            }
            piece(file.path.as_str().as_bytes());
            match sandbox.open(&file.path) {
                Ok(opened) => piece(&opened.bytes.to_le_bytes()),
                Err(_) => piece(b"unopened"),
            }
        }
        Ok(())
    }
}
