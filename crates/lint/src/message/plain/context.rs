//! What messages refer to, beyond the violation.

use crate::registry::Registry;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::Tree;
use cfn_warden_template::Template;

/// The template, the resource types and the rules.
#[derive(Clone, Copy)]
pub struct Context<'c, 'a> {
    /// The template, for the type of the resource that a path leads through.
    pub template: &'c Template<'a>,
    /// The document, for values as they are written.
    pub tree: &'c Tree<'a>,
    /// The resource types, for suggestions.
    pub knowledge: &'c Knowledge,
    /// The rules, for the conditions on which their schemas depend.
    pub registry: &'c Registry,
}
