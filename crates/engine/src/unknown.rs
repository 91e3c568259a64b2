//! Resource types of templates that have no known schema, which front ends may fetch from the registry.

use std::collections::BTreeSet;

use bumpalo::Bump;

use cfn_warden_schema::Knowledge;
use cfn_warden_syntax as syntax;
use cfn_warden_template::document::resource_types;

/// Returns the resource types of some documents that have no known schema and may be in the registry.
pub fn unknown_types<'r>(
    knowledge: &Knowledge,
    documents: impl IntoIterator<Item = &'r [u8]>,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for document in documents {
        let Ok(text) = syntax::decode(document) else {
            continue;
        };
        let arena = Bump::new();
        let Some(tree) = syntax::parse(&arena, &text, "").tree else {
            continue;
        };
        found.extend(
            resource_types(&tree)
                .filter(|name| is_unknown_type(knowledge, name))
                .map(str::to_owned),
        );
    }
    found
}

/// Returns whether a type has no known schema and may be in the registry: three alphanumeric names.
pub fn is_unknown_type(knowledge: &Knowledge, name: &str) -> bool {
    let is_name = |part: &str| {
        (2..=64).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let parts = name.split("::");
    parts.clone().count() == 3 && parts.clone().all(is_name) && knowledge.resource(name).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_without_a_known_schema_are_returned() {
        let template = "Resources:\n  A: {Type: Acme::Team::Thing}\n  B: {Type: AWS::SQS::Queue}\n  C: {Type: Custom::Thing}\n  \
                        D: {Type: Acme::Team::Part::MODULE}\n  E: {Type: AWS::New::Thing}\n  F: {Type: [x]}\n  G: {Type: 'A b::C::D'}\n";
        let found = unknown_types(
            &Knowledge::bundled(),
            [
                template.as_bytes(),
                b"Resources: [".as_slice(),
                b"\xff".as_slice(),
            ],
        );
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            ["AWS::New::Thing", "Acme::Team::Thing"]
        );
    }
}
