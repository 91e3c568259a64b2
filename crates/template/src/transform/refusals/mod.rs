//! Templates that `AWS::LanguageExtensions` refuses.
//!
//! Source: AWS's RFCs on the language extensions (<https://github.com/aws-cloudformation/cfn-language-discussion>): 0009
//! on `Fn::ForEach`, 0011 on `DeletionPolicy` and `UpdateReplacePolicy`, 0043 on `Fn::FindInMap`, 0070 on `Fn::Length`.
//!
//! - `names`: what the template declares;
//! - `unknown`: values that are known only after resources exist;
//! - `for_each`: loops;
//! - `functions`: functions whose arguments must be known, and policies.

mod for_each;
mod functions;
mod names;
mod unknown;

use cfn_warden_syntax::Node;

use super::malformed::Malformed;
pub(super) use for_each::identifier;
pub(super) use names::Names;

/// Why a template is refused.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    /// Loops that cannot be unrolled.
    pub loops: Vec<Malformed>,
    /// Functions that cannot be replaced by their values. The template can still be expanded.
    pub functions: Vec<Malformed>,
}

/// Returns why the transform refuses a template, apart from conflicts between the names that loops generate.
pub(super) fn refusals(root: Node<'_>) -> Refusals {
    let names = Names::of(root);
    Refusals {
        loops: for_each::refused(root, &names),
        functions: functions::refused(root, &names),
    }
}
