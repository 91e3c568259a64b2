//! Pseudo parameters: what `Ref` knows without a declaration.

macro_rules! pseudo_parameters {
    ($($pseudo:ident $name:literal)*) => {
        /// A pseudo parameter.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Pseudo { $(#[doc = concat!("`", $name, "`")] $pseudo),* }

        impl Pseudo {
            /// Every pseudo parameter, by name.
            pub const ALL: &[Pseudo] = &[$(Pseudo::$pseudo),*];

            /// The pseudo parameter of a name.
            pub fn named(name: &str) -> Option<Pseudo> {
                if !name.starts_with("AWS::") {
                    return None;
                }
                match name { $($name => Some(Pseudo::$pseudo),)* _ => None }
            }

            /// Its name: `AWS::Region`.
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
    /// Every pseudo parameter.
    pub const ALL: Pseudos = Pseudos(u8::MAX);

    /// The set of those that have one of these names; other names are passed over.
    pub fn named<'s>(names: impl IntoIterator<Item = &'s str>) -> Pseudos {
        let bits = names.into_iter().filter_map(Pseudo::named).map(|pseudo| 1 << (pseudo as u8));
        Pseudos(bits.fold(0, |set, bit: u8| set | bit))
    }

    /// Whether one is in the set.
    pub fn has(self, pseudo: Pseudo) -> bool {
        self.0 & (1 << (pseudo as u8)) != 0
    }

    /// Those in the set, by name.
    pub fn iter(self) -> impl Iterator<Item = Pseudo> {
        Pseudo::ALL.iter().copied().filter(move |pseudo| self.has(*pseudo))
    }
}
