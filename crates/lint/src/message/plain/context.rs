//! What messages refer to, beyond the violation.

use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::Tree;
use cfn_warden_template::Template;

/// The template and the resource types.
#[derive(Clone, Copy)]
pub struct Context<'c, 'a> {
    /// The template, for the type of the resource that a path leads through.
    pub template: &'c Template<'a>,
    /// The document, for values as they are written.
    pub tree: &'c Tree<'a>,
    /// The resource types, for suggestions.
    pub knowledge: &'c Knowledge,
}
