//! JSON as Python's `json.dumps` writes it with indentation, in ASCII.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;

/// Writes a value and a line break.
pub fn write(value: &impl Serialize, indent: &[u8], out: &mut dyn io::Write) -> io::Result<()> {
    let mut buffer = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(indent);
    value.serialize(&mut serde_json::Serializer::with_formatter(
        &mut buffer,
        formatter,
    ))?;
    writeln!(out, "{}", ascii(&String::from_utf8_lossy(&buffer)))
}

/// Escapes characters outside ASCII, which occur only in strings.
fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() && c != '\u{7f}' {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_beyond_ascii_are_escaped_as_python_does() {
        assert_eq!(ascii("\"é\u{7f}😀\""), r#""\u00e9\u007f\ud83d\ude00""#);
    }
}
