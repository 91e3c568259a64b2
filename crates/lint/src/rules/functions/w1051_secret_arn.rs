//! Reports a secret's value where its ARN is expected. Run by E1050 and E1019.

use crate::Rule;
use cfn_warden_schema::{Context, Operand, Site, Step, Violation, Violations, Walk, message};

pub static RULE: Rule = Rule::label("W1051", &["functions", "dynamic reference"]);

const ARNS: &[&str] = &[
    "SecretArn",
    "SecretARN",
    "SecretsManagerSecretId",
    "SecretsManagerOracleAsmSecretId",
    "SecretsManagerSecurityDbEncryptionSecretId",
    "SecretsManagerConfiguration",
];

/// Reports an `Fn::Sub` string that consists of a dynamic reference.
pub fn check_sub<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, text: &'a str, out: &mut Violations<'a>) {
    if !walk.begins(r#"^(\")?{{resolve:secretsmanager:.*}}(\")?$"#, text) {
        return;
    }
    let trail = site.cx.trail.step(walk.arena, Step::Name("Fn::Sub"));
    check(&Site { cx: &Context { trail, ..*site.cx }, ..*site }, text, out);
}

/// Reports a reference in a property that expects an ARN.
pub fn check<'a>(site: &Site<'a, '_>, reference: &'a str, out: &mut Violations<'a>) {
    let steps: Vec<_> = site.cx.trail.steps().iter().map(|step| step.text()).collect();
    if !matches!(steps.as_slice(), [Some("Resources"), _, Some("Properties"), ..]) {
        return;
    }
    for field in ARNS.iter().filter(|field| steps.contains(&Some(field))) {
        const MESSAGE: &str = "Dynamic reference {} to secrets manager when the field {} expects the ARN to the secret and not \
                     the secret";
        let message = message!(MESSAGE, [Operand::Text(reference), Operand::Text(field)]);
        out.push(Violation { rule: Some(RULE.id), ..site.violation(message) });
    }
}
