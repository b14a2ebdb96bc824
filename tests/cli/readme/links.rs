//! Links lead somewhere.

use std::path::{Component, Path, PathBuf};

use super::page::{self, Page, ROOT};

/// A link's path from the repository's folder, without `.` and `..`.
fn resolved(page: &str, link: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in Path::new(page).with_file_name(link).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{page}: {link} leads out"),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// What is wrong with a page's link, if anything is.
fn fault(page: &Page, link: &str) -> Option<&'static str> {
    let (file, anchor) = match link.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (link, None),
    };
    let path = resolved(&page.path, file);
    if !file.is_empty() && !Path::new(ROOT).join(&path).exists() {
        return Some("there is no such file");
    }
    let anchor = anchor?;
    let anchors = match file {
        "" => page.anchors(),
        _ => Page::read(path.to_str()?).anchors(),
    };
    (!anchors.contains(anchor)).then_some("there is no such heading")
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    for page in page::all() {
        for link in page.links() {
            if let Some(fault) = fault(&page, &link) {
                faults.push(format!("{}: {link}: {fault}", page.path));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

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
