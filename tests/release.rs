//! Tests of what a release consists of: versions, metadata and files of crates, workflows. `make test-release` runs its scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::recorded::root;
use crate::support::files_below;

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the rest of each line that starts with `prefix`, apart from spaces before it.
fn values<'t>(text: &'t str, prefix: &str) -> Vec<&'t str> {
    text.lines()
        .filter_map(|line| {
            line.trim_start()
                .trim_start_matches("- ")
                .strip_prefix(prefix)
        })
        .collect()
}

fn version() -> String {
    values(&read("Cargo.toml"), "version = ")[0]
        .trim_matches('"')
        .to_owned()
}

/// Returns the folders of the crates that are published: the root, `schemas` and those in `crates`.
fn crates() -> Vec<PathBuf> {
    let crates = std::fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = crates.chain([root(), root().join("schemas")]).collect();
    folders.sort();
    folders
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = version();
    let manifest = read("Cargo.toml");
    let own: Vec<_> = values(&manifest, "cfn-warden-")
        .into_iter()
        .filter(|line| line.contains("path = "))
        .collect();
    assert!(own.len() > 10, "{own:?}");
    assert!(
        own.iter()
            .all(|line| line.contains(&format!("version = \"{version}\""))),
        "{own:?}"
    );

    let tag = format!("v{version}");
    let install = read("install.sh");
    assert_eq!(values(&install, "VERSION="), [version.as_str()]);
    assert!(
        install.contains(&format!("/{tag}/install.sh")),
        "install.sh names another version in its first lines"
    );
    assert_eq!(
        values(&read("deploy/sar-metadata.yaml"), "SemanticVersion: "),
        [version.as_str()]
    );
    assert_eq!(
        values(&read("examples/pre-commit-config.yaml"), "rev: "),
        [tag.as_str()]
    );
    let action = format!("uses: cfn-warden/cfn-warden@{tag}");
    assert!(
        read("examples/github-action.yml").contains(&action),
        "{action}"
    );
    assert!(
        read("docs/releasing.md").contains(&format!("/{tag}/install.sh")),
        "docs/releasing.md"
    );
    let package: serde_json::Value =
        serde_json::from_str(&read("bindings/node/package.json")).unwrap();
    let programs = package["optionalDependencies"]
        .as_object()
        .unwrap()
        .values();
    assert!(
        programs
            .chain([&package["version"]])
            .all(|own| own == version.as_str()),
        "bindings/node/package.json"
    );
    let changes = read("CHANGELOG.md");
    let is_dated = changes.contains(&format!("## [{version}] - "));
    let unreleased = changes
        .split("## [Unreleased]")
        .nth(1)
        .unwrap()
        .split("\n## ")
        .next()
        .unwrap();
    assert!(
        is_dated || unreleased.contains(&version),
        "CHANGELOG.md has no section of {version}"
    );
}

#[test]
fn every_crate_has_the_metadata_of_the_registry() {
    for folder in crates() {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let package = text
            .split("[package]")
            .nth(1)
            .unwrap()
            .split("\n[")
            .next()
            .unwrap();
        for key in [
            "description",
            "license",
            "repository",
            "homepage",
            "keywords",
            "categories",
            "readme",
            "rust-version",
        ] {
            let has = package.lines().any(|line| {
                line.starts_with(&format!("{key} = ")) || line == format!("{key}.workspace = true")
            });
            assert!(has, "{}: no {key}", folder.display());
        }
    }
}

/// Returns the paths in `include_str!` and `include_bytes!` of a text.
fn embedded(text: &str) -> Vec<&str> {
    let calls = text.split("include_").skip(1).filter_map(|rest| {
        rest.strip_prefix("str!(\"")
            .or_else(|| rest.strip_prefix("bytes!(\""))
    });
    calls.filter_map(|rest| rest.split('"').next()).collect()
}

/// Resolves `..` in a path without the file system.
fn resolved(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        match part {
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
        path
    })
}

/// `cargo package` only packs files of the crate's own folder.
#[test]
fn crates_embed_files_of_their_own_folder_only() {
    let (mut found, mut outside) = (0, Vec::new());
    for folder in crates() {
        let sources = if folder == root() {
            vec![folder.join("src")]
        } else {
            vec![folder.clone()]
        };
        let sources = sources.iter().flat_map(|folder| files_below(folder));
        for source in
            sources.filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        {
            let name = source.file_stem().unwrap().to_str().unwrap();
            if name == "tests" || name.ends_with("_tests") {
                continue;
            }
            for path in embedded(&std::fs::read_to_string(&source).unwrap()) {
                found += 1;
                if !resolved(&source.with_file_name(path)).starts_with(&folder) {
                    outside.push(format!("{}: {path}", source.display()));
                }
            }
        }
    }
    assert!(found > 10, "{found}");
    assert!(
        outside.is_empty(),
        "take these files from cfn-warden-data (schemas/lib.rs): {outside:?}"
    );
}

#[test]
fn embedded_files_outside_of_a_crate_are_found() {
    let text = "let a = include_bytes!(\"../../schemas/a.pack\"); let b = include_str!(\"b.txt\");";
    assert_eq!(embedded(text), ["../../schemas/a.pack", "b.txt"]);
    assert_eq!(
        resolved(Path::new("/r/crates/a/src/../../../schemas/a.pack")),
        Path::new("/r/schemas/a.pack")
    );
}

#[test]
fn the_data_crate_packs_what_it_embeds() {
    let source = read("schemas/lib.rs");
    let manifest = read("schemas/Cargo.toml");
    let files = embedded(&source);
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        assert!(root().join("schemas").join(file).is_file(), "{file}");
        let extension = Path::new(file).extension().unwrap().to_str().unwrap();
        assert!(
            manifest.contains(&format!("\"/*.{extension}\"")),
            "`include` in schemas/Cargo.toml leaves {file} out"
        );
    }
}

#[test]
fn targets_are_documented_and_installed() {
    let (documents, install) = (read("docs/releasing.md"), read("install.sh"));
    let table = documents
        .split("| target | linked |")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let documented: BTreeSet<_> = table
        .lines()
        .skip(2)
        .flat_map(|row| row.split('|').nth(1))
        .collect();
    let documented: BTreeSet<_> = documented
        .iter()
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    let targets = read("scripts/release/targets.txt");
    assert_eq!(documented, targets.lines().collect());
    for target in targets.lines() {
        let (_, system) = target.split_once('-').unwrap();
        assert!(install.contains(&format!("$machine-{system}")), "{target}");
    }
}

#[test]
fn the_npm_package_depends_on_the_program_of_every_target() {
    let package: serde_json::Value =
        serde_json::from_str(&read("bindings/node/package.json")).unwrap();
    let programs: BTreeSet<_> = package["optionalDependencies"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    let name = |target: &str| {
        let cpu = if target.starts_with("aarch64") {
            "arm64"
        } else {
            "x64"
        };
        let systems = [
            ("linux", "linux"),
            ("apple", "darwin"),
            ("windows", "win32"),
        ];
        let (_, system) = systems
            .into_iter()
            .find(|(part, _)| target.contains(part))
            .unwrap();
        format!("@cfn-warden/{system}-{cpu}")
    };
    assert_eq!(
        programs,
        read("scripts/release/targets.txt")
            .lines()
            .map(name)
            .collect()
    );
}

/// Crates in the notices have the versions of `Cargo.lock`; `make check-notices` compares the whole file.
#[test]
fn notices_name_the_crates_of_the_lock_file() {
    let (lock, notices) = (read("Cargo.lock"), read("THIRD-PARTY-NOTICES.txt"));
    let locked: BTreeSet<_> = lock
        .split("[[package]]")
        .skip(1)
        .map(|package| {
            [
                values(package, "name = ")[0],
                values(package, "version = ")[0],
            ]
            .map(|text| text.trim_matches('"'))
        })
        .collect();
    let lists = notices
        .split("\n====")
        .next()
        .unwrap()
        .split("\nCrates ")
        .skip(1);
    let rows: Vec<_> = lists
        .flat_map(str::lines)
        .filter_map(|line| line.split_once(": "))
        .collect();
    assert!(rows.len() > 150, "{}", rows.len());
    let stale: Vec<_> = rows
        .iter()
        .filter(|(package, _)| {
            !package
                .split_once(' ')
                .is_some_and(|(name, version)| locked.contains(&[name, version]))
        })
        .collect();
    assert!(stale.is_empty(), "run `make notices`: {stale:?}");
}

#[test]
fn workflows_run_make_and_pin_actions() {
    let mut pins = BTreeMap::new();
    let workflows = files_below(&root().join(".github/workflows"));
    assert!(workflows.len() > 2, "{workflows:?}");
    for path in &workflows {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(
            text.contains("\npermissions: {}\n"),
            "{}: permissions of all jobs",
            path.display()
        );
        for action in values(&text, "uses: ") {
            let (name, pin) = action.split_once('@').unwrap();
            let is_pinned = pin.len() > 43
                && pin[..40].bytes().all(|byte| byte.is_ascii_hexdigit())
                && pin[40..].starts_with(" # v");
            assert!(is_pinned, "{}: {action}", path.display());
            assert_eq!(
                *pins.entry(name.to_owned()).or_insert(pin.to_owned()),
                pin,
                "{}",
                path.display()
            );
        }
        for command in values(&text, "run: ") {
            let is_plain =
                command.starts_with("make ") || command.starts_with("sudo apt-get update");
            assert!(
                is_plain && !command.contains("${{"),
                "{}: {command}",
                path.display()
            );
        }
    }
}

/// The job that can read the key runs nothing that is not pinned.
#[test]
fn the_job_with_the_key_installs_nothing() {
    let workflow = read(".github/workflows/release.yml");
    let jobs: Vec<&str> = workflow.split("\n  publish:").collect();
    let [before, publish] = jobs.as_slice() else {
        panic!("expected one job `publish`");
    };
    assert!(!before.contains("secrets."), "{before}");
    assert!(publish.contains("secrets.MINISIGN_SECRET_KEY"));
    let commands = values(publish, "run: ");
    assert!(
        commands.iter().all(|command| {
            ["make minisign", "make sign ", "make draft-release "]
                .iter()
                .any(|known| command.starts_with(known))
        }),
        "{commands:?}"
    );
    let script = read("scripts/release/minisign.sh");
    let pins = values(&script, "get ");
    assert_eq!(pins.len(), 2, "{pins:?}");
    for pin in pins {
        let (_, sum) = pin.rsplit_once(' ').unwrap();
        assert!(
            sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{pin}"
        );
    }
}

/// Every download of the scripts that users run stays on https.
#[test]
fn redirects_stay_on_https() {
    for script in ["install.sh", "scripts/release/minisign.sh"] {
        let text = read(script);
        let calls: Vec<&str> = values(&text, "curl ")
            .into_iter()
            .chain(text.split("|| curl ").skip(1))
            .collect();
        assert!(!calls.is_empty(), "{script}");
        for call in calls {
            assert!(
                call.contains("--proto ") && call.contains("--proto-redir "),
                "{script}: {call}"
            );
        }
    }
}

/// The targets of the Makefile that workflows and documents name exist.
#[test]
fn named_targets_exist() {
    let makefile = read("Makefile") + &read("scripts/release/release.mk");
    let workflows = files_below(&root().join(".github/workflows"));
    let mut found = 0;
    for path in workflows
        .into_iter()
        .chain([root().join("docs/releasing.md"), root().join("SECURITY.md")])
    {
        let text = std::fs::read_to_string(&path).unwrap();
        let commands = ["`make ", "$ make ", "run: make "]
            .iter()
            .flat_map(|start| text.split(start).skip(1));
        let words = commands.flat_map(|rest| {
            rest.split(['`', '\n', '#'])
                .next()
                .unwrap_or_default()
                .split(' ')
        });
        for word in words.filter(|word| !word.is_empty() && !word.contains('=')) {
            found += 1;
            assert!(
                makefile.contains(&format!("\n{word}:")),
                "{}: make {word}",
                path.display()
            );
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn the_install_script_has_the_key_of_releases() {
    let install = read("install.sh");
    let key = std::fs::read_to_string(root().join("minisign.pub")).unwrap_or_default();
    assert_eq!(
        values(&install, "PUBLIC_KEY="),
        [key.lines().nth(1).unwrap_or_default()]
    );
}

/// A file whose name looks like an option is a file to the hooks of pre-commit, also if `args` of the user has no `--`.
#[cfg(unix)]
#[test]
fn names_of_files_are_not_options_of_the_hooks() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    let here = crate::cli::folder("pre-commit-names");
    let version = version();
    let program = here.file(
        &format!("cache/cfn-warden/{version}/cfn-warden"),
        "#!/bin/sh\nprintf '<%s>' \"$@\"\n",
    );
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let names = [
        "--waivers=w/template.yaml",
        "--fail-on=never/x.JSON",
        "-x.template",
        "a.yaml",
    ];
    for name in names {
        here.file(name, "");
    }
    let run = |arguments: &[&str]| {
        let script = root().join("scripts/pre_commit.sh");
        let ended = Command::new("sh")
            .arg(script)
            .args(arguments)
            .args(names)
            .current_dir(here.path())
            .env("XDG_CACHE_HOME", here.path().join("cache"))
            .env("CFN_WARDEN_FROM", "http://127.0.0.1:1")
            .output()
            .unwrap();
        String::from_utf8(ended.stdout).unwrap()
    };
    // A program without a checksum, or with another one, is installed again, which fails here.
    assert_eq!(run(&["check"]), "");
    let sum = Command::new("sha256sum").arg(&program).output().unwrap();
    let sum = String::from_utf8(sum.stdout).unwrap();
    let record = format!("cache/cfn-warden/{version}/.cfn-warden.sha256");
    here.file(&record, &format!("{}\n", &sum[..64]));
    assert_eq!(
        run(&["check", "--rules", "p"]),
        "<check><--rules><p><./--waivers=w/template.yaml><./--fail-on=never/x.JSON><./-x.template><a.yaml>"
    );
    assert_eq!(
        run(&["check", "--"]),
        "<check><--><--waivers=w/template.yaml><--fail-on=never/x.JSON><-x.template><a.yaml>"
    );
    here.file(&record, &format!("{}\n", "0".repeat(64)));
    assert_eq!(run(&["check"]), "");
    // The default arguments of the hooks end the options.
    let hooks = read(".pre-commit-hooks.yaml");
    assert_eq!(values(&hooks, "args: "), ["[--]", "[--]"]);
}
