//! A rules file, compiled: names are numbers, keys know their other spellings, literals and expressions stand ready.
//!
//! It owns everything and never changes, so that it can be kept and shared by threads.

use std::sync::Arc;

use super::keys::Key;
use crate::functions::Function;
use crate::hash::Map;
use crate::regex::Regex;
use crate::syntax::Language;
use crate::syntax::ast::{Binary, Range, Span, Unary};
use cfn_warden_syntax::Position;

/// Names a variable of a program, whatever the scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable(pub u32);

/// Names a literal of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiteralId(pub u32);

/// All of the lists must hold; one member of each is enough.
pub type Conjunctions = Box<[Box<[Clause]>]>;

/// A whole rules file.
#[derive(Debug)]
pub struct Program {
    /// The file's name.
    pub name: Box<str>,
    /// The language that it is judged by.
    pub language: Language,
    /// The names of variables.
    pub variables: Vec<Box<str>>,
    /// The literals.
    pub literals: Vec<Literal>,
    /// The file's variables.
    pub lets: Lets,
    /// In the order written, repeated names included.
    pub rules: Vec<Rule>,
    /// By name.
    pub named: Map<Box<str>, Vec<u32>>,
    /// The rules with parameters; of those with one name the last.
    pub parameterized: Map<Box<str>, Parameterized>,
}

/// The variables of one scope, in their order; none twice.
pub type Lets = Box<[Let]>;

/// The place of a variable among those of a scope.
pub fn place(lets: &[Let], variable: Variable) -> Option<usize> {
    lets.binary_search_by_key(&variable, |each| each.variable).ok()
}

/// A variable and what it is set to.
#[derive(Debug)]
pub struct Let {
    /// Which.
    pub variable: Variable,
    /// What to.
    pub value: Operand,
}

/// A value written, found or made.
#[derive(Debug)]
pub enum Operand {
    /// Written.
    Literal(LiteralId),
    /// Found.
    Query(Query),
    /// Made.
    Call(Call),
}

/// A function's call.
#[derive(Debug)]
pub struct Call {
    /// Which.
    pub function: &'static Function,
    /// Its arguments, as many as it takes.
    pub arguments: Box<[Operand]>,
}

/// A literal that stands ready.
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
    /// An expression.
    Regex(Regex),
    /// A list.
    List(Box<[Literal]>),
    /// A map; keys are unique.
    Map(Box<[(Box<str>, Literal)]>),
    /// Integers.
    IntRange(Range<i64>),
    /// Floats.
    FloatRange(Range<f64>),
    /// Characters.
    CharRange(Range<char>),
}

/// Which values a clause is about.
#[derive(Debug)]
pub struct Query {
    /// One value that passes is enough.
    pub some: bool,
    /// The head and what follows.
    pub parts: Box<[Part]>,
}

/// A step of a query.
#[derive(Debug)]
pub enum Part {
    /// `this`
    This,
    /// A key.
    Key(Arc<Key>),
    /// A key that reads as an integer, and its text.
    Number(i64, Box<str>),
    /// `%name`
    Variable(Variable, Box<str>),
    /// `.*`, capturing keys.
    AllValues(Option<Variable>),
    /// `[*]`, capturing keys.
    AllIndices(Option<Variable>),
    /// `[0]`
    Index(i64),
    /// `[ clauses ]`, capturing keys.
    Filter(Box<Filter>),
    /// `[ keys == ... ]`
    KeyFilter(Box<KeyFilter>),
    /// A function's result; the head only.
    Call(Box<Call>),
}

/// `[ clauses ]`
#[derive(Debug)]
pub struct Filter {
    /// The variable that captures keys, and its name.
    pub capture: Option<(Variable, Box<str>)>,
    /// The clauses.
    pub clauses: Conjunctions,
    /// Where only resources of some types, or with some keys, need be looked at.
    pub types: Option<TypeFilter>,
}

/// That a filter asks for `Type == "..."` (or `in`), and what else can matter to a resource of another type.
#[derive(Debug)]
pub struct TypeFilter {
    /// The types that are let through.
    pub types: Types,
    /// What the other clauses look at; resources that they have nothing to say of are passed over.
    pub watched: Box<[Precondition]>,
}

/// Types: a string, an expression, or a list of such.
#[derive(Debug)]
pub enum Types {
    /// Written in the filter.
    Written(LiteralId),
    /// What a variable holds.
    Variable(Variable),
}

/// What a clause looks at.
#[derive(Debug)]
pub struct Precondition {
    /// How its query starts: where that leads nowhere, the clause finds nothing and says nothing.
    pub steps: Box<[WatchedStep]>,
    /// When it has something to say of what the steps lead to.
    pub says: MayEmit,
    /// All of this as a text: what is the same in many rules files is looked up once.
    pub name: Box<str>,
}

/// A step of a query that is followed before it is asked; there is a key first.
#[derive(Debug)]
pub enum WatchedStep {
    /// A key.
    Key(Arc<Key>),
    /// `.*`
    AllValues,
    /// `[*]`
    AllIndices,
}

/// When a clause may end in an error, a reason or a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayEmit {
    /// Always.
    Always,
    /// Unless the value is a string, or a list of strings.
    UnlessText,
}

/// `[ name | keys == ... ]`
#[derive(Debug)]
pub struct KeyFilter {
    /// Accepted and shown, without effect.
    pub capture: Option<Box<str>>,
    /// `in` rather than `==`.
    pub membership: bool,
    /// `!=` or `not in`.
    pub negated: bool,
    /// The right side.
    pub right: Operand,
}

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name.
    pub name: Box<str>,
    /// Its conditions.
    pub conditions: Option<Conjunctions>,
    /// Its body.
    pub block: Block,
}

/// A rule with parameters.
#[derive(Debug)]
pub struct Parameterized {
    /// The parameters.
    pub parameters: Box<[Variable]>,
    /// The rule.
    pub rule: Rule,
}

/// What stands between braces.
#[derive(Debug)]
pub struct Block {
    /// Its variables.
    pub lets: Lets,
    /// Its clauses.
    pub clauses: Conjunctions,
}

/// An item of a body or of conditions.
#[derive(Debug)]
pub enum Clause {
    /// `a.b == 1`
    Comparison(Comparison),
    /// A rule's name.
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

/// `not QUERY OPERATOR RIGHT <<message>>`
#[derive(Debug)]
pub struct Comparison {
    /// `not` before the query.
    pub negated: bool,
    /// The left side.
    pub query: Query,
    /// The operator and the right side.
    pub test: Test,
    /// The message.
    pub message: Option<Message>,
    /// Where it stands.
    pub at: Location,
}

/// A message.
#[derive(Debug)]
pub struct Message {
    /// As written.
    pub text: Box<str>,
    /// The same taken apart, where something in it stands for values; else empty.
    pub parts: Box<[MessagePart]>,
}

/// A part of a message.
#[derive(Debug)]
pub enum MessagePart {
    /// Text.
    Text(Box<str>),
    /// What is shown, and how it is written.
    Query(Query, Box<str>),
}

/// An operator with its own negation.
#[derive(Debug)]
pub enum Test {
    /// Without a right side.
    Unary(Unary, bool),
    /// With a right side.
    Binary(Binary, bool, Operand),
}

/// Where something is written in the rules.
#[derive(Debug, Clone, Copy)]
pub struct Location {
    /// Line and column of the start.
    pub start: Position,
    /// The stretch in bytes.
    pub span: Span,
}

/// A rule's name as a clause.
#[derive(Debug)]
pub struct Reference {
    /// `not`
    pub negated: bool,
    /// The name.
    pub rule: Box<str>,
    /// The message.
    pub message: Option<Message>,
    /// Where it stands.
    pub at: Location,
}

/// A call of a rule with parameters.
#[derive(Debug)]
pub struct RuleCall {
    /// The rule.
    pub rule: Reference,
    /// The arguments.
    pub arguments: Box<[Operand]>,
}

/// `QUERY { ... }`
#[derive(Debug)]
pub struct QueryBlock {
    /// Which values.
    pub query: Query,
    /// Selecting nothing fails.
    pub not_empty: bool,
    /// What holds for each.
    pub block: Block,
    /// Where it stands.
    pub at: Location,
}

/// `when CONDITIONS { ... }`
#[derive(Debug)]
pub struct When {
    /// Directly in a rule rather than in a block.
    pub in_rule: bool,
    /// The conditions.
    pub conditions: Conjunctions,
    /// The body.
    pub block: Block,
}

/// `TYPE when CONDITIONS { ... }`
#[derive(Debug)]
pub struct TypeBlock {
    /// The type.
    pub type_name: Box<str>,
    /// `Resources.*[ Type == "TYPE" ]`
    pub query: Query,
    /// The conditions.
    pub conditions: Option<Conjunctions>,
    /// The body.
    pub block: Block,
}
