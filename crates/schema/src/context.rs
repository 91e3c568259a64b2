//! The state of an evaluation at one location.
//!
//! A [`Context`] is a small `Copy` value that is passed down the evaluation; to change it for nested instances, copy it
//! and set a field. Parts that grow during the evaluation (the instance path, assumed values of references) are lists
//! in the arena with shared tails. A context can therefore be stored: the resolver keeps one for every value it finds.

use bumpalo::Bump;

use super::mode::{
    AbsentProperties, AttachedRules, DynamicReferences, Origin, PseudoValues, Purpose,
    ResourceReferences, TypeMatching,
};
use super::pack::Json;
use super::path::{InstancePath, SchemaPath};
use super::table::Table;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Node, NodeId};
use cfn_warden_template::{Assumptions, Functions, ParameterSet, PseudoParameters, Regions};

/// The state at one location of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The check of each keyword.
    pub table: &'a Table,
    /// The schema document that `$ref` points into.
    pub base: Json<'a>,
    /// Other schema documents that `$ref` can refer to, by `$id`.
    pub documents: &'a [(&'static str, Json<'a>)],
    /// The path of the value under evaluation, from the root of the template.
    pub instance_path: InstancePath<'a>,
    /// The instance path in generic form: logical IDs as types, indices as `*`.
    pub schema_path: SchemaPath<'a>,
    /// The path a resolved value came from, if it differs from the path where it is used.
    pub source: Option<InstancePath<'a>>,
    /// Functions that are allowed here.
    pub functions: Functions,
    /// Pseudo parameters that can be referenced here.
    pub pseudos: PseudoParameters,
    /// Whether resources can be referenced here.
    pub resources: ResourceReferences,
    /// Conditions assumed to be true or false here.
    pub conditions: Assumptions,
    /// Regions to check.
    pub regions: Regions,
    /// Assumed values of references.
    pub refs: Option<&'a RefValue<'a>>,
    /// Parameter values by deployment; empty once a deployment is selected.
    pub deployments: &'a [Deployment<'a>],
    /// The gathered object that `$data` in the schema refers to.
    pub gathered: Option<Node<'a>>,
    /// How types are compared.
    pub types: TypeMatching,
    /// What violations are used for.
    pub purpose: Purpose,
    /// The result of an `if` on absent properties.
    pub absent: AbsentProperties,
    /// Where the instance comes from.
    pub origin: Origin,
    /// Whether pseudo parameters have values.
    pub pseudo_values: PseudoValues,
    /// Whether the rules attached to template paths run.
    pub attached_rules: AttachedRules,
    /// Whether strings are searched for `{{resolve:...}}`.
    pub dynamic_references: DynamicReferences,
}

/// An assumed value of a reference.
#[derive(Debug, Clone, Copy)]
pub struct RefValue<'a> {
    /// The referenced name.
    pub name: &'a str,
    /// Its value.
    pub value: Node<'a>,
    /// Further values.
    pub rest: Option<&'a RefValue<'a>>,
}

/// The parameter values of one deployment.
#[derive(Debug, Clone, Copy)]
pub struct Deployment<'a> {
    /// The parameter file.
    pub source: Option<&'a str>,
    /// The values by parameter name.
    pub refs: Option<&'a RefValue<'a>>,
}

impl<'a> Deployment<'a> {
    /// Converts a parameter set to values for the evaluation.
    pub fn of(arena: &'a Bump, set: &ParameterSet, place: NodeId) -> Deployment<'a> {
        let refs = set.values.iter().rev().fold(None, |rest, parameter| {
            let (name, value) = (
                arena.alloc_str(&parameter.name),
                parameter.value.node(arena, place),
            );
            Some(arena.keep(RefValue { name, value, rest }))
        });
        Deployment {
            source: set
                .source
                .as_deref()
                .map(|source| &*arena.alloc_str(source)),
            refs,
        }
    }

    /// Returns the value of a parameter.
    pub fn value(&self, name: &str) -> Option<Node<'a>> {
        self.values()
            .find(|value| value.name == name)
            .map(|value| value.value)
    }

    /// Returns all values.
    pub fn values(&self) -> impl Iterator<Item = &'a RefValue<'a>> {
        std::iter::successors(self.refs, |value| value.rest)
    }
}

impl<'a> Context<'a> {
    /// Creates a context for standard JSON Schema, without CloudFormation's semantics.
    pub fn of_json_schema(table: &'a Table, base: Json<'a>) -> Context<'a> {
        Context {
            table,
            base,
            documents: &[],
            instance_path: InstancePath::ROOT,
            schema_path: SchemaPath::ROOT,
            source: None,
            functions: Functions::NONE,
            pseudos: PseudoParameters::named([]),
            resources: ResourceReferences::Forbidden,
            conditions: Assumptions::default(),
            regions: Regions::NONE,
            refs: None,
            deployments: &[],
            gathered: None,
            types: TypeMatching::Exact,
            purpose: Purpose::Report,
            absent: AbsentProperties::Holds,
            origin: Origin::Written,
            pseudo_values: PseudoValues::Unknown,
            attached_rules: AttachedRules::Skip,
            dynamic_references: DynamicReferences::Ignore,
        }
    }

    /// Returns whether all but the place is equal, so that a scalar has the same violations in both contexts. False if
    /// the schema takes values from the document.
    pub(super) fn is_alike(&self, other: &Context<'a>) -> bool {
        // Without `..`, so that a new field is not forgotten.
        let Context {
            table,
            base,
            documents,
            instance_path,
            schema_path: _,
            source,
            functions,
            pseudos,
            resources,
            conditions,
            regions,
            refs,
            deployments,
            gathered,
            types,
            purpose,
            absent,
            origin,
            pseudo_values,
            attached_rules,
            dynamic_references,
        } = *self;
        let values = (
            functions, pseudos, resources, conditions, regions, types, purpose,
        );
        let modes = (
            absent,
            origin,
            pseudo_values,
            attached_rules,
            dynamic_references,
        );
        values
            == (
                other.functions,
                other.pseudos,
                other.resources,
                other.conditions,
                other.regions,
                other.types,
                other.purpose,
            )
            && modes
                == (
                    other.absent,
                    other.origin,
                    other.pseudo_values,
                    other.attached_rules,
                    other.dynamic_references,
                )
            && std::ptr::eq(table, other.table)
            && base.is_same(other.base)
            && documents.is_empty()
            && other.documents.is_empty()
            && instance_path.is_alike(other.instance_path)
            && source.is_some() == other.source.is_some()
            && refs.map(std::ptr::from_ref) == other.refs.map(std::ptr::from_ref)
            && std::ptr::eq(deployments.as_ptr(), other.deployments.as_ptr())
            && gathered.is_none()
            && other.gathered.is_none()
    }

    /// Returns the assumed value of a reference.
    pub fn ref_value(&self, name: &str) -> Option<Node<'a>> {
        self.ref_values()
            .find(|value| value.name == name)
            .map(|value| value.value)
    }

    /// Returns the assumed values of references, latest first.
    pub fn ref_values(&self) -> impl Iterator<Item = &'a RefValue<'a>> {
        std::iter::successors(self.refs, |value| value.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inline::pack;
    use crate::path::Step;
    use cfn_warden_syntax::Value;

    #[test]
    fn contexts_are_alike_if_they_differ_in_the_place_only() {
        let (arena, table, other_table) = (Bump::new(), Table::empty(), Table::empty());
        let (schema, other_schema) = (pack("{}"), pack("{}"));
        let node = Node {
            id: NodeId(0),
            value: Value::Null,
        };
        let value = RefValue {
            name: "Name",
            value: node,
            rest: None,
        };
        let deployments = [Deployment {
            source: None,
            refs: None,
        }];
        let documents = [("policy", schema.root())];
        let cx = Context::of_json_schema(&table, schema.root());
        let at = |names: &[&'static str]| InstancePath::ROOT.names(&arena, names.iter().copied());
        let elsewhere = Context {
            instance_path: at(&["Resources", "A"]).step(&arena, Step::Index(1)),
            ..cx
        };
        assert!(cx.is_alike(&cx) && cx.is_alike(&elsewhere) && elsewhere.is_alike(&cx));
        let others = [
            Context {
                table: &other_table,
                ..cx
            },
            Context {
                base: other_schema.root(),
                ..cx
            },
            Context {
                documents: &documents,
                ..cx
            },
            Context {
                instance_path: at(&["Ref"]),
                ..cx
            },
            Context {
                instance_path: at(&["Fn::Sub"]),
                ..cx
            },
            Context {
                source: Some(InstancePath::ROOT),
                ..cx
            },
            Context {
                functions: Functions::PROPERTIES,
                ..cx
            },
            Context {
                pseudos: PseudoParameters::named(["AWS::Region"]),
                ..cx
            },
            Context {
                resources: ResourceReferences::Allowed,
                ..cx
            },
            Context {
                refs: Some(&value),
                ..cx
            },
            Context {
                deployments: &deployments,
                ..cx
            },
            Context {
                gathered: Some(node),
                ..cx
            },
            Context {
                types: TypeMatching::Converted,
                ..cx
            },
            Context {
                purpose: Purpose::Decide,
                ..cx
            },
            Context {
                absent: AbsentProperties::Fails,
                ..cx
            },
            Context {
                origin: Origin::Function,
                ..cx
            },
            Context {
                pseudo_values: PseudoValues::Known,
                ..cx
            },
            Context {
                attached_rules: AttachedRules::Run,
                ..cx
            },
            Context {
                dynamic_references: DynamicReferences::Find,
                ..cx
            },
        ];
        for (index, other) in others.iter().enumerate() {
            assert!(!cx.is_alike(other) && !other.is_alike(&cx), "{index}");
        }
    }
}
