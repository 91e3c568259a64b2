//! Providers of resources.

use std::rc::Rc;

use crate::eval::constant_value;
use crate::module::{Declarations, EvaluatedModule, Resource};
use crate::syntax::ast::{Block, ExprKind, Step};

/// Returns the provider of a resource in the form that plans have: `registry.terraform.io/hashicorp/aws`.
pub fn source(module: &EvaluatedModule, resource: &Resource) -> String {
    let key = (resource.mode, Rc::clone(&resource.kind), Rc::clone(&resource.name));
    let block = module.declared.resources.get(&key);
    let name = block.map_or_else(|| local_name(&resource.kind), |block| provider_of(block, &resource.kind));
    full_name(&module.declared, &name)
}

/// Returns the provider name and alias in a resource's `provider` argument.
pub fn configured(block: &Block) -> Option<(Rc<str>, Option<Rc<str>>)> {
    let attribute = block.body.attribute("provider")?;
    match &attribute.expr.kind {
        ExprKind::Traversal(name, steps) => {
            let alias = steps.iter().find_map(|step| match step {
                Step::Attribute(name) => Some(Rc::clone(&name.text)),
                Step::Index(..) => None,
            });
            Some((Rc::clone(&name.text), alias))
        }
        ExprKind::Literal(value) => Some((value.str()?.into(), None)),
        _ => None,
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

/// Returns an entry of `required_providers`, such as `source` or `version`.
pub fn required(declared: &Declarations, name: &str, what: &str) -> Option<String> {
    let blocks = declared.others.iter().filter(|block| &*block.kind == "terraform");
    let requirements = blocks.flat_map(|block| block.body.blocks("required_providers"));
    requirements.filter_map(|block| block.body.attribute(name)).find_map(|attribute| {
        let ExprKind::Object(items) = &attribute.expr.kind else {
            return (what == "version").then(|| constant_value(&attribute.expr).ok()?.str().map(str::to_owned))?;
        };
        items.iter().find_map(|(key, value)| {
            let key = match key {
                crate::syntax::ast::Key::Word(name) => name.text.to_string(),
                crate::syntax::ast::Key::Expr(key) => constant_value(key).ok()?.str()?.to_owned(),
            };
            (key == what).then(|| constant_value(value).ok()?.str().map(str::to_owned))?
        })
    })
}

/// Returns the local name of the provider of a resource.
pub fn provider_of(block: &Block, kind: &str) -> Rc<str> {
    configured(block).map_or_else(|| local_name(kind), |(name, _)| name)
}
