//! Translation of RE2 syntax, as Go reads it, to the syntax of the `regex` crate. Reference:
//! <https://pkg.go.dev/regexp/syntax>, `parse.go`.

mod class;
mod escape;
mod invalid;

use std::rc::Rc;

use self::class::{perl, unicode};
use self::escape::{character, escape};
use self::invalid::{Invalid, before, invalid};

/// A translated pattern.
#[derive(Debug, Default)]
pub struct Translated {
    /// The pattern. Its groups have no names.
    pub pattern: String,
    /// The name of each group; a name can occur more than once.
    pub names: Vec<Option<Rc<str>>>,
}

/// RE2's limit of a repeat count, and of the product of nested ones.
const REPEATS: u32 = 1000;

/// Translates a pattern.
pub fn translate(text: &str) -> Result<Translated, Invalid> {
    let mut translated = Translated::default();
    let mut rest = text;
    let mut repeated: Option<&str> = None;
    // The products of nested repeat counts: of each open group, and of the last item.
    let mut open: Vec<u32> = vec![1];
    let mut last = 1u32;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        let operator = repetition_operator(rest);
        if let (Some(before), false) = (repeated, operator.is_empty()) {
            let length = before
                .len()
                .saturating_sub(rest.len())
                .saturating_add(operator.len());
            return invalid(
                "invalid nested repetition operator",
                before.get(..length).unwrap_or(before),
            );
        }
        repeated = (!operator.is_empty()).then_some(rest);
        if !operator.is_empty() {
            let Some(times) = repeats(operator) else {
                return invalid("invalid repeat count", operator);
            };
            last = last.saturating_mul(times);
            if times >= 2 && last > REPEATS {
                return invalid("invalid repeat count", operator);
            }
            widen(&mut open, last);
            translated.pattern.push_str(operator);
            rest = rest.get(operator.len()..).unwrap_or("");
            continue;
        }
        last = 1;
        match c {
            '\\' => rest = escape_outside_class(rest, &mut translated.pattern)?,
            '[' => rest = class::class(rest, &mut translated.pattern)?,
            '(' => {
                open.push(1);
                rest = group(rest, &mut translated)?;
                if translated.pattern.ends_with(')') {
                    // `(?i)` is not a group.
                    open.pop();
                }
            }
            ')' => {
                if open.len() > 1 {
                    last = open.pop().unwrap_or(1);
                    widen(&mut open, last);
                }
                translated.pattern.push(c);
                rest = after;
            }
            '.' | '|' | '^' | '$' => {
                translated.pattern.push(c);
                rest = after;
            }
            other => {
                character(other.into(), &mut translated.pattern);
                rest = after;
            }
        }
    }
    Ok(translated)
}

fn widen(open: &mut [u32], repeats: u32) {
    if let Some(widest) = open.last_mut() {
        *widest = repeats.max(*widest);
    }
}

/// Translates an escape sequence outside of a class and returns the remaining text.
fn escape_outside_class<'t>(text: &'t str, output: &mut String) -> Result<&'t str, Invalid> {
    let after = text.get(2..).unwrap_or("");
    match text.as_bytes().get(1) {
        Some(b'A') => output.push_str("\\A"),
        Some(b'z') => output.push_str("\\z"),
        Some(b'b') => output.push_str("(?-u:\\b)"),
        Some(b'B') => output.push_str("(?-u:\\B)"),
        Some(b'Q') => {
            let (literal, after) = after.split_once("\\E").unwrap_or((after, ""));
            literal.chars().for_each(|c| character(c.into(), output));
            return Ok(after);
        }
        _ => {
            if let Some((class, rest)) = unicode(text)? {
                output.push_str(&class);
                return Ok(rest);
            }
            if let Some((class, rest)) = perl(text) {
                output.push_str(&format!("[{class}]"));
                return Ok(rest);
            }
            let (code, rest) = escape(text)?;
            character(code, output);
            return Ok(rest);
        }
    }
    Ok(after)
}

/// Translates the start of a group and returns the remaining text. RE2 has no lookaround.
fn group<'t>(text: &'t str, translated: &mut Translated) -> Result<&'t str, Invalid> {
    let Some(inside) = text.strip_prefix("(?") else {
        translated.names.push(None);
        translated.pattern.push('(');
        return Ok(text.get(1..).unwrap_or(""));
    };
    if let Some(named) = inside
        .strip_prefix("P<")
        .or_else(|| inside.strip_prefix('<'))
    {
        let Some((name, rest)) = named.split_once('>') else {
            return invalid("invalid named capture", text);
        };
        if name.is_empty()
            || !name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return invalid("invalid named capture", before(text, rest));
        }
        translated.names.push(Some(name.into()));
        translated.pattern.push('(');
        return Ok(rest);
    }
    let mut negative = false;
    let mut flag = false;
    for (at, c) in inside.char_indices() {
        let rest = inside.get(at.saturating_add(c.len_utf8())..).unwrap_or("");
        match c {
            'i' | 'm' | 's' | 'U' => flag = true,
            '-' if !negative => {
                negative = true;
                flag = false;
            }
            ':' | ')' if flag || !negative => {
                // The `regex` crate does not accept `(?)`.
                let header = if inside.starts_with(')') {
                    "(?:)"
                } else {
                    before(text, rest)
                };
                translated.pattern.push_str(header);
                return Ok(rest);
            }
            _ => return invalid("invalid or unsupported Perl syntax", before(text, rest)),
        }
    }
    invalid("invalid or unsupported Perl syntax", text)
}

/// Returns a counted repetition, `{2}`, `{2,}` or `{2,3}`, at the start of the text.
fn repetition(text: &str) -> Option<&str> {
    let end = text.find('}')?;
    let inside = text.get(1..end)?;
    let (from, to) = inside.split_once(',').unwrap_or((inside, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (!from.is_empty() && digits(from) && digits(to)).then(|| text.get(..end.saturating_add(1)))?
}

/// Returns a repetition operator such as `*`, `+?` or `{2,3}` at the start of the text; empty if there is none.
fn repetition_operator(text: &str) -> &str {
    let length = match text.chars().next() {
        Some('*' | '+' | '?') => 1,
        Some('{') => repetition(text).map_or(0, str::len),
        _ => 0,
    };
    let lazy = length > 0 && text.get(length..).is_some_and(|rest| rest.starts_with('?'));
    text.get(
        ..if lazy {
            length.saturating_add(1)
        } else {
            length
        },
    )
    .unwrap_or("")
}

/// Returns the highest repeat count of an operator, 1 if it does not count; `None` if the counts are invalid.
fn repeats(operator: &str) -> Option<u32> {
    let Some(inside) = operator.strip_prefix('{') else {
        return Some(1);
    };
    let inside = inside.trim_end_matches(['}', '?']);
    let (from, to) = inside.split_once(',').unwrap_or((inside, inside));
    let count = |digits: &str| digits.parse::<u32>().ok().filter(|count| *count <= REPEATS);
    let from = count(from)?;
    let to = if to.is_empty() { from } else { count(to)? };
    (from <= to).then_some(to)
}

/// Returns RE2's reason for a pattern that the `regex` crate rejected, as far as it can be derived from the pattern, and the
/// invalid part.
pub fn reason(text: &str, syntax: bool) -> Invalid {
    let count = |c: char| {
        text.matches(c)
            .count()
            .saturating_sub(text.matches(&format!("\\{c}")).count())
    };
    let whole = |why| (why, text.to_owned());
    if !syntax {
        return whole("expression too large");
    }
    match count('(').cmp(&count(')')) {
        std::cmp::Ordering::Greater => whole("missing closing )"),
        std::cmp::Ordering::Less => whole("unexpected )"),
        std::cmp::Ordering::Equal => match text.chars().next() {
            Some(first @ ('*' | '+' | '?')) => {
                ("missing argument to repetition operator", first.to_string())
            }
            _ => whole("invalid expression"),
        },
    }
}
