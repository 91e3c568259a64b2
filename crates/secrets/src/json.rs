//! Masking in JSON reports: values are masked, keys and structure are kept.

use serde_json::value::RawValue;

use super::patterns::{MASK, Patterns, masked};

/// cfn-guard's verdicts.
const STATUS: [&str; 3] = ["\"PASS\"", "\"FAIL\"", "\"SKIP\""];

/// Masks a report; `None` if it contains no secrets.
pub(super) fn masked_report(patterns: &Patterns, raw: &RawValue) -> Option<Box<RawValue>> {
    let text = raw.get();
    let mut out = String::new();
    let mut kept = 0;
    let mut rest = text;
    while let Some((start, token)) = next(text, rest) {
        let end = start.saturating_add(token.len());
        rest = text.get(end..).unwrap_or_default();
        if let Some(value) = replacement(patterns, token, rest) {
            out.push_str(text.get(kept..start).unwrap_or_default());
            out.push_str(&value);
            kept = end;
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    RawValue::from_string(out).ok()
}

/// Returns the next string or number and its offset in the whole text.
fn next<'t>(text: &str, rest: &'t str) -> Option<(usize, &'t str)> {
    let is_start = |byte: &u8| matches!(byte, b'"' | b'-' | b'0'..=b'9');
    let from = rest.as_bytes().iter().position(is_start)?;
    let token = rest.get(from..)?;
    let start = text.len().saturating_sub(token.len());
    let bytes = token.as_bytes();
    if bytes.first() != Some(&b'"') {
        let is_number = |byte: &u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
        let length = bytes
            .iter()
            .position(|byte| !is_number(byte))
            .unwrap_or(bytes.len());
        return Some((start, token.get(..length)?));
    }
    let mut at = 1;
    loop {
        at = memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?.saturating_add(at);
        match bytes.get(at) {
            Some(b'"') => return Some((start, token.get(..=at)?)),
            _ => at = at.saturating_add(2),
        }
    }
}

fn replacement(patterns: &Patterns, token: &str, behind: &str) -> Option<String> {
    if !token.starts_with('"') {
        return patterns.is_one(token).then(|| format!("\"{MASK}\""));
    }
    if behind.trim_start().starts_with(':') || STATUS.contains(&token) {
        return None;
    }
    let value: String = match token.contains('\\') {
        true => serde_json::from_str(token).ok()?,
        false => token.get(1..token.len().saturating_sub(1))?.to_owned(),
    };
    masked(patterns, &value).and_then(|masked| serde_json::to_string(&masked).ok())
}

#[cfg(test)]
mod tests {
    use super::super::patterns::Boundary;
    use super::*;

    fn masked_text(texts: &[&str], json: &str) -> String {
        let texts = texts
            .iter()
            .map(|text| ((*text).to_owned(), Boundary::None))
            .collect();
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        masked_report(&Patterns::of(texts), &raw)
            .unwrap_or(raw)
            .get()
            .to_owned()
    }

    #[test]
    fn values_are_masked_and_keys_stay() {
        let json =
            r#"{"secret1":{"value":"a secret1","n":[12345,123456,-1.5e3]},"q":"\"secret1\\"}"#;
        let expected =
            r#"{"secret1":{"value":"a ****","n":["****",123456,-1.5e3]},"q":"\"****\\"}"#;
        assert_eq!(masked_text(&["secret1", "12345"], json), expected);
    }

    #[test]
    fn a_verdict_stays_and_what_holds_no_secret_is_the_same() {
        let json = r#"{"status":"FAIL","name":"x"}"#;
        assert_eq!(masked_text(&["FAIL"], json), json);
        assert_eq!(masked_text(&[], json), json);
    }
}
