//! The whole pages of `docs/rules`, compressed, for `explain` and for the help text of SARIF.

use std::io::{self, Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Separates pages; no page contains it.
const SEPARATOR: char = '\0';

/// Every page, or nothing if the embedded bytes are damaged; `tests/pages.rs` compares them with `docs/rules`.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    match DeflateDecoder::new(&include_bytes!("../../schemas/pages.z")[..]).read_to_string(&mut text) {
        Ok(_) => text,
        Err(_) => String::new(),
    }
});

/// The page of a rule ID, in Markdown.
pub fn of(id: &str) -> Option<&'static str> {
    let heading = format!("# {id}: ");
    TEXT.split(SEPARATOR).find(|page| page.starts_with(&heading))
}

/// The pages in the form that [`of`] reads.
///
/// # Errors
/// Those of the encoder.
pub fn compress(pages: &[String]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(pages.join(&SEPARATOR.to_string()).as_bytes())?;
    encoder.finish()
}
