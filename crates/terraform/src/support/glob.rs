//! Glob patterns: `*`, `**`, `?`, `[a-z]`, `{a,b}`.

/// A compiled pattern, with alternatives expanded.
#[derive(Debug)]
pub struct Glob {
    alternatives: Vec<Vec<String>>,
}

/// The maximum number of alternatives.
const ALTERNATIVES: usize = 256;

/// Compiles a pattern.
pub fn compile(text: &str) -> Result<Glob, String> {
    let mut open = vec![text.to_owned()];
    let mut done = Vec::new();
    while let Some(next) = open.pop() {
        if open.len().saturating_add(done.len()) > ALTERNATIVES {
            return Err("too many alternatives".to_owned());
        }
        match braces(&next) {
            Some((before, inside, after)) => {
                open.extend(inside.iter().rev().map(|one| format!("{before}{one}{after}")));
            }
            None if next.contains('[') && !next.contains(']') => return Err("syntax error in pattern".to_owned()),
            None => done.push(next.split('/').map(str::to_owned).collect()),
        }
    }
    Ok(Glob { alternatives: done })
}

/// Returns the text before the first braces, the alternatives in them, and the text after them.
fn braces(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let start = text.find('{')?;
    let mut depth = 0usize;
    let mut from = start.saturating_add(1);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < start) {
        match c {
            '{' => depth = depth.saturating_add(1),
            ',' if depth == 1 => {
                parts.push(text.get(from..at)?);
                from = at.saturating_add(1);
            }
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    parts.push(text.get(from..at)?);
                    return Some((text.get(..start)?, parts, text.get(at.saturating_add(1)..)?));
                }
            }
            _ => {}
        }
    }
    None
}

impl Glob {
    /// Returns whether the pattern matches a whole path.
    pub fn fits(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        self.alternatives.iter().any(|pattern| fits_parts(pattern, &parts))
    }
}

/// Matches path components by dynamic programming: each row tells which prefixes of the path match a prefix of the
/// pattern.
fn fits_parts(pattern: &[String], parts: &[&str]) -> bool {
    let mut row: Vec<bool> = vec![false; parts.len().saturating_add(1)];
    if let Some(first) = row.first_mut() {
        *first = true;
    }
    for one in pattern {
        let mut next = vec![false; row.len()];
        let any = one == "**";
        for at in 0..row.len() {
            let here = row.get(at).copied().unwrap_or(false);
            let before = at.checked_sub(1);
            let from_left = before.and_then(|before| if any { next.get(before) } else { row.get(before) }).copied();
            let part = before.and_then(|before| parts.get(before));
            let fits = if any {
                here || from_left.unwrap_or(false)
            } else {
                from_left.unwrap_or(false) && part.is_some_and(|part| fits_one(one, part))
            };
            if let Some(cell) = next.get_mut(at) {
                *cell = fits;
            }
        }
        row = next;
    }
    row.last().copied().unwrap_or(false)
}

/// Matches one path component with the same method.
fn fits_one(pattern: &str, part: &str) -> bool {
    let tokens = tokens(pattern);
    let mut row: Vec<bool> = vec![true];
    let letters: Vec<char> = part.chars().collect();
    row.resize(letters.len().saturating_add(1), false);
    for token in &tokens {
        let mut next = vec![false; row.len()];
        for at in 0..row.len() {
            let before = at.checked_sub(1);
            let fits = match token {
                Token::Any => {
                    row.get(at).copied().unwrap_or(false)
                        || before.and_then(|before| next.get(before)).copied().unwrap_or(false)
                }
                token => {
                    before.and_then(|before| row.get(before)).copied().unwrap_or(false)
                        && before.and_then(|before| letters.get(before)).is_some_and(|c| token.fits(*c))
                }
            };
            if let Some(cell) = next.get_mut(at) {
                *cell = fits;
            }
        }
        row = next;
    }
    row.last().copied().unwrap_or(false)
}

enum Token {
    Any,
    One,
    Letter(char),
    Class(bool, Vec<(char, char)>),
}

impl Token {
    fn fits(&self, c: char) -> bool {
        match self {
            Token::Any | Token::One => true,
            Token::Letter(letter) => *letter == c,
            Token::Class(negated, ranges) => ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *negated,
        }
    }
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut letters = pattern.chars().peekable();
    while let Some(c) = letters.next() {
        tokens.push(match c {
            '*' => Token::Any,
            '?' => Token::One,
            '\\' => Token::Letter(letters.next().unwrap_or('\\')),
            '[' => {
                let negated = letters.next_if(|c| matches!(c, '^' | '!')).is_some();
                let mut ranges = Vec::new();
                while let Some(from) = letters.next().filter(|c| *c != ']') {
                    let to = match letters.next_if_eq(&'-') {
                        Some(_) => letters.next().unwrap_or(from),
                        None => from,
                    };
                    ranges.push((from, to));
                }
                Token::Class(negated, ranges)
            }
            other => Token::Letter(other),
        });
    }
    tokens
}
