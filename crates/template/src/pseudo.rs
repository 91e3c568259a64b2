//! Pseudo parameters, which `Ref` resolves without a declaration.

macro_rules! pseudo_parameters {
    ($($pseudo:ident $name:literal)*) => {
        /// A parameter that CloudFormation defines in every template.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PseudoParameter { $(#[doc = concat!("`", $name, "`")] $pseudo),* }

        impl PseudoParameter {
            /// All pseudo parameters, by name.
            pub const ALL: &[PseudoParameter] = &[$(PseudoParameter::$pseudo),*];

            /// Returns the pseudo parameter with a name.
            pub fn named(name: &str) -> Option<PseudoParameter> {
                let [b'A', b'W', b'S', b':', ..] = name.as_bytes() else { return None };
                $(if name.len() == $name.len() && name == $name {
                    return Some(PseudoParameter::$pseudo);
                })*
                None
            }

            /// Returns the name: `AWS::Region`.
            pub fn name(self) -> &'static str {
                match self { $(PseudoParameter::$pseudo => $name),* }
            }
        }
    };
}

pseudo_parameters! {
    AccountId "AWS::AccountId"
    NoValue "AWS::NoValue"
    NotificationArns "AWS::NotificationARNs"
    Partition "AWS::Partition"
    Region "AWS::Region"
    StackId "AWS::StackId"
    StackName "AWS::StackName"
    UrlSuffix "AWS::URLSuffix"
}

/// A set of pseudo parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PseudoParameters(u8);

impl PseudoParameters {
    /// The set of all pseudo parameters.
    pub const ALL: PseudoParameters = PseudoParameters(u8::MAX);

    /// Returns the set of the pseudo parameters with these names; other names are ignored.
    pub fn named<'s>(names: impl IntoIterator<Item = &'s str>) -> PseudoParameters {
        let bits = names
            .into_iter()
            .filter_map(PseudoParameter::named)
            .map(|pseudo| 1 << (pseudo as u8));
        PseudoParameters(bits.fold(0, |set, bit: u8| set | bit))
    }

    /// Whether a pseudo parameter is in the set.
    pub fn has(self, pseudo: PseudoParameter) -> bool {
        self.0 & (1 << (pseudo as u8)) != 0
    }

    /// Returns the pseudo parameters in the set, by name.
    pub fn iter(self) -> impl Iterator<Item = PseudoParameter> {
        PseudoParameter::ALL
            .iter()
            .copied()
            .filter(move |pseudo| self.has(*pseudo))
    }
}
