//! `terraform_provider_schema`

use cfn_warden_syntax::{Known, Operand, Text, text};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use cfn_warden_syntax::finding::Severity;

use crate::module::{EvaluatedBody, EvaluatedModule, ResourceMode, is_resource_meta};
use crate::plan::{full_name, provider_of};
use crate::provider::{
    AttributeSchema, AttributeShape, BlockSchema, NestedBlocks, Nesting, Providers,
};
use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::Range;
use crate::support::go::quoted;
use crate::support::similar::nearest;
use crate::syntax::ast::{Attribute, Block, Body};
use crate::value::convert::convert;
use crate::value::{Attributes, Type};

/// The arguments and blocks of resources fit the schemas of their providers, in the words of `terraform validate`.
pub static RULE: Rule = Rule {
    id: "terraform_provider_schema",
    title: "Resource does not fit its provider's schema",
    description: "The arguments and blocks of resources and data sources fit the schemas of their providers.",
    severity: Severity::Error,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut found = Found::default();
    modules(module.root, &mut |one| {
        found.json.extend(
            one.declared
                .files
                .iter()
                .filter(|file| file.is_json())
                .map(|file| file.body.range.file),
        );
        for ((mode, kind, _), block) in &one.declared.resources {
            match module.providers.schema(*mode, kind) {
                Some(schema) => names(
                    block.range,
                    &block.body,
                    (&schema, is_resource_meta),
                    &mut found,
                ),
                None => unknown_type((*mode, kind, block), one, module.providers, &mut found),
            }
        }
        let mut written = HashMap::new();
        one.declared
            .resources
            .values()
            .for_each(|block| values(&block.body, &mut written));
        for resource in &one.resources {
            if let Some(schema) = module.providers.schema(resource.mode, &resource.kind) {
                fits(
                    &resource.body,
                    &schema,
                    resource.range,
                    &written,
                    &mut found,
                );
            }
        }
    });
    Ok(found.issues)
}

/// The problems, without duplicates: instances of a resource and of a module have the same.
#[derive(Default)]
struct Found {
    issues: Vec<Issue>,
    seen: BTreeSet<(Range, Text)>,
    /// The files in JSON syntax.
    json: BTreeSet<u32>,
}

impl Found {
    fn add(&mut self, range: Range, summary: &str, detail: &Text) {
        let message = text!("{}; {}", Known(summary), detail);
        if self.seen.insert((range, message.clone())) {
            self.issues.push(Issue::at(range, message));
        }
    }
}

fn modules(module: &EvaluatedModule, visit: &mut dyn FnMut(&EvaluatedModule)) {
    visit(module);
    module
        .modules
        .iter()
        .for_each(|inner| modules(inner, visit));
}

/// Checks that the provider of a resource, if its types are known, has the type.
fn unknown_type(
    (mode, kind, block): (ResourceMode, &str, &Block),
    module: &EvaluatedModule,
    providers: &Providers,
    found: &mut Found,
) {
    // The schema of the type cannot be read, which the run reports.
    if providers.source_of(mode, kind).is_some() {
        return;
    }
    let source = full_name(&module.declared, &provider_of(block, kind));
    let Some((types, label)) = providers.types(mode, &source).zip(block.labels.first()) else {
        return;
    };
    let (summary, what) = match mode {
        ResourceMode::Managed => ("Invalid resource type", "resource type"),
        ResourceMode::Data => ("Invalid data source", "data source"),
        ResourceMode::Ephemeral => ("Invalid ephemeral resource", "ephemeral resource"),
    };
    let suggestion = did_you_mean(kind, types.into_iter()).unwrap_or_default();
    let source = source
        .strip_prefix("registry.terraform.io/")
        .unwrap_or(&source);
    let detail = text!(
        "The provider {} does not support {} {}.{}",
        Known(source),
        what,
        Operand::Name(&quoted(kind)),
        suggestion
    );
    found.add(label.range, summary, &detail);
}

/// Returns the question after a name that is not known, if another one is similar.
fn did_you_mean<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<Text> {
    nearest(name, names).map(|name| text!(" Did you mean {}?", Operand::Name(&quoted(name))))
}

/// Checks which arguments and blocks the body of a block has. `is_meta` names those that are not the provider's.
fn names(
    block: Range,
    body: &Body,
    (schema, is_meta): (&BlockSchema, fn(&str) -> bool),
    found: &mut Found,
) {
    for attribute in body
        .attributes
        .iter()
        .filter(|attribute| !is_meta(&attribute.name))
    {
        match schema.attributes.get(&attribute.name) {
            Some(known) if !known.required && !known.optional && known.computed => {
                let why = "its value will be decided automatically based on the result of applying this configuration.";
                let detail = text!(
                    "Can't configure a value for {}: {}",
                    Operand::Name(&quoted(&attribute.name)),
                    why
                );
                found.add(
                    attribute.name_range,
                    "Value for unconfigurable attribute",
                    &detail,
                );
            }
            Some(_) => {}
            // In JSON, only the schema tells blocks from arguments.
            None if schema.blocks.contains_key(&attribute.name)
                && found.json.contains(&body.range.file) => {}
            None => {
                let is_block = schema.blocks.contains_key(&attribute.name);
                unsupported(attribute, (body, schema.attributes.keys()), is_block, found);
            }
        }
    }
    for (name, attribute) in schema
        .attributes
        .iter()
        .filter(|(_, attribute)| attribute.required)
    {
        let is_block =
            || as_blocks(attribute).is_some() && blocks_of(body).any(|(kind, ..)| kind == &**name);
        if body.attribute(name).is_none() && !is_block() {
            missing(name, block, found);
        }
    }
    for (kind, inner, place) in blocks_of(body).filter(|(kind, ..)| !is_meta(kind)) {
        match (
            schema.blocks.get(kind),
            schema.attributes.get(kind).and_then(as_blocks),
        ) {
            (Some(blocks), _) => names(place.range(), inner, (&blocks.schema, |_| false), found),
            (None, Some(attributes)) => of_attribute(inner, attributes, found),
            (None, None) => found.add(
                place.range(),
                "Unsupported block type",
                &place.detail(kind, schema),
            ),
        }
    }
}

/// Returns the nested blocks of a body: type, content and place. Those of dynamic blocks have the content of `content`.
fn blocks_of(body: &Body) -> impl Iterator<Item = (&str, &Body, Written<'_>)> {
    body.blocks.iter().filter_map(|block| {
        if &*block.kind != "dynamic" {
            return Some((&*block.kind, &block.body, Written::Block(block)));
        }
        let label = block.labels.first()?;
        let content = block
            .body
            .blocks
            .iter()
            .find(|inner| &*inner.kind == "content")?;
        Some((&*label.text, &content.body, Written::Dynamic(label.range)))
    })
}

/// How a nested block is written.
enum Written<'b> {
    Block(&'b Block),
    /// The range of the label.
    Dynamic(Range),
}

impl Written<'_> {
    fn range(&self) -> Range {
        match self {
            Written::Block(block) => {
                let length = u32::try_from(block.kind.len()).unwrap_or(u32::MAX);
                Range {
                    end: block.range.start.saturating_add(length),
                    ..block.range
                }
            }
            Written::Dynamic(label) => *label,
        }
    }

    /// Returns what is wrong with a block type that a schema does not have.
    fn detail(&self, kind: &str, schema: &BlockSchema) -> Text {
        let of_attribute = || {
            schema.attributes.contains_key(kind).then(|| {
                let name = quoted(kind);
                text!(" Did you mean to define argument {}? If so, use the equals sign to assign it a value.", Operand::Name(&name))
            })
        };
        let suggestion = match self {
            Written::Dynamic(_) => None,
            Written::Block(_) => {
                did_you_mean(kind, schema.blocks.keys().map(|name| &**name)).or_else(of_attribute)
            }
        };
        let suggestion = suggestion.unwrap_or_default();
        text!(
            "Blocks of type {} are not expected here.{}",
            Operand::Name(&quoted(kind)),
            suggestion
        )
    }
}

/// Reports an argument that is not among these names. `is_block` says whether there are blocks of the name.
fn unsupported<'n>(
    attribute: &Attribute,
    (body, names): (&Body, impl Iterator<Item = &'n Rc<str>>),
    is_block: bool,
    found: &mut Found,
) {
    let name = quoted(&attribute.name);
    let open = names.filter(|name| body.attribute(name).is_none());
    let suggestion = did_you_mean(&attribute.name, open.map(|name| &**name));
    let of_block = || {
        is_block.then(|| {
            text!(
                " Did you mean to define a block of type {}?",
                Operand::Name(&name)
            )
        })
    };
    let suggestion = suggestion.or_else(of_block).unwrap_or_default();
    let detail = text!(
        "An argument named {} is not expected here.{}",
        Operand::Name(&name),
        suggestion
    );
    found.add(attribute.name_range, "Unsupported argument", &detail);
}

fn missing(name: &str, range: Range, found: &mut Found) {
    let detail = text!(
        "The argument {} is required, but no definition was found.",
        Operand::Name(&quoted(name))
    );
    found.add(range, "Missing required argument", &detail);
}

/// Returns the attributes of an attribute that may be written as blocks: a list or set of objects.
/// Source: <https://developer.hashicorp.com/terraform/language/attr-as-blocks>
fn as_blocks(attribute: &AttributeSchema) -> Option<&Attributes> {
    match &attribute.shape {
        AttributeShape::Type(Type::List(item) | Type::Set(item)) => match &**item {
            Type::Object(attributes) => Some(attributes),
            _ => None,
        },
        _ => None,
    }
}

/// Checks the names in a block that is written in place of an attribute; all may be omitted.
fn of_attribute(body: &Body, attributes: &Attributes, found: &mut Found) {
    for attribute in body
        .attributes
        .iter()
        .filter(|attribute| !attributes.types.contains_key(&attribute.name))
    {
        unsupported(attribute, (body, attributes.types.keys()), false, found);
    }
}

/// Collects the ranges of values by the ranges of their names.
fn values(body: &Body, written: &mut HashMap<Range, Range>) {
    written.extend(
        body.attributes
            .iter()
            .map(|attribute| (attribute.name_range, attribute.expr.range)),
    );
    body.blocks
        .iter()
        .for_each(|block| values(&block.body, written));
}

/// Checks the values and the number of blocks in the body of a block.
fn fits(
    body: &EvaluatedBody,
    schema: &BlockSchema,
    block: Range,
    written: &HashMap<Range, Range>,
    found: &mut Found,
) {
    for (name, value, range) in &body.attributes {
        let Some(attribute) = schema.attributes.get(name) else {
            continue;
        };
        let range = written.get(range).copied().unwrap_or(*range);
        if value.is_null() && attribute.required {
            missing(name, range, found);
        }
        if let Err(reason) = convert(value, &constraint(attribute)) {
            let detail = text!(
                "Inappropriate value for attribute {}: {}.",
                Operand::Name(&quoted(name)),
                reason
            );
            found.add(range, "Incorrect attribute value type", &detail);
        }
    }
    let mut counts: BTreeMap<&str, Vec<Range>> = BTreeMap::new();
    for block in &body.blocks {
        counts.entry(&block.kind).or_default().push(block.range);
        if let Some(blocks) = schema.blocks.get(&block.kind) {
            fits(&block.body, &blocks.schema, block.range, written, found);
        }
    }
    for (kind, blocks) in &schema.blocks {
        let ranges = counts.get(&**kind).map(Vec::as_slice).unwrap_or_default();
        let is_argument = body.attributes.iter().any(|(name, ..)| name == kind);
        if !is_argument && !body.unknown_blocks.contains(kind) {
            count(kind, blocks, ranges, block, found);
        }
    }
}

/// Checks the number of nested blocks of a type.
fn count(kind: &str, blocks: &NestedBlocks, ranges: &[Range], block: Range, found: &mut Found) {
    let is_single = matches!(blocks.nesting, Nesting::Single | Nesting::Group);
    if is_single && let Some(second) = ranges.get(1) {
        let detail = text!(
            "Only one block of type {} is allowed.",
            Operand::Name(&quoted(kind))
        );
        found.add(*second, &format!("Duplicate {kind} block"), &detail);
    }
    if ranges.len() < blocks.min_items {
        let (summary, detail) = match is_single {
            true => (
                format!("Missing {kind} block"),
                text!(
                    "A block of type {} is required here.",
                    Operand::Name(&quoted(kind))
                ),
            ),
            false => (
                format!("Insufficient {kind} blocks"),
                text!(
                    "At least {} {} blocks are required.",
                    blocks.min_items,
                    Operand::Name(&quoted(kind))
                ),
            ),
        };
        found.add(block, &summary, &detail);
    }
    if let Some((most, extra)) = blocks
        .max_items
        .and_then(|most| Some((most, ranges.get(most)?)))
        .filter(|_| !is_single)
    {
        let detail = text!(
            "No more than {} {} blocks are allowed",
            most,
            Operand::Name(&quoted(kind))
        );
        found.add(*extra, &format!("Too many {kind} blocks"), &detail);
    }
}

/// Returns the type that values of an attribute are converted to: what may be omitted is optional.
fn constraint(attribute: &AttributeSchema) -> Type {
    match &attribute.shape {
        AttributeShape::Type(ty) => ty.clone(),
        AttributeShape::Nested(nesting, schema) => {
            let types = schema
                .attributes
                .iter()
                .map(|(name, inner)| (Rc::clone(name), constraint(inner)))
                .collect();
            let optional = schema
                .attributes
                .iter()
                .filter(|(_, inner)| !inner.required);
            let optional = optional.map(|(name, _)| Rc::clone(name)).collect();
            let item = Type::Object(Rc::new(Attributes { types, optional }));
            nesting.of(item)
        }
    }
}
