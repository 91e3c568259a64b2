//! What a position of a template is about, in Markdown.

use std::fmt::Write as _;
use std::ops::Range;

use bumpalo::Bump;

use super::names::{Declaration, Kind, Names};
use super::schema::{self, Subschema};
use super::{function, intrinsic, values};
use crate::markdown;
use crate::outline::{NodeId, Outline, Step, Token};
use cfn_warden_lint::{RuleSet, documentation_of};
use cfn_warden_schema::{Attributes, Json, Knowledge, keyword};
use cfn_warden_secrets::{MASK, Secrets};
use cfn_warden_syntax as syntax;
use cfn_warden_template::Function;

/// The maximum number of values and attributes that are listed.
const LISTED: usize = 24;

/// A text in Markdown, and the bytes that it is about.
pub type Hover = (String, Range<usize>);

/// Returns what is known about an offset of a template.
pub fn of(
    knowledge: &Knowledge,
    rules: RuleSet,
    outline: &Outline<'_>,
    offset: usize,
) -> Option<Hover> {
    let hover = Reader {
        knowledge,
        rules,
        outline,
    };
    let holds = |token: &&Token| token.range.start <= offset && offset <= token.range.end;
    let names = Names::of(outline);
    if let Some(found) = hover.used(&names, offset) {
        return Some(found);
    }
    let id = outline.innermost(offset);
    let node = outline.node(id);
    if let Some(tag) = node.tag.as_ref().filter(holds) {
        let entry = function(outline, id).and_then(|function| intrinsic::find(function.name()))?;
        return Some((
            described(entry),
            tag.range.start.saturating_sub(1)..tag.range.end,
        ));
    }
    if let Some(key) = node.key.as_ref().filter(holds) {
        return hover
            .key(id, outline.text_of(key))
            .map(|text| (text, key.range.clone()));
    }
    let (text, token) = outline.scalar(id)?;
    let shown = match outline.path(id).as_slice() {
        [Step::Key("Resources"), _, Step::Key("Type")] => resource_type(knowledge, text)?,
        _ if function(outline, id) == Some(Function::Ref) => described(intrinsic::find(text)?),
        _ => {
            let kind = hover.kind(id);
            let schemas = schema::of_value(knowledge, outline, id, kind);
            return (!schemas.is_empty() && holds(&token))
                .then(|| hover.property(id, &schemas))
                .flatten()
                .map(|text| (text, token.range.clone()));
        }
    };
    Some((shown, token.range.clone()))
}

/// Returns the description of a function, an attribute of resources or a pseudo parameter.
pub fn described(entry: &intrinsic::Entry) -> String {
    format!(
        "```yaml\n{}\n```\n{}\n\n[Documentation]({})",
        entry.form,
        entry.summary,
        entry.link()
    )
}

/// Returns the description of a resource type: its required properties, what functions return for it, and its page.
pub fn resource_type(knowledge: &Knowledge, kind: &str) -> Option<String> {
    let schema = knowledge.resource(kind)?;
    let mut shown = format!("**{kind}**");
    let required: Vec<_> = Subschema::root(schema).required().collect();
    if !required.is_empty() {
        let _ = write!(shown, "\n\nRequired: {}.", listed(&required));
    }
    if let Some(reference) = reference(knowledge, kind) {
        let _ = write!(shown, "\n\n{reference}");
    }
    if let Some(attributes) = Attributes::of_type(knowledge, kind) {
        let names: Vec<_> = attributes
            .iter()
            .map(|one| one.display().into_owned())
            .collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        if !names.is_empty() {
            let _ = write!(shown, "\n\n`Fn::GetAtt` returns {}.", listed(&names));
        }
    }
    if let Some(url) = documentation_of(kind, None) {
        let _ = write!(shown, "\n\n[Documentation]({url})");
    }
    Some(shown)
}

/// What `Ref` returns for a type.
fn reference(knowledge: &Knowledge, kind: &str) -> Option<String> {
    let schema = knowledge.resource(kind)?;
    let identifiers = schema.keyword(keyword::PRIMARY_IDENTIFIER)?;
    let names: Vec<_> = identifiers
        .items()
        .filter_map(Json::as_str)
        .map(name_of)
        .collect();
    (!names.is_empty()).then(|| format!("`Ref` returns {}.", listed(&names)))
}

struct Reader<'r, 't> {
    knowledge: &'r Knowledge,
    rules: RuleSet,
    outline: &'r Outline<'t>,
}

impl Reader<'_, '_> {
    /// Returns the type of the resource that a value is in.
    fn kind(&self, id: NodeId) -> Option<&str> {
        schema::resource_of(self.outline, id).and_then(|name| schema::type_of(self.outline, name))
    }

    /// A name that is used.
    fn used(&self, names: &Names<'_>, offset: usize) -> Option<Hover> {
        let one = names.use_at(offset)?;
        let declaration = names.declaration(one.kinds, one.name);
        if let Some((attribute, range)) = one
            .attribute
            .as_ref()
            .filter(|(_, range)| range.contains(&offset) || range.end == offset)
        {
            let kind = schema::type_of(self.outline, one.name)?;
            return self
                .attribute(kind, attribute)
                .map(|text| (text, range.clone()));
        }
        let text = match declaration {
            Some(declaration) => self.declared(declaration),
            None => described(intrinsic::find(one.name)?),
        };
        Some((text, one.range.clone()))
    }

    fn declared(&self, declaration: &Declaration<'_>) -> String {
        let name = markdown::text(declaration.name);
        let text = |key: &str| {
            let value = self.outline.get(declaration.node, key)?;
            self.outline.scalar(value).map(|(text, _)| text)
        };
        match declaration.kind {
            Kind::Parameter => {
                let mut shown = format!(
                    "**{name}**: parameter of type {}",
                    markdown::code(text("Type").unwrap_or("?"))
                );
                if let Some(default) = text("Default") {
                    let default = self.masked(declaration.name, default);
                    let _ = write!(shown, ", {} by default", markdown::code(&default));
                }
                let description = markdown::text(text("Description").unwrap_or_default());
                let _ = write!(shown, "\n\n{description}");
                shown.trim_end().to_owned()
            }
            Kind::Resource => {
                let kind = text("Type").unwrap_or("?");
                let mut shown = format!("**{name}**: resource of type {}", markdown::code(kind));
                if let Some(reference) = reference(self.knowledge, kind) {
                    let _ = write!(shown, "\n\n{reference}");
                }
                shown
            }
            Kind::Condition => {
                let span = self.outline.node(declaration.node).span.clone();
                let condition = self.outline.text.get(span).unwrap_or_default();
                let condition = self.masked("", condition);
                format!(
                    "**{name}**: condition\n\n{}",
                    markdown::block("yaml", &condition)
                )
            }
            Kind::Mapping => format!("**{name}**: mapping"),
            Kind::Output => format!("**{name}**: output"),
        }
    }

    /// Returns a part of the document without secrets. The values of secret parameters are secret, also short ones.
    fn masked(&self, parameter: &str, part: &str) -> String {
        let arena = Bump::new();
        let text = self.outline.text;
        let parsed = syntax::parse(&arena, text, "");
        let secrets = Secrets::of(text, &parsed, self.knowledge, &[]);
        let mut masked = part.to_owned();
        if secrets.is_parameter(parameter) {
            MASK.clone_into(&mut masked);
        } else if !secrets.is_empty() {
            secrets.mask().text(&mut masked);
        }
        masked
    }

    fn attribute(&self, kind: &str, name: &str) -> Option<String> {
        let attributes = Attributes::of_type(self.knowledge, kind)?;
        let attribute = attributes.get(name)?;
        let types = attributes
            .schema(attribute)
            .map(|schema| Subschema::root(schema).types())
            .unwrap_or_default();
        let types = if types.is_empty() {
            String::new()
        } else {
            format!(", {}", types.join(" or "))
        };
        let link = documentation_of(kind, None)
            .map(|url| format!("\n\n[Documentation]({url})"))
            .unwrap_or_default();
        Some(format!(
            "**{}**: attribute of {}{types}{link}",
            markdown::text(name),
            markdown::code(kind)
        ))
    }

    fn key(&self, id: NodeId, key: &str) -> Option<String> {
        if let Some(function) = function(self.outline, id) {
            return intrinsic::find(function.name()).map(described);
        }
        if key.starts_with("Fn::ForEach") {
            return intrinsic::find("Fn::ForEach").map(described);
        }
        let path = self.outline.path(id);
        let declared = [
            Kind::Parameter,
            Kind::Resource,
            Kind::Condition,
            Kind::Mapping,
            Kind::Output,
        ];
        match path.as_slice() {
            [Step::Key(section), Step::Key(name)] => {
                let kind = declared
                    .into_iter()
                    .find(|kind| kind.section() == *section)?;
                Some(self.declared(&Declaration {
                    kind,
                    name,
                    range: 0..0,
                    node: id,
                }))
            }
            [Step::Key("Resources"), _, Step::Key(attribute)]
                if intrinsic::find(attribute).is_some() =>
            {
                intrinsic::find(attribute).map(described)
            }
            _ => {
                let schemas = schema::of_value(self.knowledge, self.outline, id, self.kind(id));
                self.property(id, &schemas)
            }
        }
    }

    /// A property: its type, allowed values, limits and page.
    fn property(&self, id: NodeId, schemas: &[Subschema<'_>]) -> Option<String> {
        let steps = schema::steps(self.outline, id);
        let name = steps.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(*key),
            Step::Index(_) => None,
        })?;
        if schemas.is_empty() {
            return None;
        }
        let mut types: Vec<&str> = Vec::new();
        for name in schemas.iter().flat_map(|one| one.types()) {
            if !types.contains(&name) {
                types.push(name);
            }
        }
        let mut shown = match types.as_slice() {
            [] => format!("**{}**", markdown::text(name)),
            types => format!("**{}**: {}", markdown::text(name), types.join(" or ")),
        };
        if self.is_required(id, name) {
            shown.push_str(", required");
        }
        let allowed = values::allowed(
            self.knowledge,
            self.rules,
            self.outline,
            id,
            self.kind(id),
            schemas,
        );
        let allowed: Vec<&str> = allowed
            .iter()
            .map(String::as_str)
            .filter(|_| types != ["boolean"])
            .collect();
        if !allowed.is_empty() {
            let _ = write!(shown, "\n\nAllowed values: {}.", listed(&allowed));
        }
        for limit in schemas.iter().flat_map(|one| limits(one.schema)) {
            if !shown.contains(&limit) {
                let _ = write!(shown, "\n\n{limit}");
            }
        }
        if let [
            Step::Key("Resources"),
            _,
            Step::Key("Properties"),
            Step::Key(property),
            ..,
        ] = steps.as_slice()
            && let Some(url) = self
                .kind(id)
                .and_then(|kind| documentation_of(kind, Some(property)))
        {
            let _ = write!(shown, "\n\n[Documentation]({url})");
        }
        Some(shown)
    }

    fn is_required(&self, id: NodeId, name: &str) -> bool {
        let parent = self
            .outline
            .parent(id)
            .filter(|_| self.outline.key(id) == Some(name));
        let Some(parent) = parent else { return false };
        let schemas = schema::of_value(self.knowledge, self.outline, parent, self.kind(id));
        schemas
            .first()
            .is_some_and(|schema| schema.required().any(|required| required == name))
    }
}

/// The limits of a schema, each a sentence.
fn limits(schema: Json<'_>) -> Vec<String> {
    let word = |word: u32| schema.keyword(word);
    let between = |what: &str, least: u32, most: u32| match (word(least), word(most)) {
        (Some(least), Some(most)) => Some(format!("{what}: {least} to {most}.")),
        (Some(least), None) => Some(format!("{what}: at least {least}.")),
        (None, Some(most)) => Some(format!("{what}: at most {most}.")),
        (None, None) => None,
    };
    let pattern = word(keyword::PATTERN)
        .and_then(Json::as_str)
        .map(|pattern| format!("Pattern: `{pattern}`."));
    let format = word(keyword::FORMAT)
        .and_then(Json::as_str)
        .map(|format| format!("Format: `{format}`."));
    [
        between("Value", keyword::MINIMUM, keyword::MAXIMUM),
        between("Length", keyword::MIN_LENGTH, keyword::MAX_LENGTH),
        between("Items", keyword::MIN_ITEMS, keyword::MAX_ITEMS),
        format,
        pattern,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Converts the path of a property to its name: `/properties/Arn` to `Arn`.
fn name_of(path: &str) -> &str {
    path.strip_prefix("/properties/").unwrap_or(path)
}

fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(LISTED)
        .map(|name| markdown::code(name))
        .collect();
    match names.len().checked_sub(LISTED).filter(|more| *more > 0) {
        Some(more) => format!("{} and {more} more", shown.join(", ")),
        None => shown.join(", "),
    }
}
