//! Lists that fail as a whole: no item is as required, whatever the items are.

use cfn_warden_syntax::finding::{Extent, Finding};
use cfn_warden_syntax::{Path, Step, Tree};

/// Returns the path of the list that fails as a whole.
pub(super) fn list_of<'f>(finding: &'f Finding, trees: &[&Tree<'_>]) -> Option<&'f Path> {
    let Extent {
        path, existential, ..
    } = finding.extent.as_deref()?;
    // The parts of controls are lists for `some` queries only. Alternatives about several items of a list are about their values.
    let is_existential = existential.is_some() || finding.rule.control.is_some();
    if !is_existential || !matches!(path.0.last(), Some(Step::Key(_))) {
        return None;
    }
    let is_list = |tree: &&Tree<'_>| {
        tree.root
            .at(path)
            .is_some_and(|node| node.as_list().is_some())
    };
    trees.iter().any(is_list).then_some(path)
}
