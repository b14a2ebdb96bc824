//! How a bound project's templates are rendered.

use super::BoundProject;
use crate::documents::filter::FilterRules;
use crate::documents::rendered::Templates;
use crate::documents::sandbox::Files;
use crate::project::guide::Frontmatter;
use crate::text::mustache::supplied;

impl BoundProject {
    /// How the templates of a category are rendered, where it says that they are:
    /// with the project's `context`, its own over that, and the names of both where
    /// these do not give them. The suffixes are what marks a template.
    pub fn templates<'a>(
        &'a self,
        name: &str,
        files: Files<'a>,
        suffixes: &'a [String],
    ) -> Option<Templates<'a>> {
        let category = self.project.categories.get(name);
        let category = category.filter(|category| category.render)?;
        let context = [&self.project.context, &category.context];
        let folder = self.folder.name();
        let folder = folder.as_deref().map(|folder| ("name", folder));
        let names = [
            supplied(&context, "project", folder.as_slice()),
            supplied(&context, "category", &[("name", name)]),
        ];
        let served = FilterRules {
            partials: false,
            ..category.served_to_call()
        };
        Some(Templates {
            files,
            served,
            suffixes,
            context,
            names,
            limit: self.project.limits.file_bytes,
        })
    }

    /// Whether a category's templates are rendered.
    pub fn renders(&self, category: &str) -> bool {
        let category = self.project.categories.get(category);
        category.is_some_and(|category| category.render)
    }

    /// Whether a category's documents are delivered without their frontmatter.
    pub fn strips(&self, category: &str) -> bool {
        let category = self.project.categories.get(category);
        category.is_some_and(|category| category.frontmatter == Frontmatter::Strip)
    }
}
