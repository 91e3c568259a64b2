//! Base64, hexadecimal, gzip and character encodings.

use cfn_warden_syntax::{Operand, Text, text};
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::go::quoted;

/// Encodes bytes as Base64.
pub fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Decodes Base64. Newlines are ignored.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let compact: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    STANDARD.decode(compact).ok()
}

/// Encodes bytes in lowercase hexadecimal.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compresses bytes with gzip. The stream ends with an empty block, as Go writes it.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut output = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    let mut deflated =
        flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    // Writing to memory cannot fail.
    let _ = deflated.write_all(bytes);
    let _ = deflated.flush();
    output.extend_from_slice(deflated.get_ref());
    output.extend_from_slice(&[1, 0, 0, 0xff, 0xff]);
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    output.extend_from_slice(&sum.sum().to_le_bytes());
    output.extend_from_slice(&sum.amount().to_le_bytes());
    output
}

/// A character encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-16 with a byte order mark, big-endian by default.
    Utf16,
    /// UTF-16, big-endian.
    Utf16Big,
    /// UTF-16, little-endian.
    Utf16Little,
    /// ISO 8859-1.
    Latin1,
    /// US-ASCII.
    Ascii,
    /// Windows-1252: ISO 8859-1 with printable characters at 0x80 to 0x9f.
    Windows1252,
}

/// The names, or their beginnings, of encodings that Terraform supports in addition.
const OTHERS: [&str; 14] = [
    "big5",
    "euc-jp",
    "euc-kr",
    "gb18030",
    "gbk",
    "hz-gb-2312",
    "ibm",
    "iso-2022-jp",
    "iso-8859-",
    "koi8-",
    "macintosh",
    "shift_jis",
    "tis-620",
    "windows-",
];

/// Returns the encoding for an IANA name or alias.
///
/// # Errors
/// A message if it is not supported.
pub fn encoding(name: &str) -> Result<Encoding, Text> {
    if let Some(encoding) = known(name) {
        return Ok(encoding);
    }
    let lower = name.to_ascii_lowercase();
    let name = quoted(name);
    if OTHERS.iter().any(|other| lower.starts_with(other)) {
        return Err(text!(
            "cfn-warden does not support the encoding {}; it supports UTF-8, UTF-16, UTF-16LE, UTF-16BE, ISO-8859-1, US-ASCII and windows-1252",
            Operand::Name(&name)
        ));
    }
    Err(text!(
        "{} is not a supported IANA encoding name or alias in this Terraform version",
        Operand::Name(&name)
    ))
}

fn known(name: &str) -> Option<Encoding> {
    Some(match name.to_ascii_lowercase().as_str() {
        "utf-8" | "csutf8" => Encoding::Utf8,
        "utf-16" | "csutf16" => Encoding::Utf16,
        "utf-16be" | "csutf16be" => Encoding::Utf16Big,
        "utf-16le" | "csutf16le" => Encoding::Utf16Little,
        "iso-8859-1" | "iso_8859-1" | "iso_8859-1:1987" | "latin1" | "l1" | "ibm819" | "cp819"
        | "iso-ir-100" | "csisolatin1" => Encoding::Latin1,
        "us-ascii" | "us" | "iso646-us" | "ansi_x3.4-1968" | "ansi_x3.4-1986" | "iso-ir-6"
        | "iso_646.irv:1991" | "ibm367" | "cp367" | "csascii" => Encoding::Ascii,
        "windows-1252" | "cswindows1252" => Encoding::Windows1252,
        _ => return None,
    })
}

/// The characters of Windows-1252 at 0x80 to 0x9f.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl Encoding {
    /// Returns the name for error messages.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf16 => "UTF-16",
            Encoding::Utf16Big => "UTF-16BE",
            Encoding::Utf16Little => "UTF-16LE",
            Encoding::Latin1 => "ISO_8859-1:1987",
            Encoding::Ascii => "US-ASCII",
            Encoding::Windows1252 => "windows-1252",
        }
    }

    /// Encodes a string; `None` if a character cannot be represented.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let single = |c: char| u8::try_from(u32::from(c)).ok();
        match self {
            Encoding::Utf8 => Some(text.as_bytes().to_vec()),
            Encoding::Utf16 => Encoding::Utf16Big.encode(&format!("\u{feff}{text}")),
            Encoding::Utf16Big => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Encoding::Utf16Little => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Encoding::Latin1 => text.chars().map(single).collect(),
            Encoding::Ascii => text
                .chars()
                .map(|c| single(c).filter(u8::is_ascii))
                .collect(),
            Encoding::Windows1252 => text.chars().map(windows_byte).collect(),
        }
    }

    /// Decodes bytes; `None` if they are invalid.
    pub fn decode(self, bytes: &[u8]) -> Option<String> {
        let units = |of: fn([u8; 2]) -> u16| -> Option<String> {
            let units: Option<Vec<u16>> = bytes
                .chunks(2)
                .map(|pair| pair.try_into().ok().map(of))
                .collect();
            Some(String::from_utf16_lossy(&units?))
        };
        match self {
            Encoding::Utf8 => String::from_utf8(bytes.to_vec()).ok(),
            Encoding::Utf16 => match bytes.split_at_checked(2) {
                Some(([0xff, 0xfe], rest)) => Encoding::Utf16Little.decode(rest),
                Some(([0xfe, 0xff], rest)) => Encoding::Utf16Big.decode(rest),
                _ => units(u16::from_be_bytes),
            },
            Encoding::Utf16Big => units(u16::from_be_bytes),
            Encoding::Utf16Little => units(u16::from_le_bytes),
            Encoding::Latin1 => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
            Encoding::Ascii => bytes
                .iter()
                .map(|byte| byte.is_ascii().then(|| char::from(*byte)))
                .collect(),
            Encoding::Windows1252 => Some(bytes.iter().map(|byte| windows_char(*byte)).collect()),
        }
    }
}

fn windows_byte(c: char) -> Option<u8> {
    let code = u32::from(c);
    if code < 0x80 || (0xa0..0x100).contains(&code) {
        return u8::try_from(code).ok();
    }
    let at = WINDOWS.iter().position(|other| *other == c)?;
    u8::try_from(at.saturating_add(0x80)).ok()
}

fn windows_char(byte: u8) -> char {
    let special = byte
        .checked_sub(0x80)
        .and_then(|at| WINDOWS.get(usize::from(at)));
    special.copied().unwrap_or(char::from(byte))
}
