//! Corrections of cfn-lint's schemas, as data. Each belongs to a [`Quirk`], whose row in docs/parity.md has the source.

use serde_json::Value;

use cfn_warden_schema::inline::pack;
use cfn_warden_schema::{Evaluation, Json, Knowledge, Pack, Violation};
use cfn_warden_syntax::{self as syntax, Node, python};
use cfn_warden_template::Quirk;

/// Changes of a document of the knowledge base.
struct Correction {
    document: &'static str,
    /// The name of the corrected document.
    derived: &'static str,
    quirk: Quirk,
    /// JSON pointers and the values to set there; a key that does not exist is added.
    changes: &'static [(&'static str, &'static str)],
}

/// Sorted by document.
#[rustfmt::skip]
const CORRECTIONS: &[Correction] = &[
    Correction {
        document: "extensions/aws_cloudwatch_alarm/period",
        derived: "corrected extensions/aws_cloudwatch_alarm/period",
        quirk: Quirk::AlarmPeriod,
        changes: &[
            (
                "/then/properties/Period/then/enum",
                r##"[10, 20, 30, 60]"##,
            ),
        ],
    },
    Correction {
        document: "extensions/aws_ec2_instance/blockdevicemappings",
        derived: "corrected extensions/aws_ec2_instance/blockdevicemappings",
        quirk: Quirk::VolumeLimits,
        changes: &[
            (
                "/allOf/2/then/properties/Iops/maximum",
                r##"80000"##,
            ),
        ],
    },
    Correction {
        document: "extensions/aws_rds_dbcluster/multiaz",
        derived: "corrected extensions/aws_rds_dbcluster/multiaz",
        quirk: Quirk::ClusterAuthentication,
        changes: &[
            (
                "/then/properties/EnableIAMDatabaseAuthentication",
                r##"true"##,
            ),
        ],
    },
    Correction {
        document: "extensions/aws_rds_dbcluster/snapshotidentifier",
        derived: "corrected extensions/aws_rds_dbcluster/snapshotidentifier",
        quirk: Quirk::SnapshotParameters,
        changes: &[
            (
                "/if/properties",
                r##"{}"##,
            ),
        ],
    },
    Correction {
        document: "extensions/aws_route53_recordset/recordset_pattern",
        derived: "corrected extensions/aws_route53_recordset/recordset_pattern",
        quirk: Quirk::MailPreference,
        changes: &[
            (
                "/definitions/MXRecord/pattern",
                r##""^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])\\s[a-zA-Z0-9\\!\"\\#\\$\\%\\&\\'\\(\\)\\*\\+\\,-\\/\\:\\;\\<\\=\\>\\?\\@\\[\\\\\\]\\^\\_\\`\\{\\|\\}\\~\\.]+$""##,
            ),
        ],
    },
    Correction {
        document: "other/conditions/conditions",
        derived: "corrected other/conditions/conditions",
        quirk: Quirk::Names,
        changes: &[
            (
                "/patternProperties",
                r##"{"^[a-zA-Z0-9&_.]{1,255}$": {"type": "boolean"}}"##,
            ),
        ],
    },
    Correction {
        document: "other/functions/select",
        derived: "corrected other/functions/select",
        quirk: Quirk::NestedFunctions,
        changes: &[
            (
                "/cfnContext/schema/else/prefixItems/0/cfnContext/functions",
                r##"["Ref", "Fn::FindInMap", "Fn::Select"]"##,
            ),
            (
                "/cfnContext/schema/then/prefixItems/0/cfnContext/functions",
                r##"["Ref", "Fn::FindInMap", "Fn::Select", "Fn::Length"]"##,
            ),
        ],
    },
    Correction {
        document: "other/functions/split",
        derived: "corrected other/functions/split",
        quirk: Quirk::NestedFunctions,
        changes: &[
            (
                "/cfnContext/schema/prefixItems/1/cfnContext/functions",
                r##"["Fn::Base64", "Fn::FindInMap", "Fn::GetAZs", "Fn::GetAtt", "Fn::GetStackOutput", "Fn::If", "Fn::ImportValue", "Fn::Join", "Fn::Select", "Fn::Sub", "Ref"]"##,
            ),
        ],
    },
    Correction {
        document: "other/metadata/cfn_lint",
        derived: "corrected other/metadata/cfn_lint",
        quirk: Quirk::IncludeChecks,
        changes: &[
            (
                "/definitions/config/properties/include_checks",
                r##"{"items": {"type": "string"}, "type": "array"}"##,
            ),
        ],
    },
    Correction {
        document: "other/metadata/configuration",
        derived: "corrected other/metadata/configuration",
        quirk: Quirk::MetadataTypes,
        changes: &[
            (
                "/definitions/metadata/type",
                r##"["string", "integer", "object", "array", "boolean", "number", "date"]"##,
            ),
        ],
    },
    Correction {
        document: "other/rules/configuration",
        derived: "corrected other/rules/configuration",
        quirk: Quirk::Names,
        changes: &[
            (
                "/patternProperties",
                r##"{"^[A-Za-z0-9_]+$": {"$ref": "#/definitions/rule"}}"##,
            ),
        ],
    },
    Correction {
        document: "other/step_functions/statemachine",
        derived: "corrected other/step_functions/statemachine",
        quirk: Quirk::TaskPartitions,
        changes: &[
            (
                "/definitions/task/properties/Resource/pattern",
                r##""^arn:aws(-[a-z]+)*:([a-z]|-)+:([a-z]|[0-9]|-)*:[0-9]*:([a-z]|-)+:[a-zA-Z0-9-_.]+(:(\\$LATEST|[a-zA-Z0-9-_\\.]+))?$""##,
            ),
        ],
    },
    Correction {
        document: "other/template/configuration",
        derived: "corrected other/template/configuration",
        quirk: Quirk::HooksSection,
        changes: &[
            (
                "/properties/Hooks",
                r##"{"type": "object"}"##,
            ),
        ],
    },
];

/// Returns a document of the knowledge base, corrected unless the quirk is reproduced.
pub fn document<'a>(evaluation: &Evaluation<'a>, name: &str) -> Option<Json<'a>> {
    let document = evaluation.knowledge.document(name)?;
    // Few names have the length of a corrected document, so that most are not compared.
    let of_name = |one: &&Correction| one.document.len() == name.len() && one.document == name;
    let found = CORRECTIONS.iter().find(of_name);
    Some(
        match found.filter(|correction| !evaluation.options.compat.has(correction.quirk)) {
            Some(correction) => evaluation
                .knowledge
                .derived(correction.derived, |knowledge| {
                    corrected(knowledge, correction)
                }),
            None => document,
        },
    )
}

/// Returns all corrected documents, by the names under which a knowledge base has them when it was packed.
pub fn documents(knowledge: &Knowledge) -> impl Iterator<Item = (&'static str, Pack)> {
    let is_there = |correction: &&Correction| knowledge.document(correction.document).is_some();
    CORRECTIONS
        .iter()
        .filter(is_there)
        .map(|correction| (correction.derived, corrected(knowledge, correction)))
}

/// Documents of the versions of RDS engines, and of those with which RDS creates nothing.
const ENGINE_VERSIONS: &[(&str, &str)] = &[
    (
        "extensions/aws_rds_dbcluster/engine_version",
        "extensions/aws_rds_dbcluster/engine_version_deprecated",
    ),
    (
        "extensions/aws_rds_dbinstance/engine_version",
        "extensions/aws_rds_dbinstance/engine_version_deprecated",
    ),
];

/// Returns whether a violation of a document is about a major version of an RDS engine. RDS uses a recent minor version
/// of it.
pub fn is_accepted<'a>(
    evaluation: &Evaluation<'a>,
    document: &str,
    properties: Node<'a>,
    violation: &Violation<'a>,
) -> bool {
    let Some((versions, deprecated)) = ENGINE_VERSIONS
        .iter()
        .find(|(one, other)| [*one, *other].contains(&document))
    else {
        return false;
    };
    let (Some(version), Some(engine)) = (properties.get("EngineVersion"), properties.get("Engine"))
    else {
        return false;
    };
    if evaluation.options.compat.has(Quirk::EngineVersions)
        || !matches!(
            version.value,
            syntax::Value::Str(_) | syntax::Value::Int(_) | syntax::Value::Float(_)
        )
        || (document == *versions && violation.instance.id != version.id)
    {
        return false;
    }
    let (major, engine) = (python::str(version), engine.as_str().unwrap_or_default());
    let is_minor = |version: &&str| {
        version
            .strip_prefix(&major)
            .is_some_and(|rest| rest.starts_with('.'))
    };
    let is_retired =
        |version: &str| listed(evaluation, deprecated, engine, "if").any(|one| one == version);
    listed(evaluation, versions, engine, "then")
        .filter(is_minor)
        .any(|version| !is_retired(version))
}

/// Returns the versions of an engine that the parts of a document list.
fn listed<'a>(
    evaluation: &'a Evaluation<'_>,
    document: &str,
    engine: &'a str,
    part: &'a str,
) -> impl Iterator<Item = &'a str> {
    let property =
        |one: Json<'a>, part: &str, name: &str| one.get(part)?.get("properties")?.get(name);
    let choices = evaluation
        .knowledge
        .document(document)
        .and_then(|schema| schema.get("allOf"));
    let own = move |one: &Json<'a>| {
        property(*one, "if", "Engine")
            .and_then(|name| name.get("const"))
            .and_then(Json::as_str)
            == Some(engine)
    };
    let versions = move |one: Json<'a>| {
        property(one, part, "EngineVersion").and_then(|version| version.get("enum"))
    };
    let all = choices
        .into_iter()
        .flat_map(Json::items)
        .filter(own)
        .filter_map(versions);
    all.flat_map(Json::items).filter_map(Json::as_str)
}

fn corrected(knowledge: &Knowledge, correction: &Correction) -> Pack {
    let text = knowledge
        .document(correction.document)
        .map(|schema| schema.to_string())
        .unwrap_or_default();
    let Ok(mut schema) = serde_json::from_str::<Value>(&text) else {
        return pack(&text);
    };
    for (pointer, value) in correction.changes {
        let Some((parent, key)) = pointer.rsplit_once('/') else {
            continue;
        };
        let object = schema.pointer_mut(parent).and_then(Value::as_object_mut);
        if let (Some(object), Ok(value)) = (object, serde_json::from_str(value)) {
            object.insert(key.to_owned(), value);
        }
    }
    pack(&schema.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_are_sorted_and_change_their_documents() {
        assert!(CORRECTIONS.is_sorted_by_key(|correction| correction.document));
        let knowledge = Knowledge::bundled();
        for correction in CORRECTIONS {
            let before: Value =
                serde_json::from_str(&knowledge.document(correction.document).unwrap().to_string())
                    .unwrap();
            let after: Value =
                serde_json::from_str(&corrected(&knowledge, correction).root().to_string())
                    .unwrap();
            for (pointer, value) in correction.changes {
                let value: Value = serde_json::from_str(value).unwrap();
                assert_eq!(
                    after.pointer(pointer),
                    Some(&value),
                    "{}",
                    correction.document
                );
                assert_ne!(
                    before.pointer(pointer),
                    Some(&value),
                    "{}",
                    correction.document
                );
            }
        }
    }

    #[test]
    fn the_bundled_knowledge_has_them() {
        let knowledge = Knowledge::bundled();
        for (name, pack) in documents(&knowledge) {
            // What is made here is only used if the knowledge base does not have it.
            let known = knowledge.derived(name, |_| Pack::default());
            assert_eq!(
                known.to_string(),
                pack.root().to_string(),
                "{name}: run `make repack`"
            );
        }
        assert_eq!(documents(&knowledge).count(), CORRECTIONS.len());
    }
}
