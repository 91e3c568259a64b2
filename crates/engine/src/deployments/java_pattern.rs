//! Which regular expressions mean the same in Java, which CloudFormation uses for `AllowedPattern`, and in Python, whose
//! expressions [`Pattern`](cfn_warden_schema::pattern::Pattern) implements.
//!
//! A pattern is decided only if it consists of what both languages read alike. Everything else leaves open whether a
//! value is admitted: intersections and unions of classes (`[a-z&&[^b]]`, `[a-c[x-z]]`), `\Q...\E`, `\h`, `\R`,
//! `\p{javaLowerCase}`, octal escapes, references to groups, flags such as `(?x)` and `(?u)`.
//!
//! Source: <https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/regex/Pattern.html>.

use std::iter::Peekable;
use std::str::Chars;

/// Properties that have the same ASCII characters in both languages.
const PROPERTIES: &[&str] = &[
    "L", "Lu", "Ll", "N", "Nd", "Alpha", "Alnum", "Upper", "Lower", "Digit",
];

/// Whether a pattern means the same in both languages for the texts of [`is_common_text`].
pub(super) fn is_common(pattern: &str) -> bool {
    let mut scanner = Scanner {
        chars: pattern.chars().peekable(),
    };
    // Flags count from their place on in Java, and everywhere in Python: the same at the start only.
    for flags in ["(?i)", "(?s)", "(?m)"] {
        if let Some(rest) = pattern.strip_prefix(flags) {
            scanner.chars = rest.chars().peekable();
        }
    }
    scanner.pattern().is_some()
}

/// Whether the classes of both languages treat the characters of a text alike: outside ASCII, `\w` and `\d` differ, and
/// `.` and `$` differ for line ends.
pub(super) fn is_common_text(text: &str) -> bool {
    text.bytes().all(|byte| (0x20..0x7f).contains(&byte))
}

struct Scanner<'p> {
    chars: Peekable<Chars<'p>>,
}

impl Scanner<'_> {
    /// Reads a whole pattern; `None` if a part of it is not common.
    fn pattern(&mut self) -> Option<()> {
        // Whether the part before can be repeated.
        let mut is_repeatable = false;
        while let Some(c) = self.chars.next() {
            is_repeatable = match c {
                '\\' => self.escape(false)?,
                '[' => self.class()?,
                '(' => self.group()?,
                '*' | '+' | '?' => self.repeated(is_repeatable)?,
                '{' => {
                    self.count()?;
                    self.repeated(is_repeatable)?
                }
                '|' | '^' | '$' => false,
                // Alone, it is text.
                ']' | '}' => return None,
                _ => true,
            };
        }
        Some(())
    }

    /// Reads what follows a quantifier: `?` and `+` make it lazy and possessive.
    fn repeated(&mut self, is_repeatable: bool) -> Option<bool> {
        self.chars.next_if(|next| matches!(next, '?' | '+'));
        is_repeatable.then_some(false)
    }

    /// Reads `n}`, `n,}` or `n,m}`.
    fn count(&mut self) -> Option<()> {
        let mut text = String::new();
        loop {
            match self.chars.next()? {
                '}' => break,
                c if c.is_ascii_digit() || c == ',' => text.push(c),
                _ => return None,
            }
        }
        let (least, most) = text.split_once(',').unwrap_or((&text, ""));
        (!least.is_empty() && !most.contains(',')).then_some(())
    }

    /// Reads the start of a group after its parenthesis; what is in it is read as the rest of the pattern.
    fn group(&mut self) -> Option<bool> {
        if self.chars.next_if_eq(&'?').is_none() {
            return Some(false);
        }
        match self.chars.next()? {
            ':' | '=' | '!' | '>' => {}
            '<' => {
                let is_name = |c: &char| c.is_ascii_alphanumeric();
                match self.chars.next()? {
                    '=' | '!' => {}
                    first if first.is_ascii_alphabetic() => {
                        while self.chars.next_if(is_name).is_some() {}
                        self.chars.next_if_eq(&'>')?;
                    }
                    _ => return None,
                }
            }
            'i' | 's' | 'm' => {
                self.chars.next_if_eq(&':')?;
            }
            _ => return None,
        }
        Some(false)
    }

    /// Reads an escape after its backslash; returns whether it can be repeated.
    fn escape(&mut self, in_class: bool) -> Option<bool> {
        let is_hexadecimal = |c: &char| c.is_ascii_hexdigit();
        let digits = match self.chars.next()? {
            'w' | 'W' | 'd' | 'D' | 's' | 'S' | 't' | 'n' | 'r' | 'f' => 0,
            'b' | 'B' | 'A' | 'Z' if !in_class => return Some(false),
            'p' | 'P' => {
                self.chars.next_if_eq(&'{')?;
                let mut name = String::new();
                while let Some(c) = self.chars.next_if(char::is_ascii_alphanumeric) {
                    name.push(c);
                }
                self.chars.next_if_eq(&'}')?;
                if !PROPERTIES.contains(&name.as_str()) {
                    return None;
                }
                0
            }
            'x' => 2,
            'u' => 4,
            c if c.is_ascii_alphanumeric() || !c.is_ascii() => return None,
            _ => 0,
        };
        for _ in 0..digits {
            self.chars.next_if(is_hexadecimal)?;
        }
        Some(true)
    }

    /// Reads a class after its bracket: characters, ranges and escapes.
    fn class(&mut self) -> Option<bool> {
        self.chars.next_if_eq(&'^');
        let mut is_first = true;
        loop {
            match self.chars.next()? {
                ']' if is_first => return None,
                ']' => return Some(true),
                '[' => return None,
                '&' if self.chars.peek() == Some(&'&') => return None,
                '\\' => {
                    self.escape(true)?;
                }
                '-' if !is_first && self.chars.peek() == Some(&'\\') => return None,
                _ => {}
            }
            is_first = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_patterns_are_decided() {
        for pattern in [
            "[a-z]+",
            "^[a-zA-Z][a-zA-Z0-9]*$",
            r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})/(\d{1,2})",
            r"[\w+=,.@-]+",
            r"^arn:aws(-[a-z]+)*:kms:[a-z0-9-]+:\d{12}:key/.+$",
            r"(?i)^true|false$",
            r"^(?!aws)[a-z]{3,}?$",
            "a++",
            "(?>a|b)c",
            r"\x41\u0042",
            r"\p{Alnum}+",
            "(?<name>a)|b",
            "[^,]*",
            "[a-z-9]",
            "a{2}",
            "",
        ] {
            assert!(is_common(pattern), "{pattern}");
        }
    }

    #[test]
    fn other_patterns_are_open() {
        for pattern in [
            "[a-z&&[^b]]+",
            r"[\w&&[^a]]",
            "[a-c[x-z]]",
            "[[:alpha:]]",
            r"\Qa.b\E",
            r"\p{javaLowerCase}",
            r"\p{IsAlphabetic}",
            r"\p{Punct}",
            r"\pL",
            r"\h",
            r"\R",
            r"\v",
            r"\0101",
            r"(a)\1",
            r"(?<n>a)\k<n>",
            "(?x)a b",
            "(?u)a",
            "(?-i)a",
            "a(?i)b",
            "(?P<n>a)",
            "a{,3}",
            "a{",
            "a}",
            "]",
            "[]a]",
            "a{2}{3}",
            "*a",
            r"[a-\d]",
            r"\z",
            r"\G",
            r"\cA",
            "[a",
            "\\",
        ] {
            assert!(!is_common(pattern), "{pattern}");
        }
        assert!(is_common_text("a-1 ~"));
        assert!(!is_common_text("\u{e9}"));
        assert!(!is_common_text("a\n"));
    }
}
