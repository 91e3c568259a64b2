//! Custom rules, one per line: `AWS::S3::Bucket BucketName REGEX_MATCH ^team- WARN "start with your team's name"`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/custom_rules.md>

mod value;

use std::borrow::Cow;

use self::value::{Expected, Order, Test};
use super::Input;
use super::finding::finding_at_path;
use cfn_warden_syntax::finding::{Finding, RuleRef, Severity};
use cfn_warden_syntax::python::repr_str;
use cfn_warden_syntax::{Known, Node, Operand, Path, Step, Text, Tree, Value, text};
use cfn_warden_template::Template;

/// Title of all custom rules.
pub const TITLE: &str = "Custom rule";

/// Syntax of a line.
const FORM: &str = "RESOURCE_TYPE PROPERTY OPERATOR VALUE [WARN|ERROR [MESSAGE]]";

/// Supported operators, as cfn-lint's message lists them.
const OPERATORS: &str =
    "EQUALS, NOT_EQUALS, REGEX_MATCH, ==, !=, IN, NOT_IN, >, <, >=, <=, IS DEFINED, IS NOT_DEFINED";

/// Functions whose argument `IS DEFINED` and `IS NOT_DEFINED` check.
const INSPECTED_FUNCTIONS: &[&str] = &[
    "Ref",
    "Fn::GetAtt",
    "Fn::FindInMap",
    "Fn::Split",
    "Fn::Join",
    "Fn::ImportValue",
    "Fn::Sub",
];

/// A rule from a line of a custom rules file.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomRule {
    /// Rule ID: `E9001`. The letter depends on the severity, and the number is 9000 plus the line number.
    pub id: String,
    resource_type: String,
    properties: Vec<String>,
    test: Test,
    message: Option<String>,
}

/// Parses a file of custom rules.
///
/// # Errors
/// Returns a message with the line number if a line has fewer than four words.
pub fn read(text: &str) -> Result<Vec<CustomRule>, String> {
    let mut rules = Vec::new();
    for (number, line) in (1_u32..).zip(text.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.splitn(4, ' ');
        let (Some(resource_type), Some(property), Some(operator), Some(rest)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(format!(
                "invalid custom rule in line {number}; expected {FORM}"
            ));
        };
        rules.push(rule(number, (resource_type, property, operator), rest));
    }
    Ok(rules)
}

fn rule(
    number: u32,
    (resource_type, property, operator): (&str, &str, &str),
    rest: &str,
) -> CustomRule {
    let severity_word = ["WARN", "ERROR"]
        .into_iter()
        .find(|word| rest.contains(word));
    let mut parts = rest.split(severity_word.unwrap_or("\0"));
    let written = parts.next().unwrap_or_default();
    let message = parts
        .next()
        .filter(|_| severity_word.is_some())
        .map(|message| message.trim().trim_matches('"').to_owned());
    let expected = if severity_word.is_some() {
        Expected::before_severity(written)
    } else {
        Expected::whole_line(rest)
    };
    let test = Test::of(operator, expected);
    let letter = if severity_word == Some("WARN") && !matches!(test, Test::Unknown(_)) {
        'W'
    } else {
        'E'
    };
    CustomRule {
        id: format!("{letter}{}", number.saturating_add(9000)),
        resource_type: resource_type.to_owned(),
        properties: property.split('.').map(str::to_owned).collect(),
        test,
        message: message.filter(|message| !message.is_empty()),
    }
}

/// Returns the findings of custom rules.
pub fn findings(
    tree: &Tree<'_>,
    template: &Template<'_>,
    input: &Input<'_>,
    rules: &[CustomRule],
) -> Vec<Finding> {
    let found = rules.iter().flat_map(|rule| {
        let messages = rule.messages(template);
        messages.into_iter().map(|(path, message)| {
            let finding = finding_at_path(tree, template, input, path, message);
            Finding {
                rule: rule.rule_ref(),
                severity: Severity::of_rule(&rule.id),
                ..finding
            }
        })
    });
    found.collect()
}

/// Messages with the paths of the values that they are about.
type Messages = Vec<(Path, Text)>;

/// Whether a custom rule reports a finding.
pub fn is_of(finding: &Finding) -> bool {
    finding.rule.title == TITLE
}

impl CustomRule {
    /// Returns the rule's ID and title for findings.
    pub fn rule_ref(&self) -> RuleRef {
        RuleRef {
            id: Cow::Owned(self.id.clone()),
            title: Cow::Borrowed(TITLE),
            description: Cow::Borrowed("A rule in the file that --custom-rules names"),
            source: Cow::Borrowed(""),
            control: None,
        }
    }

    fn messages(&self, template: &Template<'_>) -> Messages {
        let mut messages = Vec::new();
        if let Test::Unknown(word) = &self.test {
            messages.push((
                Path::default(),
                text!(
                    "\"{}\" not in supported operators: [{}]",
                    Known(word),
                    OPERATORS
                ),
            ));
            return messages;
        }
        let resources = template
            .root
            .get("Resources")
            .and_then(|node| node.as_map())
            .unwrap_or_default();
        for entry in resources {
            let has_type = entry.value.get("Type").and_then(|kind| kind.as_str())
                == Some(self.resource_type.as_str());
            let (Some(name), Some(properties)) =
                (entry.key.as_str(), entry.value.get("Properties"))
            else {
                continue;
            };
            if has_type && properties.as_map().is_some() {
                let path = ["Resources", name, "Properties"]
                    .map(|step| Step::Key(step.to_owned()))
                    .to_vec();
                self.check(properties, &self.properties, &path, &mut messages);
            }
        }
        messages
    }

    /// Checks the property of an object that a chain of names leads to.
    fn check(&self, object: Node<'_>, names: &[String], path: &[Step], messages: &mut Messages) {
        let Some((name, rest)) = names.split_first() else {
            return;
        };
        let tests_existence = matches!(self.test, Test::IsDefined | Test::IsNotDefined);
        let here = with(path, Step::Key(name.clone()));
        let Some(value) = object
            .as_map()
            .and_then(|_| object.get(name))
            .filter(|value| !is_null(*value))
        else {
            if self.test == Test::IsDefined {
                self.fail(&here, messages);
            }
            return;
        };
        for (value, here) in values(value, here) {
            match function(value) {
                None => self.value(value, rest, &here, messages),
                Some((name, inner)) if tests_existence && INSPECTED_FUNCTIONS.contains(&name) => {
                    self.value(
                        inner,
                        rest,
                        &with(&here, Step::Key(name.to_owned())),
                        messages,
                    );
                }
                Some(_) => {}
            }
        }
    }

    fn value(&self, value: Node<'_>, rest: &[String], path: &[Step], messages: &mut Messages) {
        if !rest.is_empty() {
            return self.check(value, rest, path, messages);
        }
        let is_found = match &self.test {
            Test::IsDefined => is_null(value),
            Test::IsNotDefined => !is_null(value),
            test => !is_null(value) && !test.passes(value),
        };
        if is_found {
            match self.test.is_not_numeric(value) {
                true => self.push(path, "Given values are not numeric".into(), messages),
                false => self.fail(path, messages),
            }
        }
    }

    fn fail(&self, path: &[Step], messages: &mut Messages) {
        let listed = || {
            let steps = path.iter().map(|step| match step {
                Step::Key(name) => text!("{}", Operand::Name(&repr_str(name))),
                Step::Index(index) => text!("{}", *index),
            });
            text!("[{}]", Text::join(steps, ", "))
        };
        let default_message = match &self.test {
            Test::Equals(_) => "Must equal check failed".into(),
            Test::NotEquals(_) => "Must not equal check failed".into(),
            Test::Matches(_) => "Regex does not match".into(),
            Test::In(_) => "In set check failed".into(),
            Test::NotIn(_) => "Not in set check failed".into(),
            Test::Compares(Order::Greater | Order::GreaterOrEqual, _) => {
                "Greater than check failed".into()
            }
            Test::Compares(..) => "Lesser than check failed".into(),
            Test::IsDefined => text!("{} must be defined", listed()),
            Test::IsNotDefined => text!("{} must not be defined", listed()),
            Test::Unknown(_) => Text::default(),
        };
        self.push(path, default_message, messages);
    }

    /// Adds the rule's own message, or the default if it has none.
    fn push(&self, path: &[Step], default_message: Text, messages: &mut Messages) {
        messages.push((
            Path(path.to_vec()),
            match &self.message {
                Some(message) => Text::known(message.as_str()),
                None => default_message,
            },
        ));
    }
}

fn with(path: &[Step], step: Step) -> Vec<Step> {
    path.iter().cloned().chain([step]).collect()
}

fn is_null(value: Node<'_>) -> bool {
    matches!(value.value, Value::Null)
}

/// Returns the name and the argument of a function.
fn function<'a>(value: Node<'a>) -> Option<(&'a str, Node<'a>)> {
    let [entry] = value.as_map()? else {
        return None;
    };
    let name = entry.key.as_str()?;
    (name == "Ref" || name.starts_with("Fn::")).then_some((name, entry.value))
}

fn is_no_value(value: Node<'_>) -> bool {
    function(value)
        .is_some_and(|(name, argument)| name == "Ref" && argument.as_str() == Some("AWS::NoValue"))
}

/// Returns the values that a property can have, with their paths: each item of a list and both branches of `Fn::If`.
fn values<'a>(value: Node<'a>, path: Vec<Step>) -> Vec<(Node<'a>, Vec<Step>)> {
    match (value.value, function(value)) {
        (_, Some(("Fn::If", branches))) => {
            branch_values(branches, &with(&path, Step::Key("Fn::If".to_owned())))
        }
        _ if is_no_value(value) => Vec::new(),
        (Value::List(items), _) => {
            let numbered = (0_u32..).zip(items);
            let values = numbered.map(|(index, item)| (*item, with(&path, Step::Index(index))));
            values
                .flat_map(|(item, path)| {
                    if item.as_list().is_some() {
                        vec![(item, path)]
                    } else {
                        values_of(item, path)
                    }
                })
                .collect()
        }
        _ => vec![(value, path)],
    }
}

fn values_of<'a>(item: Node<'a>, path: Vec<Step>) -> Vec<(Node<'a>, Vec<Step>)> {
    match function(item) {
        Some(("Fn::If", branches)) => {
            branch_values(branches, &with(&path, Step::Key("Fn::If".to_owned())))
        }
        _ if is_no_value(item) => Vec::new(),
        _ => vec![(item, path)],
    }
}

fn branch_values<'a>(branches: Node<'a>, path: &[Step]) -> Vec<(Node<'a>, Vec<Step>)> {
    let Some([_, yes, no]) = branches.as_list() else {
        return Vec::new();
    };
    [(1, yes), (2, no)]
        .into_iter()
        .flat_map(|(index, branch)| values_of(*branch, with(path, Step::Index(index))))
        .collect()
}
