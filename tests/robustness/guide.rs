//! A `guide.yaml` that is made to exhaust whoever reads it.

use std::time::Duration;

use super::projects::{root, unnamed};
use crate::process::{binary, project};

/// Files that abort or hang what reads them, each with a command that has 120 s
/// of processor time and 2 GiB of memory.
#[test]
fn an_alias_bomb_is_no_project() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..40 {
        let before = format!("*a{}", level - 1);
        bomb.push_str(&format!("a{level}: &a{level} [{}]\n", [before.as_str(); 9].join(", ")));
    }
    let wide = format!("categories: {{}}\na: &a {}\nb: [{}]\n", "x".repeat(500_000), "*a, ".repeat(50_000));
    let braces = "{\"}\": ".repeat(10_000);
    let tags = "%TAG !a! tag:a\n".repeat(60_000);
    for file in [bomb, wide, braces, tags] {
        let folder = project(&[("guide.yaml", &file)]);
        let run = |arguments: &[&str]| {
            let output = laws::command("sh")
                .args(["-c", "ulimit -t 120; ulimit -v 2097152; exec \"$0\" \"$@\""])
                .arg(binary().get_program())
                .args(arguments)
                .current_dir(folder.path())
                .output()
                .expect("it runs");
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        let (code, said) = run(&["list"]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("guide.yaml cannot be loaded"), "{said}");
        assert!(said.contains(" at line "), "{said}");
    }
}

/// How much this thread has read, in bytes.
fn read_here() -> u64 {
    let counts = std::fs::read_to_string("/proc/thread-self/io").expect("counts");
    let count = counts.lines().find_map(|line| line.strip_prefix("rchar: "));
    count.expect("a count").parse().expect("a number")
}

/// One whose stat tells that it is the same is not read anew for each call.
#[test]
fn a_guide_yaml_that_stays_as_it_is_is_not_read_again() {
    let guide = format!("categories: {{}}\n#{}\n", "x".repeat(500_000));
    let folder = project(&[("guide.yaml", &guide)]);
    let (session, roots) = (unnamed(), root(folder.path()));
    // Longer than a file system's steps of time.
    std::thread::sleep(Duration::from_millis(3_100));
    for (calls, least, most) in [(1, 500_000, 600_000), (20, 0, 100_000)] {
        let before = read_here();
        for _ in 0..calls {
            session.bind(&roots).expect("it loads");
        }
        let read = read_here() - before;
        assert!((least..most).contains(&read), "{read} for {calls} calls");
    }
}
