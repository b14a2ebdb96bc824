//! Sessions of a shell in `cases/*.txt`, compared with what the program prints.
//!
//! `SNAPSHOTS=overwrite cargo test --test cli cases` rewrites the outputs that differ.
//!
//! | line                | meaning                                                        |
//! |---------------------|----------------------------------------------------------------|
//! | `== title`          | begins a case, in an empty folder and with an empty home       |
//! | `-- path = content` | writes a file of one line                                      |
//! | `-- path`           | writes the lines that follow                                   |
//! | `$ command`         | runs a command of `sh`; what it prints follows                 |
//! | `! text`            | a line of standard error                                       |
//! | `? 1`               | the exit status, unless it is 0                                |
//!
//! `{folder}` is the case's folder and, in outputs, `{program}` the program; a command has
//! `$REPOSITORY`. A control character has its picture, as ␛ and ␍, or else �. `␃` ends what
//! has no newline.

use std::path::Path;
use std::process::Stdio;

use snapbox::{Data, assert_data_eq};

use crate::process::binary;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/cases");

/// Declares a test for each file, and one that finds files without a test.
macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test] fn $name() { session(concat!(stringify!($name), ".txt")) })*

        #[test]
        fn every_file_has_a_test() {
            let files = std::fs::read_dir(FOLDER).expect("a folder");
            let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
            let mut files: Vec<_> = files.map(name).collect();
            files.sort();
            assert_eq!(files, [$(concat!(stringify!($name), ".txt")),*], "add the file to cases!");
        }
    };
}
cases! { agents changed check doctor export failures found get guidance help hook init names proposals reach search setup stats }

fn is_directive(line: &&str) -> bool {
    ["== ", "-- ", "$ "].iter().any(|start| line.starts_with(start))
}

/// Runs the sessions of a file, and compares it with what they print.
#[track_caller]
fn session(name: &str) {
    let path = Path::new(FOLDER).join(name);
    let written = std::fs::read_to_string(&path).expect("a case");
    let [mut folder, mut home] = [laws::folder(), laws::folder()];
    let mut rendered = String::new();
    let mut lines = written.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("== ") && !rendered.is_empty() {
            rendered.push('\n');
        }
        rendered = rendered + line + "\n";
        if line.starts_with("== ") {
            [folder, home] = [laws::folder(), laws::folder()];
        } else if let Some(file) = line.strip_prefix("-- ") {
            let (file, mut content) = match file.split_once(" = ") {
                Some((file, content)) => (file, content.to_owned() + "\n"),
                None => (file, String::new()),
            };
            while let Some(line) = lines.next_if(|line| !is_directive(line)) {
                content = content + line + "\n";
                rendered = rendered + line + "\n";
            }
            let file = folder.path().join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            let content = content.replace("{folder}", &real(folder.path()));
            std::fs::write(file, content).expect("a file");
        } else if let Some(command) = line.strip_prefix("$ ") {
            while lines.next_if(|line| !is_directive(line)).is_some() {}
            rendered += &printed(folder.path(), home.path(), command);
        } else {
            panic!("{name}: a line without a command: {line:?}");
        }
    }
    let cases = written.split("\n== ").zip(rendered.split("\n== "));
    for (due, _) in cases.filter(|(due, found)| due != found) {
        let title = due.trim_start_matches("== ").lines().next();
        println!("differs: {name}: {}", title.expect("a title"));
    }
    assert_data_eq!(rendered, Data::read_from(&path, None).raw());
}

/// Returns the path of a folder as the working directory has it.
#[track_caller]
fn real(folder: &Path) -> String {
    let path = std::fs::canonicalize(folder).expect("a folder");
    path.into_os_string().into_string().expect("UTF-8")
}

/// Returns what a command prints and its exit status, as a case has them.
#[track_caller]
fn printed(folder: &Path, home: &Path, command: &str) -> String {
    let program = binary().get_program().to_owned().into_string().expect("UTF-8");
    let programs = Path::new(&program).parent().expect("a folder").display();
    let output = laws::command("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("HOME", home)
        .env("PATH", format!("{programs}:{}", std::env::var("PATH").expect("a PATH")))
        .env("REPOSITORY", env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let visible = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace(&program, "{program}");
        let text = text.replace(&real(folder), "{folder}");
        let mut text: String = text.chars().map(picture).collect();
        if !text.is_empty() && !text.ends_with('\n') {
            text += "␃\n";
        }
        text
    };
    let mut printed = visible(&output.stdout);
    for line in visible(&output.stderr).lines() {
        printed = printed + format!("! {line}").trim_end() + "\n";
    }
    match output.status.code() {
        Some(0) => printed,
        Some(code) => format!("{printed}? {code}\n"),
        None => format!("{printed}? {}\n", output.status),
    }
}

/// Returns a character that can be seen.
fn picture(c: char) -> char {
    match c {
        '\n' => c,
        '\u{7f}' => '␡',
        '\0'..' ' => char::from_u32('␀' as u32 + c as u32).unwrap_or(c),
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}
