//! The option `test --reading`, which selects the YAML loader of the inputs: that of cfn-guard or that of
//! CloudFormation.

use cfn_warden::cli::Exit;

use crate::cli::{self, Ended};

/// An unquoted scalar, a clause that holds for CloudFormation's reading, and whether it holds for `cfn-guard test`.
const SCALARS: &[(&str, &str, bool)] = &[
    ("True", "is_bool", true),
    ("yes", "== true", false),
    ("on", "== true", false),
    ("OFF", "== false", false),
    ("y", "is_string", true),
    ("0644", "== 420", false),
    ("0x1F", "== 31", true),
    ("0o17", "== \"0o17\"", false),
    ("1_000", "== 1000", false),
    ("1:30", "== 90", false),
    (".inf", "is_string", false),
    ("1e3", "is_string", false),
    ("~", "is_null", true),
    ("Null", "is_null", true),
    ("nUll", "is_string", true),
    ("2012-10-17", "== \"2012-10-17\"", true),
    ("\"yes\"", "== \"yes\"", true),
    ("!GetAtt A.B", ".\"Fn::GetAtt\"[0] == \"A\"", false),
    ("!Cidr [a, b]", ".\"Fn::Cidr\" exists", false),
];

fn test(rules: &str, tests: &str, options: &[&str]) -> (Exit, String) {
    let folder = std::env::temp_dir().join(format!(
        "cfn-warden-reading-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::create_dir_all(&folder).unwrap();
    let (rules_path, tests_path) = (folder.join("a.guard"), folder.join("a.yaml"));
    std::fs::write(&rules_path, rules).unwrap();
    std::fs::write(&tests_path, tests).unwrap();
    let line = [
        "test",
        "-r",
        rules_path.to_str().unwrap(),
        "-t",
        tests_path.to_str().unwrap(),
    ];
    let Ended { exit, out, err } = cli::run(&[&line[..], options].concat(), "");
    std::fs::remove_dir_all(&folder).unwrap();
    (exit, out + &err)
}

#[test]
fn inputs_are_read_by_the_selected_loader() {
    let (mut rules, mut input, mut cloudformation, mut guard) =
        <(String, String, String, String)>::default();
    for (at, (scalar, clause, same)) in SCALARS.iter().enumerate() {
        let space = if clause.starts_with('.') { "" } else { " " };
        rules.push_str(&format!("rule r{at} {{ v{at}{space}{clause} }}\n"));
        input.push_str(&format!("    v{at}: {scalar}\n"));
        cloudformation.push_str(&format!("      r{at}: PASS\n"));
        guard.push_str(&format!(
            "      r{at}: {}\n",
            if *same { "PASS" } else { "FAIL" }
        ));
    }
    let tests =
        |expected: &str| format!("- input:\n{input}  expectations:\n    rules:\n{expected}");
    for format in [&[][..], &["-o", "json"]] {
        let as_it = |name| [&["--reading", name][..], format].concat();
        let (exit, out) = test(&rules, &tests(&cloudformation), &as_it("cloudformation"));
        assert_eq!(exit, Exit::OK, "{out}");
        for options in [as_it("cfn-guard"), format.to_vec()] {
            let (exit, out) = test(&rules, &tests(&guard), &options);
            assert_eq!(exit, Exit::OK, "{out}");
        }
    }
}

#[test]
fn an_unknown_loader_is_an_error() {
    let (exit, out) = test("rule a { this exists }", "[]", &["--reading", "yaml"]);
    assert_eq!(exit, Exit::GUARD_USAGE);
    assert!(
        out.contains("[possible values: cfn-guard, cloudformation]"),
        "{out}"
    );
}
