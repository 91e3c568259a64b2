//! Generates literals from values of documents.

use crate::data::{Node, recased};
use crate::pattern::regex;
use crate::random::Random;

/// Returns a quoted string. Only the quote can be escaped.
pub fn string(random: &mut Random, text: &str) -> String {
    let text = text.trim_end_matches('\\');
    let quote = if random.chance(75) { '"' } else { '\'' };
    let other = if quote == '"' { '\'' } else { '"' };
    match (text.contains(quote), text.contains(other)) {
        (true, false) => format!("{other}{text}{other}"),
        (true, true) => format!(
            "{quote}{}{quote}",
            text.replace(quote, &format!("\\{quote}"))
        ),
        _ => format!("{quote}{text}{quote}"),
    }
}

/// Returns a value as a literal.
pub fn literal(random: &mut Random, node: &Node) -> String {
    match node {
        Node::Null => random.word(&["null", "NULL", "Null"]).to_owned(),
        Node::Bool(true) => random.word(&["true", "True", "TRUE"]).to_owned(),
        Node::Bool(false) => random.word(&["false", "False", "FALSE"]).to_owned(),
        // The smallest integer has no literal: its digits without the sign are out of range.
        Node::Int(value) => (*value).max(-i64::MAX).to_string(),
        Node::Float(value) => float(*value),
        Node::Text(text) => string(random, text),
        Node::Plain(_) | Node::Short(..) => literal(random, &node.meaning()),
        Node::List(items) => {
            let items: Vec<String> = items.iter().map(|item| literal(random, item)).collect();
            format!(
                "[{}]",
                items.join(if random.chance(70) { ", " } else { "," })
            )
        }
        Node::Map(entries) => {
            let mut parts = Vec::new();
            for (key, value) in entries {
                let name = is_word(key) && random.chance(50);
                let key = if name {
                    key.clone()
                } else {
                    string(random, key)
                };
                parts.push(format!("{key}: {}", literal(random, value)));
            }
            format!("{{ {} }}", parts.join(", "))
        }
    }
}

fn float(value: f64) -> String {
    let text = format!("{value:?}");
    if text.contains(['.', 'e']) {
        text
    } else {
        format!("{value}.0")
    }
}

/// Returns whether a key needs no quotes in a query.
pub fn is_word(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

fn range(random: &mut Random, low: &str, high: &str) -> String {
    let (open, close) = (random.word(&["[", "("]), random.word(&["]", ")"]));
    let (space, comma) = (random.word(&["", "", " "]), random.word(&[",", ", "]));
    format!("r{open}{space}{low}{comma}{high}{space}{close}")
}

/// Returns a range that contains a number or letter, or is next to it.
fn range_around(random: &mut Random, node: &Node) -> String {
    match node {
        Node::Int(value) => {
            let low = value.saturating_sub(*random.pick(&[0, 1, 10, -1]));
            let high = value.saturating_add(*random.pick(&[0, 1, 10]));
            match random.chance(20) {
                true => range(random, &float(low as f64), &float(high as f64)),
                false => range(random, &low.to_string(), &high.to_string()),
            }
        }
        Node::Float(value) => {
            let (low, high) = (
                value - *random.pick(&[0.0, 0.5]),
                value + *random.pick(&[0.0, 1.0]),
            );
            match random.chance(20) {
                true => range(
                    random,
                    &(low as i64).to_string(),
                    &(high as i64).to_string(),
                ),
                false => range(random, &float(low), &float(high)),
            }
        }
        _ => {
            let (low, high) =
                *random.pick(&[("a", "z"), ("0", "9"), ("A", "Z"), ("é", "ö"), ("1", "5")]);
            range(random, low, high)
        }
    }
}

/// Returns a literal that is related to a value.
pub fn near(random: &mut Random, node: &Node) -> String {
    let other = crate::data::scalar(random).meaning();
    match random.share(&[34, 10, 16, 22, 10, 8]) {
        0 => literal(random, node),
        1 => literal(random, &other),
        2 => match node {
            Node::Text(text) => regex(random, text),
            other => range_around(random, other),
        },
        3 => {
            let mut items = vec![literal(random, &other)];
            let alike = if random.chance(30) {
                range_or_regex(random, node)
            } else {
                literal(random, node)
            };
            match random.share(&[40, 40, 20]) {
                0 => items.push(alike),
                1 => items = vec![alike],
                _ => {}
            }
            format!("[{}]", items.join(", "))
        }
        4 => {
            let mut changed = node.clone();
            crate::data::mutate(random, &mut changed);
            literal(random, &changed.meaning())
        }
        _ => converted(random, node),
    }
}

fn range_or_regex(random: &mut Random, node: &Node) -> String {
    match node {
        Node::Text(text) if random.chance(70) => regex(random, text),
        other => range_around(random, other),
    }
}

/// Returns the value converted to another type, or a part of it.
fn converted(random: &mut Random, node: &Node) -> String {
    let changed = match node {
        Node::Int(value) if random.chance(60) => Node::Float(*value as f64),
        Node::Int(value) => Node::Text(value.to_string()),
        Node::Float(value) => Node::Int(*value as i64),
        Node::Bool(value) => Node::Text(value.to_string()),
        Node::Text(text) if random.chance(50) => Node::Text(text.chars().skip(1).collect()),
        Node::Text(text) => Node::Text(recased(random, text)),
        Node::List(items) if random.chance(40) => Node::List(vec![Node::List(items.clone())]),
        Node::List(items) => Node::List(items.iter().rev().cloned().collect()),
        Node::Map(entries) => Node::Map(entries.iter().rev().cloned().collect()),
        _ => Node::List(Vec::new()),
    };
    literal(random, &changed)
}
