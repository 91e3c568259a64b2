//! How parsing goes wrong: softly, so that the next alternative is tried, or for good.

/// What a parsing function gives back.
pub type Parse<T> = Result<T, Fault>;

/// Why something could not be read, with all that cfn-guard would say of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Behind a point of no return: no other alternative is tried.
    pub fatal: bool,
    /// The offset that cfn-guard names.
    pub at: usize,
    /// What it says that it was handling.
    pub context: Context,
    /// How many right sides of comparisons enclose that: each adds its own words before it.
    pub operands: u32,
}

impl Fault {
    /// Past a point of no return.
    pub fn cut(self) -> Fault {
        Fault { fatal: true, ..self }
    }

    /// Inside the right side of a comparison, which starts at this offset.
    pub fn in_operand(self, at: usize) -> Fault {
        Fault { at, operands: self.operands.saturating_add(1), ..self }
    }
}

/// cfn-guard's contexts, as far as one can come to the surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// No context.
    None,
    /// Where an operator was due.
    Operator,
    /// Where an operator was due and `<<` stood.
    OperatorMessage,
    /// No clause where one was due; with the offset.
    NoClauses(usize),
    /// `<<` without `>>`.
    Message,
    /// Ends of a range that do not match.
    Range,
    /// A string that the text ends in.
    String,
}

impl Context {
    /// cfn-guard's words; `NoClauses` is completed by the caller.
    pub fn words(self) -> &'static str {
        match self {
            Context::None => "",
            Context::Operator => OPERATOR,
            Context::OperatorMessage => {
                "expecting comparison binary operators like >, <= or unary operators KEYS, EXISTS, EMPTY or NOT/Custom message tag detected"
            }
            Context::NoClauses(_) => "There were no clauses present ",
            Context::Message => "Unable to find a closing >> tag for message",
            Context::Range => "Could not parse range",
            Context::String => "Could not parse string",
        }
    }
}

const OPERATOR: &str = "expecting comparison binary operators like >, <= or unary operators KEYS, EXISTS, EMPTY or NOT";

/// What cfn-guard says of the right side of a comparison.
pub const OPERAND: &str =
    r#"expecting either a property access "engine.core" or value like "string" or ["this", "that"]"#;

/// A mistake with a name of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A string that is not closed.
    OpenString,
    /// A message that is not closed.
    OpenMessage,
    /// A regular expression that is not closed.
    OpenRegex,
    /// A regular expression that does not compile.
    Regex(String),
    /// A range of two kinds.
    MixedRange,
    /// A number that runs into a name.
    NumberRunsOn,
    /// `1.5e` and no digits.
    Exponent,
    /// An integer beyond 64 bits.
    NumberTooLarge,
    /// A call of something that is no function.
    Function(String),
    /// A call with the wrong number of arguments.
    Arity {
        /// The function.
        name: &'static str,
        /// What it takes.
        takes: usize,
        /// What it was given.
        given: usize,
    },
    /// A variable that its block has already.
    AssignedTwice(String),
    /// Nested beyond the limit.
    Depth,
    /// Read again and again beyond the limit.
    Effort,
    /// A text whose offsets do not fit.
    Size,
    /// Not read to its end: there was no time for it.
    Cancelled,
}

macro_rules! expected {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// What could have stood at a place.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Expected { $($(#[$doc])* $name,)* }

        impl Expected {
            /// How it is called in messages.
            pub fn word(self) -> &'static str {
                match self { $(Expected::$name => $word,)* }
            }
        }
    };
}

expected! {
    /// An item of the top level.
    Item = "`rule`, `let`, `when`, a type block or a clause",
    /// A clause.
    Clause = "a clause",
    /// A type's name.
    TypeName = "a type's name",
    /// A rule's name.
    RuleName = "the name of a rule",
    /// A name.
    Name = "a name",
    /// A query.
    Query = "a query",
    /// A value.
    Value = "a value",
    /// A call.
    Function = "a function",
    /// What follows a dot.
    Part = "a property, an index, `*` or a variable directly after the dot",
    /// What stands in brackets.
    Bracket = "`*`, an index, a quoted key or a filter",
    /// An operator.
    Operator = "an operator (`==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `exists`, `empty`, `is_string`, ...)",
    /// An operator on keys.
    KeyOperator = "an operator on keys (`==`, `!=`, `in`, `not in`)",
    /// `=` or `:=`.
    Assign = "`=`",
    /// Blanks.
    Space = "a blank",
    /// A line break after a reference.
    EndOfReference = "a line break, `or` or a `<<message>>` after the name of a rule",
    /// `{`
    OpenBrace = "`{`",
    /// `}`
    CloseBrace = "`}`",
    /// `]`
    CloseBracket = "`]`",
    /// `)`
    CloseParen = "`)`",
    /// `,`
    Comma = "`,`",
    /// `:`
    Colon = "`:`",
    /// A key of a map.
    Key = "a key",
    /// The bound of a range.
    Bound = "a number or a character",
}
