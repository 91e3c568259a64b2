//! Collection of the secret values in a tree.

use bumpalo::Bump;

use super::set::{Kind, Secrets};
use super::{names, spelling};
use cfn_warden_schema::{Json, Knowledge, keyword, pointer};
use cfn_warden_syntax::{self as syntax, Entry, Node, Tree, Value};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::document::is_plan;
use cfn_warden_template::parameter_values::Literal;

/// Maximum nesting of JSON texts within texts.
const DEPTH: u32 = 4;

/// Adds the secrets of a document; `sets` are values for its parameters.
pub(super) fn document(
    tree: &Tree<'_>,
    knowledge: &Knowledge,
    sets: &[ParameterSet],
    secrets: &mut Secrets,
) {
    let is_plan = is_plan(tree);
    let mut collector = Collector {
        tree: Some(tree),
        knowledge,
        secrets,
        listed: Vec::new(),
        depth: 0,
        is_plan,
    };
    collector.value(tree.root, Flag::Open);
    if is_plan {
        variables(&mut collector, tree.root);
    }
    let parameter = |name: &str| tree.root.get("Parameters")?.get(name);
    for given in sets.iter().flat_map(|set| &set.values) {
        if names::is_secret(&given.name) || parameter(&given.name).is_some_and(is_hidden) {
            collector.literal(&given.value);
        }
    }
}

/// What the context says about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flag {
    /// Nothing.
    Open,
    /// A secret by name. In an object, only its value keys are secret.
    Named,
    /// Everything in it is secret.
    All(Kind),
}

/// A tree traversal that collects secrets.
pub(super) struct Collector<'c> {
    /// `None` for the tree of an embedded text.
    tree: Option<&'c Tree<'c>>,
    knowledge: &'c Knowledge,
    secrets: &'c mut Secrets,
    /// The values that the schema of a write-only property lists, which are public.
    listed: Vec<&'c str>,
    depth: u32,
    is_plan: bool,
}

impl<'c> Collector<'c> {
    /// Adds all strings and numbers in a value.
    pub fn all(&mut self, node: Node<'_>) {
        self.value(node, Flag::All(Kind::Named));
    }

    fn value(&mut self, node: Node<'_>, flag: Flag) {
        match (node.value, flag) {
            (Value::Map(entries), _) => self.map(node, entries, flag),
            (Value::List(items), _) => items.iter().for_each(|item| self.value(*item, flag)),
            (Value::Str(text), Flag::Open) => self.within(text, None),
            (_, Flag::Open) => {}
            (_, Flag::Named) => self.scalar(node, Kind::Named),
            (_, Flag::All(kind)) => self.scalar(node, kind),
        }
    }

    fn map(&mut self, node: Node<'_>, entries: &[Entry<'_>], flag: Flag) {
        if flag != Flag::Open
            && let [Entry { key, value }] = entries
            && let Some(name) = key.as_str().filter(|name| is_function(name))
        {
            self.function(name, *value, flag);
            return;
        }
        let mut is_named = flag == Flag::Named;
        let (mut type_name, mut properties, mut is_declaration) = (None, None, false);
        for Entry { key, value } in entries {
            match (key.as_str(), value.value) {
                (Some("Type" | "resourceType" | "ResourceType"), Value::Str(text)) => {
                    type_name = Some(text)
                }
                (Some("Properties"), Value::Map(_)) => properties = Some(*value),
                (Some("NoEcho"), _) => is_declaration = is_hidden(node),
                (Some(key), Value::Str(text)) if names::is_name(key) => {
                    is_named |= names::is_secret(text)
                }
                _ => {}
            }
        }
        // The value is the name of a secret that is stored elsewhere.
        is_named &= !matches!(type_name, Some("PARAMETER_STORE" | "SECRETS_MANAGER"));
        for Entry { key, value } in entries {
            let name = key.as_str().unwrap_or_default();
            let flag = match flag {
                Flag::All(Kind::WriteOnly) if names::is_identifier(name) => Flag::Open,
                Flag::All(kind) => Flag::All(kind),
                _ if is_declaration && matches!(name, "Default" | "AllowedValues") => {
                    Flag::All(Kind::Named)
                }
                _ if is_named && names::is_value(name) || names::is_secret(name) => Flag::Named,
                _ => Flag::Open,
            };
            match (name, value.value) {
                ("beforeContext" | "afterContext", Value::Str(text)) => {
                    self.within(text, type_name)
                }
                ("Mappings", Value::Map(mappings)) => self.mappings(mappings),
                _ => self.value(*value, flag),
            }
        }
        if is_declaration && let Some(default) = node.get("Default").and_then(|node| node.as_str())
        {
            default
                .split(',')
                .for_each(|part| self.secrets.add(part.trim().to_owned(), Kind::Named));
        }
        if let (Some(type_name), Some(properties)) = (type_name, properties) {
            self.write_only(type_name, properties);
        }
        if self.is_plan {
            members(self, node);
        }
    }

    /// Adds the secrets in `Mappings`. Everything below a key with the name of a secret is secret.
    fn mappings(&mut self, mappings: &[Entry<'_>]) {
        for Entry { key, value } in mappings {
            let is_secret = key.as_str().is_some_and(names::is_secret);
            let own = value.as_map().unwrap_or_default().iter();
            for Entry { key, value } in own {
                let is_secret = is_secret || key.as_str().is_some_and(names::is_secret);
                self.value(
                    *value,
                    if is_secret {
                        Flag::All(Kind::Named)
                    } else {
                        Flag::Open
                    },
                );
            }
        }
    }

    /// Visits the literal parts of a function.
    fn function(&mut self, name: &str, arguments: Node<'_>, flag: Flag) {
        let list = arguments.as_list().unwrap_or_default();
        match name {
            "Fn::If" => list
                .iter()
                .skip(1)
                .for_each(|branch| self.value(*branch, flag)),
            "Fn::Base64" => self.value(arguments, flag),
            "Fn::Sub" => {
                let template = list.first().copied().unwrap_or(arguments);
                let is_literal = template.as_str().is_some_and(|text| !text.contains("${"));
                self.value(template, if is_literal { flag } else { Flag::Open });
            }
            "Fn::Join" => {
                let parts = list
                    .get(1)
                    .and_then(|parts| parts.as_list())
                    .unwrap_or_default();
                let is_reference = |part: &Node<'_>| {
                    part.as_str()
                        .is_some_and(|text| text.contains("{{resolve:"))
                };
                if !parts.iter().any(is_reference) {
                    parts.iter().for_each(|part| self.value(*part, flag));
                }
            }
            _ => self.value(arguments, Flag::Open),
        }
    }

    /// Adds the values of the properties that the type's schema declares write-only.
    fn write_only(&mut self, type_name: &str, properties: Node<'_>) {
        let Some(schema) = self.knowledge.resource(type_name) else {
            return;
        };
        let paths = schema
            .keyword(keyword::WRITE_ONLY_PROPERTIES)
            .map(Json::items)
            .into_iter()
            .flatten();
        for path in paths.filter_map(Json::as_str) {
            let Some(steps) = path.strip_prefix("/properties/") else {
                continue;
            };
            self.at(properties, steps, &mut |collector, value| {
                // Few of the properties are set, so that their names are looked at last.
                let last = steps
                    .rsplit('/')
                    .find(|step| *step != "*")
                    .unwrap_or_default();
                if names::is_identifier(last) {
                    return;
                }
                collector.listed.clear();
                pointer::property(schema, path)
                    .iter()
                    .for_each(|at| listed(schema, *at, &mut collector.listed, 0));
                // An object has secrets by the names of its keys: a state machine's definition is not one secret.
                let is_object =
                    matches!(value.value, Value::Map(entries) if !is_lone_function(entries));
                collector.value(
                    value,
                    if is_object {
                        Flag::Open
                    } else {
                        Flag::All(Kind::WriteOnly)
                    },
                );
            });
        }
    }

    /// Calls `found` for the values at a path; lists are entered even if the path has no `*`.
    fn at(&mut self, node: Node<'_>, path: &str, found: &mut dyn FnMut(&mut Self, Node<'_>)) {
        if path.is_empty() {
            found(self, node);
            return;
        }
        let (step, rest) = path.split_once('/').unwrap_or((path, ""));
        match node.value {
            Value::List(items) => {
                let rest = if step == "*" { rest } else { path };
                items.iter().for_each(|item| self.at(*item, rest, found));
            }
            Value::Map([Entry { key, value }]) if key.as_str() == Some("Fn::If") => {
                let branches = value.as_list().unwrap_or_default().iter().skip(1);
                branches.for_each(|branch| self.at(*branch, path, found));
            }
            Value::Map(entries) if step == "*" => entries
                .iter()
                .for_each(|entry| self.at(entry.value, rest, found)),
            Value::Map(_) => node
                .get(step)
                .into_iter()
                .for_each(|value| self.at(value, rest, found)),
            _ => {}
        }
    }

    fn scalar(&mut self, node: Node<'_>, kind: Kind) {
        let text = match node.value {
            Value::Str(text) => text.to_owned(),
            Value::Date(text) | Value::BigInt(text) => text.to_owned(),
            // Numbers are secrets only if their name says so; otherwise they are counts and sizes.
            Value::Int(_) | Value::Float(_) if kind == Kind::WriteOnly => return,
            Value::Int(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => return,
        };
        if is_harmless(&text) || kind == Kind::WriteOnly && self.listed.contains(&text.as_str()) {
            return;
        }
        if let Some(tree) = self.tree {
            self.secrets.spans.push(tree.span(node.id));
            self.secrets
                .values
                .extend(tree.raw(node.id).map(|raw| (raw.to_owned(), kind)));
        }
        self.embedded(&text, |collector, root| {
            collector.value(root, Flag::All(kind))
        });
        if self.depth > 0 {
            // Also as escaped in the surrounding text.
            self.secrets.add(spelling::json(&text), kind);
        }
        self.secrets.add(text, kind);
    }

    /// Adds the secrets of a text that is JSON. If the resource type is known, its write-only properties are
    /// included.
    fn within(&mut self, text: &str, type_name: Option<&str>) {
        self.embedded(text, |collector, root| {
            collector.value(root, Flag::Open);
            if let Some(type_name) = type_name {
                let properties = root
                    .get("Properties")
                    .or_else(|| root.get("properties"))
                    .unwrap_or(root);
                collector.write_only(type_name, properties);
            }
        });
    }

    fn embedded(&mut self, text: &str, then: impl FnOnce(&mut Collector<'_>, Node<'_>)) {
        // Few texts end like JSON, which is seen before they are trimmed at the start, too.
        let text = text.trim_end();
        let open = match text.as_bytes().last() {
            Some(b'}') => '{',
            Some(b']') => '[',
            _ => return,
        };
        let text = text.trim_start();
        if !text.starts_with(open) || text.len() < 7 || self.depth >= DEPTH {
            return;
        }
        let arena = Bump::new();
        let Some(tree) = syntax::parse(&arena, text, "").tree else {
            return;
        };
        let depth = self.depth.saturating_add(1);
        let Collector {
            knowledge, secrets, ..
        } = self;
        let mut inner = Collector {
            tree: None,
            knowledge,
            secrets,
            listed: Vec::new(),
            depth,
            is_plan: false,
        };
        then(&mut inner, tree.root);
    }

    fn literal(&mut self, value: &Literal) {
        match value {
            Literal::List(items) => items.iter().for_each(|item| self.literal(item)),
            Literal::Text(text) => {
                text.split(',')
                    .for_each(|part| self.secrets.add(part.trim().to_owned(), Kind::Named));
                self.secrets.add(text.clone(), Kind::Named);
            }
            Literal::Int(number) => self.secrets.add(number.to_string(), Kind::Named),
            Literal::Float(number) => self.secrets.add(number.to_string(), Kind::Named),
            Literal::BigInt(text) | Literal::Date(text) => {
                self.secrets.add(text.clone(), Kind::Named)
            }
            Literal::Null | Literal::Bool(_) | Literal::Map(_) => {}
        }
    }
}

/// Returns whether a value with the name of a secret is not one: a reference, a boolean, or already masked.
pub(super) fn is_harmless(text: &str) -> bool {
    let text = text.trim();
    let is_word = |word: &str| text.eq_ignore_ascii_case(word);
    let is_placeholder = text.starts_with("${") && text.find('}') == text.len().checked_sub(1);
    text.contains("{{resolve:")
        || text.contains("{{changeSet:")
        || text.starts_with("arn:")
        || text.starts_with("alias/")
        || ["true", "false", "null", "none"].into_iter().any(is_word)
        || text.chars().all(|c| c == '*')
        || is_placeholder
}

/// Returns whether a parameter declaration hides its value.
fn is_hidden(node: Node<'_>) -> bool {
    let is_true = |node: Node<'_>| {
        matches!(
            node.value,
            Value::Bool(true) | Value::Int(1) | Value::Str("true" | "True" | "TRUE" | "yes")
        )
    };
    node.get("NoEcho").is_some_and(is_true)
}

fn is_lone_function(entries: &[Entry<'_>]) -> bool {
    matches!(entries, [Entry { key, .. }] if key.as_str().is_some_and(is_function))
}

fn is_function(name: &str) -> bool {
    name.starts_with("Fn::") || matches!(name, "Ref" | "Condition")
}

/// Collects the values that a schema lists, including those of nested schemas.
fn listed<'p>(root: Json<'p>, schema: Json<'p>, found: &mut Vec<&'p str>, depth: u32) {
    if depth > DEPTH {
        return;
    }
    if let Some(reference) = schema.keyword(keyword::REF) {
        reference
            .resolve(root)
            .into_iter()
            .for_each(|target| listed(root, target, found, depth.saturating_add(1)));
        return;
    }
    found.extend(
        schema
            .keyword(keyword::ENUM)
            .map(Json::items)
            .into_iter()
            .flatten()
            .filter_map(Json::as_str),
    );
    let properties = schema
        .keyword(keyword::PROPERTIES)
        .map(Json::entries)
        .into_iter()
        .flatten();
    let inner = properties
        .map(|(_, inner)| inner)
        .chain(schema.keyword(keyword::ITEMS));
    inner.for_each(|inner| listed(root, inner, found, depth.saturating_add(1)));
}

/// Values and their sensitivity marks.
const PAIRS: [(&str, &str); 3] = [
    ("values", "sensitive_values"),
    ("after", "after_sensitive"),
    ("before", "before_sensitive"),
];

/// Adds the members of an object that its other members mark as sensitive.
fn members(collector: &mut Collector<'_>, object: Node<'_>) {
    for (values, marks) in PAIRS {
        if let (Some(values), Some(marks)) = (object.get(values), object.get(marks)) {
            marked(collector, values, marks);
        }
    }
    if let (Some(value), Some(mark)) = (object.get("value"), object.get("sensitive")) {
        marked(collector, value, mark);
    }
}

/// Adds the values of variables that the plan's configuration declares sensitive.
fn variables(collector: &mut Collector<'_>, root: Node<'_>) {
    let module = root
        .get("configuration")
        .and_then(|node| node.get("root_module"));
    let declared = module
        .and_then(|module| module.get("variables"))
        .and_then(|node| node.as_map());
    for Entry { key, value } in declared.unwrap_or_default() {
        let is_sensitive = matches!(
            value.get("sensitive").map(|node| node.value),
            Some(Value::Bool(true))
        );
        let Some(name) = key.as_str().filter(|_| is_sensitive) else {
            continue;
        };
        let value_in_plan = root
            .get("variables")
            .and_then(|variables| variables.get(name)?.get("value"));
        [value_in_plan, value.get("default")]
            .into_iter()
            .flatten()
            .for_each(|value| collector.all(value));
    }
}

fn marked(collector: &mut Collector<'_>, value: Node<'_>, mark: Node<'_>) {
    match (mark.value, value.value) {
        (Value::Bool(true), _) => collector.all(value),
        (Value::List(marks), Value::List(values)) => {
            marks
                .iter()
                .zip(values)
                .for_each(|(mark, value)| marked(collector, *value, *mark));
        }
        (Value::Map(marks), Value::Map(_)) => {
            for entry in marks {
                let value = entry.key.as_str().and_then(|key| value.get(key));
                value
                    .into_iter()
                    .for_each(|value| marked(collector, value, entry.value));
            }
        }
        _ => {}
    }
}
