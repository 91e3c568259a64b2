//! Pseudo parameters, which `Ref` resolves without a declaration.

macro_rules! pseudo_parameters {
    ($($pseudo:ident $name:literal)*) => {
        /// A pseudo parameter.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Pseudo { $(#[doc = concat!("`", $name, "`")] $pseudo),* }

        impl Pseudo {
            /// All pseudo parameters, by name.
            pub const ALL: &[Pseudo] = &[$(Pseudo::$pseudo),*];

            /// Returns the pseudo parameter with a name.
            pub fn named(name: &str) -> Option<Pseudo> {
                if !name.starts_with("AWS::") {
                    return None;
                }
                match name { $($name => Some(Pseudo::$pseudo),)* _ => None }
            }

            /// Returns the name: `AWS::Region`.
            pub fn name(self) -> &'static str {
                match self { $(Pseudo::$pseudo => $name),* }
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
pub struct Pseudos(u8);

impl Pseudos {
    /// The set of all pseudo parameters.
    pub const ALL: Pseudos = Pseudos(u8::MAX);

    /// Returns the set of the pseudo parameters with these names; other names are ignored.
    pub fn named<'s>(names: impl IntoIterator<Item = &'s str>) -> Pseudos {
        let bits = names.into_iter().filter_map(Pseudo::named).map(|pseudo| 1 << (pseudo as u8));
        Pseudos(bits.fold(0, |set, bit: u8| set | bit))
    }

    /// Whether a pseudo parameter is in the set.
    pub fn has(self, pseudo: Pseudo) -> bool {
        self.0 & (1 << (pseudo as u8)) != 0
    }

    /// Returns the pseudo parameters in the set, by name.
    pub fn iter(self) -> impl Iterator<Item = Pseudo> {
        Pseudo::ALL.iter().copied().filter(move |pseudo| self.has(*pseudo))
    }
}
