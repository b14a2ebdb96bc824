//! Links lead somewhere, and tables are whole.

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
    let (mut links, mut faults) = (0, Vec::new());
    for page in page::all() {
        for link in page.links() {
            links += 1;
            if let Some(fault) = fault(&page, &link) {
                faults.push(format!("{}: {link}: {fault}", page.path));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(links > 80, "{links} links");
}

#[test]
fn a_link_that_leads_nowhere_is_seen() {
    let text = "[a](README.md) [b](none.md) [c](#here) [d](#there)\n# Here\n";
    let page = Page {
        path: "x.md".to_owned(),
        text: text.to_owned(),
    };
    let faults = page.links().into_iter().map(|link| fault(&page, &link));
    assert_eq!(
        faults.collect::<Vec<_>>(),
        [
            None,
            Some("there is no such file"),
            None,
            Some("there is no such heading")
        ]
    );
}

/// The README leads to every page of docs, and to the others of its folder.
#[test]
fn the_readme_leads_to_every_page() {
    let readme = Page::read("README.md");
    let links = readme.links();
    let missing = page::written()
        .into_iter()
        .filter(|page| page.path != "README.md" && !links.contains(&page.path));
    let missing: Vec<String> = missing.map(|page| page.path).collect();
    assert_eq!(missing, [""; 0]);
    let lines = readme.text.lines().count();
    assert!(
        lines <= 120,
        "the README is one page, and has {lines} lines"
    );
}

#[test]
fn no_table_is_broken_in_two() {
    for page in page::all() {
        assert_eq!(page.stray_rows(), [""; 0], "{}", page.path);
    }
    let broken = "| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n";
    let broken = Page {
        path: String::new(),
        text: broken.to_owned(),
    };
    assert_eq!(broken.stray_rows(), ["| 3 | 4 |"]);
}
