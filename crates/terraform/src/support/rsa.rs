//! RSA decryption, PKCS #1 version 1.5.

use cfn_warden_syntax::Text;
use num_bigint::BigUint;

/// A private key.
#[derive(Debug)]
pub struct Key {
    modulus: BigUint,
    exponent: BigUint,
}

/// The maximum length of the modulus in bits.
const BITS: u64 = 8192;

/// Parses a private key in PEM format.
pub fn key(text: &str) -> Result<Key, Text> {
    let missing = "invalid private key: ssh: no key found";
    let (kind, rest) = text
        .split_once("-----BEGIN ")
        .and_then(|(_, rest)| rest.split_once("-----"))
        .ok_or(missing)?;
    let (body, _) = rest.split_once("-----END ").ok_or(missing)?;
    if body.contains(':') {
        return Err(
            "invalid private key: password protected keys are not supported. Please decrypt the key prior to use".into(),
        );
    }
    let compact: String = body.chars().filter(|c| !c.is_whitespace()).collect();
    let bytes = super::codec::from_base64(&compact).ok_or(missing)?;
    let malformed = || "invalid private key: asn1: structure error".into();
    let mut outer = Der(&bytes);
    let mut parts = Der(outer.take(0x30).ok_or_else(malformed)?);
    parts.take(0x02).ok_or_else(malformed)?;
    if kind == "PRIVATE KEY" {
        // PKCS #8 wraps a PKCS #1 key.
        parts.take(0x30).ok_or_else(malformed)?;
        let mut inner = Der(parts.take(0x04).ok_or_else(malformed)?);
        return Der(inner.take(0x30).ok_or_else(malformed)?)
            .numbers(true)
            .ok_or_else(malformed);
    }
    parts.numbers(false).ok_or_else(malformed)
}

/// The rest of a DER encoding.
struct Der<'d>(&'d [u8]);

impl<'d> Der<'d> {
    /// Returns the content of the next element, which must have the given tag.
    fn take(&mut self, tag: u8) -> Option<&'d [u8]> {
        let (first, rest) = self.0.split_first().filter(|(first, _)| **first == tag)?;
        let _ = first;
        let (length, rest) = rest.split_first()?;
        let (length, rest) = if *length < 0x80 {
            (usize::from(*length), rest)
        } else {
            let (bytes, rest) = rest
                .split_at_checked(usize::from(*length & 0x7f))
                .filter(|(bytes, _)| bytes.len() <= 4)?;
            (
                bytes
                    .iter()
                    .fold(0usize, |length, byte| (length << 8) | usize::from(*byte)),
                rest,
            )
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(content)
    }

    /// Reads the modulus and the private exponent. `version` tells whether the version field comes first.
    fn numbers(mut self, version: bool) -> Option<Key> {
        if version {
            self.take(0x02)?;
        }
        let modulus = BigUint::from_bytes_be(self.take(0x02)?);
        self.take(0x02)?;
        let exponent = BigUint::from_bytes_be(self.take(0x02)?);
        (modulus.bits() <= BITS && modulus.bits() > 64).then_some(Key { modulus, exponent })
    }
}

impl Key {
    /// Decrypts a ciphertext; `None` if its padding is invalid.
    pub fn decrypt(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let cipher = BigUint::from_bytes_be(bytes);
        if cipher >= self.modulus {
            return None;
        }
        let plain = cipher.modpow(&self.exponent, &self.modulus).to_bytes_be();
        // The integer has lost the leading zero byte.
        let size = usize::try_from(self.modulus.bits().div_ceil(8)).ok()?;
        let rest = plain
            .strip_prefix(&[2u8])
            .filter(|_| plain.len().saturating_add(1) == size)?;
        let end = rest
            .iter()
            .position(|byte| *byte == 0)
            .filter(|end| *end >= 8)?;
        rest.get(end.saturating_add(1)..).map(<[u8]>::to_vec)
    }
}
