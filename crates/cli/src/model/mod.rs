//! `model`: a template for other programs. docs/model.md describes the output.

mod location;
mod references;

use bumpalo::Bump;
use serde_json::{Value as Json, json};

use self::location::location;
use self::references::References;
use super::files::{self, File};
use super::json::to_json;
use super::{Exit, Io, parameters};
use cfn_warden_arguments::model::Args;
use cfn_warden_arguments::parameters::Options;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{Construct, bundled_knowledge, expanded};
use cfn_warden_lint::parameter_values::check_parameters;
use cfn_warden_secrets::{MASK, Mask, Secrets};
use cfn_warden_syntax::{self as syntax, Node, Position, Tree};
use cfn_warden_template::document::is_template;
use cfn_warden_template::resolve::{Defaults, Inputs, Resolution, resolve};
use cfn_warden_template::{DerivationLimits, ParameterSet, Template};

/// The version of the output: it changes when a program that reads the output must change.
const VERSION: u32 = 1;
/// The sections whose entries are listed with their locations.
const SECTIONS: [&str; 5] = [
    "Parameters",
    "Mappings",
    "Conditions",
    "Resources",
    "Outputs",
];

/// Prints the model of a template.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let printed = model(args, io).and_then(|model| io.print(|out| writeln!(out, "{model:#}")));
    match printed {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

/// Returns the model of a template.
///
/// # Errors
/// [`Error::Read`] for a file that is not a template, with the position of a syntax error.
fn model(args: &Args, io: &mut Io<'_>) -> Result<Json, Error> {
    let options = Options {
        parameters: args.parameters.clone(),
        parameter_file: args.parameter_file.clone(),
        resolve: true,
    };
    let values = parameters::values(&options, io)?.unwrap_or_default();
    let File { name, content } = match &args.template {
        Some(path) => files::read(path, io)?,
        None => files::read_stdin(io)?,
    };
    let path = if name.is_empty() {
        "standard input"
    } else {
        &name
    };
    let unreadable = |reason: String| Error::Read {
        path: path.to_owned(),
        reason,
    };
    let arena = Bump::new();
    let text = syntax::decode(&content).map_err(|_| unreadable("not UTF-8".to_owned()))?;
    let parsed = syntax::parse(&arena, &text, &name);
    if let Some(error) = parsed.errors.first() {
        let Position { line, column, .. } = error.span.start;
        return Err(unreadable(format!("{line}:{column}: {}", error.message)));
    }
    let tree = parsed.tree.as_ref().filter(|tree| is_template(tree));
    let tree = tree.ok_or_else(|| {
        unreadable("not a template; expected a document with `Resources`".to_owned())
    })?;
    reject_undeclared(&Template::of(&arena, tree.root), &values)?;
    let sets = std::slice::from_ref(&values);
    let secrets = Secrets::of(&text, &parsed, &bundled_knowledge(), sets);
    Ok(of(&arena, &name, tree, &values, secrets))
}

/// Rejects values of parameters that the template does not declare, as CloudFormation and `check` do.
fn reject_undeclared(template: &Template<'_>, values: &ParameterSet) -> Result<(), Error> {
    let is_declared = |name: &str| template.parameter(name).is_some();
    let errors = check_parameters(template, &values.typed(template)).into_iter();
    let mut undeclared =
        errors.filter(|error| error.name.as_deref().is_some_and(|name| !is_declared(name)));
    match undeclared.next() {
        Some(error) => {
            let name = values
                .source
                .clone()
                .unwrap_or_else(|| "--parameters".to_owned());
            Err(Error::Value {
                name,
                reason: error.message.to_string(),
            })
        }
        None => Ok(()),
    }
}

fn of(
    arena: &Bump,
    name: &str,
    written: &Tree<'_>,
    values: &ParameterSet,
    mut secrets: Secrets,
) -> Json {
    let expanded = expanded(arena, written, values);
    let tree = expanded.as_ref().unwrap_or(written);
    let template = Template::of(arena, tree.root);
    let values = values.typed(&template);
    let resolved = resolve(
        arena,
        tree,
        &Inputs {
            parameter_values: &values,
            defaults: Defaults::Used,
            limits: DerivationLimits::default(),
        },
    );
    let (resolution, resolved) = (resolved.resolution, resolved.tree);
    for tree in expanded.iter().chain(&resolved) {
        secrets.add_resolved(tree, &bundled_knowledge());
    }
    let root = resolved.as_ref().unwrap_or(tree).root;
    let mut model = json!({
        "version": VERSION,
        "file": name,
        "transforms": template.transforms,
        "template": to_json(root),
        "entries": entries(tree, root),
        "references": References { tree, template: &template }.all(),
        "cycles": cycles(&template, tree.root),
        "resolution": resolution_of(&resolution),
    });
    let mask = secrets.mask();
    hide(&mut model, &mask);
    if let Some(template) = model.get_mut("template") {
        hide_numbers(template, &mask);
    }
    model
}

/// Returns the entries of the sections.
fn entries(tree: &Tree<'_>, resolved: Node<'_>) -> Vec<Json> {
    let mut entries = Vec::new();
    for section in SECTIONS {
        let members = tree
            .root
            .get(section)
            .and_then(|node| node.as_map())
            .unwrap_or_default();
        for entry in members {
            let Some(name) = entry.key.as_str() else {
                continue;
            };
            let text = |key: &str| entry.value.get(key).and_then(|node| node.as_str());
            let mut one = json!({
                "section": section,
                "name": name,
                "location": location(tree, entry.key.id, entry.value.id),
            });
            let mut add = |key: &str, value: Json| {
                one.as_object_mut()
                    .map(|one| one.insert(key.to_owned(), value))
            };
            if matches!(section, "Resources" | "Parameters") {
                text("Type").map(|kind| add("type", kind.into()));
            }
            if matches!(section, "Resources" | "Outputs") {
                text("Condition").map(|condition| add("condition", condition.into()));
                add(
                    "deployed",
                    resolved
                        .get(section)
                        .is_some_and(|node| node.get(name).is_some())
                        .into(),
                );
            }
            if let Some(construct) = Construct::of(entry.value).filter(|_| section == "Resources") {
                add("construct", construct.path.into());
            }
            entries.push(one);
        }
    }
    entries
}

/// Returns the references that are part of circular references, by the names of resources.
fn cycles(template: &Template<'_>, root: Node<'_>) -> Vec<Json> {
    /// Maximum number of edges that are visited.
    const MOST: u64 = 1_000_000;
    let Some(graph) = template.graph() else {
        return Vec::new();
    };
    let mut left = MOST;
    let edges = graph.cycles(root, &mut |walked| {
        left = left.saturating_sub(walked);
        left > 0
    });
    let name = |place| graph.vertex(place).map(|vertex| vertex.name);
    edges
        .iter()
        .map(|edge| json!({"from": name(edge.source), "to": name(edge.target), "kind": edge.kind.label()}))
        .collect()
}

fn resolution_of(resolution: &Resolution) -> Json {
    let replaced = |one: &cfn_warden_template::resolve::ReplacedFunction| json!({"path": one.path.to_string(), "function": one.function, "causes": one.causes});
    let pairs = |pairs: &[(String, bool)]| -> Json {
        pairs
            .iter()
            .map(|(name, holds)| (name.clone(), Json::from(*holds)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    json!({
        "complete": !resolution.limited,
        "parameters": resolution.parameters.iter().map(|one| (one.name.clone(), one.value.clone().into())).collect::<serde_json::Map<_, Json>>(),
        "conditions": pairs(&resolution.conditions),
        "unknown": resolution.unknown.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "removed": resolution.removed.iter().map(|(path, condition)| json!({"path": path.to_string(), "condition": condition})).collect::<Vec<_>>(),
        "replaced": resolution.replaced.iter().map(replaced).collect::<Vec<_>>(),
    })
}

/// Masks numbers of the template that are secret, such as a password of digits.
fn hide_numbers(json: &mut Json, mask: &Mask<'_>) {
    match json {
        Json::Number(number) if mask.is_secret_number(&number.to_string()) => *json = MASK.into(),
        Json::Array(items) => items.iter_mut().for_each(|item| hide_numbers(item, mask)),
        Json::Object(entries) => entries
            .values_mut()
            .for_each(|value| hide_numbers(value, mask)),
        _ => {}
    }
}

/// Masks secret values, as in all outputs.
fn hide(json: &mut Json, mask: &Mask<'_>) {
    match json {
        Json::String(text) => mask.text(text),
        Json::Array(items) => items.iter_mut().for_each(|item| hide(item, mask)),
        Json::Object(entries) => entries.values_mut().for_each(|value| hide(value, mask)),
        _ => {}
    }
}
