//! Secrets in a text without a tree: `name: value`, `"name": "value"` and `name = value`.

use super::harmless::{around_references, has_reference, is_harmless};
use super::names::{self, SecretName};
use super::set::{Kind, Secrets};

/// Maximum length of a value in brackets, in bytes.
const LONGEST: usize = 4096;
/// Maximum number of lines below a name.
const BLOCK: usize = 64;
/// Maximum length of a value on its line, in bytes. A whole document may be a single line.
const LINE: usize = 1024;

/// Adds the values after names of secrets.
pub(super) fn collect(text: &str, secrets: &mut Secrets) {
    let mut named = false;
    let mut from = 0;
    // Without a tree it is unknown which parameter `NoEcho` applies to.
    let hides = memchr::memmem::find(text.as_bytes(), b"NoEcho").is_some();
    while let Some(at) = next(text, from) {
        from = at.saturating_add(1);
        let (before, rest) = text.split_at_checked(at).unwrap_or_default();
        let Some(name) = name(before) else { continue };
        let Some(rest) = rest.get(1..) else { break };
        let is_beside = named && names::is_value(name);
        let is_hidden = hides && matches!(name, "Default" | "AllowedValues");
        let is_secret = names::is_secret(name);
        if names::is_name(name) {
            named = names::is_secret(&value(rest));
        } else if is_beside {
            named = false;
        }
        if !(is_beside || is_hidden || is_secret) {
            continue;
        }
        let value = value(rest);
        // The value follows on the next lines.
        if value.is_empty() && is_at_end_of_line(rest) {
            named = true;
            block(before, rest, secrets);
        }
        if is_literal(text, at, rest) {
            add(&value, SecretName::of(name), secrets);
        } else if rest.trim_start().starts_with(['{', '[']) {
            quoted(rest, secrets);
        }
    }
}

/// Adds a value, both as written, with escapes, and decoded; of a text with dynamic references, what is around them.
fn add(value: &str, name: SecretName, secrets: &mut Secrets) {
    if has_reference(value) {
        let parts = around_references(value).into_iter();
        parts.for_each(|part| secrets.add(part.to_owned(), Kind::Part));
    } else if !is_harmless(value, name) {
        secrets.add_values(serde_json::from_str::<String>(&format!("\"{value}\"")).ok());
        secrets.add(value.to_owned(), Kind::Named);
    }
}

/// Returns the start of a text, at most `most` bytes.
fn head(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// Returns whether the line ends after a separator, apart from a block scalar indicator.
fn is_at_end_of_line(rest: &str) -> bool {
    let behind = head(rest, LINE).trim_start_matches([' ', '\t', '\r']);
    behind.is_empty() || behind.starts_with(['\n', '|', '>', '#'])
}

/// Adds the values on the more indented lines below a name.
fn block(before: &str, rest: &str, secrets: &mut Secrets) {
    let indent = |line: &str| {
        line.len()
            .saturating_sub(line.trim_start_matches([' ', '\t']).len())
    };
    let line = before
        .get(before.floor_char_boundary(before.len().saturating_sub(LINE))..)
        .unwrap_or_default();
    let own = indent(line.rsplit('\n').next().unwrap_or_default());
    let rest = head(rest, LINE * BLOCK);
    let is_inner = |line: &&str| {
        line.trim().is_empty() || indent(line) > own || line.trim_start().starts_with("- ")
    };
    let is_text = rest.trim_start_matches([' ', '\t']).starts_with(['|', '>']);
    for line in rest.lines().skip(1).take(BLOCK).take_while(is_inner) {
        if is_text {
            secrets.add(line.trim().to_owned(), Kind::Named);
            continue;
        }
        let item = line.trim_start_matches([' ', '\t', '-']);
        let (key, text) = match item.starts_with(['"', '\'']) {
            true => in_quotes(item),
            false => item
                .split_once(": ")
                .map_or(("", item.to_owned()), |(key, text)| (key, value(text))),
        };
        if matches!(key, "Ref" | "Fn::GetAtt" | "Condition")
            || text.ends_with(':')
            || text.starts_with("AWS::")
        {
            continue;
        }
        add(&text, SecretName::Other, secrets);
    }
}

/// Returns the quoted text at the start of an item; if it is a key, the key and its value.
fn in_quotes(item: &str) -> (&str, String) {
    let text = value(item);
    let behind = item
        .get(text.len().saturating_add(2)..)
        .unwrap_or_default()
        .trim_start();
    match behind.strip_prefix(':') {
        Some(inner) => (
            item.get(1..text.len().saturating_add(1))
                .unwrap_or_default(),
            value(inner),
        ),
        None => ("", text),
    }
}

/// Adds the quoted strings of a value in brackets, except keys.
fn quoted(rest: &str, secrets: &mut Secrets) {
    let mut depth = 0_usize;
    let mut from = 0;
    while let Some(at) = rest
        .get(from..)
        .and_then(|rest| rest.find(['{', '[', '}', ']', '"']))
    {
        let at = from.saturating_add(at);
        from = at.saturating_add(1);
        match rest.as_bytes().get(at) {
            Some(b'{' | b'[') => depth = depth.saturating_add(1),
            Some(b'"') => {
                let text = value(rest.get(at..).unwrap_or_default());
                from = from.saturating_add(text.len()).saturating_add(1);
                let is_key = rest
                    .get(from..)
                    .is_some_and(|behind| behind.trim_start().starts_with(':'));
                if !is_key {
                    add(&text, SecretName::Other, secrets);
                }
            }
            _ => depth = depth.saturating_sub(1),
        }
        if depth == 0 || from > LONGEST {
            return;
        }
    }
}

/// Returns whether a literal follows the separator. After Terraform's `=`, everything that is not quoted or a number
/// is an expression.
fn is_literal(text: &str, separator: usize, rest: &str) -> bool {
    let first = rest.trim_start_matches([' ', '\t']).chars().next();
    let is_expression = text.as_bytes().get(separator) == Some(&b'=');
    match first {
        Some('"' | '\'' | '0'..='9') => true,
        Some('<') => is_expression,
        Some('{' | '[' | '!' | '&' | '*') | None => false,
        Some(_) => !is_expression,
    }
}

/// Returns the offset of the next `:` or `=`.
fn next(text: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    memchr::memchr2(b':', b'=', rest).map(|at| at.saturating_add(from))
}

/// Returns the name at the end of a text, without quotes.
fn name(before: &str) -> Option<&str> {
    let before = before.trim_end_matches([' ', '\t']);
    let before = before.strip_suffix(['"', '\'']).unwrap_or(before);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let start = before
        .char_indices()
        .rev()
        .take(128)
        .take_while(|(_, c)| is_part(*c))
        .last()?
        .0;
    before.get(start..)
}

/// Returns the value at the start of a text, without quotes; for a heredoc, all of its lines.
fn value(rest: &str) -> String {
    let rest = head(rest.trim_start_matches([' ', '\t']), LINE * BLOCK);
    let line = head(rest, LINE).lines().next().unwrap_or_default();
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let inside = line.get(1..).unwrap_or_default();
        let mut is_escaped = false;
        let end = inside.find(|c: char| {
            let is_end = c == quote && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        return inside
            .get(..end.unwrap_or(inside.len()))
            .unwrap_or_default()
            .to_owned();
    }
    if let Some(end) = line.strip_prefix("<<") {
        let end = end.trim_start_matches('-').trim();
        return rest
            .lines()
            .skip(1)
            .take_while(|line| line.trim() != end)
            .collect::<Vec<_>>()
            .join("\n");
    }
    // The value follows on the next lines.
    if line.starts_with(['|', '>']) {
        return String::new();
    }
    let end = line.find(" #").unwrap_or(line.len());
    line.get(..end)
        .unwrap_or_default()
        .trim_end_matches([' ', '\t', ',', '}', ']'])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let mut secrets = Secrets::default();
        collect(text, &mut secrets);
        secrets.values.into_iter().map(|(value, _)| value).collect()
    }

    #[test]
    fn values_behind_names_are_found_in_every_syntax() {
        assert_eq!(
            found("a:\n  Password: hunter2 # x\n  User: me\n"),
            ["hunter2"]
        );
        assert_eq!(
            found(r#"{"A": {"Password": "hun\"ter2", "User": "me"}"#),
            ["hun\"ter2", "hun\\\"ter2"]
        );
        assert_eq!(
            found("db_password = \"hunter2\"\nname = \"x\"\n"),
            ["hunter2"]
        );
        assert_eq!(
            found("Key: |\n  x\nPrivateKey: |\n  line-one\n  line-two\nB: c\n"),
            ["line-one", "line-two"]
        );
        let item =
            "- Name: API_KEY\n  Value:\n    - \"{\\\"password\\\": \\\"x y\\\"}\"\nB: c: {\n";
        assert!(
            found(item).contains(&"{\"password\": \"x y\"}".to_owned()),
            "{:?}",
            found(item)
        );
        assert_eq!(
            found("private_key = <<-EOT\n  one\ntwo\n  EOT\n"),
            ["  one\ntwo"]
        );
        assert_eq!(
            found("Password:\n  Fn::If:\n    - A\n    - hunter2\nB: c\n"),
            ["hunter2"]
        );
        assert_eq!(
            found("- Name: DB_PASSWORD\n  Value: hunter2\n- Name: A\n  Value: b\n"),
            ["hunter2"]
        );
    }

    #[test]
    fn a_document_in_one_line_takes_time_in_proportion_to_its_length() {
        for part in ["password:", "password:,", "a: ", "Name: password, "] {
            let text = part.repeat(30_000);
            // Would not finish in quadratic time.
            found(&text);
        }
    }

    #[test]
    fn references_and_harmless_values_are_not() {
        assert!(
            found("password = var.password\npassword = \"{{resolve:ssm:x}}\"\nPassword: !Ref P\n")
                .is_empty()
        );
        assert!(found("Password:\n  Ref: X\n").is_empty());
    }
}
