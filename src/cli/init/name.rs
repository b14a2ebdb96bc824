//! What a file or a directory is, by its name.

use crate::text::heading::Markup;

/// Directories of other people's documents, of what was made, or of none.
const PASSED_OVER: [&str; 24] = [
    "LICENSES",
    "Pods",
    "__fixtures__",
    "__pycache__",
    "__snapshots__",
    "bower_components",
    "build",
    "coverage",
    "credentials",
    "dist",
    "fixtures",
    "htmlcov",
    "licenses",
    "node_modules",
    "private",
    "secrets",
    "site-packages",
    "target",
    "testdata",
    "third-party",
    "third_party",
    "vendor",
    "venv",
    "virtualenv",
];
/// What lies in a virtual environment of Python, whatever it is called.
pub(super) const ENVIRONMENT: &str = "pyvenv.cfg";
/// Files beside which a directory will be that holds no documents of the project's.
const MAKERS: [(&str, &str); 6] = [
    ("Cargo.toml", "target"),
    ("composer.json", "vendor"),
    ("go.mod", "vendor"),
    ("package.json", "node_modules"),
    ("pyproject.toml", "venv"),
    ("setup.py", "venv"),
];
/// Directories in and below which a `.txt` file is data.
const TESTS: [&str; 12] = [
    "__tests__",
    "bench",
    "benches",
    "benchmarks",
    "fuzz",
    "proptest-regressions",
    "snapshots",
    "spec",
    "specs",
    "test",
    "testing",
    "tests",
];
/// Directories in and below which a `.txt` file is a document, however many there are.
const DOCUMENTATION: [&str; 4] = ["doc", "docs", "documentation", "rfcs"];
/// What a document is called that was not meant to be read by others.
const SECRETS: [&str; 12] = [
    "apikey",
    "apikeys",
    "credential",
    "credentials",
    "passwd",
    "password",
    "passwords",
    "secret",
    "secrets",
    "token",
    "tokens",
    "recoverycodes",
];
/// `.txt` files that programs read.
const PROGRAMS: [&str; 4] = ["cmakelists", "constraints", "humans", "robots"];
/// What a licence's text begins with, where it is written in capitals.
const LICENCES: [&str; 7] = [
    "COPYING",
    "LICENCE",
    "LICENSE",
    "NOTICE",
    "PATENTS",
    "THIRD",
    "UNLICENSE",
];

/// What documents are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Written {
    /// Without an extension: a `README`.
    Plainly,
    Markdown,
    Rest,
    AsciiDoc,
    Text,
}

impl Written {
    pub fn markup(self) -> Markup {
        match self {
            Self::Markdown | Self::Plainly => Markup::Markdown,
            Self::Rest | Self::Text => Markup::Rest,
            Self::AsciiDoc => Markup::AsciiDoc,
        }
    }
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    Document(Written),
    /// It is called as a document is, and is none.
    PassedOver,
    Other,
}

/// A name as it can be compared.
fn stem_and_extension(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

/// Whether a document of this name was not meant to be read by others.
pub(super) fn is_secret(name: &str) -> bool {
    let (stem, _) = stem_and_extension(name);
    let letters = stem.chars().filter(|c| c.is_alphanumeric());
    let bare: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    SECRETS.contains(&&*bare)
}

/// What a file of this name is.
pub(super) fn file(name: &str) -> File {
    let (stem, extension) = stem_and_extension(name);
    let lower = stem.to_ascii_lowercase();
    let written = match extension.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdx" => Written::Markdown,
        "rst" => Written::Rest,
        "adoc" => Written::AsciiDoc,
        "txt" => Written::Text,
        _ if name.eq_ignore_ascii_case("readme") => Written::Plainly,
        // A pattern `README` finds it too.
        _ if lower == "readme" => return File::PassedOver,
        _ => return File::Other,
    };
    let capitals = !stem.contains(|c: char| c.is_ascii_lowercase());
    let licence = |begin: &&str| stem.starts_with(*begin) && capitals;
    let read_by_programs = written == Written::Text
        && (PROGRAMS.contains(&&*lower)
            || lower.starts_with("requirements")
            || lower.ends_with("requirements"));
    let passed_over = read_by_programs
        || matches!(&*lower, "license" | "licence" | "copying")
        || LICENCES.iter().any(licence)
        || is_secret(name);
    match passed_over {
        true => File::PassedOver,
        false => File::Document(written),
    }
}

/// Whether a directory of this name holds no documents of the project's.
pub(super) fn is_passed_over(directory: &str) -> bool {
    is_one_of(&PASSED_OVER, directory)
}

/// The directory that will be beside a file of this name.
pub(super) fn made_beside(name: &str) -> Option<&'static str> {
    let maker = MAKERS.iter().find(|(file, _)| *file == name);
    maker.map(|(_, directory)| *directory)
}

/// Whether a directory of this name holds tests, and what they read.
pub(super) fn is_of_tests(directory: &str) -> bool {
    is_one_of(&TESTS, directory)
}

/// Whether a directory of this name holds documentation.
pub(super) fn is_documentation(directory: &str) -> bool {
    is_one_of(&DOCUMENTATION, directory)
}

fn is_one_of(names: &[&str], directory: &str) -> bool {
    names
        .iter()
        .any(|name| name.eq_ignore_ascii_case(directory))
}

/// Whether a document of this name says what its directory holds, and how surely.
pub(super) fn index_rank(name: &str) -> Option<usize> {
    let (stem, _) = stem_and_extension(name);
    ["readme", "index"]
        .iter()
        .position(|index| stem.eq_ignore_ascii_case(index))
}
