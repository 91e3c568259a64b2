//! The deployments that documents are checked for.

use std::collections::BTreeMap;

use cfn_warden_lint::Settings;
use cfn_warden_template::parameter_values::Literal;

/// The account and stack that documents are deployed to, if known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Target<'r> {
    /// The ID of the account.
    pub account: Option<&'r str>,
    /// The name of the stack.
    pub stack: Option<&'r str>,
    /// The organisational units that the policy knows.
    pub units: Option<&'r Units>,
}

/// The IDs of the accounts of organisational units, by the name of the unit.
pub type Units = BTreeMap<String, Vec<String>>;

impl<'r> Target<'r> {
    /// Returns the target with the values of pseudo parameters for what it does not have.
    pub(super) fn or_parameters(self, settings: &'r Settings) -> Target<'r> {
        let text = |value: &'r Literal| {
            if let Literal::Text(text) = value {
                Some(text.as_str())
            } else {
                None
            }
        };
        let value = |name: &str| {
            settings
                .parameter_sets
                .iter()
                .find_map(|set| text(&set.get(name)?.value))
        };
        Target {
            account: self.account.or_else(|| value("AWS::AccountId")),
            stack: self.stack.or_else(|| value("AWS::StackName")),
            units: self.units,
        }
    }

    /// Returns the organisational units of the account.
    pub(super) fn units(self) -> impl Iterator<Item = &'r str> {
        let has = move |accounts: &[String]| {
            self.account
                .is_some_and(|own| accounts.iter().any(|one| one == own))
        };
        let all = self.units.into_iter().flatten();
        all.filter(move |(_, accounts)| has(accounts))
            .map(|(name, _)| name.as_str())
    }
}
