use std::path::PathBuf;

use super::*;

fn config(name: &str, value: &str) -> Result<Config, String> {
    let others = ("PATH".to_owned(), "/bin".to_owned());
    Config::from_vars([others, (name.to_owned(), value.to_owned())])
        .map_err(|error| error.to_string())
}

#[test]
fn invalid_values_are_reported_with_their_variable() {
    assert_eq!(
        config("WARDEN_FAIL_ON", "warning").map(|c| c.fail_on),
        Ok(FailOn::Warning)
    );
    assert_eq!(
        config("WARDEN_FAIL_ON", "maybe"),
        Err("WARDEN_FAIL_ON: invalid value `maybe`; expected error, warning or never".to_owned())
    );
}

#[test]
fn hooks_have_their_own_settings() {
    assert_eq!(
        config("WARDEN_HOOK_FINDINGS", "changed").map(|c| c.hook.findings),
        Ok(HookFindings::Changed)
    );
    assert_eq!(
        config("WARDEN_HOOK_LINT", "off").map(|c| c.hook.lint),
        Ok(false)
    );
    assert_eq!(
        config("WARDEN_HOOK_LINT", "no"),
        Err("WARDEN_HOOK_LINT: invalid value `no`; expected on or off".to_owned())
    );
}

#[test]
fn guard_has_a_version_and_a_dialect() {
    let semantics = |value| config("WARDEN_SEMANTICS", value).map(|c| c.language.semantics);
    assert_eq!(
        semantics("3.2.0"),
        Ok(cfn_warden_guard::Version::named("3.2.0").unwrap().into())
    );
    assert_ne!(semantics("3.2.0"), Ok(Config::default().language.semantics));
    assert_eq!(
        semantics("3"),
        Err("WARDEN_SEMANTICS: invalid version `3`; expected one of 3.2.0, 3.2.1, next".to_owned())
    );
    assert_eq!(
        config("WARDEN_DIALECT", "extended").map(|c| c.language.dialect),
        Ok(cfn_warden_guard::Dialect::Extended)
    );
}

#[test]
fn rules_are_in_a_folder_or_in_s3() {
    let rules = |value| config("WARDEN_RULES", value).map(|c| c.rules);
    assert_eq!(rules(""), Ok(Rules::None));
    assert_eq!(rules("rules"), Ok(Rules::Folder(PathBuf::from("rules"))));
    let uris = rules("s3://policies/team/, s3://policies/all.zip").unwrap();
    let uris: Vec<String> = uris
        .uris()
        .iter()
        .map(|place| place.uri.to_string())
        .collect();
    assert_eq!(uris, ["s3://policies/team/", "s3://policies/all.zip"]);
    let wrong = rules("s3://policies/team/,rules").unwrap_err();
    assert!(
        wrong.starts_with("WARDEN_RULES: invalid S3 URI `rules`; expected s3://BUCKET/KEY"),
        "{wrong}"
    );
}

#[test]
fn the_fetch_limit_is_a_number() {
    assert_eq!(
        config("WARDEN_FETCH_SECONDS", "3").map(|c| c.fetch),
        Ok(FetchSeconds(3))
    );
    for wrong in ["0", "21", "x", ""] {
        let error = config("WARDEN_FETCH_SECONDS", wrong).unwrap_err();
        assert!(
            error.starts_with("WARDEN_FETCH_SECONDS: ") && error.contains("from 1 to 20"),
            "{error}"
        );
    }
}

#[test]
fn public_keys_are_of_minisign() {
    for name in ["WARDEN_BUNDLE_PUBLIC_KEY", "WARDEN_KNOWLEDGE_PUBLIC_KEY"] {
        assert_eq!(
            config(name, " ").map(|c| c.bundle_public_key.or(c.knowledge_public_key)),
            Ok(None)
        );
        let wrong = config(name, "-----BEGIN PUBLIC KEY-----").unwrap_err();
        assert!(
            wrong.starts_with(&format!("{name}: the key is not a public key of minisign")),
            "{wrong}"
        );
    }
}

#[test]
fn reports_go_to_a_bucket_with_an_optional_prefix() {
    let bucket = |value| {
        config("WARDEN_REPORT_BUCKET", value).map(|c| c.report_bucket.map(|at| at.to_string()))
    };
    assert_eq!(bucket(""), Ok(None));
    assert_eq!(bucket("reports"), Ok(Some("s3://reports/".to_owned())));
    assert_eq!(
        bucket("s3://reports/warden"),
        Ok(Some("s3://reports/warden".to_owned()))
    );
    let wrong = "WARDEN_REPORT_BUCKET: invalid bucket `a b`; expected BUCKET or BUCKET/PREFIX";
    assert_eq!(bucket("a b"), Err(wrong.to_owned()));
}

#[test]
fn unknown_settings_are_reported() {
    assert!(
        config("WARDEN_FAILON", "error")
            .is_err_and(|error| error.starts_with("WARDEN_FAILON: unknown setting"))
    );
    assert_eq!(config("OTHER", "x"), Ok(Config::default()));
}

#[test]
fn every_setting_of_the_stack_is_listed_with_a_valid_default() {
    let template = include_str!("../../../../template.yaml");
    let names = template
        .lines()
        .filter_map(|line| line.trim().strip_prefix(PREFIX)?.split_once(':'));
    let names: Vec<&str> = names.map(|(name, _)| name).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        assert!(
            SETTINGS.iter().any(|(listed, _)| *listed == name),
            "{name} is not in SETTINGS"
        );
    }
    for (name, default) in SETTINGS.iter().filter(|(_, default)| !default.is_empty()) {
        config(&format!("{PREFIX}{name}"), default).unwrap();
    }
}
