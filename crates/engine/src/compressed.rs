//! Texts that are embedded compressed: every byte of the function is loaded at a cold start.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// Separates texts; none contains it.
pub const SEPARATOR: char = '\0';

/// Returns the texts that `scripts/pack.rs` has compressed, separated by [`SEPARATOR`]; nothing if the bytes are damaged.
pub fn texts(bytes: &[u8]) -> String {
    let mut text = String::new();
    match DeflateDecoder::new(bytes).read_to_string(&mut text) {
        Ok(_) => text,
        Err(_) => String::new(),
    }
}
