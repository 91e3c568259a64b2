//! Reports combinations of properties for which SAM cannot create a state machine.

use std::borrow::Cow;

use crate::sam::{self, Located};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1508"),
    tags: &["serverless", "stepfunctions"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for machine in sam::of_kind(lint, "StateMachine") {
        let properties = machine.properties;
        let uri = properties.filled("DefinitionUri");
        match (properties.filled("Definition"), uri) {
            (Some(_), Some(uri)) => uri.report(
                sink,
                message!("use either 'Definition' or 'DefinitionUri', not both"),
            ),
            (None, None) => {
                properties.report(
                    sink,
                    message!("the definition is missing; add 'Definition' or 'DefinitionUri'"),
                );
            }
            _ => {}
        }
        if let Some(uri) = uri.filter(|uri| uri.is_map()) {
            for name in ["Bucket", "Key"]
                .into_iter()
                .filter(|name| uri.filled(name).is_none())
            {
                let operands = [Operand::Text(name)];
                uri.report(
                    sink,
                    message!(
                        "{} is missing in 'DefinitionUri'; it needs 'Bucket' and 'Key'",
                        operands
                    ),
                );
            }
        }
        if let Some(preference) = properties.filled("DeploymentPreference")
            && properties.get("AutoPublishAlias").is_none()
        {
            const MESSAGE: &str = "'DeploymentPreference' requires 'AutoPublishAlias', the alias whose traffic is \
                                       shifted";
            preference.report(sink, message!(MESSAGE));
        }
        check_both(properties, sink);
    }
}

fn check_both<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    if let (Some(_), Some(policies)) = (properties.filled("Role"), properties.filled("Policies")) {
        const MESSAGE: &str = "use either 'Role' or 'Policies', not both: SAM attaches 'Policies' to a role that it creates";
        policies.report(sink, message!(MESSAGE));
    }
}
