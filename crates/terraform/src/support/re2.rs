//! Translation of RE2 syntax to the syntax of the `regex` crate. Perl classes are ASCII, `\Q..\E` is literal, and
//! braces that are not a repetition are literal.

/// Translates a pattern. The error is the reason and the invalid part.
pub fn translate(text: &str) -> Result<String, (String, String)> {
    let mut output = String::with_capacity(text.len());
    let mut rest = text;
    let mut class = false;
    // Whether the position is at the start of a class, where a closing bracket is literal.
    let mut class_start = false;
    let mut repeated: Option<&str> = None;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        let first = std::mem::take(&mut class_start);
        let operator = if class { "" } else { repetition_operator(rest) };
        if let (Some(before), false) = (repeated, operator.is_empty()) {
            let length = before.len().saturating_sub(rest.len()).saturating_add(operator.len());
            let both = before.get(..length).unwrap_or(before);
            return Err(("invalid nested repetition operator".to_owned(), both.to_owned()));
        }
        repeated = (!operator.is_empty()).then_some(rest);
        if !operator.is_empty() {
            if too_often(operator) || backwards(operator) {
                return Err(("invalid repeat count".to_owned(), operator.to_owned()));
            }
            output.push_str(operator);
            rest = rest.get(operator.len()..).unwrap_or("");
            continue;
        }
        match c {
            '\\' => {
                rest = escape(rest, class, &mut output)?;
                continue;
            }
            '[' if class => match posix(rest) {
                Some(name) => {
                    output.push_str(name);
                    rest = rest.get(name.len()..).unwrap_or("");
                    continue;
                }
                None => output.push_str("\\["),
            },
            '[' => {
                class = true;
                class_start = true;
                output.push('[');
                if let Some(negated) = after.strip_prefix('^') {
                    output.push('^');
                    rest = negated;
                    continue;
                }
            }
            ']' if class && first => output.push_str("\\]"),
            ']' if class => {
                class = false;
                output.push(']');
            }
            '&' | '~' if class => {
                output.push('\\');
                output.push(c);
            }
            '-' if class && after.starts_with('-') => output.push_str("\\-"),
            '{' if !class => output.push_str("\\{"),
            '}' if !class => output.push_str("\\}"),
            '(' if !class && after.starts_with('?') => {
                check_group(rest)?;
                output.push('(');
            }
            other => output.push(other),
        }
        rest = after;
    }
    if class {
        let start = text.rfind('[').and_then(|at| text.get(at..)).unwrap_or(text);
        return Err(("missing closing ]".to_owned(), start.to_owned()));
    }
    Ok(output)
}

/// Translates an escape and returns the remaining text.
fn escape<'t>(text: &'t str, class: bool, output: &mut String) -> Result<&'t str, (String, String)> {
    let rest = text.get(1..).unwrap_or("");
    let Some(c) = rest.chars().next() else {
        return Err(("trailing backslash at end of expression".to_owned(), "".to_owned()));
    };
    let after = rest.get(c.len_utf8()..).unwrap_or("");
    let perl = match (c, class) {
        ('d', _) => "0-9",
        ('w', _) => "0-9A-Za-z_",
        ('s', _) => "\\t\\n\\f\\r ",
        ('D', _) => "\\x00-/:-\\x{10FFFF}",
        ('W', _) => "\\x00-/:-@\\[-\\^`\\{-\\x{10FFFF}",
        ('S', _) => "\\x00-\\x08\\x0B\\x0E-\\x1F!-\\x{10FFFF}",
        _ => "",
    };
    if !perl.is_empty() {
        output.push_str(&if class { perl.to_owned() } else { format!("[{perl}]") });
        return Ok(after);
    }
    match c {
        'Q' => {
            let (literal, after) = after.split_once("\\E").unwrap_or((after, ""));
            for c in literal.chars() {
                if c.is_ascii_punctuation() {
                    output.push('\\');
                }
                output.push(c);
            }
            return Ok(after);
        }
        'b' | 'B' if !class => output.push_str(&format!("(?-u:\\{c})")),
        'x' => {
            let code = match after.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
                Some((code, _)) => format!("{{{code}}}"),
                None => after.get(..2).unwrap_or("").to_owned(),
            };
            output.push_str(&format!("\\x{code}"));
            return Ok(after.get(code.len()..).unwrap_or(""));
        }
        'a' | 'f' | 't' | 'n' | 'r' | 'v' => {
            output.push('\\');
            output.push(c);
        }
        'A' | 'z' if !class => {
            output.push('\\');
            output.push(c);
        }
        'p' | 'P' => {
            output.push('\\');
            output.push(c);
        }
        '0'..='7' => {
            let digits: String = rest.chars().take(3).take_while(|c| ('0'..='7').contains(c)).collect();
            if c != '0' && digits.len() == 1 {
                return Err(("invalid escape sequence".to_owned(), format!("\\{c}")));
            }
            let code = u32::from_str_radix(&digits, 8).unwrap_or(0);
            output.push_str(&format!("\\x{{{code:x}}}"));
            return Ok(rest.get(digits.len()..).unwrap_or(""));
        }
        c if c.is_ascii_punctuation() => {
            output.push('\\');
            output.push(c);
        }
        c if !c.is_ascii() => output.push(c),
        c => return Err(("invalid escape sequence".to_owned(), format!("\\{c}"))),
    }
    Ok(after)
}

/// Returns a POSIX class such as `[:alpha:]` at the start of the text.
fn posix(text: &str) -> Option<&str> {
    let end = text.strip_prefix("[:")?.find(":]")?;
    text.get(..end.saturating_add(4)).filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || "[:^]".contains(c)))
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
    text.get(..if lazy { length.saturating_add(1) } else { length }).unwrap_or("")
}

/// Returns whether the maximum of a repetition is less than its minimum.
fn backwards(counted: &str) -> bool {
    let inside = counted.trim_matches(['{', '}', '?']);
    match inside.split_once(',').map(|(from, to)| (from.parse::<u32>(), to.parse::<u32>())) {
        Some((Ok(from), Ok(to))) => to < from,
        _ => false,
    }
}

/// Returns whether a repeat count exceeds RE2's limit of 1000.
fn too_often(counted: &str) -> bool {
    let numbers = counted.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.map(|digits| digits.parse::<u32>().unwrap_or(u32::MAX)).any(|count| count > 1000)
}

/// Checks the start of a group. RE2 has no lookaround.
fn check_group(text: &str) -> Result<(), (String, String)> {
    let known = ["(?P<", "(?<", "(?P>", "(?P="];
    let inside = text.get(2..).unwrap_or("");
    if text.starts_with("(?<=") || text.starts_with("(?<!") {
        return Err(("invalid named capture".to_owned(), text.to_owned()));
    }
    if known.iter().take(2).any(|start| text.starts_with(start)) {
        return Ok(());
    }
    let flags = inside.trim_start_matches(['i', 'm', 's', 'U', '-']);
    if flags.starts_with(':') || flags.starts_with(')') {
        return Ok(());
    }
    let length = 3usize.saturating_add(usize::from(text.starts_with("(?<") || text.starts_with("(?P")));
    let part = text.get(..length).unwrap_or(text).to_owned();
    Err(("invalid or unsupported Perl syntax".to_owned(), part))
}

/// Returns RE2's message for a pattern that the `regex` crate rejected, as far as it can be derived from the pattern.
pub fn reason(text: &str, syntax: bool) -> String {
    let count = |c: char| text.matches(c).count().saturating_sub(text.matches(&format!("\\{c}")).count());
    if !syntax {
        return format!("expression too large in {text}");
    }
    match count('(').cmp(&count(')')) {
        std::cmp::Ordering::Greater => format!("missing closing ) in {text}"),
        std::cmp::Ordering::Less => format!("unexpected ) in {text}"),
        std::cmp::Ordering::Equal => match text.chars().next() {
            Some(first @ ('*' | '+' | '?')) => format!("missing argument to repetition operator in {first}"),
            _ => format!("invalid expression in {text}"),
        },
    }
}
