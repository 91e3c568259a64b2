//! Every format over one run that has a finding of every kind, against `tests/report/<format>.out`.

use cfn_warden::engine::{self, Cache, Input, Linting};
use cfn_warden::report::formats;

use crate::recorded;

#[test]
fn every_format_renders_the_run_as_recorded() {
    let read = |path: &str| std::fs::read(recorded::root().join(path)).unwrap();
    let (template, buckets, keys) =
        (read("examples/reports.yaml"), read("examples/buckets.guard"), read("examples/keys.guard"));
    let warned = b"Parameters:\n  Unused:\n    Type: String\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
    let request = engine::Request {
        documents: vec![
            Input { name: "examples/reports.yaml", content: &template },
            Input { name: "broken.json", content: b"{\"Resources\": {" },
            Input { name: "latin-1.yaml", content: b"Description: caf\xe9" },
            Input { name: "warned.yaml", content: warned },
            Input { name: "", content: "Resources: {\"Tõpic\": {Type: \"AWS::Nope::Nope\"}}".as_bytes() },
        ],
        rules: vec![
            Input { name: "buckets.guard", content: &buckets },
            Input { name: "keys.guard", content: &keys },
            Input { name: "broken.guard", content: b"rule broken when {\n" },
        ],
        lint: Linting::All,
        guard_report: true,
        ..engine::Request::default()
    };
    let run = engine::check(&request, &Cache::default());
    for format in formats::ALL {
        let mut out = Vec::new();
        (format.render)(&run, &mut out).unwrap();
        let recorded = recorded::root().join("tests/report").join(format!("{}.out", format.name));
        recorded::compare(&recorded, &String::from_utf8(out).unwrap());
    }
}
