//! Reports a secret's value where its ARN is expected. Run by E1050 and E1019.

use cfn_warden_lint::Rule;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, Operand, Step, Violation, Violations, message,
};

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
pub fn check_sub<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    text: &'a str,
    out: &mut Violations<'a>,
) {
    if !evaluation.begins(r#"^(\")?{{resolve:secretsmanager:.*}}(\")?$"#, text) {
        return;
    }
    let instance_path = assertion
        .cx
        .instance_path
        .step(evaluation.arena, Step::Name("Fn::Sub"));
    check(
        &Assertion {
            cx: &Context {
                instance_path,
                ..*assertion.cx
            },
            ..*assertion
        },
        text,
        out,
    );
}

/// Reports a reference in a property that expects an ARN.
pub fn check<'a>(assertion: &Assertion<'a, '_>, reference: &'a str, out: &mut Violations<'a>) {
    let steps: Vec<_> = assertion
        .cx
        .instance_path
        .steps()
        .iter()
        .map(|step| step.text())
        .collect();
    if !matches!(
        steps.as_slice(),
        [Some("Resources"), _, Some("Properties"), ..]
    ) {
        return;
    }
    for field in ARNS.iter().filter(|field| steps.contains(&Some(field))) {
        const MESSAGE: &str = "Dynamic reference {} to secrets manager when the field {} expects the ARN to the secret and not \
                     the secret";
        let message = message!(MESSAGE, [Operand::Text(reference), Operand::Text(field)]);
        out.push(Violation {
            rule: Some(RULE.id),
            ..assertion.violation(message)
        });
    }
}
