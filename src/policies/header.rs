//! Headers of policies: `# ID: title`, then a line for each field.

use super::control::{Control, ControlSeverity};

/// Parses a Guard file with a header.
///
/// # Errors
/// The first field that is missing or invalid.
pub fn parse(rules: &str) -> Result<Control<'_>, String> {
    let lines = || rules.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let first = lines().next().and_then(|line| line.split_once(": "));
    let (id, title) = first.ok_or("line 1: expected `# ID: title`")?;
    let field = |name: &str| lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(str::trim));
    let required = |name: &str| {
        field(name).filter(|value| !value.is_empty()).ok_or_else(|| format!("{id}: missing `# {name}: ...`"))
    };
    let severity = required("severity")?;
    let known = ControlSeverity::ALL.into_iter().find(|known| known.name() == severity);
    Ok(Control {
        id,
        title,
        severity: known
            .ok_or_else(|| format!("{id}: invalid severity `{severity}`; expected critical, high, medium or low"))?,
        types: required("types")?,
        frameworks: field("frameworks").unwrap_or_default(),
        link: required("link")?,
        why: required("why")?,
        fix: required("fix")?,
        rules,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# X.1: Thing is bad\n# view: deployments\n# severity: high\n# types: A::B::C\n\
                        # link: https://example.com\n# why: it breaks\n# fix: repair it\n\nrule X_1 { Resources exists }\n";

    #[test]
    fn a_header_has_fields() {
        let control = parse(FILE).unwrap();
        assert_eq!((control.id, control.title, control.fix), ("X.1", "Thing is bad", "repair it"));
        assert_eq!((control.severity, control.frameworks().count()), (ControlSeverity::High, 0));
        assert_eq!((Control::main_rule("X_1_elsewhere"), Control::main_rule("X_1")), (("X_1", true), ("X_1", false)));
        for (line, words) in [
            ("# fix: repair it\n", "X.1: missing `# fix: ...`"),
            ("# severity: high\n", "X.1: missing `# severity: ...`"),
        ] {
            assert_eq!(parse(&FILE.replace(line, "")).unwrap_err(), words);
        }
        assert!(parse(&FILE.replace("high", "hi")).unwrap_err().contains("invalid severity `hi`"));
        assert!(parse("rule X_1 { Resources exists }").unwrap_err().contains("# ID: title"));
    }
}
