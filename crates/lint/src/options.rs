//! Options of rules, which users set with `--configure-rule` or `configure_rules`.

use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::names;

/// Definition of a rule option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleOption {
    /// Rule ID.
    pub rule: RuleId,
    /// Option name.
    pub name: &'static str,
    /// Type of the value.
    pub kind: OptionKind,
    /// Default value, as JSON.
    pub default: &'static str,
    /// Description for help and documentation.
    pub description: &'static str,
}

/// Type of an option's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Boolean,
    /// A string.
    String,
    /// A list of strings.
    List,
    /// An object.
    Object,
}

impl OptionKind {
    /// Returns the name of the type in documentation.
    pub fn name(self) -> &'static str {
        match self {
            OptionKind::Boolean => "boolean",
            OptionKind::String => "string",
            OptionKind::List => "list",
            OptionKind::Object => "object",
        }
    }
}

/// All options, sorted by rule ID.
#[rustfmt::skip]
pub const ALL: &[RuleOption] = &[
    option("E1001", "sections", OptionKind::String, "\"\"", "Allows additional top-level sections; separate their names with commas"),
    option("E1029", "custom_excludes", OptionKind::String, "\"\"", "Regular expression; variables that match it, written as `${Name}`, are not reported"),
    option("E3012", "strict", OptionKind::Boolean, "false", "Requires the exact type; values that CloudFormation would convert are findings"),
    option("E3019", "exceptions", OptionKind::Object, r#"{"AWS::CodeBuild::Project": {"primaryIdentifier": ["/properties/Name"]}}"#, "Primary identifiers that replace those of the schema. As in cfn-lint, only the default takes effect"),
    option("E3031", "exceptions", OptionKind::List, "[]", "Regular expressions; values that match one of them from their start are not reported"),
    option("I3042", "accountId", OptionKind::Boolean, "false", "Check the account ID"),
    option("I3042", "partition", OptionKind::Boolean, "true", "Check the partition"),
    option("I3042", "region", OptionKind::Boolean, "false", "Check the region"),
    option("I4010", INCIDENTAL, OptionKind::List, "[]", INCIDENTAL_DESCRIPTION),
    option("I4010", "additional_low_value_types", OptionKind::List, "[]", "Further resource types that need no context"),
    option("W4011", INCIDENTAL, OptionKind::List, "[]", INCIDENTAL_DESCRIPTION),
    option("W4012", INCIDENTAL, OptionKind::List, "[]", INCIDENTAL_DESCRIPTION),
];

const INCIDENTAL: &str = "additional_incidental_patterns";
const INCIDENTAL_DESCRIPTION: &str =
    "Regular expressions for logical IDs of resources that the rule skips";

const fn option(
    rule: &'static str,
    name: &'static str,
    kind: OptionKind,
    default: &'static str,
    description: &'static str,
) -> RuleOption {
    RuleOption {
        rule: RuleId::new(rule),
        name,
        kind,
        default,
        description,
    }
}

/// Returns the options of a rule.
pub fn of_rule(id: &str) -> impl Iterator<Item = &'static RuleOption> {
    ALL.iter().filter(move |option| option.rule.as_str() == id)
}

/// Returns what is wrong with an option of a rule: its name, or its value as text.
pub fn problem(rule: &str, name: &str, value: &str) -> Option<String> {
    if let Some(option) = of_rule(rule).find(|option| option.name == name) {
        let is_valid = option.kind != OptionKind::Boolean
            || value.to_ascii_lowercase().parse::<bool>().is_ok();
        let reason = || {
            format!("invalid value `{value}` for `{name}` of {rule}; expected `true` or `false`")
        };
        return (!is_valid).then(reason);
    }
    let known: Vec<&str> = of_rule(rule).map(|known| known.name).collect();
    let expected = if known.is_empty() {
        "the rule has no options".to_owned()
    } else {
        names::one_of(name, &known)
    };
    Some(format!("unknown option `{name}` of {rule}; {expected}"))
}
