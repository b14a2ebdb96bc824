//! What files and directories are, by their names.

/// Directories of third-party or generated files, and of secrets.
const SKIPPED: [&str; 24] = [
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
/// The file that marks a virtual environment of Python.
pub(super) const ENVIRONMENT: &str = "pyvenv.cfg";
/// Files of build tools, and the directory that each writes beside it.
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
/// Directories in and below which every `.txt` file is a document.
const DOCUMENTATION: [&str; 4] = ["doc", "docs", "documentation", "rfcs"];
/// Names of documents with secrets, in lower case without punctuation.
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
/// The beginnings of licences' names in capitals.
const LICENCES: [&str; 7] = [
    "COPYING",
    "LICENCE",
    "LICENSE",
    "NOTICE",
    "PATENTS",
    "THIRD",
    "UNLICENSE",
];

/// The format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DocumentFormat {
    /// A `README` without an extension.
    Plain,
    Markdown,
    Rest,
    AsciiDoc,
    Text,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    Document(DocumentFormat),
    /// It has the name of a document, and must not be served.
    Skipped,
    Other,
}

/// Returns the parts of a name before and after its last dot.
fn stem_and_extension(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

/// Returns whether a document of this name holds secrets.
pub(super) fn is_secret(name: &str) -> bool {
    let (stem, _) = stem_and_extension(name);
    let letters = stem.chars().filter(|c| c.is_alphanumeric());
    let bare: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    SECRETS.contains(&&*bare)
}

/// Returns what a file of this name is.
pub(super) fn file_kind(name: &str) -> FileKind {
    let (stem, extension) = stem_and_extension(name);
    let lower = stem.to_ascii_lowercase();
    let format = match extension.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdx" => DocumentFormat::Markdown,
        "rst" => DocumentFormat::Rest,
        "adoc" => DocumentFormat::AsciiDoc,
        "txt" => DocumentFormat::Text,
        _ if name.eq_ignore_ascii_case("readme") => DocumentFormat::Plain,
        // A pattern `README` matches it, too.
        _ if lower == "readme" => return FileKind::Skipped,
        _ => return FileKind::Other,
    };
    let capitals = !stem.contains(|c: char| c.is_ascii_lowercase());
    let licence = |begin: &&str| stem.starts_with(*begin) && capitals;
    let read_by_programs = format == DocumentFormat::Text
        && (PROGRAMS.contains(&&*lower)
            || lower.starts_with("requirements")
            || lower.ends_with("requirements"));
    let skipped = read_by_programs
        || matches!(&*lower, "license" | "licence" | "copying")
        || LICENCES.iter().any(licence)
        || is_secret(name);
    match skipped {
        true => FileKind::Skipped,
        false => FileKind::Document(format),
    }
}

/// Returns whether a directory of this name holds no documents of the project.
pub(super) fn is_skipped(directory: &str) -> bool {
    is_one_of(&SKIPPED, directory)
}

/// Returns the directory that a build tool writes beside a file of this name.
pub(super) fn output_beside(name: &str) -> Option<&'static str> {
    let maker = MAKERS.iter().find(|(file, _)| *file == name);
    maker.map(|(_, directory)| *directory)
}

/// Returns whether a directory of this name holds tests and their data.
pub(super) fn is_test_directory(directory: &str) -> bool {
    is_one_of(&TESTS, directory)
}

/// Returns whether a directory of this name holds documentation.
pub(super) fn is_documentation(directory: &str) -> bool {
    is_one_of(&DOCUMENTATION, directory)
}

fn is_one_of(names: &[&str], directory: &str) -> bool {
    names
        .iter()
        .any(|name| name.eq_ignore_ascii_case(directory))
}

/// Returns the rank of a document that describes its directory; `None` for others.
pub(super) fn index_rank(name: &str) -> Option<usize> {
    let (stem, _) = stem_and_extension(name);
    ["readme", "index"]
        .iter()
        .position(|index| stem.eq_ignore_ascii_case(index))
}
