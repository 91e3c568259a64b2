//! What a query selects, as far as schemas tell.

use super::shape::{self, Lead, Shape, Why};
use super::types::Types;
use cfn_warden_guard::check::lookup_keys;
use cfn_warden_guard::syntax::ast::QueryPart;
use cfn_warden_syntax::names::nearest;

/// What a value is.
#[derive(Clone)]
pub enum At {
    /// Nothing is known of it.
    Anything,
    /// The document.
    Document,
    /// Its section of that name.
    Resources,
    /// A resource.
    Resource(Types),
    /// Properties, or a part of them.
    Values(Shape),
}

/// What a step of a query comes after.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// The head of a query that is a variable, with the `[*]` behind it.
    Variable,
    /// A key.
    Key,
    /// `[*]`, `.*`.
    All,
    /// An index, `this`, a filter.
    Other,
}

/// What resources have beside `Properties`, serverless ones included.
const ATTRIBUTES: &[&str] = &[
    "Type",
    "Properties",
    "Metadata",
    "Condition",
    "DependsOn",
    "CreationPolicy",
    "DeletionPolicy",
    "UpdatePolicy",
    "UpdateReplacePolicy",
    "Description",
    "Version",
    "Transform",
    "Connectors",
    "IgnoreGlobals",
];

/// Keys of functions: their value has another type and is not known before deployment.
fn is_function(key: &str) -> bool {
    let is = |key: &str| key == "Ref" || key == "Condition" || key.starts_with("Fn::");
    is(key) || lookup_keys(key).iter().any(|key| is(key))
}

impl At {
    /// Follows a key. An error when no document that deploys has it.
    pub fn key(&self, key: &str) -> Result<At, Why> {
        match self {
            _ if is_function(key) => Ok(At::Anything),
            At::Document if key == "Resources" => Ok(At::Resources),
            At::Document | At::Anything => Ok(At::Anything),
            At::Resources => Ok(At::Resource(None)),
            At::Resource(types) => of_resource(types, key),
            At::Values(shape) => match shape::key(shape, key) {
                Lead::Open => Ok(At::Anything),
                Lead::To(next) => Ok(At::Values(next)),
                Lead::Nowhere(why) => Err(why),
            },
        }
    }

    /// Follows a part that is neither a head nor a key nor a filter.
    pub fn part(&self, part: &QueryPart) -> At {
        match (self, part) {
            (_, QueryPart::This) => self.clone(),
            (At::Resources, QueryPart::AllValues(_) | QueryPart::AllIndices(Some(_)) | QueryPart::KeyFilter(_)) => {
                At::Resource(None)
            }
            (At::Resources, QueryPart::AllIndices(None)) => At::Resources,
            (At::Resource(types), QueryPart::AllIndices(None)) => At::Resource(types.clone()),
            (At::Values(shape), QueryPart::AllIndices(None)) => match shape::items(shape) {
                Some(items) => At::Values(items),
                None if shape::is_never_list(shape) => At::Values(shape.clone()),
                None => At::Anything,
            },
            (At::Values(shape), QueryPart::AllValues(None) | QueryPart::Index(_)) => self.items(shape),
            (At::Values(shape), QueryPart::AllIndices(Some(_)) | QueryPart::AllValues(Some(_))) => self.items(shape),
            _ => At::Anything,
        }
    }

    fn items(&self, shape: &Shape) -> At {
        shape::items(shape).map_or(At::Anything, At::Values)
    }

    /// What the clauses of a filter start at, and what it selects from, where it stands after such a step.
    pub fn filter(&self, after: After) -> (At, At) {
        let nothing = || (At::Anything, At::Anything);
        let itself = || (self.clone(), self.clone());
        match (self, after) {
            (At::Resources, After::Key) => (At::Resource(None), At::Resource(None)),
            (At::Resource(_), After::All | After::Variable | After::Other) => itself(),
            // The clauses start at the value of the enclosing block: see the check `filter-context`.
            (At::Values(_), After::All) => (At::Anything, self.clone()),
            (At::Values(shape), _) => match shape::items(shape) {
                Some(items) => (At::Values(items.clone()), At::Values(items)),
                None if after == After::Variable && shape::is_never_list(shape) => itself(),
                None => nothing(),
            },
            _ => nothing(),
        }
    }
}

fn of_resource(types: &Types, key: &str) -> Result<At, Why> {
    let spelt = lookup_keys(key);
    let known = ATTRIBUTES.iter().find(|name| spelt.iter().any(|spelling| spelling == *name));
    match (known.copied(), types) {
        (Some("Properties"), Some(types)) => {
            let all: Option<Shape> = types.iter().map(|name| shape::of_type(name)).collect();
            Ok(all.map_or(At::Anything, At::Values))
        }
        (Some(_), _) => Ok(At::Anything),
        (None, types) => {
            let properties: Vec<_> =
                types.iter().flat_map(|types| types.iter()).filter_map(|name| shape::of_type(name)).collect();
            let is_property = !properties.is_empty() && matches!(shape::key(&properties, key), Lead::To(_));
            if is_property || nearest(key, ATTRIBUTES.iter().copied()).is_some() {
                return Err(Why::Names(ATTRIBUTES.to_vec()));
            }
            Ok(At::Anything)
        }
    }
}
