//! A compiled rules file: variables and literals have IDs, keys have their case conversions, regular expressions are
//! prepared.
//!
//! A program is immutable and owns its data, so it can be cached and shared between threads.

use std::sync::OnceLock;

use super::keys::Key;
use crate::existential::Existentials;
use crate::hash::Map;
use crate::regex::Regex;
use crate::syntax::Language;
use crate::syntax::ast::{Binary, Range, Span, Unary};
use crate::syntax::signature::Signature;
use cfn_warden_syntax::Position;

/// The ID of a variable name in a program, for all scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable(pub u32);

/// The ID of a literal in a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiteralId(pub u32);

/// The ID of a function: its index in `functions::ALL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionId(pub u32);

/// A conjunction of disjunctions: one clause of each inner list must hold.
pub type Conjunctions = Box<[Box<[Clause]>]>;

/// A compiled rules file.
#[derive(Debug)]
pub struct Program {
    /// The name of the file.
    pub name: Box<str>,
    /// The language by which the file is evaluated.
    pub language: Language,
    /// The names of variables by ID.
    pub variables: Vec<Box<str>>,
    /// The literals by ID.
    pub literals: Vec<Literal>,
    /// The variables of the file.
    pub lets: Lets,
    /// The rules in source order, including repeated names.
    pub rules: Vec<Rule>,
    /// The indices of rules by name.
    pub named: Map<Box<str>, Vec<u32>>,
    /// The rules with parameters by name; for a repeated name, the last one.
    pub parameterized: Map<Box<str>, Parameterized>,
    /// Whether a query captures keys in a variable.
    pub captures: bool,
    /// The `some` queries; found when a finding first needs them.
    pub(crate) existentials: OnceLock<Existentials>,
}

impl Program {
    pub(crate) fn existentials(&self) -> &Existentials {
        self.existentials.get_or_init(|| Existentials::of(self))
    }
}

/// The variables of a scope, sorted and unique.
pub type Lets = Box<[Let]>;

/// Returns the index of a variable in a scope.
pub fn index_of(lets: &[Let], variable: Variable) -> Option<usize> {
    lets.binary_search_by_key(&variable, |each| each.variable)
        .ok()
}

/// An assignment.
#[derive(Debug)]
pub struct Let {
    /// The assigned variable.
    pub variable: Variable,
    /// The right side.
    pub value: Operand,
}

/// A right side, an assigned value or an argument.
#[derive(Debug)]
pub enum Operand {
    /// A literal.
    Literal(LiteralId),
    /// A query.
    Query(Query),
    /// A function call.
    Call(Call),
}

/// A function call.
#[derive(Debug)]
pub struct Call {
    /// The signature of the called function.
    pub signature: &'static Signature,
    /// The ID of the called function.
    pub function: FunctionId,
    /// The arguments, as many as the function takes.
    pub arguments: Box<[Operand]>,
}

/// A constant value in a rules file.
#[derive(Debug)]
pub enum Literal {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Str(Box<str>),
    /// A regular expression.
    Regex(Box<Regex>),
    /// A list.
    List(Box<[Literal]>),
    /// A map; keys are unique.
    Map(Box<[(Box<str>, Literal)]>),
    /// A range of integers.
    IntRange(Range<i64>),
    /// A range of floats.
    FloatRange(Range<f64>),
    /// A range of characters.
    CharRange(Range<char>),
}

/// A query, which selects values.
#[derive(Debug)]
pub struct Query {
    /// Whether one passing value is enough.
    pub some: bool,
    /// The parts, starting with the head.
    pub parts: Box<[Part]>,
}

/// A part of a query.
#[derive(Debug)]
pub enum Part {
    /// `this`
    This,
    /// A key.
    Key(Key),
    /// A key that is an integer, and its text.
    Number(i64, Box<str>),
    /// `%name`
    Variable(Variable, Box<str>),
    /// `.*`, and the variable that captures keys.
    AllValues(Option<Variable>),
    /// `[*]`, and the variable that captures keys.
    AllIndices(Option<Variable>),
    /// `[0]`
    Index(i64),
    /// `[ clauses ]`.
    Filter(Box<Filter>),
    /// `[ keys == ... ]`
    KeyFilter(Box<KeyFilter>),
    /// A function's result; only as the head.
    Call(Box<Call>),
}

/// A filter, `[ clauses ]`.
#[derive(Debug)]
pub struct Filter {
    /// The variable that captures keys, and its name.
    pub capture: Option<(Variable, Box<str>)>,
    /// The clauses that selected values pass.
    pub clauses: Conjunctions,
    /// The types that the filter selects, if it can be applied by an index of types.
    pub types: Option<TypeFilter>,
}

/// A filter that contains a clause `Type == "..."` or `Type in ...`, and the effects of its other clauses on resources
/// of other types.
#[derive(Debug)]
pub struct TypeFilter {
    /// The selected types.
    pub types: Types,
    /// The preconditions under which the other clauses have an effect; other resources are skipped.
    pub preconditions: Box<[Precondition]>,
    /// Whether the filter has no other clauses.
    pub is_whole: bool,
}

/// Resource types: a string, a regular expression, or a list of these.
#[derive(Debug)]
pub enum Types {
    /// A literal in the filter.
    Literal(LiteralId),
    /// The value of a variable.
    Variable(Variable),
}

/// A precondition under which a clause may record an event.
#[derive(Debug)]
pub struct Precondition {
    /// The first steps of its query: if they lead to no value, the clause records nothing.
    pub steps: Box<[PreconditionStep]>,
    /// When the clause records an event for the values that the steps lead to.
    pub emits: MayEmit,
    /// A text that identifies the precondition, as the key of a cache across rules files.
    pub name: String,
}

/// A step of a precondition; the first one is a key.
#[derive(Debug)]
pub enum PreconditionStep {
    /// A key.
    Key(Key),
    /// `.*`
    AllValues,
    /// `[*]`
    AllIndices,
}

/// When a clause may record an error, a reason or a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayEmit {
    /// Always.
    Always,
    /// Unless the value is a string, or a list of strings.
    UnlessText,
}

/// A key filter, `[ name | keys == ... ]`.
#[derive(Debug)]
pub struct KeyFilter {
    /// The variable before `|`, which is shown but has no effect.
    pub capture: Option<Box<str>>,
    /// Whether the operator is `in` instead of `==`.
    pub membership: bool,
    /// Whether the operator is negated: `!=` or `not in`.
    pub negated: bool,
    /// The right side.
    pub right: Operand,
}

/// A compiled rule: `rule NAME when CONDITIONS { ... }`.
#[derive(Debug)]
pub struct Rule {
    /// The name in the rules file.
    pub name: Box<str>,
    /// The conditions after `when`.
    pub conditions: Option<Conjunctions>,
    /// The body.
    pub block: Block,
}

/// A rule with parameters.
#[derive(Debug)]
pub struct Parameterized {
    /// The parameters, in the order of the declaration.
    pub parameters: Box<[Variable]>,
    /// The rule that calls evaluate.
    pub rule: Rule,
}

/// The body of a block.
#[derive(Debug)]
pub struct Block {
    /// The variables.
    pub lets: Lets,
    /// The clauses after the assignments.
    pub clauses: Conjunctions,
}

/// A clause of a body or of conditions.
#[derive(Debug)]
pub enum Clause {
    /// `a.b == 1`
    Comparison(Comparison),
    /// A reference to a rule.
    Reference(Reference),
    /// A call of a rule with parameters.
    Call(RuleCall),
    /// `a.b { ... }`
    Block(QueryBlock),
    /// `when ... { ... }`
    When(When),
    /// `AWS::S3::Bucket { ... }`
    Type(TypeBlock),
}

/// A comparison, `not QUERY OPERATOR RIGHT <<message>>`.
#[derive(Debug)]
pub struct Comparison {
    /// Whether `not` precedes the query.
    pub negated: bool,
    /// The left side.
    pub query: Query,
    /// The operator and the right side.
    pub test: Test,
    /// The custom message.
    pub message: Option<Message>,
    /// The location in the rules file.
    pub at: Location,
}

/// A custom message.
#[derive(Debug)]
pub struct Message {
    /// The text as written.
    pub text: Box<str>,
    /// The parts of the text if it has placeholders, otherwise empty.
    pub parts: Box<[MessagePart]>,
}

/// A part of a custom message.
#[derive(Debug)]
pub enum MessagePart {
    /// Text.
    Text(Box<str>),
    /// A placeholder: its query, and its text.
    Query(Query, Box<str>),
}

/// An operator, with its own negation.
#[derive(Debug)]
pub enum Test {
    /// A unary operator.
    Unary(Unary, bool),
    /// A binary operator and the right side.
    Binary(Binary, bool, Operand),
}

/// A location in the rules file.
#[derive(Debug, Clone, Copy)]
pub struct Location {
    /// The line and column of the start.
    pub start: Position,
    /// The byte range.
    pub span: Span,
}

/// A reference to a rule, used as a clause.
#[derive(Debug)]
pub struct Reference {
    /// Whether `not` precedes the name.
    pub negated: bool,
    /// The name of the rule.
    pub rule: Box<str>,
    /// The custom message.
    pub message: Option<Message>,
    /// The location in the rules file.
    pub at: Location,
}

/// A call of a rule with parameters.
#[derive(Debug)]
pub struct RuleCall {
    /// The called rule.
    pub rule: Reference,
    /// The arguments, in the order of the parameters.
    pub arguments: Box<[Operand]>,
}

/// A query block, `QUERY { ... }`.
#[derive(Debug)]
pub struct QueryBlock {
    /// The query before the brace.
    pub query: Query,
    /// Whether the block fails if the query selects nothing.
    pub not_empty: bool,
    /// The clauses for each value.
    pub block: Block,
    /// The location in the rules file.
    pub at: Location,
}

/// A `when` block, `when CONDITIONS { ... }`.
#[derive(Debug)]
pub struct When {
    /// Whether the block is directly in a rule instead of another block.
    pub in_rule: bool,
    /// The conditions after `when`.
    pub conditions: Conjunctions,
    /// The body.
    pub block: Block,
}

/// A type block, `TYPE when CONDITIONS { ... }`.
#[derive(Debug)]
pub struct TypeBlock {
    /// The resource type.
    pub type_name: Box<str>,
    /// The query that selects the resources: `Resources.*[ Type == "TYPE" ]`.
    pub query: Query,
    /// The conditions after `when`.
    pub conditions: Option<Conjunctions>,
    /// The body.
    pub block: Block,
    /// The location in the rules file.
    pub at: Location,
}
