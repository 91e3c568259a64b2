//! Waivers in documents: `# cfn-warden: waive RULE reason="..." until=2027-01-31 owner=team`, and
//! `Metadata: {cfn-warden: {waivers: [{rule: RULE, reason: ...}]}}` of a template or a resource.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::fields::{Field, waiver};
use super::file;
use super::scope::Scope;
use super::waiver::{Source, SourceKind, Waiver};
use crate::error::Mistake;
use cfn_warden_syntax::comment::{self, Comment, Comments};
use cfn_warden_syntax::{Node, Position, Tree, has_part};
use cfn_warden_terraform as terraform;

/// Start of a waiver in a comment, after `#`.
const MARKER: &str = "cfn-warden: waive";

/// The waivers in documents, and the mistakes in them.
#[derive(Debug, Default)]
pub struct InPlace {
    pub(super) waivers: Vec<Waiver>,
    pub(super) errors: Vec<InvalidWaiver>,
}

/// A mistake in a waiver, and its file.
#[derive(Debug)]
pub(super) struct InvalidWaiver {
    /// The name of the file.
    pub file: String,
    /// The position.
    pub at: Position,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl InvalidWaiver {
    pub fn of(source: &Source, message: String) -> InvalidWaiver {
        InvalidWaiver {
            file: source.file.clone(),
            at: source.at,
            message,
        }
    }
}

/// Returns the waivers in a document. `expanded` is its tree after transforms: the metadata in the body of a loop are those of
/// each resource that the loop makes.
pub fn of_document(
    text: &str,
    tree: Option<&Tree<'_>>,
    expanded: Option<&Tree<'_>>,
    name: &str,
) -> InPlace {
    let mut found = InPlace::default();
    // Most documents have none.
    if !has_part(text, "cfn-warden") {
        return found;
    }
    if let Some(tree) = tree {
        found.add_metadata(tree, name);
        if let Some(expanded) = expanded {
            found.add_made(tree, expanded, name);
        }
    }
    found.add_comments(text, Comments::Yaml(tree), name);
    found
        .errors
        .sort_by_key(|error| (error.at.line, error.at.column));
    found
}

impl InPlace {
    /// Adds the waivers of another part of a run.
    pub fn merge(&mut self, other: InPlace) {
        self.waivers.extend(other.waivers);
        self.errors.extend(other.errors);
    }

    /// Adds the waivers of another view of the same document that this one does not have.
    pub fn merge_view(&mut self, view: InPlace) {
        let is_new = |waiver: &Waiver| {
            let is_same = |known: &Waiver| known.rule == waiver.rule && known.scope == waiver.scope;
            !self.waivers.iter().any(is_same)
        };
        let new: Vec<Waiver> = view.waivers.into_iter().filter(is_new).collect();
        self.waivers.extend(new);
    }

    /// Calls a function for each text of a file's waivers that is for people: reasons, owners, and mistakes.
    pub fn each_text(&mut self, file: &str, each: &mut dyn FnMut(&mut String)) {
        let waivers = self.waivers.iter_mut();
        for waiver in waivers.filter(|waiver| waiver.source.file == file) {
            each(&mut waiver.reason);
            waiver.owner.iter_mut().for_each(&mut *each);
        }
        self.errors
            .iter_mut()
            .filter(|error| error.file == file)
            .for_each(|error| each(&mut error.message));
    }

    /// Adds the waivers in a file of a Terraform configuration.
    pub fn add_terraform(&mut self, text: &str, name: &str) {
        if has_part(text, MARKER) {
            self.add_comments(text, Comments::Hcl(&terraform::comments(text)), name);
        }
    }

    fn add_comments(&mut self, text: &str, comments: Comments<'_, '_>, name: &str) {
        for one in comment::marked(text, MARKER, comments) {
            // Not another word with this beginning.
            if !(one.text.is_empty() || one.text.starts_with([' ', '\t'])) {
                continue;
            }
            let at = Position {
                line: one.line,
                column: one.column,
            };
            let source = Source {
                kind: SourceKind::Comment,
                file: name.to_owned(),
                at,
            };
            let (first, last) = one.lines.unwrap_or((one.line, one.line));
            match parse(&one) {
                Ok(fields) => self.add(&fields, source, Scope::Lines(first, last)),
                Err(error) => self.errors.push(InvalidWaiver::of(
                    &Source {
                        at: error.at,
                        ..source
                    },
                    error.message,
                )),
            }
        }
    }

    fn add_metadata(&mut self, tree: &Tree<'_>, name: &str) {
        self.add_holder(tree, tree.root, name, &Scope::Document);
        for (id, resource) in resources(tree) {
            let scope = Scope::Resources(BTreeSet::from([id.to_owned()]));
            self.add_holder(tree, resource, name, &scope);
        }
    }

    /// Adds the waivers in the metadata of resources that transforms make. A waiver that is written once is one waiver, which
    /// covers all of them, unless the loop changes its texts.
    fn add_made(&mut self, written: &Tree<'_>, expanded: &Tree<'_>, name: &str) {
        let known: HashSet<&str> = resources(written).map(|(id, _)| id).collect();
        let mut made = InPlace::default();
        for (id, resource) in resources(expanded).filter(|(id, _)| !known.contains(id)) {
            let scope = Scope::Resources(BTreeSet::from([id.to_owned()]));
            made.add_holder(expanded, resource, name, &scope);
        }
        let mut indices = HashMap::new();
        for waiver in made.waivers {
            let Scope::Resources(ids) = waiver.scope.clone() else {
                continue;
            };
            let Position { line, column } = waiver.source.at;
            let texts = (waiver.rule.clone(), waiver.reason.clone());
            let fields = (waiver.owner.clone(), waiver.until.clone());
            let index = *indices
                .entry((line, column, texts, fields))
                .or_insert(self.waivers.len());
            match self.waivers.get_mut(index).map(|known| &mut known.scope) {
                Some(Scope::Resources(known)) => known.extend(ids),
                _ => self.waivers.push(waiver),
            }
        }
        let mut shown = HashSet::new();
        for error in made.errors {
            let Position { line, column } = error.at;
            if shown.insert((line, column, error.message.clone())) {
                self.errors.push(error);
            }
        }
    }

    /// Adds the waivers in the metadata of a template or a resource.
    fn add_holder(&mut self, tree: &Tree<'_>, holder: Node<'_>, name: &str, scope: &Scope) {
        let own = || holder.get("Metadata")?.get("cfn-warden");
        let Some(own) = own() else { return };
        let source = |node: Node<'_>| Source {
            kind: SourceKind::Metadata,
            file: name.to_owned(),
            at: tree.span(node.id).start,
        };
        for entry in own
            .as_map()
            .unwrap_or_default()
            .iter()
            .filter(|entry| entry.key.as_str() != Some("waivers"))
        {
            let key = entry.key.as_str().unwrap_or_default();
            self.errors.push(InvalidWaiver::of(
                &source(entry.key),
                format!("unknown key `{key}`; expected `waivers`"),
            ));
        }
        let Some(waivers) = own.get("waivers") else {
            if own.as_map().is_none() {
                self.errors.push(InvalidWaiver::of(
                    &source(own),
                    "expected a map with `waivers`".to_owned(),
                ));
            }
            return;
        };
        let Some(items) = waivers.as_list() else {
            let why = "`waivers` is not a list; expected [{rule: ..., reason: ...}]";
            self.errors
                .push(InvalidWaiver::of(&source(waivers), why.to_owned()));
            return;
        };
        for item in items {
            match item.as_map() {
                Some(entries) => {
                    self.add(&file::fields(tree, entries), source(*item), scope.clone());
                }
                None => self.errors.push(InvalidWaiver::of(
                    &source(*item),
                    "expected {rule: ..., reason: ...}".to_owned(),
                )),
            }
        }
    }

    fn add(&mut self, fields: &[Field], source: Source, scope: Scope) {
        match waiver(fields, source.clone(), Some(scope)) {
            Ok(waiver) => self.waivers.push(waiver),
            Err(errors) => {
                let error = |Mistake { at, message }| {
                    InvalidWaiver::of(
                        &Source {
                            at,
                            ..source.clone()
                        },
                        message,
                    )
                };
                self.errors.extend(errors.into_iter().map(error));
            }
        }
    }
}

/// Returns the resources of a template with their logical IDs.
fn resources<'t, 'a>(tree: &'t Tree<'a>) -> impl Iterator<Item = (&'a str, Node<'a>)> + 't {
    let entries = tree.root.get("Resources").and_then(|node| node.as_map());
    entries
        .unwrap_or_default()
        .iter()
        .filter_map(|entry| Some((entry.key.as_str()?, entry.value)))
}

/// Parses `RULE key=value key="quoted value"`.
fn parse(comment: &Comment<'_>) -> Result<Vec<Field>, Mistake> {
    let chars: Vec<char> = comment.text.chars().collect();
    // `# ` and the marker are in front of the text; more blanks are possible there, but rare.
    let start = comment.text_column;
    let position = |index: usize| {
        let column = u32::try_from(index)
            .unwrap_or(u32::MAX)
            .saturating_add(start);
        Position {
            line: comment.line,
            column,
        }
    };
    let mut reader = Reader {
        chars: &chars,
        at: 0,
    };
    let mut fields = Vec::new();
    loop {
        reader.skip_blanks();
        let at = reader.at;
        let word = reader.word();
        if word.is_empty() && reader.peek().is_none() {
            return Ok(fields);
        }
        let error = |message: String| Mistake {
            at: position(at),
            message,
        };
        if reader.peek() != Some('=') {
            if !fields.is_empty() {
                return Err(error(format!(
                    "unexpected `{word}`; expected KEY=VALUE, and quotes around values with blanks"
                )));
            }
            let (at, value_at) = (position(at), position(at));
            fields.push(Field {
                key: "rule".to_owned(),
                value: Some(word),
                at,
                value_at,
            });
            continue;
        }
        reader.at = reader.at.saturating_add(1);
        let value_at = position(reader.at);
        let value = reader
            .value()
            .ok_or_else(|| error(format!("the quotes of `{word}` are not closed")))?;
        fields.push(Field {
            key: word,
            value: Some(value),
            at: position(at),
            value_at,
        });
    }
}

/// A position in the text of a comment.
struct Reader<'t> {
    chars: &'t [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at = self.at.saturating_add(1);
        Some(next)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Reads up to a blank or `=`.
    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(next) = self
            .peek()
            .filter(|next| !next.is_whitespace() && *next != '=')
        {
            word.push(next);
            self.next();
        }
        word
    }

    /// Reads a value, which may have quotes; in them, a backslash escapes quotes and backslashes. `None` if they are not
    /// closed.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let Some(quote) = self.peek().filter(|next| ['"', '\''].contains(next)) else {
            while let Some(next) = self.peek().filter(|next| !next.is_whitespace()) {
                value.push(next);
                self.next();
            }
            return Some(value);
        };
        self.next();
        loop {
            match self.next()? {
                end if end == quote => return Some(value),
                '\\' if self
                    .peek()
                    .is_some_and(|next| next == quote || next == '\\') =>
                {
                    value.extend(self.next())
                }
                other => value.push(other),
            }
        }
    }
}
