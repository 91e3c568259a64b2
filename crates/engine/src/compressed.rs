//! Texts that are embedded compressed: every byte of the function is loaded at a cold start.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Separates texts; none contains it.
pub const SEPARATOR: char = '\0';

/// Returns compressed texts, separated by [`SEPARATOR`]; nothing if the bytes are damaged.
pub fn texts(bytes: &[u8]) -> String {
    let mut text = String::new();
    match DeflateDecoder::new(bytes).read_to_string(&mut text) {
        Ok(_) => text,
        Err(_) => String::new(),
    }
}

/// Compresses texts to the form that [`texts`] reads.
///
/// # Errors
/// Those of the encoder.
pub fn compress(texts: &[String]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(texts.join(&SEPARATOR.to_string()).as_bytes())?;
    encoder.finish()
}
