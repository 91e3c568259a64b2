//! Failures of parsing functions: soft ones, after which the next alternative is tried, and fatal ones.

/// The result of a parsing function.
pub type Parse<T> = Result<T, ParseFailure>;

/// A parsing failure, with the data of cfn-guard's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseFailure {
    /// Whether no other alternative is tried (nom's `Failure`).
    pub fatal: bool,
    /// The offset that cfn-guard reports.
    pub at: usize,
    /// The context that cfn-guard reports.
    pub context: Context,
    /// The number of enclosing right sides of comparisons: cfn-guard's context repeats [`OPERAND`] for each.
    pub operands: u32,
}

impl ParseFailure {
    /// Makes the failure fatal (nom's `cut`).
    pub fn cut(self) -> ParseFailure {
        ParseFailure {
            fatal: true,
            ..self
        }
    }

    /// Adds an enclosing right side of a comparison, which starts at this offset.
    pub fn in_operand(self, at: usize) -> ParseFailure {
        ParseFailure {
            at,
            operands: self.operands.saturating_add(1),
            ..self
        }
    }
}

/// The contexts of cfn-guard's errors, as far as they can occur in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// No context.
    None,
    /// An operator was expected.
    Operator,
    /// An operator was expected, but `<<` was found.
    OperatorMessage,
    /// A clause was expected at this offset.
    NoClauses(usize),
    /// A message is not terminated.
    Message,
    /// The bounds of a range have different types.
    Range,
    /// A string is not terminated.
    String,
}

impl Context {
    /// cfn-guard's text; the caller completes that of `NoClauses`.
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

/// cfn-guard's context for the right side of a comparison.
pub const OPERAND: &str = r#"expecting either a property access "engine.core" or value like "string" or ["this", "that"]"#;

/// A problem with a message of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A string is not terminated.
    OpenString,
    /// A message is not terminated.
    OpenMessage,
    /// A regular expression is not terminated.
    OpenRegex,
    /// A regular expression does not compile.
    Regex(String),
    /// The bounds of a range have different types.
    MixedRange,
    /// A letter, digit or `_` directly follows a number.
    NumberRunsOn,
    /// The exponent of a float has no digits.
    Exponent,
    /// An integer does not fit into 64 bits.
    NumberTooLarge,
    /// A called function does not exist.
    Function(String),
    /// A call has the wrong number of arguments.
    Arity {
        /// The function.
        name: &'static str,
        /// The number of parameters.
        takes: usize,
        /// The number of arguments.
        given: usize,
    },
    /// A variable is assigned twice in a block.
    AssignedTwice(String),
    /// The nesting is deeper than [`MAX_DEPTH`](super::cursor::MAX_DEPTH).
    Depth,
    /// Backtracking took too many attempts.
    Complexity,
    /// The text is too long for 32-bit offsets.
    Size,
    /// Parsing was cancelled.
    Cancelled,
}

macro_rules! expected {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// What was expected at a position.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Expected { $($(#[$doc])* $name,)* }

        impl Expected {
            /// The description in messages.
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
    /// The name of a resource type.
        TypeName = "a type name",
    /// A rule's name.
        RuleName = "a rule name",
    /// A name.
    Name = "a name",
    /// A query.
    Query = "a query",
    /// A value.
    Value = "a value",
    /// The name of a function.
        Function = "a function call",
    /// The part of a query after a dot.
    Part = "a property, an index, `*` or a variable directly after the dot",
    /// The content of brackets.
    Bracket = "`*`, an index, a quoted key or a filter",
    /// An operator.
    Operator = "an operator (`==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `exists`, `empty`, `is_string`, ...)",
    /// An operator of a key filter.
        KeyOperator = "a key operator (`==`, `!=`, `in`, `not in`)",
    /// `=` or `:=`.
    Assign = "`=`",
    /// White space.
        Space = "white space",
    /// The end of a reference to a rule.
        EndOfReference = "a line break, `or` or a `<<message>>` after the rule name",
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
    /// The key of a map.
    Key = "a key",
    /// A bound of a range.
    Bound = "a number or a character",
}
