//! Collection of the secret values in a tree.

use std::collections::BTreeSet;

use bumpalo::Bump;

use super::candidates::{Candidates, SubPart, sub_parts};
use super::credentials::{self, UNKNOWN};
use super::harmless::{around_references, has_reference, is_harmless, is_keyword};
use super::names::{self, SecretName};
use super::set::{Kind, Secrets};
use super::spelling;
use cfn_warden_schema::{Json, Knowledge, keyword, pointer};
use cfn_warden_syntax::{self as syntax, Entry, Node, Tree, Value};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::document::is_plan;
use cfn_warden_template::parameter_values::Literal;

/// Maximum nesting of JSON texts within texts.
const DEPTH: u32 = 4;
/// Nesting of objects whose names say that everything in them is secret.
const CONTAINER_DEPTH: u32 = 2;

/// Adds the secrets of a document; `sets` are values for its parameters.
pub(super) fn document(
    tree: &Tree<'_>,
    knowledge: &Knowledge,
    sets: &[ParameterSet],
    has_credentials: bool,
    secrets: &mut Secrets,
) {
    let is_plan = is_plan(tree);
    let mut collector = Collector {
        tree: Some(tree),
        candidates: Some(Candidates::of(tree.root, sets)),
        has_credentials,
        is_plan,
        ..Collector::new(knowledge, secrets)
    };
    collector.value(tree.root, Flag::Open);
    if is_plan {
        variables(&mut collector, tree.root);
    }
    collector.parameters(tree.root, sets);
    // A context has the previous template.
    if let Some(previous) = tree.root.get("Previous") {
        collector.parameters(previous, &[]);
    }
    collector.comparisons(tree.root);
}

/// Adds the secrets of a document in which functions are replaced by their values.
pub(super) fn resolved(tree: &Tree<'_>, knowledge: &Knowledge, secrets: &mut Secrets) {
    let mut collector = Collector {
        has_credentials: true,
        ..Collector::new(knowledge, secrets)
    };
    collector.value(tree.root, Flag::Open);
}

/// Adds the values in change contexts at the places where the template uses secret parameters.
pub(super) fn changes(
    template: Node<'_>,
    context: Node<'_>,
    knowledge: &Knowledge,
    secrets: &mut Secrets,
) {
    if secrets.parameters.is_empty() {
        return;
    }
    let hidden = secrets.parameters.clone();
    let mut collector = Collector::new(knowledge, secrets);
    let changes = context.get("Changes").and_then(|changes| changes.as_list());
    for change in changes.unwrap_or_default() {
        let id = change.get("logicalResourceId").and_then(|id| id.as_str());
        let Some(resource) = id.and_then(|id| template.get("Resources")?.get(id)) else {
            continue;
        };
        for context in ["beforeContext", "afterContext"] {
            let text = change.get(context).and_then(|text| text.as_str());
            collector.embedded(text.unwrap_or_default(), |collector, root| {
                collector.at_parameters(resource, root, &hidden);
            });
        }
    }
}

/// What the context says about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flag {
    /// Nothing.
    Open,
    /// The value of the header `Authorization`.
    Header,
    /// A secret by name. In an object, its value keys are secret, or everything if the object declares nothing.
    Named(SecretName),
    /// Everything in it is secret.
    All(Kind, SecretName),
}

/// A tree traversal that collects secrets.
pub(super) struct Collector<'c> {
    /// `None` for the tree of an embedded text, and for a resolved tree, whose positions are those of functions.
    tree: Option<&'c Tree<'c>>,
    /// `None` where functions have no known values.
    candidates: Option<Candidates<'c>>,
    knowledge: &'c Knowledge,
    secrets: &'c mut Secrets,
    /// The values that the schema of a write-only property lists, which are public.
    listed: Vec<&'c str>,
    /// Parameters and variables of loops that are used at the places of secrets.
    used: BTreeSet<String>,
    /// The variables of `Fn::ForEach` with their texts.
    loops: Vec<(String, Vec<String>)>,
    depth: u32,
    /// Whether the texts are in the text of `Fn::Sub`.
    in_sub: bool,
    is_plan: bool,
    /// Whether the document may have credentials that are recognized by their form.
    has_credentials: bool,
}

impl<'c> Collector<'c> {
    fn new(knowledge: &'c Knowledge, secrets: &'c mut Secrets) -> Collector<'c> {
        Collector {
            tree: None,
            candidates: None,
            knowledge,
            secrets,
            listed: Vec::new(),
            used: BTreeSet::new(),
            loops: Vec::new(),
            depth: 0,
            in_sub: false,
            is_plan: false,
            has_credentials: false,
        }
    }

    /// Adds all strings and numbers in a value.
    pub fn all(&mut self, node: Node<'_>) {
        self.value(node, Flag::All(Kind::Named, SecretName::Password));
    }

    fn value(&mut self, node: Node<'_>, flag: Flag) {
        match (node.value, flag) {
            (Value::Map(entries), _) => self.map(node, entries, flag),
            (Value::List(items), _) => items.iter().for_each(|item| self.value(*item, flag)),
            (Value::Str(text), Flag::Open) => {
                self.credentials(text);
                self.within(text, None);
            }
            (Value::Str(text), Flag::Header) => {
                self.credentials(text);
                if let Some(credentials) = credentials::in_header(text) {
                    self.text(credentials, Kind::Named, SecretName::Password);
                }
            }
            (_, Flag::Open | Flag::Header) => {}
            (_, Flag::Named(name)) => self.scalar(node, Kind::Named, name),
            (_, Flag::All(kind, name)) => self.scalar(node, kind, name),
        }
    }

    fn map(&mut self, node: Node<'_>, entries: &[Entry<'_>], flag: Flag) {
        if let [Entry { key, value }] = entries
            && let Some(name) = key.as_str().filter(|name| is_function(name))
        {
            if !matches!(flag, Flag::Open | Flag::Header) {
                self.function(node, name, *value, flag);
                return;
            }
            self.open_function(node, name, flag);
        }
        let mut named = match flag {
            Flag::Named(name) => Some(name),
            _ => None,
        };
        let (mut type_name, mut properties, mut is_declaration) = (None, None, false);
        let mut is_header = false;
        for Entry { key, value } in entries {
            match (key.as_str(), value.value) {
                (Some("Type" | "resourceType" | "ResourceType"), Value::Str(text)) => {
                    type_name = Some(text)
                }
                (Some("Properties"), Value::Map(_)) => properties = Some(*value),
                (Some("NoEcho"), _) => is_declaration = is_hidden(node),
                (Some(key), Value::Str(text)) if names::is_name(key) => {
                    if names::is_secret(text) {
                        named = Some(SecretName::of(text));
                    }
                    is_header |= names::is_authorization(text);
                }
                _ => {}
            }
        }
        // The value is the name of a secret that is stored elsewhere.
        let is_stored = |kind: &str| {
            matches!(kind, "PARAMETER_STORE" | "SECRETS_MANAGER")
                || kind.starts_with("AWS::SSM::Parameter::")
        };
        if type_name.is_some_and(is_stored) {
            named = None;
        }
        let container = match flag {
            Flag::Named(name) if is_container(entries, CONTAINER_DEPTH) => Some(name),
            _ => None,
        };
        for Entry { key, value } in entries {
            let name = key.as_str().unwrap_or_default();
            let flag = match (flag, named) {
                (Flag::All(Kind::WriteOnly, _), _) if names::is_identifier(name) => Flag::Open,
                (Flag::All(kind, name), _) => Flag::All(kind, name),
                _ if is_declaration && matches!(name, "Default" | "AllowedValues") => {
                    Flag::All(Kind::Hidden, SecretName::Password)
                }
                _ if names::is_secret(name) => Flag::Named(SecretName::of(name)),
                (_, Some(secret)) if names::is_value(name) => Flag::Named(secret),
                _ if container.is_some() && !names::is_description(name) => {
                    container.map_or(Flag::Open, Flag::Named)
                }
                _ if names::is_authorization(name) || is_header && names::is_value(name) => {
                    Flag::Header
                }
                _ => Flag::Open,
            };
            match (name, value.value) {
                ("beforeContext" | "afterContext", Value::Str(text)) => {
                    self.within(text, type_name)
                }
                ("Mappings", Value::Map(mappings)) => self.mappings(mappings),
                (name, Value::List([variable, items, _])) if name.starts_with("Fn::ForEach") => {
                    let items = items.as_list().unwrap_or_default().iter();
                    let texts = items.filter_map(|item| item.as_str().map(str::to_owned));
                    if let Some(variable) = variable.as_str() {
                        self.loops.push((variable.to_owned(), texts.collect()));
                    }
                    self.value(*value, flag);
                }
                // Labels of parameters, by their names.
                ("AWS::CloudFormation::Interface", _) => {}
                _ => self.value(*value, flag),
            }
        }
        if is_declaration && let Some(default) = node.get("Default").and_then(|node| node.as_str())
        {
            default
                .split(',')
                .for_each(|part| self.secrets.add(part.trim().to_owned(), Kind::Hidden));
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
        let secret = |key: &Node<'_>| {
            let key = key.as_str().filter(|key| names::is_secret(key));
            key.map(SecretName::of)
        };
        for Entry { key, value } in mappings {
            let name = secret(key);
            let own = value.as_map().unwrap_or_default().iter();
            for Entry { key, value } in own {
                let flag = match name.or_else(|| secret(key)) {
                    Some(name) => Flag::All(Kind::Named, name),
                    None => Flag::Open,
                };
                self.value(*value, flag);
            }
        }
    }

    /// Visits what a function returns at the place of a secret.
    fn function(&mut self, node: Node<'_>, name: &str, arguments: Node<'_>, flag: Flag) {
        let list = arguments.as_list().unwrap_or_default();
        match name {
            "Ref" => self.used.extend(arguments.as_str().map(str::to_owned)),
            "Condition" | "Fn::GetAtt" | "Fn::ImportValue" | "Fn::GetAZs"
            | "Fn::GetStackOutput" => {}
            "Fn::If" => list
                .iter()
                .skip(1)
                .for_each(|branch| self.value(*branch, flag)),
            "Fn::Sub" => {
                let template = list.first().copied().unwrap_or(arguments);
                let outer = std::mem::replace(&mut self.in_sub, true);
                if let Some(text) = template.as_str() {
                    self.value(template, flag);
                    self.variables(text, list.get(1).copied(), flag);
                }
                self.in_sub = outer;
            }
            "Fn::Join" => {
                let parts = list.get(1).copied();
                parts.into_iter().for_each(|parts| self.value(parts, flag));
            }
            "Fn::Select" | "Fn::Split" => {
                let of = list.get(1).copied();
                of.into_iter().for_each(|of| self.value(of, flag));
                if let [between, text] = list
                    && let Some(text) = text.as_str()
                    && let Some(between) = between.as_str().filter(|text| !text.is_empty())
                {
                    text.split(between)
                        .for_each(|part| self.part(part, kind_of(flag)));
                }
            }
            "Fn::FindInMap" => self.mapping(list, flag),
            "Fn::Transform" => {
                let parameters = arguments.get("Parameters");
                parameters
                    .into_iter()
                    .for_each(|parameters| self.value(parameters, flag));
            }
            _ => self.value(arguments, flag),
        }
        self.secrets.has_functions = true;
        for part in self.literal_parts(node) {
            self.part(&part, kind_of(flag));
        }
        let texts = self
            .candidates
            .as_ref()
            .map(|candidates| candidates.texts(node));
        for text in texts.unwrap_or_default() {
            self.text(&text, kind_of(flag), name_of(flag));
        }
    }

    /// Notes the variables of `Fn::Sub` outside of dynamic references, and visits those that it declares, each once.
    fn variables(&mut self, text: &str, declared: Option<Node<'_>>, flag: Flag) {
        let mut visited = BTreeSet::new();
        for text in around_references(text) {
            for part in sub_parts(text) {
                let SubPart::Variable(name) = part else {
                    continue;
                };
                if !visited.insert(name) {
                    continue;
                }
                match declared.and_then(|declared| declared.get(name)) {
                    Some(value) => self.value(value, flag),
                    None => self
                        .used
                        .extend((!name.contains('.')).then(|| name.to_owned())),
                }
            }
        }
    }

    /// Adds the values in `Mappings` that `Fn::FindInMap` may return.
    fn mapping(&mut self, arguments: &[Node<'_>], flag: Flag) {
        let default = arguments
            .get(3)
            .and_then(|options| options.get("DefaultValue"));
        if let Some(default) = default {
            self.value(default, flag);
        }
        let Some(candidates) = self.candidates.take() else {
            return;
        };
        candidates.each_found(arguments, &mut |value| self.value(value, flag));
        self.candidates = Some(candidates);
    }

    /// Adds credentials in the text of a function that is not at the place of a secret, and notes what it contains of short
    /// secrets.
    fn open_function(&mut self, node: Node<'_>, name: &str, flag: Flag) {
        if !self.has_credentials && flag == Flag::Open || !matches!(name, "Fn::Sub" | "Fn::Join") {
            return;
        }
        let mut text = String::new();
        let mut parts = Vec::new();
        compose(node, &mut text, &mut parts, DEPTH);
        let mut found = credentials::find(&text);
        if flag == Flag::Header
            && let Some(credentials) = credentials::in_header(&text)
        {
            found.push(text.len().saturating_sub(credentials.len())..text.len());
        }
        for range in found {
            for part in text.get(range.clone()).unwrap_or_default().split(UNKNOWN) {
                self.part(part, Kind::Named);
            }
            let is_inside = |part: &&(usize, String)| range.contains(&part.0);
            let inside = parts.iter().filter(is_inside);
            self.used.extend(inside.map(|(_, name)| name.clone()));
        }
    }

    /// Returns the literal texts between the unknown parts of a function.
    fn literal_parts(&self, node: Node<'_>) -> Vec<String> {
        let mut text = String::new();
        compose(node, &mut text, &mut Vec::new(), DEPTH);
        let parts = text.split(UNKNOWN).map(str::to_owned);
        parts.collect()
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
                        Flag::All(Kind::WriteOnly, SecretName::of(last))
                    },
                );
                collector.listed.clear();
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

    fn scalar(&mut self, node: Node<'_>, kind: Kind, name: SecretName) {
        let text = match node.value {
            Value::Str(text) => text.to_owned(),
            Value::Date(text) | Value::BigInt(text) => text.to_owned(),
            // Numbers are secrets only if their name says so; otherwise they are counts and sizes.
            Value::Int(_) | Value::Float(_) if kind == Kind::WriteOnly => return,
            Value::Int(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => return,
        };
        let is_whole = !(has_reference(&text) || self.in_sub && text.contains("${"));
        if is_whole
            && let Some(tree) = self.tree
            && self.is_secret(&text, kind, name)
        {
            self.secrets.spans.push(tree.span(node.id));
            if let Some(raw) = tree.raw(node.id) {
                self.secrets.add(raw.to_owned(), kind);
            }
        }
        self.text(&text, kind, name);
    }

    fn is_secret(&self, text: &str, kind: Kind, name: SecretName) -> bool {
        let is_listed = kind == Kind::WriteOnly && self.listed.contains(&text);
        match kind {
            Kind::Hidden => !has_reference(text) && !is_keyword(text),
            _ => !is_listed && !is_harmless(text, name) && super::harmless::is_long(text),
        }
    }

    /// Adds a text at the place of a secret. If it is JSON, the texts in it are secrets, too.
    fn text(&mut self, text: &str, kind: Kind, name: SecretName) {
        self.embedded(text, |collector, root| {
            collector.value(root, Flag::All(kind, name))
        });
        let has_variables = self.in_sub && text.contains("${");
        if has_reference(text) || has_variables {
            for part in around_references(text) {
                let parts = match has_variables {
                    true => sub_parts(part),
                    false => vec![SubPart::Text(part)],
                };
                for part in parts {
                    if let SubPart::Text(part) = part {
                        self.part(part, kind);
                    }
                }
            }
            return;
        }
        if !self.is_secret(text, kind, name) {
            return;
        }
        if self.depth > 0 {
            // Also as escaped in the surrounding text.
            self.secrets.add(spelling::json(text), kind);
        }
        self.secrets.add(text.to_owned(), kind);
    }

    /// Adds a part of a text at the place of a secret.
    fn part(&mut self, part: &str, kind: Kind) {
        let part = part.trim();
        if kind == Kind::WriteOnly && self.listed.contains(&part) {
            return;
        }
        if self.depth > 0 {
            self.secrets.add(spelling::json(part), Kind::Part);
        }
        self.secrets.add(part.to_owned(), Kind::Part);
    }

    /// Adds the credentials in a text that are recognized by their form.
    fn credentials(&mut self, text: &str) {
        if self.has_credentials {
            self.secrets.add_credentials(text);
            if self.in_sub || text.contains("${") {
                self.used_in_credentials(text);
            }
        }
    }

    /// Notes the variables in the credentials of the text of `Fn::Sub`.
    fn used_in_credentials(&mut self, text: &str) {
        let (mut composed, mut parts) = (String::new(), Vec::new());
        compose_sub(text, &mut composed, &mut parts);
        let found = credentials::find(&composed);
        let inside = parts
            .into_iter()
            .filter(|(at, _)| found.iter().any(|range| range.contains(at)));
        self.used.extend(inside.map(|(_, name)| name));
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
        let mut inner = Collector {
            depth: self.depth.saturating_add(1),
            in_sub: self.in_sub,
            has_credentials: self.has_credentials,
            ..Collector::new(self.knowledge, self.secrets)
        };
        then(&mut inner, tree.root);
        let used = std::mem::take(&mut inner.used);
        self.used.extend(used);
    }

    /// Adds the values of parameters that are secret: by `NoEcho`, by their names, or because a secret is made from them.
    fn parameters(&mut self, template: Node<'_>, sets: &[ParameterSet]) {
        let declared = template
            .get("Parameters")
            .and_then(|section| section.as_map())
            .unwrap_or_default();
        let mut secret: Vec<(&str, Kind, SecretName)> = Vec::new();
        for Entry { key, value } in declared {
            let Some(name) = key.as_str() else { continue };
            let kind = value.get("Type").and_then(|kind| kind.as_str());
            // The value names a parameter of Systems Manager, or something else that is not secret.
            let is_stored = kind.is_some_and(|kind| kind.starts_with("AWS::"));
            let (kind, secret_name) = if is_hidden(*value) {
                (Kind::Hidden, SecretName::Password)
            } else if !is_stored && names::is_secret(name) {
                (Kind::Named, SecretName::of(name))
            } else if !is_stored && self.used.contains(name) {
                (Kind::Named, SecretName::Other)
            } else {
                continue;
            };
            secret.push((name, kind, secret_name));
            self.secrets.parameters.insert(name.to_owned());
            for member in ["Default", "AllowedValues"] {
                if let Some(member) = value.get(member) {
                    self.value(member, Flag::All(kind, secret_name));
                    // The default of a list is one text.
                    for part in member.as_str().into_iter().flat_map(|text| text.split(',')) {
                        self.text(part.trim(), kind, secret_name);
                    }
                }
            }
        }
        for (variable, texts) in std::mem::take(&mut self.loops) {
            if self.used.contains(&variable) {
                texts
                    .iter()
                    .for_each(|text| self.text(text, Kind::Named, SecretName::Other));
            }
        }
        for given in sets.iter().flat_map(|set| &set.values) {
            let declared = secret.iter().find(|(name, ..)| *name == given.name);
            let (kind, name) = match declared {
                Some((_, kind, name)) => (*kind, *name),
                None if names::is_secret(&given.name) => {
                    self.secrets.parameters.insert(given.name.clone());
                    (Kind::Named, SecretName::of(&given.name))
                }
                None => {
                    self.given_credentials(&given.value);
                    continue;
                }
            };
            self.literal(&given.value, kind, name);
        }
    }

    fn literal(&mut self, value: &Literal, kind: Kind, name: SecretName) {
        match value {
            Literal::List(items) => items.iter().for_each(|item| self.literal(item, kind, name)),
            Literal::Text(text) => {
                text.split(',')
                    .for_each(|part| self.text(part.trim(), kind, name));
                self.text(text, kind, name);
            }
            Literal::Int(number) => self.text(&number.to_string(), kind, name),
            Literal::Float(number) => self.text(&number.to_string(), kind, name),
            Literal::BigInt(text) | Literal::Date(text) => self.text(text, kind, name),
            Literal::Null | Literal::Bool(_) | Literal::Map(_) => {}
        }
    }

    fn given_credentials(&mut self, value: &Literal) {
        match value {
            Literal::List(items) => items.iter().for_each(|item| self.given_credentials(item)),
            Literal::Text(text) => self.secrets.add_credentials(text),
            _ => {}
        }
    }

    /// Adds the texts that conditions and rules compare with secret parameters.
    fn comparisons(&mut self, root: Node<'_>) {
        if self.secrets.parameters.is_empty() {
            return;
        }
        let hidden = self.secrets.parameters.clone();
        for section in ["Conditions", "Rules"] {
            if let Some(section) = root.get(section) {
                self.compared(section, &hidden);
            }
        }
    }

    fn compared(&mut self, node: Node<'_>, hidden: &BTreeSet<String>) {
        match node.value {
            Value::Map([Entry { key, value }])
                if matches!(key.as_str(), Some("Fn::Equals" | "Fn::Contains"))
                    && uses(*value, hidden) =>
            {
                self.all(*value);
            }
            Value::Map(entries) => entries
                .iter()
                .for_each(|entry| self.compared(entry.value, hidden)),
            Value::List(items) => items.iter().for_each(|item| self.compared(*item, hidden)),
            _ => {}
        }
    }

    /// Adds the values of a context at the places where a template uses secret parameters.
    fn at_parameters(&mut self, template: Node<'_>, context: Node<'_>, hidden: &BTreeSet<String>) {
        match (template.value, context.value) {
            (Value::Map([Entry { key, value }]), _) if key.as_str() == Some("Fn::If") => {
                let branches = value.as_list().unwrap_or_default().iter().skip(1);
                branches.for_each(|branch| self.at_parameters(*branch, context, hidden));
            }
            (Value::Map(entries), _) if is_lone_function(entries) && uses(template, hidden) => {
                self.value(context, Flag::All(Kind::Hidden, SecretName::Password));
            }
            (Value::Map(entries), Value::Map(_)) => {
                for Entry { key, value } in entries {
                    let context = key.as_str().and_then(|key| context.get(key));
                    context
                        .into_iter()
                        .for_each(|context| self.at_parameters(*value, context, hidden));
                }
            }
            (Value::List(items), Value::List(contexts)) => items
                .iter()
                .zip(contexts)
                .for_each(|(item, context)| self.at_parameters(*item, *context, hidden)),
            _ => {}
        }
    }
}

fn kind_of(flag: Flag) -> Kind {
    match flag {
        Flag::All(kind, _) => kind,
        Flag::Open | Flag::Header | Flag::Named(_) => Kind::Named,
    }
}

fn name_of(flag: Flag) -> SecretName {
    match flag {
        Flag::All(_, name) | Flag::Named(name) => name,
        Flag::Open | Flag::Header => SecretName::Other,
    }
}

/// Returns whether a value uses one of these parameters.
fn uses(node: Node<'_>, parameters: &BTreeSet<String>) -> bool {
    match node.value {
        Value::Map([Entry { key, value }]) if key.as_str() == Some("Ref") => {
            value.as_str().is_some_and(|name| parameters.contains(name))
        }
        Value::Map(entries) => entries.iter().any(|entry| {
            let template = entry.value.as_list().and_then(|list| list.first().copied());
            let template = template.unwrap_or(entry.value);
            let is_variable = |part: SubPart<'_>| match part {
                SubPart::Variable(name) => parameters.contains(name),
                SubPart::Text(_) => false,
            };
            let is_used = entry.key.as_str() == Some("Fn::Sub")
                && template
                    .as_str()
                    .is_some_and(|text| sub_parts(text).into_iter().any(is_variable));
            is_used || uses(entry.value, parameters)
        }),
        Value::List(items) => items.iter().any(|item| uses(*item, parameters)),
        _ => false,
    }
}

/// Returns whether all values of an object with the name of a secret are secret: it declares nothing, and is not nested deep, as
/// a module of Terraform is that has such a name.
fn is_container(entries: &[Entry<'_>], depth: u32) -> bool {
    let is_flat = |entry: &Entry<'_>| {
        let is_declared = entry.key.as_str().is_none_or(names::is_of_declaration);
        !is_declared
            && match entry.value.value {
                Value::Map(inner) => {
                    is_lone_function(inner)
                        || depth > 1 && is_container(inner, depth.saturating_sub(1))
                }
                Value::List(items) => items
                    .iter()
                    .all(|item| !matches!(item.value, Value::List(_) | Value::Map(_))),
                _ => true,
            }
    };
    entries.iter().all(is_flat)
}

/// Writes the text of `Fn::Sub` and `Fn::Join` with [`UNKNOWN`] for what is not literal. `references` gets the parameters and
/// where they are.
fn compose(node: Node<'_>, text: &mut String, references: &mut Vec<(usize, String)>, depth: u32) {
    let function = match node.value {
        Value::Str(literal) => {
            around(literal, text);
            return;
        }
        Value::Int(number) => {
            text.push_str(&number.to_string());
            return;
        }
        Value::Map([Entry { key, value }]) if depth > 0 => key.as_str().map(|key| (key, *value)),
        _ => None,
    };
    let depth = depth.saturating_sub(1);
    match function {
        Some(("Fn::Sub", argument)) => {
            let list = argument.as_list().unwrap_or_default();
            let template = list.first().copied().unwrap_or(argument);
            compose_sub(template.as_str().unwrap_or_default(), text, references);
        }
        Some(("Fn::Join", argument)) => {
            let list = argument.as_list().unwrap_or_default();
            let between = list.first().and_then(|between| between.as_str());
            let parts = list.get(1).and_then(|parts| parts.as_list());
            for (index, part) in parts.unwrap_or_default().iter().enumerate() {
                if index > 0 {
                    text.push_str(between.unwrap_or_default());
                }
                compose(*part, text, references, depth);
            }
        }
        Some(("Ref", argument)) => {
            references.extend(argument.as_str().map(|name| (text.len(), name.to_owned())));
            text.push(UNKNOWN);
        }
        _ => text.push(UNKNOWN),
    }
}

fn compose_sub(template: &str, text: &mut String, references: &mut Vec<(usize, String)>) {
    for (index, outside) in around_references(template).into_iter().enumerate() {
        if index > 0 {
            text.push(UNKNOWN);
        }
        for part in sub_parts(outside) {
            match part {
                SubPart::Text(literal) => text.push_str(literal),
                SubPart::Variable(name) => {
                    references.push((text.len(), name.to_owned()));
                    text.push(UNKNOWN);
                }
            }
        }
    }
}

/// Writes a literal with [`UNKNOWN`] for dynamic references.
fn around(literal: &str, text: &mut String) {
    for (index, part) in around_references(literal).into_iter().enumerate() {
        if index > 0 {
            text.push(UNKNOWN);
        }
        text.push_str(part);
    }
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
