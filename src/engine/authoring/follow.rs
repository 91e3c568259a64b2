//! Types of the values that a query selects, as far as schemas determine them.

use super::shape::{self, Lead, Shape, Why};
use super::types::Types;
use cfn_warden_guard::check::spellings;
use cfn_warden_guard::syntax::ast::QueryPart;
use cfn_warden_syntax::names::nearest;

/// What a query selects at a point.
#[derive(Clone)]
pub enum At {
    /// Nothing is known about the value.
    Anything,
    /// The document.
    Document,
    /// The `Resources` section.
    Resources,
    /// A resource.
    Resource(Types),
    /// Properties or a part of them.
    Values(Shape),
}

/// The query step before a filter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// A variable at the start of the query, including a following `[*]`.
    Variable,
    /// A key.
    Key,
    /// `[*]` or `.*`.
    All,
    /// An index, `this` or a filter.
    Other,
}

/// Resource attributes, including those of SAM resources.
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

/// Returns whether a key is an intrinsic function, whose result has another type and is unknown before deployment.
fn is_function(key: &str) -> bool {
    let is = |key: &str| key == "Ref" || key == "Condition" || key.starts_with("Fn::");
    is(key) || spellings(key).iter().any(|key| is(key))
}

impl At {
    /// Follows a key. Returns an error when no deployable document has it.
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

    /// Follows a part other than a head, a key or a filter.
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

    /// Returns the value that a filter's clauses start from and the values that it selects from.
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
    let spelt = spellings(key);
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
