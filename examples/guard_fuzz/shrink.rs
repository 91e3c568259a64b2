//! Reduces a pair while a predicate stays true.

use crate::data::Node;
use crate::render::flow;

/// The maximum number of calls of the predicate.
const PATIENCE: usize = 1500;

/// Removes tokens while the predicate stays true, and returns the shortest result.
pub fn text(text: &str, mut is: impl FnMut(&str) -> bool) -> String {
    let mut tokens = tokens(text);
    let mut asked = 0;
    let mut before = usize::MAX;
    while tokens.len() < before && asked < PATIENCE {
        before = tokens.len();
        brackets(&mut tokens, &mut asked, &mut is);
        let mut size = tokens.len() / 2;
        while size > 0 && asked < PATIENCE {
            let mut at = 0;
            while at < tokens.len() && asked < PATIENCE {
                let end = (at + size).min(tokens.len());
                if !without(&mut tokens, at, end, &mut asked, &mut is) {
                    at += size;
                }
            }
            size /= 2;
        }
    }
    tokens.concat()
}

fn without(
    tokens: &mut Vec<String>,
    from: usize,
    to: usize,
    asked: &mut usize,
    is: &mut impl FnMut(&str) -> bool,
) -> bool {
    let mut fewer = tokens.clone();
    fewer.drain(from..to);
    *asked += 1;
    let smaller = is(&fewer.concat());
    if smaller {
        *tokens = fewer;
    }
    smaller
}

/// Removes bracketed parts, including the brackets.
fn brackets(tokens: &mut Vec<String>, asked: &mut usize, is: &mut impl FnMut(&str) -> bool) {
    let mut at = 0;
    while at < tokens.len() && *asked < PATIENCE {
        let closing = closing(tokens, at);
        let gone = closing.is_some_and(|end| without(tokens, at, end + 1, asked, is));
        at += usize::from(!gone);
    }
}

fn closing(tokens: &[String], from: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.as_str() {
            "{" | "[" | "(" => depth += 1,
            "}" | "]" | ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (at > from).then_some(at);
        }
    }
    None
}

fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in text.chars() {
        let word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let joins = word(letter) && word(last) || letter.is_whitespace() && last.is_whitespace();
        match found.last_mut().filter(|_| joins) {
            Some(token) => token.push(letter),
            None => found.push(letter.to_string()),
        }
        last = letter;
    }
    found
}

/// Removes parts of a document while the predicate stays true, and returns it as text, on one line if possible.
pub fn document(node: &Node, text: &str, mut is: impl FnMut(&str) -> bool) -> String {
    let line = |node: &Node| {
        let mut out = String::new();
        flow(&mut out, node, None);
        out.push('\n');
        out
    };
    if !is(&line(node)) {
        return self::text(text, is);
    }
    let mut node = node.clone();
    let mut asked = 0;
    while asked < PATIENCE {
        let candidates = smaller(&node);
        let next = candidates.into_iter().find(|candidate| {
            asked += 1;
            asked < PATIENCE && is(&line(candidate))
        });
        match next {
            Some(smaller) => node = smaller,
            None => break,
        }
    }
    line(&node)
}

/// Returns the values that result from removing one part, or from making one part smaller.
fn smaller(node: &Node) -> Vec<Node> {
    let mut found = Vec::new();
    match node {
        Node::List(items) => {
            for at in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(at);
                found.push(Node::List(fewer));
            }
            for (at, item) in items.iter().enumerate() {
                for less in smaller(item) {
                    let mut changed = items.clone();
                    changed[at] = less;
                    found.push(Node::List(changed));
                }
            }
        }
        Node::Map(entries) => {
            for at in 0..entries.len() {
                let mut fewer = entries.clone();
                fewer.remove(at);
                found.push(Node::Map(fewer));
            }
            for (at, (key, value)) in entries.iter().enumerate() {
                for less in smaller(value) {
                    let mut changed = entries.clone();
                    changed[at] = (key.clone(), less);
                    found.push(Node::Map(changed));
                }
            }
        }
        Node::Short(at, inner) => {
            found.extend(
                smaller(inner)
                    .into_iter()
                    .map(|less| Node::Short(*at, Box::new(less))),
            );
        }
        Node::Int(1) => {}
        _ => found.push(Node::Int(1)),
    }
    found
}
