//! File names as URI references.

use std::fmt::Write as _;

/// Returns a file name as a URI reference of RFC 3986. A name with a scheme, such as `s3://bucket/key`, keeps it.
pub fn reference(name: &str) -> String {
    let has_scheme = name
        .split_once("://")
        .is_some_and(|(scheme, _)| is_scheme(scheme));
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => out.push(byte.into()),
            b'/' | b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' => {
                out.push(byte.into())
            }
            b'*' | b'+' | b',' | b';' | b'=' | b'@' => out.push(byte.into()),
            // The text before a colon in a relative reference would be a scheme.
            b':' if has_scheme => out.push(':'),
            // Writing to a string does not fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn names_are_valid_references() {
        for (name, expected) in [
            ("templates/a-b_1.yaml", "templates/a-b_1.yaml"),
            (
                "we ird ü#%,:name.yaml",
                "we%20ird%20%C3%BC%23%25,%3Aname.yaml",
            ),
            ("c:\\a?.yaml", "c%3A%5Ca%3F.yaml"),
            ("s3://bucket/a b:c.yaml", "s3://bucket/a%20b:c.yaml"),
            ("://a", "%3A//a"),
        ] {
            assert_eq!(reference(name), expected);
        }
    }
}
