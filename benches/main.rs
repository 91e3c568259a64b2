//! How fast the parts are, on inputs made here: `make bench`. `make bench-peers` compares with the references.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    missing_docs,
    reason = "benchmarks read fixtures and stop where one is missing"
)]

mod material;

use std::path::Path;
use std::process::{Command, Stdio};

use bumpalo::Bump;
use cfn_warden::engine::{self, Cache, Input, Linting, Request};
use cfn_warden::lambda::{self, Function, request::Text};
use cfn_warden_guard::report::FileReport;
use cfn_warden_guard::{self as guard, Doc, Options, Profile, Rules};
use cfn_warden_lint::Settings;
use cfn_warden_syntax as syntax;
use divan::{Bencher, black_box, counter::BytesCount};

use self::material::{Size, registry, template};

fn main() {
    divan::main();
}

/// The whole command with one small rule: what every call pays.
#[divan::bench]
fn start_up(bencher: Bencher<'_, '_>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-start-up.json");
    std::fs::write(
        &data,
        r#"{"Resources": {"Data": {"Type": "AWS::S3::Bucket"}}}"#,
    )
    .unwrap();
    bencher.bench_local(|| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cfn-warden"));
        command
            .args(["validate", "-o", "json", "-z", "-S", "none", "-r"])
            .arg(root.join("examples/buckets.guard"));
        command
            .arg("-d")
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .unwrap()
    });
}

#[divan::bench_group]
mod parse {
    use super::*;

    #[divan::bench]
    fn json(bencher: Bencher<'_, '_>) {
        text(bencher, &template(Size::Large));
    }

    #[divan::bench]
    fn yaml(bencher: Bencher<'_, '_>) {
        text(bencher, &material::as_yaml(&template(Size::Large)));
    }

    #[divan::bench]
    fn rules(bencher: Bencher<'_, '_>) {
        let texts = registry();
        bencher
            .counter(BytesCount::new(
                texts.iter().map(String::len).sum::<usize>(),
            ))
            .bench_local(|| compiled(&texts));
    }

    fn text(bencher: Bencher<'_, '_>, text: &str) {
        let mut arena = Bump::new();
        bencher.counter(BytesCount::of_str(text)).bench_local(|| {
            arena.reset();
            syntax::parse(&arena, text, "template")
                .tree
                .map_or(0, |tree| tree.len())
        });
    }
}

#[divan::bench(args = [Size::Small, Size::Middle, Size::Large])]
fn lint(bencher: Bencher<'_, '_>, size: &Size) {
    let text = template(*size);
    let request = Request {
        documents: vec![Input {
            name: "template.json",
            content: text.as_bytes(),
        }],
        lint: Linting::All,
        lint_settings: Settings::new(cfn_warden_rules::bundled(), engine::bundled_knowledge()),
        ..Request::default()
    };
    let cache = Cache::default();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench_local(|| engine::check(&request, &cache).findings.len());
}

#[divan::bench_group(name = "guard")]
mod policy {
    use super::*;

    #[divan::bench(args = [Size::Small, Size::Middle, Size::Large])]
    fn one_rule(bencher: Bencher<'_, '_>, size: &Size) {
        evaluated(bencher, registry().get(..1).unwrap(), *size);
    }

    #[divan::bench(args = [Size::Small, Size::Middle, Size::Large])]
    fn registry_of_rules(bencher: Bencher<'_, '_>, size: &Size) {
        evaluated(bencher, &registry(), *size);
    }

    /// Evaluates rules that are compiled already and writes the report, as a warm function does.
    fn evaluated(bencher: Bencher<'_, '_>, texts: &[String], size: Size) {
        let text = template(size);
        let rules = compiled(texts);
        bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
            let arena = Bump::new();
            let tree = syntax::parse(&arena, &text, "template").tree.unwrap();
            let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
            let mut report = FileReport::new("template");
            for rules in &rules {
                report.add(&guard::evaluate(rules, &doc, &Options::default()).unwrap());
            }
            report.to_json().len()
        });
    }
}

#[divan::bench_group]
mod function {
    use super::*;

    /// A Hook's event as Lambda hands it over, to a function that has its rules compiled.
    #[divan::bench]
    fn hook(bencher: Bencher<'_, '_>) {
        handled(bencher, "events/hook/resource-create-not-compliant.json");
    }

    /// A request for both engines.
    #[divan::bench]
    fn direct(bencher: Bencher<'_, '_>) {
        handled(bencher, "events/both-inline.json");
    }

    fn handled(bencher: Bencher<'_, '_>, event: &str) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let event = std::fs::read(root.join(event)).unwrap();
        let content = std::fs::read_to_string(root.join("examples/buckets.guard")).unwrap();
        let rules = vec![Text {
            name: "buckets.guard".to_owned(),
            content,
        }];
        let function = Function {
            rules: rules.into(),
            ..Function::new(cfn_warden_rules::bundled())
        };
        bencher.bench_local(|| lambda::handle(black_box(&event), &function).answer.len());
    }
}

fn compiled(texts: &[String]) -> Vec<Rules> {
    texts
        .iter()
        .map(|text| Rules::parse("rules.guard", text).unwrap())
        .collect()
}
