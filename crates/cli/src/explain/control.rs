//! The page of a control.

use std::fmt::Write as _;

use super::explanation::Explanation;
use cfn_warden_policies::{self as policies, Examples};
use cfn_warden_report::Paint;
use cfn_warden_syntax::control::Control;

/// The header of a control, then its rules.
pub fn explain_control(control: &Control, paint: Paint) -> Explanation {
    let Control {
        id,
        title,
        types,
        link,
        why,
        fix,
        owner,
        rules,
        severity,
        ..
    } = control;
    // A file of a team may have no header.
    let without_header = |rules: &str| {
        let body = rules.split_once("\n\n").filter(|_| rules.starts_with('#'));
        body.map_or(rules, |(_, rules)| rules)
            .trim_start()
            .to_owned()
    };
    let (rules, plan) = (without_header(rules), control.plan.as_deref());
    let types = plan.map_or(types.to_string(), |plan| format!("{types},{}", plan.types));
    let fix = plan.map_or(fix.to_string(), |plan| {
        format!("{fix}\nIn Terraform: {}", plan.fix)
    });
    let of_plans = plan.map_or(String::new(), |plan| {
        format!(
            "\n{}\n\n{}",
            paint.bold("Rules for Terraform plans"),
            without_header(&plan.rules)
        )
    });
    let frameworks: Vec<&str> = control.frameworks().collect();
    let example =
        |heading: &str, text: &str| format!("{}\n\n{}\n", paint.bold(heading), text.trim_end());
    let examples = policies::examples(id).map_or(String::new(), |Examples { bad, good }| {
        format!(
            "{}\n{}\n",
            example("Example that fails", bad),
            example("Example that passes", good)
        )
    });
    let mut text = format!("{} {}: {title}\n\n", paint.bold(id), severity.name());
    if !why.is_empty() {
        let _ = write!(text, "{why}\n\n");
    }
    if !fix.is_empty() {
        let _ = write!(text, "{}\n\n{fix}\n\n", paint.bold("How to fix it"));
    }
    let _ = write!(text, "{}\n\n", paint.bold("Where it applies"));
    let frameworks = frameworks.join("; ");
    let lines = [
        ("Types: ", &*types),
        ("Frameworks: ", &frameworks),
        ("Owner: ", owner),
        ("", link),
    ];
    for (name, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "{name}{value}");
    }
    let rules_heading = paint.bold("Rules");
    let _ = write!(text, "\n{examples}{rules_heading}\n\n{rules}{of_plans}");
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Explanation {
        severity: Some(severity.name()),
        description: some(why),
        fix: some(&fix),
        documentation: some(link),
        ..Explanation::new(id, "control", title, text)
    }
}
