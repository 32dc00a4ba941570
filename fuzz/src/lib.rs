//! What the fuzz targets do with their bytes. `rust/core/tests/corpus.rs` does the same with the files
//! of the corpus, without a fuzzer.

#[path = "../../rust/core/tests/common/rules.rs"]
pub mod rules;
pub mod targets;
