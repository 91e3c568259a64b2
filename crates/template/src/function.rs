//! Intrinsic functions of CloudFormation, and sets of them.

use cfn_warden_syntax::{Entry, Node};

macro_rules! functions {
    ($($function:ident $name:literal)*) => {
        /// An intrinsic function.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Function { $(#[doc = concat!("`", $name, "`")] $function),* }

        impl Function {
            /// Every function.
            pub const ALL: &[Function] = &[$(Function::$function),*];

            /// Returns the function with a name.
            pub fn named(name: &str) -> Option<Function> {
                if !is_like_function(name) {
                    return None;
                }
                // Lengths tell most apart. A `match` calls a comparison for each name where size counts.
                $(if name.len() == $name.len() && name == $name {
                    return Some(Function::$function);
                })*
                None
            }

            /// Returns the name: `Fn::Sub`.
            pub fn name(self) -> &'static str {
                match self { $(Function::$function => $name),* }
            }
        }
    };
}

functions! {
    Base64 "Fn::Base64"
    Cidr "Fn::Cidr"
    Contains "Fn::Contains"
    FindInMap "Fn::FindInMap"
    GetAtt "Fn::GetAtt"
    GetAzs "Fn::GetAZs"
    GetStackOutput "Fn::GetStackOutput"
    If "Fn::If"
    ImportValue "Fn::ImportValue"
    Join "Fn::Join"
    Length "Fn::Length"
    Select "Fn::Select"
    Split "Fn::Split"
    Sub "Fn::Sub"
    ToJsonString "Fn::ToJsonString"
    Transform "Fn::Transform"
    Ref "Ref"
    And "Fn::And"
    Or "Fn::Or"
    Not "Fn::Not"
    Equals "Fn::Equals"
    Condition "Condition"
    EachMemberEquals "Fn::EachMemberEquals"
    EachMemberIn "Fn::EachMemberIn"
    RefAll "Fn::RefAll"
    ValueOf "Fn::ValueOf"
    ValueOfAll "Fn::ValueOfAll"
}

/// Whether a key starts like the name of a function: most keys are names of properties, which their first bytes tell.
#[inline]
pub(crate) fn is_like_function(key: &str) -> bool {
    matches!(
        key.as_bytes(),
        [b'F', b'n', b':', ..] | [b'R', b'e', b'f'] | [b'C', b'o', b'n', ..]
    )
}

/// A set of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Functions(u32);

impl Functions {
    /// The empty set.
    pub const NONE: Functions = Functions(0);
    /// Functions allowed in resource properties.
    pub const PROPERTIES: Functions = Functions::of(&[
        Function::Base64,
        Function::Cidr,
        Function::Contains,
        Function::FindInMap,
        Function::GetAtt,
        Function::GetAzs,
        Function::GetStackOutput,
        Function::If,
        Function::ImportValue,
        Function::Join,
        Function::Length,
        Function::Select,
        Function::Split,
        Function::Sub,
        Function::ToJsonString,
        Function::Transform,
        Function::Ref,
    ]);
    /// Functions allowed in conditions.
    pub const CONDITIONS: Functions = Functions::of(&[
        Function::And,
        Function::Or,
        Function::Not,
        Function::Equals,
        Function::Condition,
    ]);
    /// Functions that are recognized anywhere, as the only key of a map.
    pub const ANYWHERE: Functions = Functions(Functions::PROPERTIES.0 | Functions::CONDITIONS.0);

    /// Returns the set of these functions.
    pub const fn of(functions: &[Function]) -> Functions {
        let mut set = 0;
        let mut rest = functions;
        while let [first, tail @ ..] = rest {
            set |= 1 << (*first as u32);
            rest = tail;
        }
        Functions(set)
    }

    /// Returns the set of the functions with these names; other names are ignored.
    pub fn named<'s>(names: impl IntoIterator<Item = &'s str>) -> Functions {
        let bits = names
            .into_iter()
            .filter_map(Function::named)
            .map(|function| 1 << (function as u32));
        Functions(bits.fold(0, |set, bit: u32| set | bit))
    }

    /// Functions allowed in the `Rules` section.
    pub const RULES: Functions = Functions::of(&[
        Function::And,
        Function::Or,
        Function::Not,
        Function::Equals,
        Function::Contains,
        Function::EachMemberEquals,
        Function::EachMemberIn,
        Function::RefAll,
        Function::ValueOf,
        Function::ValueOfAll,
        Function::Condition,
    ]);

    /// Returns the set without a function.
    pub const fn without(self, function: Function) -> Functions {
        Functions(self.0 & !(1 << (function as u32)))
    }

    /// Whether a function is in the set.
    pub const fn has(self, function: Function) -> bool {
        self.0 & (1 << (function as u32)) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Returns the function in a map with one key, and its argument.
#[inline]
pub fn function_of<'a>(node: Node<'a>) -> Option<(Function, Node<'a>)> {
    let (function, entry) = lone_function(node)?;
    Functions::ANYWHERE
        .has(function)
        .then_some((function, entry.value))
}

/// Returns the function in a map with one key, including functions of the `Rules` section.
#[inline]
pub fn lone_function<'a>(node: Node<'a>) -> Option<(Function, Entry<'a>)> {
    let [entry] = node.as_map()? else { return None };
    Some((Function::named(entry.key.as_str()?)?, *entry))
}

/// Whether a node is `{Ref: AWS::NoValue}`.
pub fn is_no_value(node: Node<'_>) -> bool {
    matches!(lone_function(node), Some((Function::Ref, entry)) if entry.value.as_str() == Some("AWS::NoValue"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_found_by_its_name_and_fits_the_set() {
        assert!(Function::ALL.len() <= 32);
        for function in Function::ALL {
            assert_eq!(Function::named(function.name()), Some(*function));
            assert!(Functions::of(&[*function]).has(*function));
        }
        assert!(
            Functions::PROPERTIES.has(Function::Ref) && !Functions::PROPERTIES.has(Function::And)
        );
        assert!(Functions::named(["Fn::ForEach::[a-zA-Z0-9]+"]).is_empty());
    }
}
