//! The patterns, each with what it means said a second time, independently.

/// A pattern to measure.
pub struct Case {
    /// How it is asked for and shown.
    pub name: &'static str,
    /// Whether a path matches; the second argument is the pattern itself.
    pub matches: fn(&str, &str) -> bool,
    /// What the kernel has to be asked for.
    pub needs: Needs,
}

/// The directories that can hold a match.
pub enum Needs {
    /// Every one of the tree.
    Everything,
    /// This one alone.
    Directory(&'static str),
    /// None: the file is opened by its name.
    Nothing,
}

/// Stands for the path of a document in the deepest directory.
pub const LITERAL: &str = "literal";

/// Every pattern.
pub const CASES: [Case; 6] = [
    Case {
        name: "*.md",
        matches: |path, _| !path.contains('/') && path.ends_with(".md"),
        needs: Needs::Directory(""),
    },
    Case {
        name: "**/*.md",
        matches: |path, _| path.ends_with(".md"),
        needs: Needs::Everything,
    },
    Case {
        name: "docs/*.md",
        matches: |path, _| {
            path.strip_prefix("docs/")
                .is_some_and(|name| !name.contains('/') && name.ends_with(".md"))
        },
        needs: Needs::Directory("docs"),
    },
    Case {
        name: "intro",
        matches: |path, _| path == "intro" || (path.starts_with("intro.") && !path.contains('/')),
        needs: Needs::Directory(""),
    },
    Case {
        name: LITERAL,
        matches: |path, pattern| path == pattern,
        needs: Needs::Nothing,
    },
    Case {
        name: "**/a*/**/*.py",
        matches: |path, _| {
            let mut names = path.rsplit('/');
            let file = names.next().unwrap_or_default();
            file.ends_with(".py") && names.any(|name| name.starts_with('a'))
        },
        needs: Needs::Everything,
    },
];

/// The literal path that is measured: of the deepest documents the last.
pub fn literal(files: &[String]) -> Option<&String> {
    let depth = |path: &&String| path.matches('/').count();
    files
        .iter()
        .filter(|path| path.ends_with(".md"))
        .max_by_key(|path| (depth(path), path.as_str()))
}
