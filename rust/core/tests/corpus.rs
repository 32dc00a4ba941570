//! The inputs that the fuzz targets keep (`fuzz/corpus`), without a fuzzer.

#[path = "common/rules.rs"]
mod rules;
#[path = "../../../fuzz/src/targets/mod.rs"]
mod targets;

use std::fs;
use std::path::Path;

/// Runs a target on every file of its corpus.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has no inputs");
    for path in paths {
        let data = fs::read(&path).unwrap();
        // The name of the file shows up with a failure and nowhere else.
        println!("{}", path.display());
        target(&data);
    }
}

#[test]
fn parse() {
    replay("parse", targets::parse);
}

#[test]
fn check() {
    replay("check", targets::check);
}

#[test]
fn search() {
    replay("search", targets::search);
}

#[test]
fn budget() {
    replay("budget", targets::budget);
}

#[test]
fn tiny() {
    replay("tiny", targets::tiny);
}
