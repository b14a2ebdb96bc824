//! Every page can be found. `.ci/run book` follows all links.

use super::page::{self, Page};

/// The table of contents and the first page of docs lead to every page of it, and the README
/// to that and to the pages of its folder.
#[test]
fn the_contents_lead_to_every_page() {
    let [readme, first, contents] = ["README.md", "docs/README.md", "docs/SUMMARY.md"].map(Page::read);
    let mut missing = Vec::new();
    for page in page::written().into_iter().filter(|page| page.path != contents.path) {
        let (from, name) = match page.path.strip_prefix("docs/") {
            None | Some("README.md") => (vec![&readme], &*page.path),
            Some(name) => (vec![&first, &contents], name),
        };
        let silent = |from: &&Page| from.path != page.path && !from.links().iter().any(|link| link == name);
        missing.extend(from.into_iter().filter(silent).map(|from| format!("{}: {name}", from.path)));
    }
    assert_eq!(missing, [""; 0]);
}
