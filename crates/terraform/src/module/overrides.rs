//! Blocks of override files that have nothing to override.

use crate::diagnostic::Diagnostic;
use crate::syntax::ast::Block;
use cfn_warden_syntax::{Operand, text};

/// Returns whether override files must not have blocks of a type.
pub fn is_forbidden(kind: &str) -> bool {
    matches!(kind, "check" | "import" | "moved" | "removed")
}

/// Returns the error for a block without a base; `None` if Terraform ignores it.
pub fn error(block: &Block) -> Option<Diagnostic> {
    let label = |at: usize| block.label(at).map_or("", |label| &**label);
    let only = |what: &'static str, rest: &'static str| {
        let name = label(0);
        text!(
            "There is no {} named \"{}\". An override file can only override {} in a primary configuration file.",
            what,
            Operand::Name(name),
            rest
        )
    };
    let (summary, detail) = match &*block.kind {
        "resource" => (
            "Missing resource to override",
            text!(
                "There is no {} resource named \"{}\". An override file can only override a resource block defined in a primary configuration file.",
                Operand::Name(label(0)),
                Operand::Name(label(1))
            ),
        ),
        "data" => (
            "Missing data resource to override",
            text!(
                "There is no {} data resource named \"{}\". An override file can only override a data block defined in a primary configuration file.",
                Operand::Name(label(0)),
                Operand::Name(label(1))
            ),
        ),
        "variable" => (
            "Missing base variable declaration to override",
            only("variable", "a variable that was already declared"),
        ),
        "output" => (
            "Missing base output definition to override",
            only("output", "an output that was already defined"),
        ),
        "module" => (
            "Missing module call to override",
            only("module call", "a module call that was defined"),
        ),
        "check" => (
            "Can't override check blocks",
            "Override files cannot override check blocks.".into(),
        ),
        "import" => (
            "Cannot override 'import' blocks",
            "Import blocks can appear only in normal files, not in override files.".into(),
        ),
        "moved" => (
            "Cannot override 'moved' blocks",
            "Records of moved objects can appear only in normal files, not in override files."
                .into(),
        ),
        _ => return None,
    };
    Some(Diagnostic::error(summary, detail, block.range))
}
