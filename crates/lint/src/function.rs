//! Shared checks of intrinsic functions: the output type matches the expected type, the arguments match the function's
//! schema, and the resolved values match the expected schema.
//!
//! The validator of a function is a rule with [`Check::Keyword`](super::rule::Check::Keyword) for `fn_x`. The
//! `instance` of its assertion is the function, and the `schema` is the one that the function's value must match.

use std::ops::ControlFlow;

use super::corrections;
use super::message::{keep_sentence, render_text};
use cfn_warden_schema::context::Deployment;
use cfn_warden_schema::keywords::resolve_ref;
use cfn_warden_schema::mode::{AttachedRules, Origin, TypeMatching};
use cfn_warden_schema::resolve::resolve;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{
    Assertion, Circumstance, Context, Evaluation, Json, KeywordSet, Operand, Schema, Step,
    Violation, ViolationKind, Violations, keyword, message,
};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{self as syntax, Node, Text, text};
use cfn_warden_template::function::{Function, lone_function};

/// Output types of functions with values of any type.
pub const EVERY_TYPE: Types = Types::of(&[
    Type::Array,
    Type::Boolean,
    Type::Integer,
    Type::Number,
    Type::Object,
    Type::String,
]);
/// Output types of functions with scalar values.
pub const SCALAR: Types = Types::of(&[Type::Boolean, Type::Integer, Type::Number, Type::String]);

/// Returns the types that a schema requires, following `$ref`; `None` if it does not require a type.
pub fn types<'a>(cx: &Context<'a>, schema: Schema<'a>) -> Option<Json<'a>> {
    let mut schema = schema;
    let mut base = cx.base;
    for _ in 0..32 {
        if let Some(types) = schema.get(keyword::TYPE) {
            return Some(types);
        }
        let (document, target) = resolve_ref(&Context { base, ..*cx }, schema.get(keyword::REF)?)?;
        base = document;
        schema = target.into();
    }
    None
}

/// Checks that one of a function's output types is an expected type.
pub fn check_output<'a>(
    actual: Types,
    _: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some(expected) = types(assertion.cx, *assertion.schema) else {
        return;
    };
    if !can_coerce(actual, expected) {
        assertion.fail(
            out,
            ViolationKind::Type {
                instance: assertion.instance,
                types: expected,
            },
        );
    }
}

/// Returns whether one of the types `actual` is an expected type or one that CloudFormation converts to it.
pub fn can_coerce(actual: Types, expected: Json<'_>) -> bool {
    const CONVERTED: [(Type, Types); 4] = [
        (
            Type::String,
            Types::of(&[Type::Number, Type::Boolean, Type::Integer]),
        ),
        (Type::Integer, Types::of(&[Type::Number, Type::String])),
        (Type::Boolean, Types::of(&[Type::String])),
        (Type::Number, Types::of(&[Type::String])),
    ];
    let converted = CONVERTED.iter().filter(|(from, _)| actual.has(*from));
    converted
        .fold(actual, |all, (_, to)| all.and(*to))
        .meets(Types::named(expected))
}

/// Checks a function's argument against the function's schema. Violations belong to the function's rule.
pub fn check_arguments<'a>(
    arguments: impl Into<Arguments<'a>>,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Arguments { schema, data } = arguments.into();
    let Some((_, entry)) = lone_function(assertion.instance) else {
        return;
    };
    let cx = Context {
        types: TypeMatching::Converted,
        attached_rules: AttachedRules::Skip,
        base: schema,
        documents: &[],
        gathered: data,
        ..*assertion.cx
    };
    let mark = out.len();
    let cx = evaluation.below(&cx, Step::Key(entry.key), None);
    match entry.value.as_str() {
        Some(text) => evaluation.check_text(&cx, text, entry.value, out),
        None => evaluation.check(&cx, schema, entry.value, out),
    }
    for violation in out
        .since(mark)
        .iter_mut()
        .filter(|violation| violation.keyword != keyword::REF_FUNCTION)
    {
        violation.keyword = assertion.keyword;
    }
}

/// Definition of a function's check.
#[derive(Debug, Clone, Copy)]
pub struct FunctionSpec {
    /// Name of the schema of the arguments: `other/functions/join`.
    pub arguments: &'static str,
    /// Possible types of the value.
    pub output: Types,
    /// ID of the rule for invalid resolved values; `None` if the function is not resolved.
    pub resolved_rule: Option<RuleId>,
}

/// The schema of a function's arguments and the source of its `$data` references.
#[derive(Debug, Clone, Copy)]
pub struct Arguments<'a> {
    /// Schema of the arguments.
    pub schema: Json<'a>,
    /// Object that `$data` references point into.
    pub data: Option<Node<'a>>,
}

impl<'a> From<Json<'a>> for Arguments<'a> {
    fn from(schema: Json<'a>) -> Arguments<'a> {
        Arguments { schema, data: None }
    }
}

/// Checks the output type, the arguments and the resolved values of a function.
pub fn check<'a>(
    spec: &FunctionSpec,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let find = || corrections::document(evaluation, spec.arguments);
    if let Some(schema) = evaluation.arguments(spec.arguments, find) {
        check_with(
            schema,
            spec.output,
            spec.resolved_rule,
            evaluation,
            assertion,
            out,
        );
    }
}

/// Performs [`check`] with a given schema of the arguments.
pub fn check_with<'a>(
    arguments: impl Into<Arguments<'a>>,
    output: Types,
    resolved_rule: Option<RuleId>,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    if assertion.cx.purpose.decides() {
        return assertion.unknown(out);
    }
    let mut form = out.alike();
    check_output(output, evaluation, assertion, &mut form);
    check_arguments(arguments, evaluation, assertion, &mut form);
    if !form.is_empty() {
        return out.extend(form);
    }
    if let Some(rule) = resolved_rule {
        check_resolved(rule, evaluation, assertion, out);
    }
}

/// Checks a function that requires the language extensions. All violations belong to `rule`.
pub fn with_language_extensions<'a>(
    rule: RuleId,
    spec: &FunctionSpec,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    if !evaluation.template.has_language_extensions() {
        const MESSAGE: &str = "{} is not supported without 'AWS::LanguageExtensions' transform";
        let name = lone_function(assertion.instance).map_or("", |(function, _)| function.name());
        let message = message!(MESSAGE, [Operand::Plain(name)]);
        return out.push(Violation {
            rule: Some(rule),
            ..assertion.violation(message)
        });
    }
    let mark = out.len();
    check(spec, evaluation, assertion, out);
    out.since(mark)
        .iter_mut()
        .for_each(|violation| violation.rule = Some(rule));
}

/// Checks the values that a function resolves to. If a valid value does not come from a parameter, the other values are
/// not reported.
pub fn check_resolved<'a>(
    rule: RuleId,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some((function, entry)) = lone_function(assertion.instance) else {
        return;
    };
    if !constrains(assertion.schema) {
        return;
    }
    let step = Step::Key(entry.key);
    let cx = Context {
        types: TypeMatching::Converted,
        ..*assertion.cx
    };
    let mut all = Vec::new();
    let accepted = resolve(evaluation, &cx, assertion.instance, &mut |resolved| {
        let value = match resolved.value {
            Ok(value) => value,
            Err(_) if resolved.cx.origin == Origin::Parameter => return ControlFlow::Continue(()),
            Err(failure) => {
                let steps = failure.steps.iter();
                let instance_path = steps
                    .fold(assertion.cx.instance_path, |instance_path, step| {
                        instance_path.step(evaluation.arena, *step)
                    });
                out.push(Violation {
                    instance_path,
                    ..assertion.violation(failure.kind)
                });
                return ControlFlow::Continue(());
            }
        };
        let mut found = Violations::new();
        evaluation.descend(
            &resolved.cx,
            (step, None),
            *assertion.schema,
            value,
            &mut found,
        );
        if found.is_empty() && resolved.cx.origin != Origin::Parameter {
            return ControlFlow::Break(());
        }
        let resolved_violation = ResolvedViolation {
            rule,
            function: function.name(),
            value,
            assertion,
        };
        all.extend(
            found
                .into_list()
                .into_iter()
                .map(|violation| resolved_violation.violation(evaluation, step, violation)),
        );
        ControlFlow::Continue(())
    });
    if accepted.is_continue() {
        all.into_iter().for_each(|violation| out.push(violation));
    }
}

/// Converts violations of a resolved value to violations of the function: changes the path and replaces the value in
/// messages.
struct ResolvedViolation<'r, 'a, 'w> {
    rule: RuleId,
    function: &'static str,
    value: Node<'a>,
    assertion: &'r Assertion<'a, 'w>,
}

impl<'a> ResolvedViolation<'_, 'a, '_> {
    fn violation(
        &self,
        evaluation: &Evaluation<'a>,
        step: Step<'a>,
        violation: Violation<'a>,
    ) -> Violation<'a> {
        let (value, instance) = (
            python::repr(self.value),
            python::repr(self.assertion.instance),
        );
        let message = render_text(&violation.kind).replace_value(&value, &instance);
        let message = match violation.shown_at {
            None => text!("{} when '{}' is resolved", message, self.function),
            Some(_) => {
                text!(
                    "{} when '{}' is resolved at '{}'",
                    message,
                    self.function,
                    syntax::Operand::Name(&self.assertion.cx.instance_path.to_string())
                )
            }
        };
        let sources = parameter_sources(evaluation, self.assertion, self.value);
        let message = text!("{}{}", message, sources);
        let children = violation
            .children
            .into_iter()
            .map(|child| self.violation(evaluation, step, child))
            .collect();
        let keyword = if violation.keyword == keyword::REF_FUNCTION {
            violation.keyword
        } else {
            self.assertion.keyword
        };
        Violation {
            keyword,
            kind: ViolationKind::Circumstanced {
                violated: evaluation.arena.keep(violation.kind),
                circumstance: Circumstance::Function(self.assertion.instance),
                sentence: keep_sentence(evaluation.arena, &message),
            },
            rule: Some(self.rule),
            instance_path: self.assertion.cx.instance_path.step(evaluation.arena, step),
            children,
            ..violation
        }
    }
}

/// Returns the deployments in which a referenced parameter has this value, as the end of a message.
fn parameter_sources<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    value: Node<'a>,
) -> Text {
    let deployments = assertion.cx.deployments;
    let named = || match lone_function(assertion.instance)? {
        (Function::Ref, entry) => evaluation.template.parameter(entry.value.as_str()?),
        _ => None,
    };
    let Some(parameter) = named().filter(|_| !deployments.is_empty()) else {
        return Text::default();
    };
    let text = python::repr(value);
    let shown = if parameter.is_hidden() {
        "'****'"
    } else {
        &text
    };
    let has_value = |one: &&Deployment<'_>| {
        one.value(parameter.name)
            .is_some_and(|own| python::repr(own) == text)
    };
    let sources: Option<Vec<_>> = deployments
        .iter()
        .filter(has_value)
        .map(|one| one.source)
        .collect();
    match sources {
        None => text!(" to {}", syntax::Operand::Value(shown)),
        Some(sources) => {
            let sources: Vec<_> = sources.into_iter().map(python::repr_str).collect();
            text!(
                " to {} from [{}]",
                syntax::Operand::Value(shown),
                syntax::Operand::Value(&sources.join(", "))
            )
        }
    }
}

/// Returns whether a schema constrains more than the type. Only then is the function resolved.
fn constrains(schema: &Schema<'_>) -> bool {
    const CONSTRAINING: KeywordSet = KeywordSet::of(&[
        keyword::REF,
        keyword::ENUM,
        keyword::CONST,
        keyword::PATTERN,
        keyword::MIN_LENGTH,
        keyword::MAX_LENGTH,
        keyword::MINIMUM,
        keyword::MAXIMUM,
        keyword::EXCLUSIVE_MINIMUM,
        keyword::EXCLUSIVE_MAXIMUM,
        keyword::MULTIPLE_OF,
        keyword::FORMAT,
        keyword::ALL_OF,
        keyword::ANY_OF,
        keyword::ONE_OF,
        keyword::NOT,
        keyword::IF,
    ]);
    if schema.has_any(CONSTRAINING) {
        return true;
    }
    let whole = [keyword::ITEMS, keyword::ADDITIONAL_PROPERTIES]
        .into_iter()
        .filter_map(|symbol| schema.get(symbol));
    let parts = [keyword::PROPERTIES, keyword::PATTERN_PROPERTIES]
        .into_iter()
        .filter_map(|symbol| schema.get(symbol))
        .flat_map(|parts| parts.entries().map(|(_, part)| part));
    whole.chain(parts).any(|part| constrains(&part.into()))
}
