//! Rules of the user's own, a line each: `AWS::S3::Bucket BucketName REGEX_MATCH ^team- WARN "say whose it is"`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/custom_rules.md>

mod value;

use std::borrow::Cow;

use self::value::{Expected, Order, Test};
use super::rule::severity;
use super::{Input, Settings, report};
use cfn_warden_syntax::finding::{Finding, RuleRef};
use cfn_warden_syntax::python::repr_str;
use cfn_warden_syntax::{Node, Path, Step, Tree, Value};
use cfn_warden_template::Template;

/// The title of all of them.
pub const TITLE: &str = "A rule of your own";

/// The words that a rule's third one may be, as messages list them.
const OPERATORS: &str = "EQUALS, NOT_EQUALS, REGEX_MATCH, ==, !=, IN, NOT_IN, >, <, >=, <=, IS DEFINED, IS NOT_DEFINED";

/// Functions that `IS DEFINED` looks into.
const LOOKED_INTO: &[&str] =
    &["Ref", "Fn::GetAtt", "Fn::FindInMap", "Fn::Split", "Fn::Join", "Fn::ImportValue", "Fn::Sub"];

/// A rule of the user's.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomRule {
    /// `E9001`: the letter as the line says, the number after the line's.
    pub id: String,
    resource_type: String,
    properties: Vec<String>,
    test: Test,
    message: Option<String>,
}

/// The rules of a file.
///
/// # Errors
/// A line that is no rule: its number, and what is wrong.
pub fn read(text: &str) -> Result<Vec<CustomRule>, String> {
    let mut rules = Vec::new();
    for (number, line) in (1_u32..).zip(text.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.splitn(4, ' ');
        let (Some(kind), Some(property), Some(operator), Some(rest)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            let form = "RESOURCE_TYPE PROPERTY OPERATOR VALUE, and then perhaps WARN or ERROR with a message";
            return Err(format!("line {number} is no rule; expected {form}"));
        };
        rules.push(rule(number, (kind, property, operator), rest));
    }
    Ok(rules)
}

fn rule(number: u32, (kind, property, operator): (&str, &str, &str), rest: &str) -> CustomRule {
    let weight = ["WARN", "ERROR"].into_iter().find(|word| rest.contains(word));
    let mut parts = rest.split(weight.unwrap_or("\0"));
    let written = parts.next().unwrap_or_default();
    let message = parts.next().filter(|_| weight.is_some()).map(|message| message.trim().trim_matches('"').to_owned());
    let expected = if weight.is_some() { Expected::before_weight(written) } else { Expected::alone(rest) };
    let test = Test::of(operator, expected);
    let letter = if weight == Some("WARN") && !matches!(test, Test::Unknown(_)) { 'W' } else { 'E' };
    CustomRule {
        id: format!("{letter}{}", number.saturating_add(9000)),
        resource_type: kind.to_owned(),
        properties: property.split('.').map(str::to_owned).collect(),
        test,
        message: message.filter(|message| !message.is_empty()),
    }
}

/// What the user's rules find.
pub fn findings(tree: &Tree<'_>, template: &Template<'_>, input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    let found = settings.custom_rules.iter().flat_map(|rule| {
        let told = rule.told(template);
        told.into_iter().map(|(path, message)| {
            let finding = report::at_path(tree, template, input, path, message);
            Finding { rule: rule.reference(), severity: severity(&rule.id), ..finding }
        })
    });
    found.collect()
}

/// Paths, and what is said of them.
type Told = Vec<(Path, String)>;

impl CustomRule {
    /// As findings name it.
    pub fn reference(&self) -> RuleRef {
        RuleRef {
            id: Cow::Owned(self.id.clone()),
            title: Cow::Borrowed(TITLE),
            description: Cow::Borrowed("A line of the file that --custom-rules names"),
            source: Cow::Borrowed(""),
        }
    }

    fn told(&self, template: &Template<'_>) -> Told {
        let mut told = Vec::new();
        if let Test::Unknown(word) = &self.test {
            told.push((Path::default(), format!("\"{word}\" not in supported operators: [{OPERATORS}]")));
            return told;
        }
        let resources = template.root.get("Resources").and_then(|node| node.as_map()).unwrap_or_default();
        for entry in resources {
            let is_of = entry.value.get("Type").and_then(|kind| kind.as_str()) == Some(self.resource_type.as_str());
            let (Some(name), Some(properties)) = (entry.key.as_str(), entry.value.get("Properties")) else { continue };
            if is_of && properties.as_map().is_some() {
                let path = ["Resources", name, "Properties"].map(|step| Step::Key(step.to_owned())).to_vec();
                self.check(properties, &self.properties, &path, &mut told);
            }
        }
        told
    }

    /// Checks what an object has below a chain of names.
    fn check(&self, object: Node<'_>, chain: &[String], path: &[Step], told: &mut Told) {
        let Some((name, rest)) = chain.split_first() else { return };
        let is_about_being = matches!(self.test, Test::IsDefined | Test::IsNotDefined);
        let here = with(path, Step::Key(name.clone()));
        let Some(value) = object.as_map().and_then(|_| object.get(name)).filter(|value| !is_null(*value)) else {
            if self.test == Test::IsDefined {
                self.tell(&here, told);
            }
            return;
        };
        for (value, here) in values(value, here) {
            match function(value) {
                None => self.value(value, rest, &here, told),
                Some((name, inner)) if is_about_being && LOOKED_INTO.contains(&name) => {
                    self.value(inner, rest, &with(&here, Step::Key(name.to_owned())), told);
                }
                Some(_) => {}
            }
        }
    }

    fn value(&self, value: Node<'_>, rest: &[String], path: &[Step], told: &mut Told) {
        if !rest.is_empty() {
            return self.check(value, rest, path, told);
        }
        let is_found = match &self.test {
            Test::IsDefined => is_null(value),
            Test::IsNotDefined => !is_null(value),
            test => !is_null(value) && !test.holds(value),
        };
        if is_found {
            match self.test.is_about_no_numbers(value) {
                true => self.say(path, "Given values are not numeric".to_owned(), told),
                false => self.tell(path, told),
            }
        }
    }

    fn tell(&self, path: &[Step], told: &mut Told) {
        let listed = || {
            let steps = path.iter().map(|step| match step {
                Step::Key(name) => repr_str(name),
                Step::Index(index) => index.to_string(),
            });
            format!("[{}]", steps.collect::<Vec<_>>().join(", "))
        };
        let said = match &self.test {
            Test::Equals(_) => "Must equal check failed".to_owned(),
            Test::NotEquals(_) => "Must not equal check failed".to_owned(),
            Test::Matches(_) => "Regex does not match".to_owned(),
            Test::In(_) => "In set check failed".to_owned(),
            Test::NotIn(_) => "Not in set check failed".to_owned(),
            Test::Compares(Order::Greater | Order::GreaterOrEqual, _) => "Greater than check failed".to_owned(),
            Test::Compares(..) => "Lesser than check failed".to_owned(),
            Test::IsDefined => format!("{} must be defined", listed()),
            Test::IsNotDefined => format!("{} must not be defined", listed()),
            Test::Unknown(_) => String::new(),
        };
        self.say(path, said, told);
    }

    /// Says something, unless the rule's line has its own words.
    fn say(&self, path: &[Step], said: String, told: &mut Told) {
        told.push((Path(path.to_vec()), self.message.clone().unwrap_or(said)));
    }
}

fn with(path: &[Step], step: Step) -> Vec<Step> {
    path.iter().cloned().chain([step]).collect()
}

fn is_null(value: Node<'_>) -> bool {
    matches!(value.value, Value::Null)
}

/// The name and the value of a function.
fn function<'a>(value: Node<'a>) -> Option<(&'a str, Node<'a>)> {
    let [entry] = value.as_map()? else { return None };
    let name = entry.key.as_str()?;
    (name == "Ref" || name.starts_with("Fn::")).then_some((name, entry.value))
}

fn is_no_value(value: Node<'_>) -> bool {
    function(value).is_some_and(|(name, of)| name == "Ref" && of.as_str() == Some("AWS::NoValue"))
}

/// The values that a property can have, with their paths: those of a list one by one, those of `Fn::If` both.
fn values<'a>(value: Node<'a>, path: Vec<Step>) -> Vec<(Node<'a>, Vec<Step>)> {
    match (value.value, function(value)) {
        (_, Some(("Fn::If", branches))) => branch_values(branches, &with(&path, Step::Key("Fn::If".to_owned()))),
        _ if is_no_value(value) => Vec::new(),
        (Value::List(items), _) => {
            let numbered = (0_u32..).zip(items);
            let values = numbered.map(|(index, item)| (*item, with(&path, Step::Index(index))));
            values
                .flat_map(
                    |(item, path)| if item.as_list().is_some() { vec![(item, path)] } else { values_of(item, path) },
                )
                .collect()
        }
        _ => vec![(value, path)],
    }
}

fn values_of<'a>(item: Node<'a>, path: Vec<Step>) -> Vec<(Node<'a>, Vec<Step>)> {
    match function(item) {
        Some(("Fn::If", branches)) => branch_values(branches, &with(&path, Step::Key("Fn::If".to_owned()))),
        _ if is_no_value(item) => Vec::new(),
        _ => vec![(item, path)],
    }
}

fn branch_values<'a>(branches: Node<'a>, path: &[Step]) -> Vec<(Node<'a>, Vec<Step>)> {
    let Some([_, yes, no]) = branches.as_list() else { return Vec::new() };
    [(1, yes), (2, no)]
        .into_iter()
        .flat_map(|(index, branch)| values_of(*branch, with(path, Step::Index(index))))
        .collect()
}
