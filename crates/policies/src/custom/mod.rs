//! Packs of a team: Guard files with a manifest, `pack.toml`.

mod checksums;
mod controls;
mod enforcement;
mod file;
mod manifest;
pub mod minisign;
mod waivers;
mod zip;

use std::sync::Arc;

pub use self::checksums::{CHECKSUMS, Signature, checksums_of};
pub use self::file::{MANIFEST, PackFile};
pub use self::zip::{unzipped, zipped};
use super::Policy;
use cfn_warden_syntax::control::Control;

/// A pack that is not bundled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomPack {
    /// What the manifest calls it: `acme`.
    pub name: String,
    /// What the pack is for, in one line; may be empty.
    pub title: String,
    /// The version, as the manifest writes it.
    pub version: String,
    /// The controls: its own in the order of files, then the bundled ones that it includes.
    pub controls: Vec<Arc<Control>>,
    /// The policy, without the controls that are off.
    pub policy: Policy,
}

/// Reads the files of a pack. With a public key, the pack must be signed with it.
///
/// # Errors
/// All mistakes, each a line that names the file and the place in it.
pub fn read(files: &[PackFile], signature: Signature<'_>) -> Result<CustomPack, Vec<String>> {
    checksums::verify(files, signature)?;
    let manifest = manifest::read(files)?;
    let controls = controls::read(files, &manifest)?;
    let enforcements = enforcement::read(&manifest, &controls)?;
    let waivers = waivers::read(files, &manifest)?;
    let manifest::Manifest {
        name,
        title,
        version,
        units,
        ..
    } = manifest;
    let policy = Policy {
        controls: controls.clone(),
        enforcements,
        waivers,
        units,
    }
    .without_off();
    Ok(CustomPack {
        name,
        title,
        version,
        controls,
        policy,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfn_warden_syntax::control::ControlSeverity;

    fn files(all: &[(&str, &str)]) -> Vec<PackFile> {
        let file = |(name, text): &(&str, &str)| PackFile {
            name: (*name).to_owned(),
            content: text.as_bytes().to_vec(),
        };
        all.iter().map(file).collect()
    }

    const MANIFEST_TEXT: &str = "name = \"acme\"\nversion = \"1.2.0\"\ncontrols = [\"S3.8\"]\n\
                                 [severities]\nNAMED = \"critical\"\n\"S3.8\" = \"low\"\n\
                                 [frameworks]\n\"ACME.1\" = [\"ISO 27001 A.8.24\"]\n";
    const HEADED: &str = "# ACME.1: Topic has no name\n# severity: high\n# types: AWS::SNS::Topic\n# link: https://acme.example\n\
                          # why: names are how we find them\n# fix: Set `TopicName`.\n\n\
                          rule ACME_1 { AWS::SNS::Topic { Properties.TopicName exists } }\n";
    const PLAIN: &str = "rule NAMED { AWS::SQS::Queue { Properties.QueueName exists } }\nrule OTHER { Resources exists }\n";

    #[test]
    fn a_pack_has_controls_of_its_files_and_of_the_program() {
        let all = files(&[
            ("pack.toml", MANIFEST_TEXT),
            ("rules/a.guard", HEADED),
            ("rules/b.guard", PLAIN),
        ]);
        let pack = read(&all, Signature::NotRequired).unwrap();
        assert_eq!((&*pack.name, &*pack.version), ("acme", "1.2.0"));
        let found: Vec<_> = pack
            .controls
            .iter()
            .map(|one| (&*one.id, one.severity))
            .collect();
        let expected = [
            ("ACME.1", ControlSeverity::High),
            ("NAMED", ControlSeverity::Critical),
            ("OTHER", ControlSeverity::Medium),
            ("S3.8", ControlSeverity::Low),
        ];
        assert_eq!(found, expected);
        assert_eq!(
            pack.controls[0].frameworks().collect::<Vec<_>>(),
            ["ISO 27001 A.8.24"]
        );
        assert!(Arc::ptr_eq(
            &pack.controls[1].rules,
            &pack.controls[2].rules
        ));
    }

    #[test]
    fn mistakes_have_their_places() {
        for (manifest, rules, line) in [
            (
                "name = \"a\"\nversion = \"1\"\nrule = []",
                PLAIN,
                "pack.toml:3:1: unknown key `rule`; did you mean `rules`?",
            ),
            ("name = \"a\"", PLAIN, "pack.toml:1:1: `version` is missing"),
            (
                "name = \"a\"\nversion = 1",
                PLAIN,
                "pack.toml:2:11: expected a string",
            ),
            (
                "name = \"a\"\nversion = \"1\"\ncontrols = [\"S3.88\"]",
                PLAIN,
                "pack.toml:3:13: unknown pack or control `S3.88`",
            ),
            (
                "name = \"a\"\nversion = \"1\"\nrules = [\"x.guard\"]",
                PLAIN,
                "pack.toml:3:10: `x.guard` is not in the pack",
            ),
            (
                "name = \"a\"\nversion = \"1\"\n[severities]\nNAMD = \"low\"",
                PLAIN,
                "pack.toml:4:1: unknown control `NAMD`; did you mean `NAMED`?",
            ),
            (
                "name = \"a\"\nversion = \"1\"\n[severities]\nNAMED = \"lo\"",
                PLAIN,
                "pack.toml:4:9: invalid severity `lo`",
            ),
            (
                "name = \"a\"\nversion = \"1\"\n[units]\nsandbox = [\"123456789012\"]\n[[waiver]]\nrule = \"NAMED\"\nreason = \"r\"\nunit = \"sandbx\"",
                PLAIN,
                "pack.toml:5:1: unknown unit `sandbx`; did you mean `sandbox`?",
            ),
            (
                "name = \"a\"\nversion = \"1\"",
                "rule A {\n  Resources exist\n}",
                "r.guard:2:13: ",
            ),
            (
                "name = \"a\"\nversion = \"1\"",
                "# X.1: Title\n# severity: high\nrule X_1 { a exists }",
                "r.guard:1:1: X.1: missing `# types: ...`",
            ),
            (
                "name = \"a\"\nversion = \"1\"",
                &HEADED.replace("ACME_1", "OTHER"),
                "r.guard:1:1: no rule `ACME_1`",
            ),
        ] {
            let mistakes = read(
                &files(&[("pack.toml", manifest), ("r.guard", rules)]),
                Signature::NotRequired,
            )
            .unwrap_err();
            assert!(
                mistakes.iter().any(|mistake| mistake.starts_with(line)),
                "{mistakes:?}; expected {line}"
            );
        }
        let none = read(&files(&[("r.guard", PLAIN)]), Signature::NotRequired).unwrap_err();
        assert_eq!(none, ["the pack has no `pack.toml`"]);
    }
}
