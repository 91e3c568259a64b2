//! SHA-256 hashes.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Returns the SHA-256 hash in hexadecimal.
pub fn sha256(content: &[u8]) -> String {
    Sha256::digest(content)
        .iter()
        .fold(String::with_capacity(64), |mut digits, byte| {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
            digits
        })
}
