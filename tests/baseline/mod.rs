//! Tests of baselines: `check --baseline` on files, each report format, and the matching of entries and findings on random
//! changes of the fixtures of all rules, or of the templates of the folder `BASELINE_CORPUS`, with the Guard rules of the
//! folder `BASELINE_RULES`.

mod changes;
mod command;
mod documents;
mod file;
mod formats;
mod mistakes;
mod not_checked;
mod reformatted;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use cfn_warden::engine::baseline::{self, Entry, Files};
use cfn_warden::engine::{self, Cache, Fingerprints, Input, Request, Run, bundled_knowledge};
use cfn_warden_lint::Settings;
use serde_json::Value;

use crate::{recorded, support};

/// Guard rules whose findings are about values, missing keys, items, alternatives, and documents as a whole.
const RULES: &str = r#"
rule DELETED_WITH_CARE { Resources.*.DeletionPolicy == "Retain" <<keep the data>> }
rule TAGGED { Resources.*.Properties.Tags[*] { Key == /^[a-z:]+$/  Value is_string } }
rule NAMED_BY_US { Resources.*.Properties[ Name exists ].Name == /^corp-/ }
rule TYPED { Resources.*.Type == /^AWS::(EC2|S3|IAM)/ }
rule ENCRYPTED { Resources.*.Properties.Encrypted == true or Resources.*.Properties.KmsKeyId exists }
rule STATEMENTS { Resources.*.Properties.PolicyDocument.Statement[*].Action != "*" }
rule NO_LISTS { Resources.*.Properties.* { this !is_list } }
rule DESCRIBED { Description exists }
"#;

/// The files that exist in a test.
struct Existing<'n>(BTreeSet<&'n str>);

impl Files for Existing<'_> {
    fn name(&self, document: &str) -> String {
        document.to_owned()
    }

    fn exists(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// Returns the rules of the folder `BASELINE_RULES`, or [`RULES`].
fn rules() -> &'static [(String, String)] {
    static FOUND: OnceLock<Vec<(String, String)>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let Some(folder) = std::env::var_os("BASELINE_RULES") else {
            return vec![("rules.guard".to_owned(), RULES.to_owned())];
        };
        let files = support::files_below(Path::new(&folder)).into_iter();
        let files = files.filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "guard")
        });
        files
            .map(|path| {
                (
                    path.display().to_string(),
                    std::fs::read_to_string(&path).unwrap(),
                )
            })
            .collect()
    })
}

/// Checks documents as `check` does.
fn checked<'r>(documents: &[(&'r str, &'r str)], cache: &Cache) -> Run<'r> {
    let request = Request {
        documents: documents
            .iter()
            .map(|(name, text)| Input {
                name,
                content: text.as_bytes(),
            })
            .collect(),
        rules: rules()
            .iter()
            .map(|(name, text)| Input {
                name,
                content: text.as_bytes(),
            })
            .collect(),
        lint_settings: Settings {
            deployment_rules: true,
            ..Settings::new(cfn_warden_rules::bundled(), bundled_knowledge())
        },
        fingerprints: Fingerprints::Computed,
        // 2026-06-01: deprecation dates must not change the results.
        now: 1_780_272_000,
        ..Request::default()
    };
    engine::check(&request, cache)
}

/// Returns the entries of a new baseline of a run, read from its text.
fn entries_of(run: &Run<'_>) -> Vec<Entry> {
    let entries = baseline::updated(run, &[], &Existing(BTreeSet::new()));
    let contents = baseline::Contents {
        findings: entries,
        not_checked: Vec::new(),
    };
    let read = baseline::parse(&baseline::write(&contents)).unwrap();
    assert_eq!(read, contents);
    read.findings
}

/// A template to change.
struct Template {
    name: String,
    text: String,
    value: Value,
}

/// The templates of `BASELINE_CORPUS`, otherwise the fixtures of all rules; without those that cannot be parsed.
fn templates() -> Vec<Template> {
    let folders = match std::env::var_os("BASELINE_CORPUS") {
        Some(folder) => vec![folder.into()],
        None => ["tests/rules", "tests/fixes"]
            .map(|folder| recorded::root().join(folder))
            .to_vec(),
    };
    let files = folders
        .iter()
        .flat_map(|folder| support::files_below(folder));
    let template = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        let value = documents::parse(&text)?;
        Some(Template {
            name: path.to_str()?.to_owned(),
            text,
            value,
        })
    };
    let found: Vec<Template> = files.filter_map(template).collect();
    assert!(found.len() > 300, "{}", found.len());
    found
}

/// Returns how many cases a test runs: the value of an environment variable, or a few.
fn count(variable: &str, usual: usize) -> usize {
    std::env::var(variable)
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(usual)
}
