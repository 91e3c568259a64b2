//! The source text of a document as seen from its tree: the bytes of nodes, and scalars that can be rewritten.

use std::borrow::Cow;
use std::ops::Range;

use bumpalo::Bump;

use cfn_warden_schema::{InstancePath, Step};
use cfn_warden_syntax::fix::{Edit, Fix, Safety, SourceIndex};
use cfn_warden_syntax::tree::{At, Style};
use cfn_warden_syntax::{self as syntax, Entry, Node, NodeId, Text, Tree, Value, python};
use cfn_warden_template::Template;

/// A document whose source text can be edited.
pub struct Document<'d, 'a> {
    /// The tree, after transforms.
    pub tree: &'d Tree<'a>,
    /// The declarations of the template, after transforms.
    pub template: &'d Template<'a>,
    index: SourceIndex<'d>,
    /// The texts of anchors that aliases or merge keys use: an edit in them has effects elsewhere.
    shared: Vec<Range<usize>>,
    /// Whether the root is written with braces, as in JSON.
    pub is_json: bool,
}

/// A scalar on one line, without its tag and anchor.
#[derive(Debug, Clone)]
pub struct Scalar<'d> {
    /// The bytes of the scalar, with its quotes.
    pub range: Range<usize>,
    /// The text between the quotes, without escapes.
    pub text: &'d str,
    /// The quotes around the text in the source.
    pub quotes: Quotes,
}

/// How a scalar is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quotes {
    /// Not at all.
    None,
    /// `'`
    Single,
    /// `"`
    Double,
}

/// A value and its place in the object or list that contains it.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The object or list.
    pub owner: Node<'a>,
    /// The index of the entry or item.
    pub index: usize,
    /// The value of the entry, or the item.
    pub value: Node<'a>,
}

impl<'d, 'a> Document<'d, 'a> {
    /// Creates the document of a tree and its source text.
    pub fn of(tree: &'d Tree<'a>, template: &'d Template<'a>, text: &'d str) -> Document<'d, 'a> {
        let mut document = Document {
            tree,
            template,
            index: SourceIndex::of(text),
            shared: Vec::new(),
            is_json: false,
        };
        document.is_json = text
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('{');
        if !tree.aliases.is_empty() || tree.merges().next().is_some() {
            let mut shared = Vec::new();
            document.collect_shared(tree.root, &mut shared);
            document.shared = shared;
        }
        document
    }

    /// Adds the texts of the values that are copies: they are outside of the text of their parent.
    fn collect_shared(&self, node: Node<'a>, shared: &mut Vec<Range<usize>>) {
        let children: Vec<Node<'a>> = match node.value {
            Value::Map(entries) => entries
                .iter()
                .flat_map(|Entry { key, value }| [*key, *value])
                .collect(),
            Value::List(items) => items.to_vec(),
            _ => return,
        };
        let Some(own) = self.index.range(self.tree.span(node.id)) else {
            return;
        };
        for child in children {
            match self.index.range(self.tree.span(child.id)) {
                Some(range) if own.start <= range.start && range.end <= own.end => {
                    self.collect_shared(child, shared)
                }
                Some(range) => shared.push(range),
                None => {}
            }
        }
    }

    /// Returns the source text.
    pub fn text(&self) -> &'d str {
        self.index.text()
    }

    /// Returns a part of the source text.
    pub fn slice(&self, range: Range<usize>) -> Option<&'d str> {
        self.text().get(range)
    }

    /// Returns the bytes of a node, with its tag and anchor; `None` if it is not in the source or used elsewhere too.
    pub fn range(&self, id: NodeId) -> Option<Range<usize>> {
        let range = self.index.range(self.tree.info(id)?.span)?;
        (!self.is_shared(&range)).then_some(range)
    }

    fn is_shared(&self, range: &Range<usize>) -> bool {
        self.shared
            .iter()
            .any(|other| range.start < other.end && other.start < range.end)
    }

    /// Returns the bytes of a node without its tag and anchor.
    pub fn content(&self, id: NodeId) -> Option<Range<usize>> {
        let mut range = self.range(id)?;
        while let Some(text) = self.slice(range.clone())
            && text.starts_with(['!', '&'])
        {
            let width = text.find([' ', '\n', '\r'])?;
            let rest = text.get(width..)?;
            let blanks = rest
                .len()
                .saturating_sub(rest.trim_start_matches(' ').len());
            range.start = range.start.saturating_add(width).saturating_add(blanks);
        }
        Some(range)
    }

    /// Returns the scalar of a node, if its source is one line without escapes.
    pub fn written(&self, id: NodeId) -> Option<Scalar<'d>> {
        let range = self.content(id)?;
        let source = self.slice(range.clone())?;
        let (quotes, text) = match source.as_bytes().first()? {
            b'\'' => (
                Quotes::Single,
                source.strip_prefix('\'')?.strip_suffix('\'')?,
            ),
            b'"' => (Quotes::Double, source.strip_prefix('"')?.strip_suffix('"')?),
            b'|' | b'>' | b'{' | b'[' | b'*' => return None,
            _ => (Quotes::None, source),
        };
        let has_escapes = match quotes {
            Quotes::None => false,
            Quotes::Single => text.contains('\''),
            Quotes::Double => text.contains(['\\', '"']),
        };
        let is_line = !text.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}', '\t']);
        (!has_escapes && is_line).then_some(Scalar {
            range,
            text,
            quotes,
        })
    }

    /// Returns the scalar of a node, if its source has exactly this value.
    pub fn scalar(&self, node: Node<'_>) -> Option<Scalar<'d>> {
        let scalar = self.written(node.id)?;
        let text = scalar.text;
        let is_same = match node.value {
            Value::Str(value) => value == text,
            Value::Int(value) => text.parse() == Ok(value),
            Value::Float(value) => text.parse() == Ok(value),
            Value::Bool(value) => {
                let words: &[&str] = if value {
                    &["true", "yes", "on"]
                } else {
                    &["false", "no", "off"]
                };
                words.iter().any(|word| text.eq_ignore_ascii_case(word))
            }
            Value::Date(value) => value == text,
            _ => false,
        };
        is_same.then_some(scalar)
    }

    /// Writes a string with these quotes, or with double quotes if it needs them.
    pub fn quoted(&self, quotes: Quotes, text: &str) -> Option<String> {
        match quotes {
            Quotes::None if !self.is_json && is_plain(text) => Some(text.to_owned()),
            Quotes::Single if !self.is_json && !text.contains(char::is_control) => {
                Some(format!("'{}'", text.replace('\'', "''")))
            }
            // The escapes of JSON are also those of YAML.
            _ => serde_json::to_string(text).ok(),
        }
    }

    /// Returns the member that a path leads to.
    pub fn member(&self, path: InstancePath<'a>) -> Option<Member<'a>> {
        let mut at = self.template.root;
        let mut found = None;
        for step in path.steps() {
            let (index, value) = match (at.value, step) {
                (Value::Map(entries), step) => {
                    let is_key = |entry: &Entry<'a>| match step {
                        Step::Key(key) => entry.key.id == key.id || is_same_key(entry.key, key),
                        Step::Name(name) => entry.key.as_str() == Some(name),
                        Step::Index(_) => false,
                    };
                    let index = entries.iter().rposition(is_key)?;
                    (index, entries.get(index)?.value)
                }
                (Value::List(items), Step::Index(index)) => {
                    (index as usize, *items.get(index as usize)?)
                }
                _ => return None,
            };
            found = Some(Member {
                owner: at,
                index,
                value,
            });
            at = value;
        }
        found
    }

    /// Returns an edit that replaces some bytes.
    pub fn edit(&self, range: Range<usize>, text: impl Into<String>) -> Option<Edit> {
        if range.start > range.end || self.is_shared(&range) {
            return None;
        }
        Some(Edit {
            span: self.index.span(&range),
            text: text.into(),
        })
    }

    /// Returns a fix that replaces the value of a scalar, quoted as before.
    pub fn rewrite(
        &self,
        scalar: &Scalar<'_>,
        text: &str,
        (safety, description): (Safety, Text),
    ) -> Option<Fix> {
        self.replace(
            scalar.range.clone(),
            self.quoted(scalar.quotes, text)?,
            (safety, description),
        )
    }

    /// Returns a fix that replaces some bytes.
    pub fn replace(
        &self,
        range: Range<usize>,
        text: impl Into<String>,
        (safety, description): (Safety, Text),
    ) -> Option<Fix> {
        Some(Fix {
            description,
            safety,
            edits: vec![self.edit(range, text)?],
        })
    }

    /// Returns the offset of the line that contains a byte.
    pub fn line_start(&self, at: usize) -> usize {
        let bom = if self.text().starts_with('\u{feff}') {
            3
        } else {
            0
        };
        let before = self.text().get(..at).unwrap_or_default();
        before.rfind('\n').map_or(bom, |end| end.saturating_add(1))
    }

    /// Returns the text before a byte on its line.
    pub fn line_before(&self, at: usize) -> &'d str {
        self.text().get(self.line_start(at)..at).unwrap_or_default()
    }

    /// Returns the text after a byte on its line, with the line break.
    pub fn line_after(&self, at: usize) -> &'d str {
        let rest = self.text().get(at..).unwrap_or_default();
        let end = rest
            .find('\n')
            .map_or(rest.len(), |end| end.saturating_add(1));
        rest.get(..end).unwrap_or_default()
    }

    /// Whether a value starts in a later column than its key.
    pub fn is_below_key(&self, id: NodeId) -> bool {
        let Some(info) = self.tree.info(id) else {
            return false;
        };
        let At::Value(_, key) = info.at else {
            return false;
        };
        self.tree.info(key).is_some_and(|key| {
            key.style != Style::Implied && key.span.start.column < info.span.start.column
        })
    }

    /// Returns the object that has a key.
    pub fn owner_of(&self, key: NodeId) -> Option<Node<'a>> {
        node_of(self.template.root, self.tree.info(key)?.parent)
    }

    /// Whether a collection is written with brackets or braces.
    pub fn is_flow(&self, id: NodeId) -> bool {
        self.content(id)
            .and_then(|range| self.slice(range))
            .is_some_and(|text| text.starts_with(['{', '[']))
    }
}

/// Returns the node with an ID in a tree. A node has a larger ID than its parent.
fn node_of<'a>(tree: Node<'a>, id: NodeId) -> Option<Node<'a>> {
    let below = |node: Node<'a>| (node.id <= id).then(|| node_of(node, id)).flatten();
    match tree.value {
        _ if tree.id == id => Some(tree),
        Value::Map(entries) => entries.iter().rev().find_map(|entry| below(entry.value)),
        Value::List(items) => items.iter().rev().find_map(|item| below(*item)),
        _ => None,
    }
}

/// Whether a text without quotes is a string in YAML, also as a key or between brackets.
pub fn is_plain(text: &str) -> bool {
    let arena = Bump::new();
    let document: Cow<'_, str> = format!("[{{? {text} : {text}}}, {text}]").into();
    let parsed = syntax::parse(&arena, &document, "");
    let Some(tree) = parsed.tree.filter(|_| parsed.errors.is_empty()) else {
        return false;
    };
    let Some([pair, item]) = tree.root.as_list() else {
        return false;
    };
    let Some([entry]) = pair.as_map() else {
        return false;
    };
    [*item, entry.key, entry.value]
        .iter()
        .all(|node| node.as_str() == Some(text))
}

/// Whether two keys have the same text. Texts are made only of keys that are not strings: objects may have thousands of keys.
fn is_same_key(one: Node<'_>, other: Node<'_>) -> bool {
    match (one.as_str(), other.as_str()) {
        (Some(one), Some(other)) => one == other,
        _ => python::str(one) == python::str(other),
    }
}
