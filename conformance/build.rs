//! Builds the features in anew when a file of them is added.

fn main() {
    println!("cargo::rerun-if-changed=../features");
}
