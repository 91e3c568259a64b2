//! Credentials that are recognized by their form: in URLs and headers, access keys, private keys and tokens.

use std::ops::Range;

use memchr::memmem;

/// Stands for an unknown part of a text, for example a parameter in `Fn::Sub`. No document may contain it: it is a noncharacter.
pub(super) const UNKNOWN: char = '\u{FFFF}';

/// Minimum length in characters of a credential.
const SHORTEST: usize = 6;
/// Lengths of an access key ID and of a secret access key.
const ACCESS_KEY: usize = 20;
const SECRET_ACCESS_KEY: usize = 40;
/// Maximum number of bytes between `Authorization` and the scheme.
const HEADER: usize = 24;

/// The beginnings of tokens whose issuers gave them one, and the least number of letters and digits that follow.
const TOKENS: [(&str, usize); 12] = [
    ("ghp_", 20),
    ("gho_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xoxa-", 16),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("npm_", 30),
];

/// Returns whether a text may have credentials: a fast rejection of most documents.
pub(super) fn may_be_in(text: &str) -> bool {
    let has = |part: &str| memmem::find(text.as_bytes(), part.as_bytes()).is_some();
    (has("@") && (has("://") || has(":\\/\\/")))
        || ["AKIA", "ASIA", "PRIVATE KEY"].into_iter().any(has)
        || [
            "earer",
            "EARER",
            "asic",
            "ASIC",
            "uthorization",
            "AUTHORIZATION",
        ]
        .into_iter()
        .any(has)
        || TOKENS.iter().any(|(start, _)| has(start))
}

/// Returns the ranges of the credentials in a text.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    if text.len() < SHORTEST || !may_be_in(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    urls(text, &mut found);
    headers(text, &mut found);
    private_keys(text, &mut found);
    tokens(text, &mut found);
    if has_access_key(text) {
        found.extend(access_keys(text));
        found.extend(secret_access_keys(text));
    }
    found
}

/// Returns the credentials in the value of the header `Authorization`: what follows the scheme.
pub(super) fn in_header(value: &str) -> Option<&str> {
    let (scheme, credentials) = value.trim().split_once(' ')?;
    let is_scheme = ["bearer", "basic", "token", "apikey", "digest"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(scheme));
    let credentials = credentials.trim();
    (is_scheme && is_long(credentials)).then_some(credentials)
}

/// Returns whether a text has the ID of an access key.
pub(super) fn has_access_key(text: &str) -> bool {
    access_keys(text).next().is_some()
}

/// Returns the secret access keys in a text: 40 letters and digits, `+` and `/`, which are not a digest. They are looked for only
/// beside the ID of an access key.
pub(super) fn secret_access_keys(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
    runs(text, is_part).filter(move |range| {
        let word = text.get(range.clone()).unwrap_or_default();
        let has = |is: fn(&char) -> bool| word.chars().any(|c| is(&c));
        word.len() == SECRET_ACCESS_KEY
            && has(char::is_ascii_uppercase)
            && has(char::is_ascii_lowercase)
            && !word.chars().all(|c| c.is_ascii_hexdigit())
    })
}

fn access_keys(text: &str) -> impl Iterator<Item = Range<usize>> {
    let starts = ["AKIA", "ASIA"]
        .into_iter()
        .flat_map(|start| memmem::find_iter(text.as_bytes(), start).collect::<Vec<_>>());
    starts.filter_map(move |start| {
        let end = start.saturating_add(ACCESS_KEY);
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
        let is_key = text.get(start..end)?.chars().all(is_part)
            && !text.get(..start)?.ends_with(is_part)
            && !text.get(end..)?.starts_with(is_part);
        is_key.then_some(start..end)
    })
}

/// Finds passwords in URLs: `postgres://user:password@host`. A user without a password is one if it looks like a token.
fn urls(text: &str, found: &mut Vec<Range<usize>>) {
    for scheme in ["://", ":\\/\\/"] {
        for at in memmem::find_iter(text.as_bytes(), scheme) {
            let start = at.saturating_add(scheme.len());
            let rest = text.get(start..).unwrap_or_default();
            let is_end = |c: char| {
                c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | '<' | '>' | '\\')
            };
            // A path inside a dynamic reference or a function belongs to it.
            let length = end_of_authority(rest, is_end);
            let authority = rest.get(..length).unwrap_or_default();
            let Some(user) = authority.rfind('@').and_then(|end| authority.get(..end)) else {
                continue;
            };
            let end = start.saturating_add(user.len());
            match user.split_once(':') {
                Some((name, password)) if is_credential(password) => {
                    found.push(start.saturating_add(name.len()).saturating_add(1)..end);
                }
                None if user.len() >= 20 && looks_random(user) => found.push(start..end),
                _ => {}
            }
        }
    }
}

fn end_of_authority(text: &str, is_end: impl Fn(char) -> bool) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth = depth.saturating_add(1),
            '}' => depth = depth.saturating_sub(1),
            c if depth == 0 && is_end(c) => return at,
            _ => {}
        }
    }
    text.len()
}

/// Finds the credentials of `Bearer` and `Basic`.
fn headers(text: &str, found: &mut Vec<Range<usize>>) {
    let is_part = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '+' | '/' | '=' | UNKNOWN)
    };
    let mut after = 0;
    for range in runs(text, |c| c.is_ascii_alphabetic()) {
        let word = text.get(range.clone()).unwrap_or_default();
        let is_basic = word.eq_ignore_ascii_case("basic");
        if !is_basic && !word.eq_ignore_ascii_case("bearer") {
            if word.eq_ignore_ascii_case("authorization") {
                after = range.end.saturating_add(HEADER);
            }
            continue;
        }
        let rest = text.get(range.end..).unwrap_or_default();
        let blanks = rest
            .len()
            .saturating_sub(rest.trim_start_matches(' ').len());
        let start = range.end.saturating_add(blanks);
        let rest = rest.get(blanks..).unwrap_or_default();
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let credentials = rest.get(..length).unwrap_or_default();
        let is_header = range.start < after;
        let is_likely = credentials.contains(UNKNOWN)
            || credentials.len() >= 8 && looks_random(credentials)
            || is_basic && is_user_and_password(credentials);
        if blanks > 0 && is_credential(credentials) && (is_header || is_likely) {
            found.push(start..start.saturating_add(length));
        }
    }
}

/// Whether a text is Base64 of `user:password`.
fn is_user_and_password(text: &str) -> bool {
    let values = text.trim_end_matches('=').bytes().map(|byte| match byte {
        b'A'..=b'Z' => Some(byte.wrapping_sub(b'A')),
        b'a'..=b'z' => Some(byte.wrapping_sub(b'a').wrapping_add(26)),
        b'0'..=b'9' => Some(byte.wrapping_sub(b'0').wrapping_add(52)),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    });
    let Some(values) = values.collect::<Option<Vec<u8>>>() else {
        return false;
    };
    let bytes = values.chunks(4).flat_map(|chunk| {
        let bits = chunk
            .iter()
            .fold(0_u32, |bits, value| bits << 6 | u32::from(*value));
        let bits = bits << (6 * 4_usize.saturating_sub(chunk.len()));
        let [_, bytes @ ..] = bits.to_be_bytes();
        bytes.into_iter().take(chunk.len().saturating_sub(1))
    });
    let decoded: Vec<u8> = bytes.collect();
    text.len().is_multiple_of(4)
        && decoded.contains(&b':')
        && decoded.iter().all(|byte| (b' '..=b'~').contains(byte))
}

/// Finds the bodies of private keys in PEM.
fn private_keys(text: &str, found: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(at) = find_from(text, "PRIVATE KEY", from) {
        from = at.saturating_add(1);
        let rest = text.get(at..).unwrap_or_default();
        let Some(header) = rest.find("-----") else {
            continue;
        };
        let before = text.get(..at).unwrap_or_default();
        let line = before
            .get(before.floor_char_boundary(before.len().saturating_sub(40))..)
            .unwrap_or_default();
        let is_header = header <= 20 && line.rfind("-----BEGIN").is_some();
        if !is_header {
            continue;
        }
        let start = at.saturating_add(header).saturating_add(5);
        let end = find_from(text, "-----END", start).unwrap_or(text.len());
        found.push(start..end);
        from = end;
    }
}

fn find_from(text: &str, part: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    memmem::find(rest, part.as_bytes()).map(|at| at.saturating_add(from))
}

fn tokens(text: &str, found: &mut Vec<Range<usize>>) {
    for (start, least) in TOKENS {
        for at in memmem::find_iter(text.as_bytes(), start) {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
            let rest = text.get(at..).unwrap_or_default();
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            if length >= start.len().saturating_add(least)
                && !text.get(..at).unwrap_or_default().ends_with(is_part)
            {
                found.push(at..at.saturating_add(length));
            }
        }
    }
}

/// Returns the longest runs of such characters.
fn runs(text: &str, is_part: impl Fn(char) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..)?;
        let start = from.saturating_add(rest.find(&is_part)?);
        let rest = text.get(start..)?;
        let end = rest
            .find(|c| !is_part(c))
            .map_or(text.len(), |length| start.saturating_add(length));
        from = end;
        Some(start..end)
    })
}

/// Whether a text may be a credential: not a reference to one, and not a mask.
fn is_credential(text: &str) -> bool {
    let is_reference = text.starts_with("${") && text.find('}') == text.len().checked_sub(1)
        || text.starts_with("{{") && text.ends_with("}}")
        || text.starts_with('$')
            && text
                .chars()
                .skip(1)
                .all(|c| c.is_alphanumeric() || c == '_')
        || text.chars().all(|c| c == '*');
    (is_long(text) || text.contains(UNKNOWN)) && !is_reference
}

fn is_long(text: &str) -> bool {
    text.chars().nth(SHORTEST - 1).is_some()
}

/// Whether a text has a digit, unlike a word, or is longer than any word.
fn looks_random(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) || text.len() >= 24
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        find(text)
            .into_iter()
            .map(|range| text.get(range).unwrap())
            .collect()
    }

    #[test]
    fn passwords_in_urls_are_found() {
        assert_eq!(found("postgres://u:S3CRET@h/db"), ["S3CRET"]);
        assert_eq!(
            found("{\"url\": \"amqps://user:pa:ss@word@mq.example.com:5671\"}"),
            ["pa:ss@word"]
        );
        assert_eq!(
            found("git clone https://0123456789abcdef0123@github.com/a/b"),
            ["0123456789abcdef0123"]
        );
        for text in [
            "https://example.com:8080/a@b",
            "postgres://u:${Password}@h",
            "postgres://u:{{resolve:secretsmanager:x/y:SecretString:password}}@h",
            "postgres://u:$DB_PASSWORD@h",
            "postgres://user@h",
            "mailto:a@example.com, see https://example.com",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn credentials_of_headers_are_found() {
        assert_eq!(found("Authorization: Bearer abcdefgh"), ["abcdefgh"]);
        assert_eq!(
            found("curl -H 'authorization: basic dXNlcjpwYXNz'"),
            ["dXNlcjpwYXNz"]
        );
        assert_eq!(found("Bearer S3CRETvalue9"), ["S3CRETvalue9"]);
        assert_eq!(
            found("Basic dXNlcjpwYXNzd29yZA=="),
            ["dXNlcjpwYXNzd29yZA=="]
        );
        assert_eq!(in_header("Bearer letters"), Some("letters"));
        for text in [
            "Bearer authentication is used",
            "Basic CloudFormation template",
            "a bearer token",
            "forbearer S3CRETvalue9",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn access_keys_are_found_and_what_is_beside_them() {
        let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
        let text = format!("id AKIAIOSFODNN7EXAMPLE, secret {secret}.");
        assert_eq!(found(&text), ["AKIAIOSFODNN7EXAMPLE", secret]);
        assert!(found(secret).is_empty());
        assert!(found("MAKIAIOSFODNN7EXAMPLE AKIA").is_empty());
        let digest = "AKIAIOSFODNN7EXAMPLE 0123456789abcdef0123456789abcdef01234567";
        assert_eq!(found(digest), ["AKIAIOSFODNN7EXAMPLE"]);
    }

    #[test]
    fn the_bodies_of_private_keys_are_found() {
        let text = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n";
        assert_eq!(found(text), ["\nMIIE\n"]);
        assert_eq!(found("-----BEGIN PRIVATE KEY-----\\nMIIE"), ["\\nMIIE"]);
        assert!(found("-----BEGIN PUBLIC KEY-----\nMIIE\n").is_empty());
        assert!(found("the PRIVATE KEY is stored elsewhere").is_empty());
    }

    #[test]
    fn tokens_are_found_by_their_beginning() {
        let token = format!("ghp_{}", "a1".repeat(18));
        assert_eq!(found(&format!("token={token};")), [token]);
        assert!(found("ghp_short xoxb-").is_empty());
    }
}
