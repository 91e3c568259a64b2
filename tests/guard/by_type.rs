//! Filters by type visit only some of the resources, with the same verdicts, reasons and notices as a full evaluation.

use bumpalo::Bump;
use cfn_warden_guard::{Detail, Doc, Options, Profile, Rules, evaluate};
use cfn_warden_syntax as syntax;

/// Metadata for which clauses may or may not record an event.
const METADATA: &[&str] = &[
    "{}",
    "x",
    "1",
    "[]",
    "{guard: {}}",
    "{guard: {SuppressedRules: []}}",
    "{guard: {SuppressedRules: [A, B]}}",
    "{guard: {SuppressedRules: [A, {B: c}]}}",
    "{guard: {SuppressedRules: {A: b}}}",
    "{guard: {SuppressedRules: {A: [b, 1]}}}",
    "{guard: {SuppressedRules: A}}",
    "{guard: {SuppressedRules: 1}}",
    "{guard: {SuppressedRules: [[A], [1]]}}",
    "{guard: {SuppressedRules: [[]]}}",
    "{guard: {suppressed_rules: [1]}, Guard: {SuppressedRules: [2]}}",
    "{nag: [{id: A}, {id: 1}, {}]}",
    "{nag: [{id: A}]}",
    "{nag: 1}",
];

const TYPES: &[&str] = &[
    "Type == 'A'",
    "Type == /A|B/",
    "Type in ['A', 'C']",
    "Type in [/A/, 'C']",
    "Type in %types",
    "Type in %text",
    "Type in %mixed",
    "Type in %found",
    "not Type == 'A'",
];

const OTHERS: &[&str] = &[
    "",
    "Metadata.guard.SuppressedRules not exists or Metadata.guard.SuppressedRules.* != 'A'",
    "Metadata.guard.SuppressedRules.* == 'A'",
    "Metadata.guard.SuppressedRules[*] != 'A'",
    "Metadata.guard.SuppressedRules != 'A'",
    "some Metadata.guard.SuppressedRules.* in ['A', 'B']",
    "Metadata.guard.SuppressedRules[*] not in ['A', 'B']",
    "Metadata.guard.SuppressedRules not in ['A', 'B']",
    "Metadata.guard.SuppressedRules empty",
    "Metadata.guard.SuppressedRules.* empty",
    "Metadata.guard.SuppressedRules.* is_string",
    "Metadata.guard.SuppressedRules.* == /A/",
    "Metadata.guard.SuppressedRules.* > 'A'",
    "Metadata.guard.SuppressedRules.* == %text",
    "Metadata.nag.*.id != 'A'",
    "Metadata.nag[*].id == 'A'",
    "Metadata.nag[*] { id == 'A' }",
    "some Metadata.nag[*] { id exists }",
    "Metadata.guard.SuppressedRules[ this == 'A' ] empty",
    "this.Metadata exists",
];

#[test]
fn filters_by_type_match_a_full_evaluation() {
    let mut template = String::from("Resources:\n");
    for (at, metadata) in METADATA.iter().enumerate() {
        let kind = ["A", "B", "C", "D"][at % 4];
        template.push_str(&format!("  R{at}: {{Type: {kind}, Metadata: {metadata}}}\n"));
        template.push_str(&format!("  S{at}: {{Type: B, Metadata: {metadata}}}\n"));
    }
    template.push_str("  None: {Type: A}\n");
    let arena = Bump::new();
    let tree = syntax::parse(&arena, &template, "").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let mut recorded = 0;
    for types in TYPES {
        for other in OTHERS {
            for head in ["Resources.*[", "Resources["] {
                let text = format!(
                    "let types = ['A', 'D']\nlet text = 'A::B'\nlet mixed = ['A', 1]\nlet found = Resources.None.Type\n\
                     rule one when {head} {types}\n{other} ] !empty {{ {head} {types}\n{other} ].Metadata.guard exists }}\n\
                     rule two {{ {head} {types}\n{other} ] {{ Metadata.nag exists }} }}\n\
                     rule three(found) {{ %found !empty }}\nrule four {{ three({head} {types}\n{other} ]) }}\n"
                );
                let rules = Rules::parse("rules.guard", &text).unwrap();
                let [few, all] = [Detail::Failures, Detail::Full].map(|detail| {
                    let outcome = evaluate(&rules, &doc, &Options { detail, ..Options::default() });
                    outcome.map(|outcome| {
                        let verdicts: Vec<_> = outcome.rules().collect();
                        let reasons: Vec<_> = (0..4).map(|at| format!("{:?}", outcome.reason(at))).collect();
                        (verdicts, reasons, outcome.notices())
                    })
                });
                recorded += few.as_ref().map_or(1, |(_, reasons, notices)| reasons.len() + notices.len());
                assert_eq!(few, all, "{text}");
            }
        }
    }
    assert!(recorded > 0);
}
