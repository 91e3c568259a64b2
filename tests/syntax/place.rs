//! Locations of findings, against recorded results of `Template.get_location_yaml` of cfn-lint 1.58.0.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Path, Step};

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Part {
    Key(String),
    Index(u32),
}

#[derive(serde::Deserialize)]
struct Recorded {
    text: String,
    places: Vec<(Vec<Part>, [u32; 4])>,
}

#[test]
fn places_are_the_references() {
    let recorded: Recorded = serde_json::from_str(include_str!("places.json")).unwrap();
    assert!(recorded.places.len() > 100, "the places were not found");
    let arena = Bump::new();
    let tree = syntax::parse(&arena, &recorded.text, "t.yaml")
        .tree
        .unwrap();
    for (parts, place) in recorded.places {
        let step = |part: Part| match part {
            Part::Key(key) => Step::Key(key),
            Part::Index(index) => Step::Index(index),
        };
        let path = Path(parts.into_iter().map(step).collect());
        let said = |span: syntax::Span| {
            [
                span.start.line,
                span.start.column,
                span.end.line,
                span.end.column,
            ]
        };
        assert_eq!(
            said(syntax::location(&tree, tree.root, &path)),
            place,
            "{path}"
        );
        let node = path
            .0
            .iter()
            .try_fold(tree.root, |node: Node<'_>, step| match step {
                Step::Key(key) => node.get(key),
                Step::Index(index) => node.as_list()?.get(*index as usize).copied(),
            });
        if let Some(node) = node {
            assert_eq!(
                said(syntax::location_of(&tree, node)),
                place,
                "{path}, by node"
            );
        }
    }
}
