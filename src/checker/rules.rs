//! Packs, severities and waivers.

use super::{Checker, RuleLevel, SettingError};
use crate::engine::SeverityOverride;
use crate::engine::waivers::{Waiver, file};
use crate::error::Mistake;
use crate::policies::{self, PACKS};

impl Checker {
    /// Evaluates a bundled pack or control on each template.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let checker = Checker::new(0).with_pack("fsbp")?;
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {Bucket: {Type: AWS::S3::Bucket}}")]);
    /// assert!(report.findings().any(|finding| finding.rule().starts_with("S3.")));
    /// # Ok::<(), cfn_warden::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// Neither a pack nor a control has the name:
    ///
    /// ```
    /// let error = cfn_warden::Checker::new(0).with_pack("fsbb").unwrap_err();
    /// assert_eq!(error.to_string(), "unknown pack or control `fsbb`; did you mean `fsbp`?");
    /// ```
    pub fn with_pack(mut self, name: &str) -> Result<Checker, SettingError> {
        self.settings.packs.push(name.to_owned());
        // All at once: each control once, in the order of IDs.
        let controls = policies::select(self.settings.packs.iter().map(String::as_str))
            .map_err(SettingError)?;
        self.settings.policy = controls.into();
        Ok(self)
    }

    /// Replaces the severity of rules: of a Guard rule, a control, a lint rule, or lint rules with an ID prefix; a pattern has
    /// `*` for any characters. A name that no rule has makes the report incomplete.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document, RuleLevel};
    ///
    /// let document = Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}");
    /// assert!(Checker::new(0).with_severity("E3", RuleLevel::Off).check(&[document]).is_compliant());
    /// assert!(!Checker::new(0).with_severity("E3O06", RuleLevel::Off).check(&[document]).is_complete());
    /// ```
    #[must_use]
    pub fn with_severity(mut self, rule: impl Into<String>, level: RuleLevel) -> Checker {
        self.settings.severities.push(SeverityOverride {
            rule: rule.into(),
            level: level.into(),
        });
        self
    }

    /// Adds a file of waivers. A name that ends in `.json`, `.yaml` or `.yml` has YAML or JSON, any other one TOML, which needs
    /// the feature `toml`.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let waivers = "waiver:\n- {rule: E3006, reason: not released yet}\n";
    /// let checker = Checker::new(0).with_waivers("waivers.yaml", waivers)?;
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}, Q: {Type: AWS::SQS::Queue}}")]);
    /// assert_eq!((report.is_compliant(), report.summary().waived), (true, 1));
    /// # Ok::<(), cfn_warden::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// All mistakes of the file with their positions:
    ///
    /// ```
    /// let error = cfn_warden::Checker::new(0).with_waivers("waivers.yaml", "waiver:\n- {rule: E3006}\n").unwrap_err();
    /// assert!(error.to_string().starts_with("waivers.yaml:2:3: "), "{error}");
    /// ```
    pub fn with_waivers(mut self, name: &str, text: &str) -> Result<Checker, SettingError> {
        let is_toml = ![".json", ".yaml", ".yml"]
            .iter()
            .any(|end| name.ends_with(end));
        let waivers = if is_toml {
            toml(text, name)
        } else {
            file::parse(text, name).map_err(|all| lines(&all, name))
        };
        self.settings.waivers.extend(waivers.map_err(SettingError)?);
        Ok(self)
    }
}

/// The names and titles of the bundled packs, for [`Checker::with_pack`].
///
/// ```
/// assert!(cfn_warden::packs().any(|(name, _)| name == "cis"));
/// ```
pub fn packs() -> impl Iterator<Item = (&'static str, &'static str)> {
    PACKS.iter().map(|pack| (pack.name, pack.title))
}

#[cfg(feature = "toml")]
fn toml(text: &str, name: &str) -> Result<Vec<Waiver>, String> {
    crate::toml::waivers::parse(text, name).map_err(|all| lines(&all, name))
}

#[cfg(not(feature = "toml"))]
fn toml(_: &str, name: &str) -> Result<Vec<Waiver>, String> {
    Err(format!(
        "{name}: TOML is not supported in this build; expected a name that ends in .yaml or .json"
    ))
}

fn lines(mistakes: &[Mistake], name: &str) -> String {
    mistakes
        .iter()
        .map(|mistake| mistake.line(name))
        .collect::<Vec<_>>()
        .join("\n")
}
