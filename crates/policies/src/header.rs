//! Headers of policies: `# ID: title`, then a line for each field.

use std::borrow::Cow;
use std::sync::Arc;

use cfn_warden_syntax::control::{Control, ControlSeverity, PlanRules};

/// Parses a Guard file with a header.
///
/// # Errors
/// The first field that is missing or invalid.
pub fn parse(rules: &str) -> Result<Control, String> {
    parse_with(rules, |part| Cow::Owned(part.to_owned()))
}

/// Parses a Guard file that the program has. The control borrows from it.
///
/// # Errors
/// The same as [`parse`].
pub fn parse_bundled(rules: &'static str) -> Result<Control, String> {
    parse_with(rules, Cow::Borrowed)
}

fn parse_with<'t>(
    rules: &'t str,
    text: impl Fn(&'t str) -> Cow<'static, str>,
) -> Result<Control, String> {
    let lines = || {
        rules
            .lines()
            .map_while(|line| line.strip_prefix('#'))
            .map(str::trim)
    };
    let first = lines().next().and_then(|line| line.split_once(": "));
    let (id, title) = first.ok_or("line 1: expected `# ID: title`")?;
    let field = |name: &str| {
        lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(str::trim))
    };
    let required = |name: &str| {
        let value = field(name).filter(|value| !value.is_empty());
        value
            .map(&text)
            .ok_or_else(|| format!("{id}: missing `# {name}: ...`"))
    };
    Ok(Control {
        id: text(id),
        title: text(title),
        severity: required("severity")?
            .parse::<ControlSeverity>()
            .map_err(|reason| format!("{id}: {reason}"))?,
        types: required("types")?,
        frameworks: text(field("frameworks").unwrap_or_default()),
        link: required("link")?,
        why: required("why")?,
        fix: required("fix")?,
        owner: text(field("owner").unwrap_or_default()),
        rules: Arc::new(text(rules)),
        plan: None,
    })
}

/// Parses the header of a Guard file for Terraform plans: the ID of a control, and what plans have of their own. Returns `None`
/// if the file is not for plans.
#[cfg(feature = "custom")]
pub fn parse_plan(rules: &str) -> Option<(&str, PlanRules)> {
    parse_plan_with(rules, |part| Cow::Owned(part.to_owned()))
}

/// Like [`parse_plan`], for a file that the program has.
pub fn parse_bundled_plan(rules: &'static str) -> Option<(&'static str, PlanRules)> {
    parse_plan_with(rules, Cow::Borrowed)
}

fn parse_plan_with<'t>(
    rules: &'t str,
    text: impl Fn(&'t str) -> Cow<'static, str>,
) -> Option<(&'t str, PlanRules)> {
    let lines = || rules.lines().map_while(|line| line.strip_prefix("# "));
    let field = |name: &str| lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let (id, _) = lines().next()?.split_once(": ")?;
    (field("view")? == "plan").then_some(())?;
    let [types, fix] = [field("types")?, field("fix")?].map(&text);
    Some((
        id,
        PlanRules {
            types,
            fix,
            rules: text(rules),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# X.1: Thing is bad\n# view: deployments\n# severity: high\n# types: A::B::C\n\
                        # link: https://example.com\n# why: it breaks\n# fix: repair it\n\nrule X_1 { Resources exists }\n";

    #[test]
    fn a_header_has_fields() {
        let control = parse_bundled(FILE).unwrap();
        assert_eq!(
            (&*control.id, &*control.title, &*control.fix),
            ("X.1", "Thing is bad", "repair it")
        );
        assert_eq!(
            (control.severity, control.frameworks().count()),
            (ControlSeverity::High, 0)
        );
        assert_eq!(
            (
                Control::main_rule("X_1_elsewhere"),
                Control::main_rule("X_1")
            ),
            (("X_1", true), ("X_1", false))
        );
        for (line, words) in [
            ("# fix: repair it\n", "X.1: missing `# fix: ...`"),
            ("# severity: high\n", "X.1: missing `# severity: ...`"),
        ] {
            assert_eq!(parse(&FILE.replace(line, "")).unwrap_err(), words);
        }
        assert!(
            parse(&FILE.replace("high", "hi"))
                .unwrap_err()
                .contains("invalid severity `hi`")
        );
        assert!(
            parse("rule X_1 { Resources exists }")
                .unwrap_err()
                .contains("# ID: title")
        );
    }
}
