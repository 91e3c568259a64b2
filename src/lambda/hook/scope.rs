//! Which findings count: those that a Hook can stand by.

use bumpalo::Bump;

use cfn_warden_syntax::finding::{Engine, Finding};
use cfn_warden_syntax::{self as syntax, Node, Path, Step, Tree};

/// Lint rules about what does not travel with a single resource, or about how its values were written: a Hook is shown
/// properties only, with every function resolved.
const ABOUT_TEMPLATES: &[&str] = &[
    "E1029", // `${x}` without Fn::Sub: what is left of it is meant literally
    "E3006", // the type exists, or CloudFormation would not ask
    "I3011", // UpdateReplacePolicy and DeletionPolicy do not travel
    "I3042", // pseudo parameters are resolved
    "I4010", // Metadata does not travel
    "W2501", // a password that came from a parameter is a text now
    "W3010", // Fn::GetAZs is resolved
    "W3011", // UpdateReplacePolicy and DeletionPolicy do not travel
];

/// Besides, lint rules that a resource from Cloud Control API cannot keep: its read-only properties may be shown.
const ABOUT_TEMPLATES_ONLY: &str = "E3040";

/// What stands for a value that is known only after the change.
const KNOWN_AFTER_APPLY: &str = "{{changeSet:KNOWN_AFTER_APPLY}}";

/// Whether a finding on the synthetic template of one resource is about the resource.
pub fn holds_for_properties(finding: &Finding, made_up: bool) -> bool {
    let id = finding.rule.id.as_ref();
    finding.engine != Engine::Lint || !(ABOUT_TEMPLATES.contains(&id) || made_up && id == ABOUT_TEMPLATES_ONLY)
}

/// The values of a JSON document that are known only after the change.
#[derive(Debug)]
pub struct Unknown<'a>(Option<Tree<'a>>);

impl<'a> Unknown<'a> {
    /// Those of a document. One without any, which nearly all are, is not read.
    pub fn of(arena: &'a Bump, json: &'a str) -> Unknown<'a> {
        Unknown(json.contains(KNOWN_AFTER_APPLY).then(|| syntax::parse(arena, json, "").tree).flatten())
    }

    /// Whether a finding is about one of them.
    pub fn is_about(&self, finding: &Finding) -> bool {
        let Unknown(Some(tree)) = self else { return false };
        let value = finding.path.as_ref().and_then(|path| descend(tree.root, path));
        value.and_then(|node| node.as_str()).is_some_and(|text| text.contains(KNOWN_AFTER_APPLY))
    }
}

fn descend<'a>(root: Node<'a>, path: &Path) -> Option<Node<'a>> {
    path.0.iter().try_fold(root, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => node.as_list()?.get(usize::try_from(*index).ok()?).copied(),
    })
}
