//! Hostile configurations end with an error in a short time.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_terraform::{
    FileSet, Host, References, Settings, ValueLimits, evaluate, syntax_errors,
};

use super::support::{eval, roomy, shown};

/// Returns the first error of an expression that must not have a value.
fn refused(expression: &str) -> String {
    let begun = Instant::now();
    let errors = eval(&FileSet::default(), expression).expect_err("it has a value");
    // A generous limit: debug builds on a busy machine must stay below it.
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    errors.first().unwrap().clone()
}

#[test]
fn products_and_loops_have_an_end() {
    roomy(|| {
        let many = "[for a in range(1000) : a]";
        assert!(refused(&format!("setproduct({many}, {many}, {many})")).contains("limits"));
        assert!(
            refused(&format!(
                "[for a in {many} : [for b in {many} : [for c in {many} : c]]]"
            ))
            .contains("limits")
        );
        assert!(
            refused(&format!(
                "join(\"\", [for a in {many} : join(\"\", [for b in {many} : \"{}\"])])",
                "x".repeat(100)
            ))
            .contains("limits")
        );
        assert!(refused("format(\"%99999999d\", 1)").contains("field width"));
        assert!(refused("indent(-1, \"a\")").contains("must not be negative"));
        assert!(refused("range(1000000000)").contains("1024"));
        assert!(refused("1e999999999").contains("2^65536"));
        let squares = (1..40)
            .map(|at| format!("  n{at} = local.n{} * local.n{}\n", at - 1, at - 1))
            .collect::<String>();
        let files = FileSet::from_iter([(
            "main.tf",
            format!("locals {{\n  n0 = 1e1000\n{squares}}}\n").as_str(),
        )]);
        assert!(eval(&files, "local.n39").unwrap_err()[0].contains("too large"));
    });
}

#[test]
fn values_that_share_their_parts_have_an_end() {
    let aliases: String = "bcdefghi"
        .chars()
        .zip("abcdefgh".chars())
        .map(|(next, of)| {
            let items = vec![format!("*{of}"); 9].join(", ");
            format!("{next}: &{next} [{items}]\\n")
        })
        .collect();
    let aliases = format!("yamldecode(\"a: &a [x, x, x, x, x, x, x, x, x]\\n{aliases}\")");
    let doubled = |of: &str, more: &str| {
        let chain: String = (1..60)
            .map(|at| format!("  a{at} = [local.a{0}, local.a{0}]\n", at - 1))
            .collect();
        FileSet::from_iter([(
            "main.tf",
            format!("locals {{\n  a0 = {of}\n{chain}}}\n{more}").as_str(),
        )])
    };
    roomy(move || {
        assert!(refused(&aliases).contains("limits"));
        for expression in [
            "length(local.a59)",
            "local.a59 == local.a58",
            "[for a in local.a59 : 1]",
            "local.a59[*].b",
        ] {
            let errors = eval(&doubled("[\"x\"]", ""), expression).unwrap_err();
            assert!(
                errors[0].contains("Configuration too large"),
                "{expression}: {errors:?}"
            );
        }
        // Each value is below the limit; all of them together are not.
        let lists = "[for i in range(1000) : jsonencode(local.a18)]";
        assert!(eval(&doubled("[\"x\"]", ""), lists).unwrap_err()[0].contains("limits"));
        let lists = "[for i in range(1000) : tolist(local.a18)]";
        assert!(eval(&doubled("1", ""), lists).unwrap_err()[0].contains("limits"));
    });
    let resource = "resource \"terraform_data\" \"a\" {\n  count = 1000\n  input = local.a18\n}\n";
    roomy(move || assert!(first_error(&doubled("1", resource)).contains("limits")));
}

#[test]
fn nested_dynamic_blocks_have_an_end() {
    let open = "dynamic \"b\" {\nfor_each = range(10)\ncontent {\n".repeat(12);
    let text = format!(
        "resource \"terraform_data\" \"a\" {{\n{open}{}}}\n",
        "}\n}\n".repeat(12)
    );
    roomy(move || assert!(plan_refused(&text).contains("limits")));
}

#[test]
fn nesting_has_an_end() {
    roomy(|| {
        let deep = |open: &str, close: &str| {
            format!("a = {}1{}\n", open.repeat(10_000), close.repeat(10_000))
        };
        for (open, close) in [
            ("[", "]"),
            ("(", ")"),
            ("{a=", "}"),
            ("-", ""),
            ("!", ""),
            ("\"${", "}\""),
            ("f(", ")"),
            ("1 + (", ")"),
        ] {
            let errors = syntax_errors("main.tf", &deep(open, close));
            assert!(
                errors[0].contains("levels of nesting"),
                "{open}: {errors:?}"
            );
        }
        let blocks = format!("{}{}", "a {\n".repeat(10_000), "}\n".repeat(10_000));
        assert!(syntax_errors("main.tf", &blocks)[0].contains("levels of nesting"));
        assert!(
            syntax_errors("main.tf", &format!("a = b{}\n", ".c".repeat(10_000)))[0]
                .contains("steps")
        );
        assert!(
            syntax_errors("main.tf", &format!("a = 1{}\n", " + 1".repeat(10_000)))[0]
                .contains("operators")
        );
        assert!(
            refused(&format!("jsondecode(\"{}\")", "[".repeat(100_000)))
                .contains("400 levels of nesting")
        );
        let groups = format!("regex(\"{}{}\", \"\")", "(".repeat(201), ")".repeat(201));
        assert!(refused(&groups).contains("200 levels of nesting"));
        assert!(refused(&format!("yamldecode(\"{}\")", "[".repeat(100_000))).contains("failed"));
    });
}

#[test]
fn chains_of_local_values_have_an_end() {
    roomy(|| {
        let chain: String = (1..3000)
            .map(|at| format!("  l{at} = [local.l{}]\n", at - 1))
            .collect();
        let files = FileSet::from_iter([(
            "main.tf",
            format!("locals {{\n  l0 = 1\n{chain}}}\n").as_str(),
        )]);
        let module = shown(&files, &[]);
        let errors = module["errors"].to_string();
        assert!(
            errors.contains("1000 levels of nested expressions"),
            "{errors}"
        );
    });
}

/// Returns the first error of the plan of a single file, which must have one.
fn plan_refused(text: &str) -> String {
    first_error(&FileSet::from_iter([("main.tf", text)]))
}

/// Returns the first error of a plan, which must have one.
fn first_error(files: &FileSet) -> String {
    let host = Host::from_files(files);
    let mut settings = Settings::new(&host);
    settings.references = References::Planned;
    evaluate(&settings).located().first().unwrap().clone()
}

#[test]
fn chains_of_references_have_an_end() {
    let data = |at: usize, rest: String| {
        format!("resource \"terraform_data\" \"r{at:04}\" {{\n{rest}}}\n")
    };
    let next = |at: usize| format!("terraform_data.r{:04}.id", at + 1);
    for link in [
        &(|at: usize| data(at, format!("  input = \"${{{}}}x\"\n", next(at))))
            as &dyn Fn(usize) -> String,
        &|at| {
            data(
                at,
                format!(
                    "  dynamic \"b\" {{\n    for_each = [{}]\n    content {{\n      x = b.value\n    }}\n  }}\n",
                    next(at)
                ),
            )
        },
        &|at| {
            format!(
                "module \"m{at:04}\" {{\n  source = \"./\"\n  v = module.m{:04}.o\n}}\n",
                at + 1
            )
        },
    ] {
        let text: String = (0..1000)
            .map(link)
            .chain([data(1000, String::new())])
            .collect();
        let text = format!("{text}module \"m1000\" {{\n  source = \"./none\"\n}}\n");
        roomy(move || {
            let error = plan_refused(&text);
            assert!(
                error.contains("limits")
                    || error.contains("levels deep")
                    || error.contains("does not exist"),
                "{error}"
            );
        });
    }
}

#[test]
fn brackets_are_refused_on_a_small_stack() {
    // The stack size of the threads that the Lambda function answers on.
    let refused = || {
        for (open, close) in [("[", "]"), ("(", ")"), ("{a=", "}"), ("\"${", "}\"")] {
            let text = format!("a = {}1{}\n", open.repeat(10_000), close.repeat(10_000));
            assert!(
                syntax_errors("main.tf", &text)[0].contains("levels of nesting"),
                "{open}"
            );
        }
    };
    std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(refused)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn counts_have_an_end() {
    for (what, detail) in [
        ("count = 1e9", "more than"),
        (
            "for_each = toset([for i in range(1000) : \"${i}\"])\n  count = 1000000",
            "more than",
        ),
    ] {
        let files = FileSet::from_iter([(
            "main.tf",
            format!("resource \"a\" \"b\" {{\n  {what}\n}}\n").as_str(),
        )]);
        let module = shown(&files, &[]);
        assert!(
            module["errors"][0]["detail"]
                .as_str()
                .unwrap()
                .contains(detail),
            "{}",
            module["errors"]
        );
    }
}

#[test]
fn only_files_that_were_handed_in_are_read() {
    for path in [
        "/proc/self/environ",
        "../../../../proc/self/environ",
        "/etc/passwd",
        "~/.aws/credentials",
    ] {
        for call in [
            "file(P)",
            "filebase64(P)",
            "filesha1(P)",
            "templatefile(P, {})",
            "fileexists(P)",
            "fileset(P, \"*\")",
            "try(file(P), \"\")",
            "can(file(P))",
        ] {
            let error = refused(&call.replace('P', &format!("\"{path}\"")));
            assert!(
                error.contains("is outside of the folder that may be read; use --root"),
                "{call} {path}: {error}"
            );
        }
    }
    assert!(
        refused("fileset(\".\", \"../x/*\")")
            .contains("\"../x/*\" is outside of the folder that may be read")
    );
    assert!(refused("file(\"none\")").contains("no file exists"));
}

#[test]
fn modules_that_call_each_other_end() {
    roomy(|| {
        let files = FileSet::from_iter([
            ("main.tf", "module \"a\" {\n  source = \"./a\"\n}\n"),
            ("a/main.tf", "module \"b\" {\n  source = \"../b\"\n}\n"),
            ("b/main.tf", "module \"a\" {\n  source = \"../a\"\n}\n"),
        ]);
        assert_eq!(
            shown(&files, &[])["errors"][0]["summary"],
            "Module stack level too deep"
        );
        // The module calls itself 100 times: without a limit, 10 levels would have 100^10 instances.
        let twice = "module \"a\" {\n  source = \"./\"\n  count = 100\n}\n";
        let module = shown(&FileSet::from_iter([("main.tf", twice)]), &[]);
        assert!(
            module["errors"]
                .as_array()
                .unwrap()
                .iter()
                .any(|error| error["summary"] == "Too many modules"
                    || error["summary"] == "Module stack level too deep")
        );
    });
}

/// Returns the first error of a plan, which must have one.
fn refused_within(text: &str, limits: ValueLimits, cancel: Cancel<'_>) -> String {
    let files = FileSet::from_iter([("main.tf", text)]);
    let host = Host::from_files(&files);
    let mut settings = Settings::new(&host);
    settings.references = References::Planned;
    (settings.limits, settings.cancel) = (limits, cancel);
    evaluate(&settings).located().first().unwrap().clone()
}

const SMALL: ValueLimits = ValueLimits {
    values: 1_000_000,
    plan: 1_000_000,
};

/// Each makes a text of a gigabyte, of parts that are in memory once.
#[test]
fn texts_are_counted_before_they_are_made() {
    let long = format!("\"{}\"", "x".repeat(100_000));
    for call in [
        "join(\"\", [for i in range(1000) : local.l])",
        "join(local.l, range(1000))",
        "jsonencode([for i in range(1000) : local.l])",
        "yamlencode([for i in range(1000) : local.l])",
        "format(join(\"\", [for i in range(1000) : \"%s\"]), [for i in range(1000) : local.l]...)",
        "replace(local.l, \"x\", local.l)",
        "replace(local.l, \"/x/\", local.l)",
        "indent(100000, join(\"\\n\", range(1000)))",
        "regexall(\"x\", local.l)",
        "split(\"\", local.l)",
        "csvdecode(\"a\\n${join(\"\\n\", [for i in range(1000) : local.l])}\")",
        "\"%{ for i in range(1000) }${local.l}%{ endfor }\"",
    ] {
        let text = format!("locals {{\n  l = {long}\n}}\noutput \"o\" {{\n  value = {call}\n}}\n");
        let error = refused_within(&text, SMALL, Cancel::default());
        assert!(error.contains("limits: 1000000 bytes"), "{call}: {error}");
    }
}

#[test]
fn blocks_and_instances_are_counted_before_they_are_made() {
    for body in [
        "  count = 1000\n".to_owned(),
        "  d {\n  }\n".repeat(1_000),
        "  dynamic \"d\" {\n    for_each = range(1000)\n    content {\n    }\n  }\n".to_owned(),
    ] {
        let error = refused_within(
            &format!("resource \"a_b\" \"c\" {{\n{body}}}\n"),
            ValueLimits {
                values: 100_000_000,
                ..SMALL
            },
            Cancel::default(),
        );
        assert!(
            error.contains("1000000 bytes of the plan"),
            "{body:.40}: {error}"
        );
    }
}

#[test]
fn evaluation_ends_when_it_is_cancelled() {
    let is_late = AtomicBool::new(true);
    let error = refused_within(
        "locals {\n  a = [for i in range(1000) : i]\n}\n",
        ValueLimits::default(),
        Cancel::by(&is_late),
    );
    assert!(error.contains("time ran out"), "{error}");
}
