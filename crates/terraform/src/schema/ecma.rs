//! Translation of regular expressions from RE2, which Terraform uses, to ECMAScript, which JSON Schema uses.
//!
//! Constructs with the same meaning stay as they are written. So do `.` and `\s`, although they treat some separators
//! differently; these hardly ever occur in values.

use crate::support::pattern;

/// Translates a pattern. Returns an error if a construct has no equivalent.
pub fn translate(text: &str) -> Result<String, String> {
    if pattern::compile(text).is_err() {
        return Err("the pattern is not a valid regular expression".to_owned());
    }
    let mut output = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        rest = match c {
            '\\' => escape(after, &mut output)?,
            '[' => class(after, &mut output)?,
            '(' => group(after, &mut output)?,
            '{' if !is_repetition(after) => {
                output.push_str("\\{");
                after
            }
            other => {
                output.push(other);
                after
            }
        };
    }
    Ok(output)
}

/// Returns a pattern that matches a literal string.
pub fn literal(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\^$.|?*+()[]{}/".contains(c) {
            output.push('\\');
        }
        output.push(c);
    }
    output
}

/// Translates an escape outside a character class. `text` starts after the backslash; returns the remaining text.
fn escape<'t>(text: &'t str, output: &mut String) -> Result<&'t str, String> {
    match text.chars().next() {
        Some('A') => output.push('^'),
        Some('z') => output.push('$'),
        Some('Q') => {
            let inside = text.get(1..).unwrap_or("");
            let (exact, after) = inside.split_once("\\E").unwrap_or((inside, ""));
            output.push_str(&literal(exact));
            return Ok(after);
        }
        _ => return character(text, output),
    }
    Ok(text.get(1..).unwrap_or(""))
}

/// Translates an escape that is valid anywhere.
fn character<'t>(text: &'t str, output: &mut String) -> Result<&'t str, String> {
    let Some(c) = text.chars().next() else {
        return Ok("");
    };
    let after = text.get(c.len_utf8()..).unwrap_or("");
    match c {
        'a' => output.push_str("\\x07"),
        'x' => {
            let Some((code, after)) = after
                .strip_prefix('{')
                .and_then(|inside| inside.split_once('}'))
            else {
                output.push_str("\\x");
                return Ok(after);
            };
            match u32::from_str_radix(code, 16) {
                Ok(code @ 0..=0xff) => output.push_str(&format!("\\x{code:02x}")),
                Ok(code @ 0..=0xffff) => output.push_str(&format!("\\u{code:04x}")),
                _ => {
                    return Err(format!(
                        "\\x{{{code}}} has no equivalent in JSON Schema patterns"
                    ));
                }
            }
            return Ok(after);
        }
        'p' | 'P' | 'C' | '0'..='9' => {
            return Err(format!("\\{c} has no equivalent in JSON Schema patterns"));
        }
        other => {
            output.push('\\');
            output.push(other);
        }
    }
    Ok(after)
}

/// Translates a character class. `text` starts after the opening bracket; returns the text after the closing one.
fn class<'t>(text: &'t str, output: &mut String) -> Result<&'t str, String> {
    output.push('[');
    let mut rest = text;
    if let Some(negated) = rest.strip_prefix('^') {
        output.push('^');
        rest = negated;
    }
    if let Some(after) = rest.strip_prefix(']') {
        output.push_str("\\]");
        rest = after;
    }
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        rest = match c {
            ']' => {
                output.push(']');
                return Ok(after);
            }
            '\\' if after.starts_with('Q') => {
                return Err("\\Q has no equivalent in a class".to_owned());
            }
            '\\' => character(after, output)?,
            '[' => match after
                .strip_prefix(':')
                .and_then(|name| name.split_once(":]"))
            {
                Some((name, after)) => {
                    let members =
                        posix(name).ok_or_else(|| format!("[:{name}:] has no equivalent"))?;
                    output.push_str(members);
                    after
                }
                None => {
                    output.push_str("\\[");
                    after
                }
            },
            other => {
                output.push(other);
                after
            }
        };
    }
    Ok(rest)
}

fn posix(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => "0-9A-Za-z",
        "alpha" => "A-Za-z",
        "ascii" => "\\x00-\\x7f",
        "blank" => "\\t ",
        "cntrl" => "\\x00-\\x1f\\x7f",
        "digit" => "0-9",
        "graph" => "!-~",
        "lower" => "a-z",
        "print" => " -~",
        "punct" => "!-\\/:-@\\[-`{-~",
        "space" => "\\t\\n\\v\\f\\r ",
        "upper" => "A-Z",
        "word" => "0-9A-Za-z_",
        "xdigit" => "0-9A-Fa-f",
        _ => return None,
    })
}

/// Translates the start of a group. `text` starts after the opening parenthesis.
fn group<'t>(text: &'t str, output: &mut String) -> Result<&'t str, String> {
    output.push('(');
    let Some(kind) = text.strip_prefix('?') else {
        return Ok(text);
    };
    if let Some(name) = kind.strip_prefix("P<").or_else(|| kind.strip_prefix('<')) {
        output.push_str("?<");
        return Ok(name);
    }
    match kind.strip_prefix(':') {
        Some(after) => {
            output.push_str("?:");
            Ok(after)
        }
        None => Err("flags have no equivalent in JSON Schema patterns".to_owned()),
    }
}

/// Returns whether the text after an opening brace makes it a repetition.
fn is_repetition(text: &str) -> bool {
    let Some((inside, _)) = text.split_once('}') else {
        return false;
    };
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match inside.split_once(',') {
        Some((least, most)) => is_count(least) && (most.is_empty() || is_count(most)),
        None => is_count(inside),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_syntax_is_unchanged() {
        for pattern in [
            "^[0-9]{1,3}(\\.[0-9]{1,3}){3}$",
            "^#[0-9a-fA-F]{6}$",
            "^(?:a|b)+?\\s\\w\\D$",
            "[^\\]]",
            ".*",
        ] {
            assert_eq!(translate(pattern).as_deref(), Ok(pattern));
        }
    }

    #[test]
    fn different_syntax_is_translated() {
        let rows = [
            ("\\Aa\\z", "^a$"),
            ("(?P<name>a)", "(?<name>a)"),
            ("[[:alpha:]_]", "[A-Za-z_]"),
            ("\\Qa.b\\E+", "a\\.b+"),
            ("[]a]", "[\\]a]"),
            ("a{,3}", "a\\{,3}"),
            ("\\x{41}\\x{20ac}\\a", "\\x41\\u20ac\\x07"),
        ];
        for (re2, ecma) in rows {
            assert_eq!(translate(re2).as_deref(), Ok(ecma), "{re2}");
        }
    }

    #[test]
    fn unsupported_syntax_is_an_error() {
        for pattern in ["(?i)a", "\\pL", "[[:^alpha:]]", "\\x{1F600}", "("] {
            assert!(translate(pattern).is_err(), "{pattern}");
        }
    }

    #[test]
    fn a_literal_pattern_matches_its_text() {
        assert_eq!(literal("a.b*c/é"), "a\\.b\\*c\\/é");
    }
}
