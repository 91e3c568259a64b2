//! A value of either tree: a document's or a schema's.

use crate::pack::{Json, JsonKind, JsonList, JsonObject};
use cfn_warden_syntax::{Entry, Node, Value};

/// A value of a document or of a schema.
#[derive(Debug, Clone, Copy)]
pub enum Any<'a> {
    /// Of a document.
    Node(Node<'a>),
    /// Of a schema.
    Json(Json<'a>),
}

/// What a value is to Python.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'a> {
    /// `None`.
    Null,
    /// `bool`.
    Bool(bool),
    /// `int`.
    Int(i64),
    /// `int`, of more than 64 bits: its digits.
    BigInt(&'a str),
    /// `float`.
    Float(f64),
    /// `date` or `datetime`, as `str` prints it.
    Date(&'a str),
    /// `str`.
    Str(&'a str),
    /// `list`.
    List(List<'a>),
    /// `dict`.
    Map(Map<'a>),
}

/// A list of either tree.
#[derive(Debug, Clone, Copy)]
pub enum List<'a> {
    /// Of a document.
    Nodes(&'a [Node<'a>]),
    /// Of a schema.
    Json(JsonList<'a>),
}

/// A map of either tree.
#[derive(Debug, Clone, Copy)]
pub enum Map<'a> {
    /// Of a document.
    Entries(&'a [Entry<'a>]),
    /// Of a schema.
    Json(JsonObject<'a>),
}

impl<'a> From<Node<'a>> for Any<'a> {
    fn from(node: Node<'a>) -> Any<'a> {
        Any::Node(node)
    }
}

impl<'a> From<Json<'a>> for Any<'a> {
    fn from(json: Json<'a>) -> Any<'a> {
        Any::Json(json)
    }
}

impl<'a> Any<'a> {
    /// What it is.
    pub fn kind(self) -> Kind<'a> {
        match self {
            Any::Node(node) => match node.value {
                Value::Null => Kind::Null,
                Value::Bool(is) => Kind::Bool(is),
                Value::Int(number) => Kind::Int(number),
                Value::BigInt(digits) => Kind::BigInt(digits),
                Value::Float(number) => Kind::Float(number),
                Value::Date(text) => Kind::Date(text),
                Value::Str(text) => Kind::Str(text),
                Value::List(items) => Kind::List(List::Nodes(items)),
                Value::Map(entries) => Kind::Map(Map::Entries(entries)),
            },
            Any::Json(json) => match json.kind() {
                JsonKind::Null => Kind::Null,
                JsonKind::Bool(is) => Kind::Bool(is),
                JsonKind::Int(number) => Kind::Int(number),
                JsonKind::BigInt(digits) => Kind::BigInt(digits),
                JsonKind::Float(number) => Kind::Float(number),
                JsonKind::Str(text) => Kind::Str(text),
                JsonKind::List(items) => Kind::List(List::Json(items)),
                JsonKind::Object(object) => Kind::Map(Map::Json(object)),
            },
        }
    }
}

impl<'a> List<'a> {
    /// How many items it has.
    pub fn len(self) -> usize {
        match self {
            List::Nodes(items) => items.len(),
            List::Json(items) => items.len(),
        }
    }

    /// Whether it has no items.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Its items.
    pub fn iter(self) -> impl Iterator<Item = Any<'a>> {
        let (nodes, json) = match self {
            List::Nodes(items) => (items, None),
            List::Json(items) => (&[][..], Some(items)),
        };
        nodes.iter().copied().map(Any::Node).chain(json.into_iter().flat_map(|items| items.iter().map(Any::Json)))
    }
}

impl<'a> Map<'a> {
    /// How many entries it has.
    pub fn len(self) -> usize {
        match self {
            Map::Entries(entries) => entries.len(),
            Map::Json(object) => object.len(),
        }
    }

    /// Whether it has no entries.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Its keys and values; a schema's keys are texts.
    pub fn iter(self) -> impl Iterator<Item = (Kind<'a>, Any<'a>)> {
        let (entries, json) = match self {
            Map::Entries(entries) => (entries, None),
            Map::Json(object) => (&[][..], Some(object)),
        };
        let entries = entries.iter().map(|entry| (Any::Node(entry.key).kind(), Any::Node(entry.value)));
        let json = json.into_iter().flat_map(|object| object.entries());
        entries.chain(json.map(|(key, value)| (Kind::Str(key.text), Any::Json(value))))
    }

    /// The value under a key.
    pub fn get(self, key: &str) -> Option<Any<'a>> {
        match self {
            Map::Entries(entries) => {
                let entry = entries.iter().rev().find(|entry| entry.key.as_str() == Some(key));
                entry.map(|entry| Any::Node(entry.value))
            }
            Map::Json(object) => object.get(key).map(Any::Json),
        }
    }
}
