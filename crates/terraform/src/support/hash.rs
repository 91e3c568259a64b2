//! Hash functions and UUIDs.

use cfn_warden_syntax::{Text, text};
use sha2::Digest;

/// Returns the MD5 digest.
pub fn md5(bytes: &[u8]) -> Vec<u8> {
    md5::compute(bytes).0.to_vec()
}

/// Returns the SHA-1 digest.
pub fn sha1(bytes: &[u8]) -> Vec<u8> {
    sha1::Sha1::digest(bytes).to_vec()
}

/// Returns the SHA-256 digest.
pub fn sha256(bytes: &[u8]) -> Vec<u8> {
    sha2::Sha256::digest(bytes).to_vec()
}

/// Returns the SHA-512 digest.
pub fn sha512(bytes: &[u8]) -> Vec<u8> {
    sha2::Sha512::digest(bytes).to_vec()
}

/// Returns the first 16 bytes of a digest.
pub fn first_16(digest: &[u8]) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (to, from) in bytes.iter_mut().zip(digest) {
        *to = *from;
    }
    bytes
}

/// Formats 16 bytes as a UUID of a version.
pub fn uuid(mut bytes: [u8; 16], version: u8) -> String {
    if let Some(byte) = bytes.get_mut(6) {
        *byte = (*byte & 0x0f) | (version << 4);
    }
    if let Some(byte) = bytes.get_mut(8) {
        *byte = (*byte & 0x3f) | 0x80;
    }
    let hex = super::codec::to_hex(&bytes);
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or("");
    format!(
        "{}-{}-{}-{}-{}",
        part(0, 8),
        part(8, 12),
        part(12, 16),
        part(16, 20),
        part(20, 32)
    )
}

/// Parses a UUID namespace: `dns`, `url`, `oid`, `x500` or a UUID.
pub fn namespace(name: &str) -> Result<[u8; 16], Text> {
    let text = match name {
        "dns" => "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "url" => "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
        "oid" => "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
        "x500" => "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
        other => other,
    };
    let text = text.strip_prefix("urn:uuid:").unwrap_or(text);
    let text = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .unwrap_or(text);
    if text.len() != 36 && text.len() != 32 {
        return Err(text!("invalid UUID length: {}", name.len()));
    }
    let digits: Vec<u8> = text
        .chars()
        .enumerate()
        .filter(|(at, c)| !(*c == '-' && text.len() == 36 && matches!(at, 8 | 13 | 18 | 23)))
        .map(|(_, c)| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<Vec<u8>>>()
        .ok_or("invalid UUID format")?;
    if digits.len() != 32 {
        return Err("invalid UUID format".into());
    }
    let bytes: Vec<u8> = digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0u8, |byte, digit| (byte << 4) | digit))
        .collect();
    Ok(first_16(&bytes))
}
