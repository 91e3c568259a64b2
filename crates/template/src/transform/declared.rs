//! The transforms that a template declares.

use cfn_warden_syntax::{Node, Value};

/// Returns the names of the transforms of a template, in order.
pub fn names<'a>(root: Node<'a>) -> Vec<&'a str> {
    match root.get("Transform").map(|node| node.value) {
        Some(Value::Str(name)) => vec![name],
        Some(Value::List(items)) => items.iter().filter_map(|item| item.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether a transform may be a macro of an account. Names that start with `AWS::` are those of AWS's transforms.
pub fn is_macro_name(name: &str) -> bool {
    !name.starts_with("AWS::") && is_transform_name(name)
}

/// Returns whether a transform or macro can have a name: letters, digits, `-`, `_`, `.`, `:` and `/`, of which the first
/// is a letter or digit.
///
/// AWS documents no pattern for the name of a macro. Names are known with letters, digits, `-` and `_`, and in messages
/// of CloudFormation after the account (`123456789012::Name`); the other characters are those of an ARN. Source:
/// <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudformation-macro.html>.
pub fn is_transform_name(name: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_.:/".contains(letter);
    name.starts_with(|first: char| first.is_ascii_alphanumeric()) && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::{is_macro_name, is_transform_name};

    #[test]
    fn macro_names_have_letters_and_digits() {
        for name in [
            "Team",
            "cfn-macro_2",
            "123456789012::Team",
            "Acme::Team",
            "a",
        ] {
            assert!(is_macro_name(name), "{name}");
        }
        let impossible = [
            "",
            " ",
            "\t",
            "not a macro name!",
            " Team",
            "Team ",
            "-",
            "::",
            "Te\u{200b}am",
            "{}",
            "Équipe",
            "\n",
        ];
        for name in impossible {
            assert!(!is_macro_name(name) && !is_transform_name(name), "{name:?}");
        }
        let hosted = "AWS::Serverless-2016-10-31";
        assert!(!is_macro_name(hosted) && is_transform_name(hosted));
    }
}
