//! What can be typed at a position of a template.

mod form;
mod parameter_types;

use std::ops::Range;

use lsp_types::CompletionItemKind as ItemKind;

use self::form::Form;
use super::names::{Kind, Names, VALUES};
use super::schema::{self, Subschema};
use super::{function, hover, intrinsic, values};
use crate::outline::{Cursor, NodeId, Outline, Quote, Slot, Step, Value, read, read_until};
use cfn_warden_lint::RuleSet;
use cfn_warden_schema::{Attributes, Json, Knowledge, keyword};
use cfn_warden_template::Function;

/// A proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What is shown and compared with what is typed.
    pub label: String,
    /// What is inserted.
    pub text: String,
    /// What it is.
    pub kind: ItemKind,
    /// More about it, in a few words.
    pub detail: String,
    /// The place among the proposals; lower ones come first.
    pub order: u8,
}

/// The proposals for a position.
#[derive(Debug, Default)]
pub struct Completions {
    /// The proposals.
    pub items: Vec<Item>,
    /// The bytes that they replace.
    pub replaced: Range<usize>,
    /// Whether there are more than those.
    pub is_incomplete: bool,
}

/// The maximum number of proposals. If there are more, the editor requests them again for what is typed next.
const MOST: usize = 300;

/// Returns the proposals at an offset of a template.
pub fn at(knowledge: &Knowledge, rules: RuleSet, text: &str, offset: usize) -> Completions {
    let (before, Some(cursor)) = read_until(text, offset) else {
        return Completions::default();
    };
    let whole = read(text);
    let names = Names::of(&whole);
    let replaced = cursor.word.range.clone();
    let writer = Writer {
        knowledge,
        rules,
        before: &before,
        whole: &whole,
        names: &names,
        cursor: &cursor,
    };
    let (mut items, replaced) = writer
        .placeholder()
        .unwrap_or_else(|| (writer.items(), replaced));
    let typed = before
        .text
        .get(replaced.clone())
        .unwrap_or_default()
        .to_lowercase();
    items.retain(|item| {
        item.label.to_lowercase().contains(&typed) || item.text.to_lowercase().contains(&typed)
    });
    let is_incomplete = items.len() > MOST;
    items.truncate(MOST);
    Completions {
        items,
        replaced,
        is_incomplete,
    }
}

struct Writer<'w, 't> {
    knowledge: &'w Knowledge,
    rules: RuleSet,
    /// The text before the cursor.
    before: &'w Outline<'t>,
    /// The whole text: other names, and what follows the cursor.
    whole: &'w Outline<'t>,
    names: &'w Names<'t>,
    cursor: &'w Cursor,
}

fn item(label: impl Into<String>, kind: ItemKind, detail: impl Into<String>) -> Item {
    let label = label.into();
    Item {
        text: label.clone(),
        label,
        kind,
        detail: detail.into(),
        order: 1,
    }
}

impl<'w, 't> Writer<'w, 't> {
    fn is_json(&self) -> bool {
        self.before.text.trim_start().starts_with('{')
    }

    /// The type of the resource at the cursor.
    fn kind(&self) -> Option<&'t str> {
        let name = schema::resource_of(self.before, self.cursor.node)?;
        schema::type_of(self.whole, name).or_else(|| schema::type_of(self.before, name))
    }

    /// Proposals for a name in `${}` of `Fn::Sub`, and the bytes that they replace.
    fn placeholder(&self) -> Option<(Vec<Item>, Range<usize>)> {
        let word = self.before.text.get(self.cursor.word.range.clone())?;
        let open = word.rfind("${")?.saturating_add(2);
        let name = word.get(open..).filter(|name| !name.contains('}'))?;
        let is_sub = |id| function(self.before, id) == Some(Function::Sub);
        let node = self.cursor.node;
        if !is_sub(node) && !self.before.parent(node).is_some_and(is_sub) {
            return None;
        }
        let start = self.cursor.word.range.start.saturating_add(open);
        let mut items = self.values();
        if let Some((resource, _)) = name.split_once('.') {
            items = self.attributes(resource, &format!("{resource}."));
        }
        Some((items, start..self.cursor.word.range.end))
    }

    fn items(&self) -> Vec<Item> {
        match self.cursor.slot {
            Slot::Key => self.keys(),
            Slot::Value => self.values_in_form(),
            Slot::KeyOrValue => {
                let values = self.values_in_form();
                let has_functions = |item: &Item| item.kind == ItemKind::FUNCTION;
                // A collection starts with a key, also if a function could stand in its place.
                if values.iter().all(has_functions) {
                    [self.keys(), values].concat()
                } else {
                    [values, self.keys()].concat()
                }
            }
        }
    }

    fn values_in_form(&self) -> Vec<Item> {
        let schemas = schema::of_value(self.knowledge, self.before, self.cursor.node, self.kind());
        let form = Form::of(
            self.before,
            self.cursor,
            (self.is_json(), type_names(&schemas) == "string"),
        );
        self.value()
            .into_iter()
            .map(|item| Item {
                text: form.write(&item.text),
                ..item
            })
            .collect()
    }

    fn keys(&self) -> Vec<Item> {
        let node = self.cursor.node;
        let path = schema::steps(self.before, node);
        let mut items: Vec<Item> = match path.as_slice() {
            // The names in a section are for people to choose.
            [
                Step::Key(
                    "Parameters" | "Resources" | "Outputs" | "Conditions" | "Mappings" | "Rules",
                ),
            ] => Vec::new(),
            _ => self.properties(node),
        };
        if self.is_json() && self.takes_functions(&path) && self.before.children(node).count() == 0
        {
            items.extend(self.functions().map(|entry| Item {
                order: 2,
                ..self.key_item(entry.name, ItemKind::FUNCTION, entry.summary)
            }));
        }
        items
    }

    /// The keys that the schemas of a map name and that it does not have yet.
    fn properties(&self, map: NodeId) -> Vec<Item> {
        let kind = self.kind();
        let schemas = schema::of_value(self.knowledge, self.before, map, kind);
        let written = self.whole.at(&self.before.path(map));
        let word = self
            .before
            .text
            .get(self.cursor.word.range.clone())
            .unwrap_or_default();
        let is_written = |name: &str| {
            let has = |outline: &Outline<'_>, id| outline.get(id, name).is_some();
            name != word && (has(self.before, map) || written.is_some_and(|id| has(self.whole, id)))
        };
        let read_only = self.read_only(map, kind);
        let mut items: Vec<Item> = Vec::new();
        for schema in &schemas {
            let required: Vec<&str> = schema.required().collect();
            for (name, property) in schema.properties() {
                let is_known = items.iter().any(|item| item.label == name);
                if is_known || is_written(name) || read_only.contains(&name) {
                    continue;
                }
                let parts = schema.of(property);
                let mut detail = type_names(&parts);
                let is_required = required.contains(&name);
                if is_required {
                    detail = format!("{detail}, required")
                        .trim_start_matches(", ")
                        .to_owned();
                }
                let order = u8::from(!is_required);
                items.push(Item {
                    order,
                    ..self.key_item(name, ItemKind::PROPERTY, &detail)
                });
            }
        }
        items
    }

    /// The properties of a resource that templates cannot set.
    fn read_only(&self, map: NodeId, kind: Option<&str>) -> Vec<&'w str> {
        let path = schema::steps(self.before, map);
        let [Step::Key("Resources"), _, Step::Key("Properties")] = path.as_slice() else {
            return Vec::new();
        };
        let schema = kind.and_then(|kind| self.knowledge.resource(kind));
        let paths = schema.and_then(|schema| schema.keyword(keyword::READ_ONLY_PROPERTIES));
        let paths = paths
            .into_iter()
            .flat_map(Json::items)
            .filter_map(Json::as_str);
        paths
            .filter_map(|path| path.strip_prefix("/properties/"))
            .filter(|name| !name.contains('/'))
            .collect()
    }

    fn key_item(&self, name: &str, kind: ItemKind, detail: &str) -> Item {
        let text = match (self.cursor.word.quote, self.is_json()) {
            (Quote::Plain, true) => format!("\"{name}\": "),
            (Quote::Plain, false) => format!("{name}: "),
            _ => name.to_owned(),
        };
        Item {
            text,
            ..item(name, kind, detail)
        }
    }

    /// Whether functions can stand below a path.
    fn takes_functions(&self, path: &[Step<'_>]) -> bool {
        matches!(
            path,
            [Step::Key("Resources"), _, Step::Key("Properties"), _, ..]
                | [Step::Key("Outputs"), _, Step::Key("Value" | "Export"), ..]
                | [Step::Key("Conditions"), _, ..]
        )
    }

    /// The functions that can stand at the cursor.
    fn functions(&self) -> impl Iterator<Item = &'static intrinsic::Entry> {
        let path = schema::steps(self.before, self.cursor.node);
        let is_condition = matches!(path.first(), Some(Step::Key("Conditions")));
        let is_rule = |summary: &str| summary.ends_with("; in rules.");
        let of_conditions = ["Fn::And", "Fn::Or", "Fn::Not", "Fn::Equals", "Condition"];
        intrinsic::FUNCTIONS.iter().filter(move |entry| {
            !is_rule(entry.summary)
                && entry.name != "Fn::ForEach"
                && (is_condition || !of_conditions.contains(&entry.name))
        })
    }

    fn value(&self) -> Vec<Item> {
        let node = self.cursor.node;
        if let Some(items) = self.argument(node) {
            return items;
        }
        let path = self.before.path(node);
        match path.as_slice() {
            [Step::Key("Resources"), _, Step::Key("Type")] => self.types(),
            [Step::Key("Resources"), _, Step::Key("DependsOn")]
            | [
                Step::Key("Resources"),
                _,
                Step::Key("DependsOn"),
                Step::Index(_),
            ] => self.declared(&[Kind::Resource]),
            [
                Step::Key("Resources" | "Outputs"),
                _,
                Step::Key("Condition"),
            ] => self.declared(&[Kind::Condition]),
            [Step::Key("Parameters"), _, Step::Key("Type")] => parameter_types::ALL
                .iter()
                .map(|name| item(*name, ItemKind::ENUM_MEMBER, ""))
                .collect(),
            _ => self.scalars(node),
        }
    }

    /// Proposals for the argument of a function.
    fn argument(&self, node: NodeId) -> Option<Vec<Item>> {
        let parent = self.before.parent(node)?;
        let index = self.before.node(node).index;
        match (
            function(self.before, node),
            function(self.before, parent),
            index,
        ) {
            (Some(Function::Ref), ..) => Some(self.values()),
            (Some(Function::Condition), ..) => Some(self.declared(&[Kind::Condition])),
            (Some(Function::GetAtt), ..) if self.before.node(node).value != Value::List => {
                Some(self.dotted())
            }
            (_, Some(Function::GetAtt), Some(0)) => Some(self.declared(&[Kind::Resource])),
            (_, Some(Function::GetAtt), Some(1)) => {
                let (resource, _) = self
                    .before
                    .item(parent, 0)
                    .and_then(|first| self.before.scalar(first))?;
                Some(self.attributes(resource, ""))
            }
            (_, Some(Function::If), Some(0)) => Some(self.declared(&[Kind::Condition])),
            (_, Some(Function::FindInMap), Some(0)) => Some(self.declared(&[Kind::Mapping])),
            (_, Some(Function::FindInMap), Some(index @ (1 | 2))) => {
                Some(self.mapped(parent, index))
            }
            _ => None,
        }
    }

    /// The keys of a mapping.
    fn mapped(&self, list: NodeId, level: u32) -> Vec<Item> {
        let name = |at: usize| {
            self.before
                .item(list, at)
                .and_then(|item| self.before.scalar(item))
                .map(|(text, _)| text)
        };
        let mapping =
            name(0).and_then(|mapping| self.whole.at(&[Step::Key("Mappings"), Step::Key(mapping)]));
        let keys = |map: NodeId| {
            self.whole
                .children(map)
                .filter_map(|key| self.whole.key(key))
        };
        let mut found: Vec<&str> = mapping.into_iter().flat_map(keys).collect();
        if level == 2 {
            let tops = mapping
                .into_iter()
                .flat_map(|mapping| self.whole.children(mapping));
            let chosen =
                |top: &NodeId| name(1).is_none_or(|name| self.whole.key(*top) == Some(name));
            let all: Vec<NodeId> = tops.collect();
            let own: Vec<NodeId> = all.iter().copied().filter(chosen).collect();
            let tops = if own.is_empty() { all } else { own };
            found = tops.into_iter().flat_map(keys).collect();
            found.sort_unstable();
            found.dedup();
        }
        found
            .into_iter()
            .map(|key| item(key, ItemKind::ENUM_MEMBER, "key of a mapping"))
            .collect()
    }

    /// The names that can be used as values.
    fn values(&self) -> Vec<Item> {
        let pseudo = intrinsic::PSEUDO_PARAMETERS.iter();
        let pseudo = pseudo.map(|entry| Item {
            order: 2,
            ..item(entry.name, ItemKind::CONSTANT, entry.summary)
        });
        self.declared(VALUES).into_iter().chain(pseudo).collect()
    }

    fn declared(&self, kinds: &[Kind]) -> Vec<Item> {
        let own = schema::resource_of(self.before, self.cursor.node);
        let declarations = self
            .names
            .declarations
            .iter()
            .filter(|one| kinds.contains(&one.kind));
        let others = declarations.filter(|one| one.kind != Kind::Resource || Some(one.name) != own);
        let described = others.map(|one| match one.kind {
            Kind::Resource => item(
                one.name,
                ItemKind::CLASS,
                schema::type_of(self.whole, one.name).unwrap_or("resource"),
            ),
            Kind::Parameter => item(one.name, ItemKind::VARIABLE, "parameter"),
            Kind::Condition => item(one.name, ItemKind::REFERENCE, "condition"),
            Kind::Mapping => item(one.name, ItemKind::ENUM, "mapping"),
            Kind::Output => item(one.name, ItemKind::INTERFACE, "output"),
        });
        described.collect()
    }

    /// `Resource`, then `Resource.Attribute`.
    fn dotted(&self) -> Vec<Item> {
        let word = self
            .before
            .text
            .get(self.cursor.word.range.clone())
            .unwrap_or_default();
        match word.split_once('.') {
            Some((resource, _)) => self.attributes(resource, &format!("{resource}.")),
            None => self.declared(&[Kind::Resource]),
        }
    }

    fn attributes(&self, resource: &str, prefix: &str) -> Vec<Item> {
        let kind = schema::type_of(self.whole, resource)
            .or_else(|| schema::type_of(self.before, resource));
        let Some(attributes) = kind.and_then(|kind| Attributes::of_type(self.knowledge, kind))
        else {
            return Vec::new();
        };
        let plain = attributes.iter().filter(|one| !one.pattern.contains('*'));
        plain
            .map(|one| {
                item(
                    format!("{prefix}{}", one.display()),
                    ItemKind::FIELD,
                    "attribute",
                )
            })
            .collect()
    }

    fn types(&self) -> Vec<Item> {
        let types = self.knowledge.types().filter(|name| !name.is_empty());
        let serverless = self.whole.get(Outline::ROOT, "Transform").is_some();
        let shown = types.filter(|name| serverless || !name.starts_with("AWS::Serverless::"));
        shown.map(|name| item(name, ItemKind::CLASS, "")).collect()
    }

    /// The values that the schemas allow, then functions.
    fn scalars(&self, node: NodeId) -> Vec<Item> {
        let kind = self.kind();
        let schemas = schema::of_value(self.knowledge, self.before, node, kind);
        let allowed = values::allowed(
            self.knowledge,
            self.rules,
            self.before,
            node,
            kind,
            &schemas,
        );
        let mut items: Vec<Item> = allowed
            .into_iter()
            .map(|value| item(value, ItemKind::ENUM_MEMBER, ""))
            .collect();
        let path = schema::steps(self.before, node);
        if !self.is_json() && self.cursor.word.quote == Quote::Plain && self.takes_functions(&path)
        {
            items.extend(self.functions().map(|entry| self.tag(entry)));
        }
        items
    }

    /// A function in its short form.
    fn tag(&self, entry: &'static intrinsic::Entry) -> Item {
        let name = entry.name.strip_prefix("Fn::").unwrap_or(entry.name);
        let has_tag = entry.form.starts_with('!');
        let text = if has_tag {
            format!("!{name} ")
        } else {
            format!("{}: ", entry.name)
        };
        let label = text.trim_end_matches([' ', ':']).to_owned();
        Item {
            text,
            order: 2,
            ..item(label, ItemKind::FUNCTION, entry.summary)
        }
    }
}

/// Returns the description of a proposal, in Markdown.
pub fn described(knowledge: &Knowledge, label: &str) -> Option<String> {
    let name = match label.strip_prefix('!') {
        Some(name @ ("Ref" | "Condition")) => name.to_owned(),
        Some(name) => format!("Fn::{name}"),
        None => label.to_owned(),
    };
    let entry = intrinsic::find(&name).map(hover::described);
    entry.or_else(|| hover::resource_type(knowledge, label))
}

fn type_names(schemas: &[Subschema<'_>]) -> String {
    let mut types: Vec<&str> = schemas.iter().flat_map(|one| one.types()).collect();
    types.sort_unstable();
    types.dedup();
    types.join(" or ")
}

#[cfg(test)]
mod tests;
