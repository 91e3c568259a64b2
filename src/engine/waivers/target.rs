//! The deployments that documents are checked for.

use cfn_warden_lint::Settings;
use cfn_warden_template::parameter_values::Literal;

/// The account and stack that documents are deployed to, if known.
#[derive(Debug, Default)]
pub(super) struct Target<'r> {
    /// The ID of the account.
    pub account: Option<&'r str>,
    /// The name of the stack.
    pub stack: Option<&'r str>,
}

impl<'r> Target<'r> {
    /// Returns the values of the pseudo parameters.
    pub fn of(settings: &'r Settings) -> Target<'r> {
        let text = |value: &'r Literal| if let Literal::Text(text) = value { Some(text.as_str()) } else { None };
        let value = |name: &str| settings.parameter_sets.iter().find_map(|set| text(&set.get(name)?.value));
        Target { account: value("AWS::AccountId"), stack: value("AWS::StackName") }
    }
}
