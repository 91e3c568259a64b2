//! A knowledge base of two types, for tests.

use cfn_warden_schema::Knowledge;

/// Returns a knowledge base of the types `Small::Store::Table` and `Small::Store::View`, with the documents that a
/// template of their resources needs.
pub fn small_knowledge() -> Knowledge {
    let types = [
        ("Small::Store::Table", include_str!("types/table.json")),
        ("Small::Store::View", include_str!("types/view.json")),
    ];
    let documents = [
        ("other/functions/ref", include_str!("documents/ref.json")),
        (
            "other/resources/configuration",
            include_str!("documents/resources.json"),
        ),
        (
            "other/template/configuration",
            include_str!("documents/template.json"),
        ),
        (
            "stand-ins/identifier",
            include_str!("documents/identifier.json"),
        ),
        ("stand-ins/nothing", include_str!("documents/nothing.json")),
    ];
    let text = format!(
        r#"{{"types": {}, "documents": {}}}"#,
        object(&types),
        object(&documents)
    );
    Knowledge::from_json(&text).unwrap()
}

fn object(members: &[(&str, &str)]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|(name, text)| format!("\"{name}\": {text}"))
        .collect();
    format!("{{{}}}", members.join(", "))
}
