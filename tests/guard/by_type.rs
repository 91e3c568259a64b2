//! Filters by type visit only some of the resources. Verdicts on all combinations of `recorded/by_type.json` match those
//! of cfn-guard (`scripts/record_by_type.py`), also with resources that have no string as type; reasons and notices match
//! those of an evaluation that visits all resources.

use bumpalo::Bump;
use cfn_warden_guard::{Detail, Doc, Options, Profile, Rules, evaluate};
use cfn_warden_syntax as syntax;
use serde_json::{Map, Value};

#[test]
fn filters_by_type_have_cfn_guards_verdicts() {
    let recorded: Value = serde_json::from_str(include_str!("recorded/by_type.json")).unwrap();
    let written = recorded["template"].as_str().unwrap();
    let untyped = recorded["untyped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|resources| resources.as_str().unwrap());
    let counts = [""]
        .into_iter()
        .chain(untyped)
        .enumerate()
        .map(|(at, resources)| compared(&format!("{written}{resources}"), at, &recorded));
    assert_eq!(counts.collect::<Vec<_>>(), [(324, 36); 3]);
}

/// Returns how many filters have verdicts, and for how many cfn-guard fails, after comparing them on the template with this number.
fn compared(template: &str, at: usize, recorded: &Value) -> (usize, usize) {
    let arena = Bump::new();
    let tree = syntax::parse(&arena, template, "").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let (mut compared, mut failed) = (0, 0);
    for (filter, verdicts) in recorded["verdicts"].as_object().unwrap() {
        let verdicts = &verdicts[at];
        let text = recorded["rules"]
            .as_str()
            .unwrap()
            .replace("FILTER", filter);
        let rules = Rules::parse("rules.guard", &text).unwrap();
        let [few, all] = [Detail::Failures, Detail::Full].map(|detail| {
            let outcome = evaluate(
                &rules,
                &doc,
                &Options {
                    detail,
                    ..Options::default()
                },
            );
            outcome.map(|outcome| {
                let found: Vec<_> = outcome
                    .rules()
                    .map(|(name, status)| (name.to_owned(), status))
                    .collect();
                let reasons: Vec<_> = (0..found.len())
                    .map(|at| format!("{:?}", outcome.reason(at)))
                    .collect();
                (found, reasons, outcome.notices())
            })
        });
        assert_eq!(few, all, "{text}");
        match few {
            Ok((found, ..)) => {
                let found: Map<_, _> = found
                    .into_iter()
                    .map(|(name, status)| (name, status.as_str().into()))
                    .collect();
                assert_eq!(&Value::Object(found), verdicts, "{text}");
                compared += 1;
            }
            // cfn-guard fails, too.
            Err(error) => {
                assert_eq!(verdicts, &Value::Null, "{text}: {error}");
                failed += 1;
            }
        }
    }
    (compared, failed)
}
