//! Types of the values that a query selects, as far as schemas determine them.

use std::rc::Rc;

use super::value_type::{self, KeyError, Lookup, ValueType};
use cfn_warden_guard::check::lookup_keys;
use cfn_warden_guard::syntax::ast::QueryPart;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::names::nearest;

/// The possible types of a resource; `None` if it may have any type, or one without a schema.
pub type Types<'k> = Option<Rc<[&'k str]>>;

/// What a query selects at a point.
#[derive(Clone)]
pub enum Selection<'k> {
    /// Nothing is known about the value.
    Anything,
    /// The document.
    Document,
    /// The `Resources` section.
    Resources,
    /// A resource.
    Resource(Types<'k>),
    /// Properties or a part of them.
    Values(ValueType<'k>),
}

/// The query step before a filter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PrecedingStep {
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
    is(key) || lookup_keys(key).iter().any(|key| is(key))
}

impl<'k> Selection<'k> {
    /// Follows a key. Returns an error when no deployable document has it.
    pub fn key(&self, knowledge: &'k Knowledge, key: &str) -> Result<Selection<'k>, KeyError<'k>> {
        match self {
            _ if is_function(key) => Ok(Selection::Anything),
            Selection::Document if key == "Resources" => Ok(Selection::Resources),
            Selection::Document | Selection::Anything => Ok(Selection::Anything),
            Selection::Resources => Ok(Selection::Resource(None)),
            Selection::Resource(types) => of_resource(knowledge, types, key),
            Selection::Values(value_type) => match value_type::key(value_type, key) {
                Lookup::Any => Ok(Selection::Anything),
                Lookup::Found(next) => Ok(Selection::Values(next)),
                Lookup::Missing(error) => Err(error),
            },
        }
    }

    /// Follows a part other than a head, a key or a filter.
    pub fn part(&self, part: &QueryPart) -> Selection<'k> {
        match (self, part) {
            (_, QueryPart::This) => self.clone(),
            (
                Selection::Resources,
                QueryPart::AllValues(_) | QueryPart::AllIndices(Some(_)) | QueryPart::KeyFilter(_),
            ) => Selection::Resource(None),
            (Selection::Resources, QueryPart::AllIndices(None)) => Selection::Resources,
            (Selection::Resource(types), QueryPart::AllIndices(None)) => {
                Selection::Resource(types.clone())
            }
            (Selection::Values(value_type), QueryPart::AllIndices(None)) => {
                match value_type::items(value_type) {
                    Some(items) => Selection::Values(items),
                    None if value_type::is_never_list(value_type) => {
                        Selection::Values(value_type.clone())
                    }
                    None => Selection::Anything,
                }
            }
            (Selection::Values(value_type), QueryPart::AllValues(None) | QueryPart::Index(_)) => {
                self.items(value_type)
            }
            (
                Selection::Values(value_type),
                QueryPart::AllIndices(Some(_)) | QueryPart::AllValues(Some(_)),
            ) => self.items(value_type),
            _ => Selection::Anything,
        }
    }

    fn items(&self, value_type: &ValueType<'k>) -> Selection<'k> {
        value_type::items(value_type).map_or(Selection::Anything, Selection::Values)
    }

    /// Returns the value that a filter's clauses start from and the values that it selects from.
    pub fn filter(&self, after: PrecedingStep) -> (Selection<'k>, Selection<'k>) {
        let nothing = || (Selection::Anything, Selection::Anything);
        let itself = || (self.clone(), self.clone());
        match (self, after) {
            (Selection::Resources, PrecedingStep::Key) => {
                (Selection::Resource(None), Selection::Resource(None))
            }
            (
                Selection::Resource(_),
                PrecedingStep::All | PrecedingStep::Variable | PrecedingStep::Other,
            ) => itself(),
            // The clauses start at the value of the enclosing block: see the check `filter-context`.
            (Selection::Values(_), PrecedingStep::All) => (Selection::Anything, self.clone()),
            (Selection::Values(value_type), _) => match value_type::items(value_type) {
                Some(items) => (Selection::Values(items.clone()), Selection::Values(items)),
                None if after == PrecedingStep::Variable
                    && value_type::is_never_list(value_type) =>
                {
                    itself()
                }
                None => nothing(),
            },
            _ => nothing(),
        }
    }
}

fn of_resource<'k>(
    knowledge: &'k Knowledge,
    types: &Types<'k>,
    key: &str,
) -> Result<Selection<'k>, KeyError<'k>> {
    let of_type = |name: &&'k str| value_type::of_type(knowledge, name);
    let spelt = lookup_keys(key);
    let known = ATTRIBUTES
        .iter()
        .find(|name| spelt.iter().any(|spelling| spelling == *name));
    match (known.copied(), types) {
        (Some("Properties"), Some(types)) => {
            let all: Option<ValueType<'_>> = types.iter().map(of_type).collect();
            Ok(all.map_or(Selection::Anything, Selection::Values))
        }
        (Some(_), _) => Ok(Selection::Anything),
        (None, types) => {
            let properties: Vec<_> = types
                .iter()
                .flat_map(|types| types.iter())
                .filter_map(of_type)
                .collect();
            let is_property = !properties.is_empty()
                && matches!(value_type::key(&properties, key), Lookup::Found(_));
            if is_property || nearest(key, ATTRIBUTES.iter().copied()).is_some() {
                return Err(KeyError::Names(ATTRIBUTES.to_vec()));
            }
            Ok(Selection::Anything)
        }
    }
}
