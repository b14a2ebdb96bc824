//! Trees and limits, such that the limit is near to what the answers take.

use proptest::collection::vec;
use proptest::prelude::*;

use laws::budget::Tree;

fn path() -> impl Strategy<Value = String> {
    let directory = prop_oneof!["[abc]", "a-directory-of-a-long-name-[ab]"];
    let directories = prop_oneof![4 => vec(directory.clone(), 0..3), 1 => vec(directory, 3..6)];
    let category = prop_oneof![3 => Just("one"), 1 => Just("two")];
    // No name of a device on Windows begins so.
    (category, directories, "[d-k]{1,12}\\.md").prop_map(|(category, directories, name)| {
        let mut path = category.to_owned() + "/";
        for directory in directories {
            path += &directory;
            path.push('/');
        }
        path + &name
    })
}

fn body() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (0_usize..120).prop_map(|bytes| "x".repeat(bytes)),
        1 => Just("--guide-boundary\n".to_owned()),
        1 => Just("a line\n--guide-boundary-of-another".to_owned()),
        1 => "[äöü]{1,20}",
        1 => Just(String::new()),
    ]
}

/// Documents of two categories, and a limit.
pub fn tree() -> impl Strategy<Value = Tree> {
    let documents = vec((path(), body()), 1..16);
    (documents, 100_u64..2_000).prop_map(|(documents, limit)| Tree { documents, limit })
}
