//! JSON Schema draft 7: tests/schema/draft7.jsonl contains the answers of python-jsonschema, recorded by
//! `scripts/record_draft7.py`.

use std::collections::BTreeSet;

use cfn_warden_schema::Pack;
use cfn_warden_schema::draft7::validate;
use serde_json::Value;

#[test]
fn made_up_schemas_fail_where_the_reference_says() {
    let (mut cases, mut failing, mut wrong) = (0, 0, Vec::new());
    for line in include_str!("schema/draft7.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let schema = Pack::from_json(&line["schema"].to_string()).unwrap();
        for case in line["cases"].as_array().unwrap() {
            let expected: BTreeSet<&str> = case[1]
                .as_array()
                .unwrap()
                .iter()
                .map(|place| place.as_str().unwrap())
                .collect();
            let validation = validate(
                &schema,
                &Pack::from_json(&case[0].to_string()).unwrap(),
                |_| (),
            );
            let found: BTreeSet<&str> = validation
                .violations
                .iter()
                .map(|violation| violation.location.as_str())
                .collect();
            cases += 1;
            failing += usize::from(!expected.is_empty());
            if found != expected {
                wrong.push(format!(
                    "{} on {}\n  reference {expected:?}\n  ours      {found:?}",
                    line["schema"], case[0]
                ));
            }
        }
    }
    assert!(cases >= 1_500 && failing >= 500, "{cases} {failing}");
    assert!(
        wrong.is_empty(),
        "{} of {cases}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
