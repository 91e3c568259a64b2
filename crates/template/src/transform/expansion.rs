//! A template after its transforms, for all who read it.

use bumpalo::Bump;

use super::{Guess, Inputs, TransformError, Transformed, transform};
use cfn_warden_syntax::Tree;

/// The result of the transforms of a template, with the inputs that they had: who needs the template with these inputs does
/// not apply the transforms again.
#[derive(Debug)]
pub struct Expansion<'a, 'i> {
    inputs: Inputs<'i>,
    result: Result<Transformed<'a>, Vec<TransformError>>,
}

impl<'a, 'i> Expansion<'a, 'i> {
    /// Applies the transforms of a template.
    pub fn new(arena: &'a Bump, tree: &Tree<'a>, inputs: Inputs<'i>) -> Expansion<'a, 'i> {
        Expansion {
            inputs,
            result: transform(arena, tree, &inputs),
        }
    }

    /// Returns the result; `None` if the transforms had other inputs.
    pub fn with_inputs(
        &self,
        inputs: &Inputs<'_>,
    ) -> Option<&Result<Transformed<'a>, Vec<TransformError>>> {
        let own = &self.inputs;
        // The limits are not compared: all who read an expansion have those of the request.
        let is_same = own.region == inputs.region
            && own.parameter_values == inputs.parameter_values
            && own.compat == inputs.compat;
        is_same.then_some(&self.result)
    }

    /// Returns the new tree; `None` if the transforms change nothing or cannot be applied.
    pub fn tree(&self) -> Option<&Tree<'a>> {
        self.result.as_ref().ok()?.tree.as_ref()
    }

    /// Returns the new tree, like [`Expansion::tree`].
    pub fn into_tree(self) -> Option<Tree<'a>> {
        self.result.ok()?.tree
    }

    /// Returns the values that the transforms had to assume.
    pub fn guesses(&self) -> &[Guess] {
        self.result
            .as_ref()
            .map_or(&[], |transformed| &transformed.guesses)
    }

    /// Returns why the transforms cannot be applied.
    pub fn failure(&self) -> Option<&TransformError> {
        self.result.as_ref().err()?.first()
    }
}
