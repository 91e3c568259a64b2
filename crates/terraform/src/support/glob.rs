//! Glob patterns: `*`, `**`, `?`, `[a-z]`, `{a,b}`.

/// A compiled pattern, with alternatives expanded.
#[derive(Debug)]
pub struct Glob {
    alternatives: Vec<Vec<String>>,
}

/// The maximum number of alternatives.
const ALTERNATIVES: usize = 256;

/// Compiles a pattern.
pub fn compile(text: &str) -> Result<Glob, &'static str> {
    let mut open = vec![text.to_owned()];
    let mut done = Vec::new();
    while let Some(next) = open.pop() {
        if open.len().saturating_add(done.len()) > ALTERNATIVES {
            return Err("too many alternatives");
        }
        match braces(&next) {
            Some(Braces::Open) => return Err(SYNTAX),
            Some(Braces::Closed(before, inside, after)) => {
                open.extend(
                    inside
                        .iter()
                        .rev()
                        .map(|one| format!("{before}{one}{after}")),
                );
            }
            None => {
                let parts: Vec<String> = next.split('/').map(str::to_owned).collect();
                if parts.iter().any(|part| tokens(part).is_none()) {
                    return Err(SYNTAX);
                }
                done.push(parts);
            }
        }
    }
    Ok(Glob { alternatives: done })
}

/// Returns the pattern of the names that are compared with the first component that has a mistake, up to the mistake: after
/// its text there is at least one more character. `None` if there are none: behind a `*`, mistakes are not found.
pub fn until_mistake(text: &str) -> Option<Glob> {
    let parts: Vec<&str> = text.split('/').collect();
    let at = parts.iter().position(|part| compile(part).is_err())?;
    let (before, wrong) = (parts.get(..at)?, parts.get(at)?);
    let correct = wrong.split(['{', '[', '\\']).next().unwrap_or("");
    let has_star = |part: &str| part.contains('*') && part != "**";
    if before.iter().any(|part| has_star(part)) || correct.contains('*') {
        return None;
    }
    let mut parts: Vec<String> = before.iter().map(|part| (*part).to_owned()).collect();
    parts.push(format!("{correct}?*"));
    compile(&parts.join("/")).ok()
}

const SYNTAX: &str = "syntax error in pattern";

/// Braces in a pattern.
enum Braces<'t> {
    /// The closing brace is missing.
    Open,
    /// The text before them, the alternatives in them, and the text after them.
    Closed(&'t str, Vec<&'t str>, &'t str),
}

/// Returns the first braces that are not escaped.
fn braces(text: &str) -> Option<Braces<'_>> {
    let mut escaped = false;
    let is_open = |(_, c): &(usize, char)| {
        let found = *c == '{' && !escaped;
        escaped = *c == '\\' && !escaped;
        found
    };
    let (start, _) = text.char_indices().find(is_open)?;
    let mut depth = 0usize;
    let mut from = start.saturating_add(1);
    let mut parts = Vec::new();
    let mut escaped = false;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < start) {
        let is_escaped = escaped;
        escaped = c == '\\' && !is_escaped;
        match c {
            _ if is_escaped => {}
            '{' => depth = depth.saturating_add(1),
            ',' if depth == 1 => {
                parts.push(text.get(from..at)?);
                from = at.saturating_add(1);
            }
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    parts.push(text.get(from..at)?);
                    return Some(Braces::Closed(
                        text.get(..start)?,
                        parts,
                        text.get(at.saturating_add(1)..)?,
                    ));
                }
            }
            _ => {}
        }
    }
    Some(Braces::Open)
}

impl Glob {
    /// Returns whether the pattern matches a whole path.
    pub fn fits(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        self.alternatives
            .iter()
            .any(|pattern| fits_parts(pattern, &parts))
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
            let from_left = before
                .and_then(|before| {
                    if any {
                        next.get(before)
                    } else {
                        row.get(before)
                    }
                })
                .copied();
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
    let tokens = tokens(pattern).unwrap_or_default();
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
                        || before
                            .and_then(|before| next.get(before))
                            .copied()
                            .unwrap_or(false)
                }
                token => {
                    before
                        .and_then(|before| row.get(before))
                        .copied()
                        .unwrap_or(false)
                        && before
                            .and_then(|before| letters.get(before))
                            .is_some_and(|c| token.fits(*c))
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
            Token::Class(negated, ranges) => {
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *negated
            }
        }
    }
}

/// Parses a path component; `None` if a class is malformed.
fn tokens(pattern: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut letters = pattern.chars().peekable();
    while let Some(c) = letters.next() {
        tokens.push(match c {
            '*' => Token::Any,
            '?' => Token::One,
            '\\' => Token::Letter(letters.next().unwrap_or('\\')),
            '[' => {
                let negated = letters.next_if_eq(&'^').is_some();
                let mut ranges = Vec::new();
                loop {
                    let from = match letters.next()? {
                        ']' if !ranges.is_empty() => break,
                        ']' | '-' => return None,
                        '\\' => letters.next()?,
                        c => c,
                    };
                    let to = match letters.next_if_eq(&'-').and_then(|_| letters.next()) {
                        Some(']' | '-') => return None,
                        Some('\\') => letters.next()?,
                        Some(to) => to,
                        None => from,
                    };
                    ranges.push((from, to));
                }
                Token::Class(negated, ranges)
            }
            other => Token::Letter(other),
        });
    }
    Some(tokens)
}
