//! Options of rules: what `--configure-rule` and `configure_rules` can set.

/// An option of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleOption {
    /// The rule.
    pub rule: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// What it is where nobody sets it, as JSON.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// What values an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Boolean,
    /// A text.
    Text,
    /// Texts.
    List,
    /// A map.
    Object,
}

impl OptionKind {
    /// As documentation names it.
    pub fn name(self) -> &'static str {
        match self {
            OptionKind::Boolean => "boolean",
            OptionKind::Text => "string",
            OptionKind::List => "list",
            OptionKind::Object => "object",
        }
    }
}

/// Every option, by rule id.
#[rustfmt::skip]
pub const ALL: &[RuleOption] = &[
    option("E1001", "sections", OptionKind::Text, "\"\"", "names of further sections that a template may have, with commas between"),
    option("E1029", "custom_excludes", OptionKind::Text, "\"\"", "a pattern of texts that may have `${...}` without Fn::Sub"),
    option("E3012", "strict", OptionKind::Boolean, "false", "a value must have the very type, not one that CloudFormation turns into it"),
    option("E3019", "exceptions", OptionKind::Object, r#"{"AWS::CodeBuild::Project": {"primaryIdentifier": ["/properties/Name"]}}"#, "what identifies resources of a type, where its schema is wrong about it"),
    option("E3031", "exceptions", OptionKind::List, "[]", "patterns of values that need not match their own pattern"),
    option("I3042", "accountId", OptionKind::Boolean, "false", "account ids in ARNs are looked at"),
    option("I3042", "partition", OptionKind::Boolean, "true", "partitions in ARNs are looked at"),
    option("I3042", "region", OptionKind::Boolean, "false", "regions in ARNs are looked at"),
    option("I4010", INCIDENTAL, OptionKind::List, "[]", OF_INCIDENTAL),
    option("I4010", "additional_low_value_types", OptionKind::List, "[]", "further types of resources that need no context"),
    option("W4011", INCIDENTAL, OptionKind::List, "[]", OF_INCIDENTAL),
    option("W4012", INCIDENTAL, OptionKind::List, "[]", OF_INCIDENTAL),
];

const INCIDENTAL: &str = "additional_incidental_patterns";
const OF_INCIDENTAL: &str = "patterns of further logical ids that nobody chose";

const fn option(
    rule: &'static str,
    name: &'static str,
    kind: OptionKind,
    default: &'static str,
    about: &'static str,
) -> RuleOption {
    RuleOption { rule, name, kind, default, about }
}

/// The options of a rule.
pub fn of(rule: &str) -> impl Iterator<Item = &'static RuleOption> {
    ALL.iter().filter(move |option| option.rule == rule)
}
