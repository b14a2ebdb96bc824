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

/// The README leads to every page of docs, and to the others of its folder.
#[test]
fn the_readme_leads_to_every_page() {
    let readme = Page::read("README.md");
    let links = readme.links();
    let missing =
        page::written().into_iter().filter(|page| page.path != "README.md" && !links.contains(&page.path));
    let missing: Vec<String> = missing.map(|page| page.path).collect();
    assert_eq!(missing, [""; 0]);
}
