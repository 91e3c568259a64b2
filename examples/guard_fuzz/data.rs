//! Generates documents: templates, plans and others.

use crate::random::Random;
use crate::words::{FLOATS, KEYS, NUMBERS, PLAIN, SHORT, TEXTS, TYPES};

/// A value of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    /// An unquoted YAML scalar: an index into `PLAIN`.
    Plain(usize),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
    /// A short form: an index into `SHORT`.
    Short(usize, Box<Node>),
}

pub fn text(text: &str) -> Node {
    Node::Text(text.to_owned())
}

fn map<const N: usize>(entries: [(&str, Node); N]) -> Vec<(String, Node)> {
    entries
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Generates a document of any kind.
pub fn document(random: &mut Random) -> Node {
    match random.share(&[60, 22, 10, 4, 4]) {
        0 => template(random),
        1 => Node::Map(entries(random, 4, 5)),
        2 => plan(random),
        3 => Node::List((0..random.below(4)).map(|_| value(random, 3)).collect()),
        _ => value(random, 2),
    }
}

pub fn scalar(random: &mut Random) -> Node {
    match random.share(&[50, 20, 8, 10, 6, 6]) {
        0 => text(random.word(TEXTS)),
        1 => Node::Int(*random.pick(NUMBERS)),
        2 => Node::Float(*random.pick(FLOATS)),
        3 => Node::Bool(random.chance(50)),
        4 => Node::Null,
        _ => Node::Plain(random.below(PLAIN.len())),
    }
}

/// Generates a value that is nested at most `depth` levels deep.
pub fn value(random: &mut Random, depth: usize) -> Node {
    if depth == 0 {
        return scalar(random);
    }
    match random.share(&[45, 22, 22, 6, 5]) {
        0 => scalar(random),
        1 => list(random, depth - 1),
        2 => Node::Map(entries(random, depth - 1, 4)),
        3 => function(random, depth - 1),
        _ => tags(random),
    }
}

/// Generates a list, usually with elements of one kind.
fn list(random: &mut Random, depth: usize) -> Node {
    let count = random.below(4);
    if random.chance(50) {
        let first = value(random, depth);
        return Node::List((0..count).map(|_| mutated_copy(random, &first)).collect());
    }
    Node::List((0..count).map(|_| value(random, depth)).collect())
}

fn entries(random: &mut Random, depth: usize, most: usize) -> Vec<(String, Node)> {
    let mut found: Vec<(String, Node)> = Vec::new();
    for _ in 0..random.below(most + 1) {
        let key = random.word(KEYS);
        if !found.iter().any(|(other, _)| other == key) || random.chance(2) {
            found.push((key.to_owned(), value(random, depth)));
        }
    }
    found
}

fn tags(random: &mut Random) -> Node {
    let tag = |random: &mut Random| {
        let mut tag = map([("Key", text(random.word(TEXTS))), ("Value", scalar(random))]);
        if random.chance(15) {
            tag.remove(random.below(2));
        }
        Node::Map(tag)
    };
    Node::List((0..random.below(4)).map(|_| tag(random)).collect())
}

/// Generates an intrinsic function in long or short form.
fn function(random: &mut Random, depth: usize) -> Node {
    let at = random.below(SHORT.len());
    let (tag, long) = SHORT[at];
    let argument = match tag {
        "!Ref" | "!Sub" | "!GetAtt" | "!ImportValue" | "!Base64" => {
            text(random.word(&["Bucket.Arn", "${A}-x", "Env", "a"]))
        }
        _ => Node::List(
            (0..1 + random.below(3))
                .map(|_| value(random, depth))
                .collect(),
        ),
    };
    match random.chance(60) {
        true => Node::Short(at, Box::new(argument)),
        false => Node::Map(map([(long, argument)])),
    }
}

fn template(random: &mut Random) -> Node {
    let names = ["Bucket", "Queue", "myRole", "some_thing", "B2", "Bück-et"];
    let count = random.share(&[3, 25, 35, 25, 12]);
    let resources = names
        .iter()
        .take(count)
        .map(|name| ((*name).to_owned(), resource(random)))
        .collect();
    let mut sections = map([("Resources", Node::Map(resources))]);
    if random.chance(30) {
        sections.insert(
            0,
            ("AWSTemplateFormatVersion".to_owned(), text("2010-09-09")),
        );
    }
    if random.chance(30) {
        let parameter = Node::Map(map([("Type", text("String")), ("Default", scalar(random))]));
        sections.push((
            "Parameters".to_owned(),
            Node::Map(map([("Env", parameter)])),
        ));
    }
    if random.chance(15) {
        sections.push(("Outputs".to_owned(), Node::Map(entries(random, 2, 3))));
    }
    if random.chance(10) {
        sections.push(("Metadata".to_owned(), value(random, 2)));
    }
    Node::Map(sections)
}

fn resource(random: &mut Random) -> Node {
    let mut found = map([("Type", text(random.word(TYPES)))]);
    if random.chance(8) {
        found[0].1 = scalar(random);
    }
    if random.chance(5) {
        found.clear();
    }
    let mut properties = entries(random, 3, 4);
    if random.chance(50) && !properties.iter().any(|(key, _)| key == "Tags") {
        properties.push(("Tags".to_owned(), tags(random)));
    }
    if random.chance(25) {
        let statements = (0..random.below(3)).map(|_| statement(random)).collect();
        properties.push((
            "PolicyDocument".to_owned(),
            Node::Map(map([("Statement", Node::List(statements))])),
        ));
    }
    match random.share(&[88, 6, 6]) {
        0 => found.push(("Properties".to_owned(), Node::Map(properties))),
        1 => found.push(("Properties".to_owned(), scalar(random))),
        _ => {}
    }
    if random.chance(12) {
        let path = Node::Map(map([("aws:cdk:path", text("Stack/Bucket/Resource"))]));
        found.push((
            "Metadata".to_owned(),
            if random.chance(60) {
                path
            } else {
                value(random, 2)
            },
        ));
    }
    Node::Map(found)
}

fn statement(random: &mut Random) -> Node {
    let effect = random.word(&["Allow", "Deny", "allow"]);
    let action = match random.chance(50) {
        true => text(random.word(&["s3:*", "*", "s3:GetObject"])),
        false => Node::List(
            (0..random.below(3))
                .map(|_| text(random.word(&["s3:*", "*", "sqs:Send"])))
                .collect(),
        ),
    };
    let principal = if random.chance(50) {
        text("*")
    } else {
        Node::Map(map([("AWS", scalar(random))]))
    };
    Node::Map(map([
        ("Effect", text(effect)),
        ("Action", action),
        ("Principal", principal),
    ]))
}

/// Generates a plan in the format of `terraform show -json`.
fn plan(random: &mut Random) -> Node {
    let change = |random: &mut Random| {
        let after = Node::Map(entries(random, 2, 4));
        let change = map([
            ("actions", Node::List(vec![text("create")])),
            ("after", after),
        ]);
        let mut found = map([
            (
                "address",
                text(random.word(&["aws_s3_bucket.a", "module.m.aws_sqs_queue.q", "x"])),
            ),
            (
                "type",
                text(random.word(&["aws_s3_bucket", "aws_sqs_queue"])),
            ),
            ("name", text("a")),
            ("change", Node::Map(change)),
        ]);
        if random.chance(8) {
            found.remove(random.below(4));
        }
        Node::Map(found)
    };
    let changes = (0..random.below(4)).map(|_| change(random)).collect();
    Node::Map(map([
        ("format_version", text("1.2")),
        ("resource_changes", Node::List(changes)),
    ]))
}

fn mutated_copy(random: &mut Random, node: &Node) -> Node {
    let mut copy = node.clone();
    if random.chance(60) {
        mutate(random, &mut copy);
    }
    copy
}

/// Changes one part of a value.
pub fn mutate(random: &mut Random, node: &mut Node) {
    let stop = random.chance(12);
    match node {
        Node::List(items) if !items.is_empty() && !stop => {
            let at = random.below(items.len());
            match random.share(&[70, 10, 10, 10]) {
                0 => mutate(random, &mut items[at]),
                1 => drop(items.remove(at)),
                2 => items.push(items[at].clone()),
                _ => items.swap(0, at),
            }
        }
        Node::Map(entries) if !entries.is_empty() && !stop => {
            let at = random.below(entries.len());
            match random.share(&[80, 8, 8, 4]) {
                0 => mutate(random, &mut entries[at].1),
                1 => drop(entries.remove(at)),
                2 => entries[at].0 = recased(random, &entries[at].0),
                _ => entries.swap(0, at),
            }
        }
        Node::Short(_, inner) if !stop => mutate(random, inner),
        _ => {
            *node = match random.share(&[50, 10, 10, 10, 10, 10]) {
                0 => scalar(random),
                1 => Node::List(Vec::new()),
                2 => Node::Map(Vec::new()),
                3 => Node::List(vec![node.clone()]),
                4 => Node::Map(vec![(random.word(KEYS).to_owned(), node.clone())]),
                _ => value(random, 2),
            }
        }
    }
}

/// Returns a key in another case, or in the plural.
pub fn recased(random: &mut Random, key: &str) -> String {
    let mut letters = key.chars();
    let first = letters.next().unwrap_or('x');
    let rest = letters.as_str();
    match random.below(8) {
        0 => format!("{}{rest}", first.to_lowercase()),
        1 => format!("{}{rest}", first.to_uppercase()),
        2 => format!("{key}s"),
        3 => key.strip_suffix('s').unwrap_or(key).to_owned(),
        4 => key.to_lowercase(),
        5 => key.to_uppercase(),
        6 => parted(key, '_'),
        _ => parted(key, '-'),
    }
}

fn parted(key: &str, by: char) -> String {
    let mut found = String::new();
    for letter in key.chars() {
        if letter.is_uppercase() && !found.is_empty() {
            found.push(by);
        }
        found.extend(letter.to_lowercase());
    }
    found
}

impl Node {
    /// Returns the value as rules see it.
    pub fn meaning(&self) -> Node {
        match self {
            Node::Plain(at) => PLAIN[*at].1(),
            Node::Short(at, inner) => Node::Map(vec![(SHORT[*at].1.to_owned(), inner.meaning())]),
            Node::List(items) => Node::List(items.iter().map(Node::meaning).collect()),
            Node::Map(entries) => Node::Map(
                entries
                    .iter()
                    .map(|(key, value)| (key.clone(), value.meaning()))
                    .collect(),
            ),
            other => other.clone(),
        }
    }
}
