//! Providers of resources.

use std::rc::Rc;

use crate::eval::constant_value;
use crate::module::{Declarations, EvaluatedBlock, EvaluatedModule, Resource};
use crate::syntax::ast::{Block, Expr, ExprKind, Key, Step};

/// A provider's local name and alias, such as `aws.east`.
type Reference = (Rc<str>, Option<Rc<str>>);

/// A module instance, and the instance that calls it.
#[derive(Debug, Clone, Copy)]
pub struct CalledModule<'m, 'c> {
    /// The module instance.
    pub module: &'m EvaluatedModule,
    /// The calling instance; `None` for the root module.
    pub caller: Option<&'c CalledModule<'m, 'c>>,
}

/// The configuration of a provider.
#[derive(Debug)]
pub enum Configuration<'m> {
    /// This block.
    Block(&'m EvaluatedBlock),
    /// The root module has no block for it.
    Empty,
    /// Which block configures it is unknown.
    Unknown,
}

/// What a module call passes as one of the called module's providers.
enum Passed {
    /// The calling module's provider.
    Provider(Reference),
    /// The call does not set it.
    Missing,
    /// The argument `providers` cannot be read.
    Unknown,
}

/// Returns the provider of a resource in the form that plans have: `registry.terraform.io/hashicorp/aws`.
pub fn source(module: &EvaluatedModule, resource: &Resource) -> String {
    let key = (
        resource.mode,
        Rc::clone(&resource.kind),
        Rc::clone(&resource.name),
    );
    let block = module.declared.resources.get(&key);
    let name = block.map_or_else(
        || local_name(&resource.kind),
        |block| provider_of(block, &resource.kind),
    );
    full_name(&module.declared, &name)
}

/// Returns the configuration of a resource's provider, which module calls can pass down from a calling module.
pub fn configuration<'m>(resource: &Resource, called: &CalledModule<'m, '_>) -> Configuration<'m> {
    let key = (
        resource.mode,
        Rc::clone(&resource.kind),
        Rc::clone(&resource.name),
    );
    let configured = called
        .module
        .declared
        .resources
        .get(&key)
        .and_then(configured);
    resolve(
        called,
        &configured.unwrap_or_else(|| (local_name(&resource.kind), None)),
    )
}

fn resolve<'m>(called: &CalledModule<'m, '_>, reference: &Reference) -> Configuration<'m> {
    match passed(called, reference) {
        Passed::Provider(outer) => {
            return called
                .caller
                .map_or(Configuration::Unknown, |caller| resolve(caller, &outer));
        }
        Passed::Unknown => return Configuration::Unknown,
        Passed::Missing => {}
    }
    let (name, alias) = reference;
    let own =
        |block: &&EvaluatedBlock| block.labels.first() == Some(name) && alias_of(block) == *alias;
    if let Some(block) = called.module.providers.iter().find(own) {
        return Configuration::Block(block);
    }
    if alias.is_some() {
        return Configuration::Unknown;
    }
    let Some(caller) = called.caller else {
        return Configuration::Empty;
    };
    // Only default configurations are inherited, by the provider's source address.
    let source = full_name(&called.module.declared, name);
    match local_name_of(&caller.module.declared, &source) {
        Some(outer) => resolve(caller, &(outer, None)),
        None => Configuration::Unknown,
    }
}

fn alias_of(block: &EvaluatedBlock) -> Option<Rc<str>> {
    let (_, value, _) = block
        .body
        .attributes
        .iter()
        .find(|(name, ..)| &**name == "alias")?;
    value.str().map(Rc::from)
}

/// Returns what the module's call passes as a provider.
fn passed(called: &CalledModule<'_, '_>, reference: &Reference) -> Passed {
    let call = called
        .module
        .path
        .last()
        .zip(called.caller)
        .and_then(|((name, _), caller)| {
            let block = caller.module.declared.calls.get(name)?;
            block.body.attribute("providers")
        });
    let Some(attribute) = call else {
        return Passed::Missing;
    };
    let ExprKind::Object(items) = &attribute.expr.kind else {
        return Passed::Unknown;
    };
    for (key, value) in items {
        let key = match key {
            Key::Word(name) => Some((Rc::clone(&name.text), None)),
            Key::Expr(key) => provider_reference(key),
        };
        match key {
            None => return Passed::Unknown,
            Some(key) if key == *reference => {
                return provider_reference(value).map_or(Passed::Unknown, Passed::Provider);
            }
            Some(_) => {}
        }
    }
    Passed::Missing
}

/// Returns a module's local name of a provider with this source address.
fn local_name_of(declared: &Declarations, source: &str) -> Option<Rc<str>> {
    let own = source.rsplit('/').next().map(Rc::from);
    let required = requirements(declared).flat_map(|block| block.body.attributes.iter());
    required
        .map(|attribute| Rc::clone(&attribute.name))
        .chain(own)
        .find(|name| full_name(declared, name) == source)
}

/// Returns the provider name and alias in a resource's `provider` argument.
pub fn configured(block: &Block) -> Option<Reference> {
    provider_reference(&block.body.attribute("provider")?.expr)
}

/// Returns the provider name and alias of `aws.east` or, as in older configurations and JSON, `"aws.east"`.
fn provider_reference(expr: &Expr) -> Option<Reference> {
    match &expr.kind {
        ExprKind::Traversal(name, steps) => {
            let alias = steps.iter().find_map(|step| match step {
                Step::Attribute(name) => Some(Rc::clone(&name.text)),
                Step::Index(..) => None,
            });
            Some((Rc::clone(&name.text), alias))
        }
        _ => {
            let value = constant_value(expr).ok()?;
            let text = value.str()?;
            let (name, alias) = text
                .split_once('.')
                .map_or((text, None), |(name, alias)| (name, Some(alias)));
            Some((name.into(), alias.map(Rc::from)))
        }
    }
}

/// Returns the default provider name of a resource type: its first word.
pub fn local_name(kind: &str) -> Rc<str> {
    kind.split('_').next().unwrap_or(kind).into()
}

/// Returns the full source address of a provider's local name in a module.
pub fn full_name(declared: &Declarations, name: &str) -> String {
    let source = required(declared, name, "source").unwrap_or_else(|| match name {
        "terraform" => super::super::provider::BUILTIN.to_owned(),
        name => format!("hashicorp/{name}"),
    });
    match source.matches('/').count() {
        0 => format!("registry.terraform.io/hashicorp/{source}"),
        1 => format!("registry.terraform.io/{source}"),
        _ => source,
    }
    .to_lowercase()
}

/// Returns the `required_providers` blocks of a module.
fn requirements(declared: &Declarations) -> impl Iterator<Item = &Block> {
    let blocks = declared
        .others
        .iter()
        .filter(|block| &*block.kind == "terraform");
    blocks.flat_map(|block| block.body.blocks("required_providers"))
}

/// Returns an entry of `required_providers`, such as `source` or `version`.
pub fn required(declared: &Declarations, name: &str, what: &str) -> Option<String> {
    requirements(declared)
        .filter_map(|block| block.body.attribute(name))
        .find_map(|attribute| {
            let ExprKind::Object(items) = &attribute.expr.kind else {
                return (what == "version").then(|| {
                    constant_value(&attribute.expr)
                        .ok()?
                        .str()
                        .map(str::to_owned)
                })?;
            };
            items.iter().find_map(|(key, value)| {
                let key = match key {
                    Key::Word(name) => name.text.to_string(),
                    Key::Expr(key) => constant_value(key).ok()?.str()?.to_owned(),
                };
                (key == what).then(|| constant_value(value).ok()?.str().map(str::to_owned))?
            })
        })
}

/// Returns the local name of the provider of a resource.
pub fn provider_of(block: &Block, kind: &str) -> Rc<str> {
    configured(block).map_or_else(|| local_name(kind), |(name, _)| name)
}
