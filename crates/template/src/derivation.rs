//! What transforms and functions may derive from a template.
//!
//! A kilobyte of nested functions or loops can stand for gigabytes, so texts and lists are counted before they are built.

use std::cell::Cell;

use cfn_warden_syntax::Node;
use cfn_warden_syntax::cancel::Cancel;

/// The limits on what is derived from one template.
#[derive(Debug, Clone, Copy)]
pub struct DerivationLimits<'c> {
    /// Bytes of texts and lists that loops make, in addition to the document.
    pub loops: usize,
    /// Values that loops make.
    pub loop_values: usize,
    /// Bytes of texts and lists that functions make, in addition to the document.
    pub functions: usize,
    /// Cancels the work.
    pub cancel: Cancel<'c>,
}

/// The values that loops may make.
const LOOP_VALUES: usize = 500_000;
/// The bytes that functions may make.
const FUNCTIONS: usize = 16 << 20;
/// The bytes that loops may make.
const LOOPS: usize = 192 << 20;

impl Default for DerivationLimits<'_> {
    fn default() -> Self {
        DerivationLimits::MOST
    }
}

impl DerivationLimits<'static> {
    /// The highest limits, which are never cancelled.
    pub const MOST: DerivationLimits<'static> = DerivationLimits {
        loops: LOOPS,
        loop_values: LOOP_VALUES,
        functions: FUNCTIONS,
        cancel: Cancel::NEVER,
    };
}

impl<'c> DerivationLimits<'c> {
    /// Returns limits that fit into this number of bytes.
    pub fn within(bytes: usize, cancel: Cancel<'c>) -> DerivationLimits<'c> {
        /// A value with its location, and the same in the trees of the linter and of rules.
        const VALUE: usize = 64;
        DerivationLimits {
            loops: LOOPS.min(bytes),
            loop_values: LOOP_VALUES.min(bytes / VALUE),
            functions: FUNCTIONS.min(bytes / 2),
            cancel,
        }
    }
}

/// The bytes of an item of a derived list: the value, its location, and its copies in derived trees.
pub(crate) const ITEM: usize = 128;

/// Returns the bytes of a derived list, or the bytes of a scalar without its text.
pub(crate) fn bytes_of_items(node: Node<'_>) -> usize {
    node.as_list().map_or(1, <[_]>::len).saturating_mul(ITEM)
}

/// A number of bytes from which texts are taken before they are built.
#[derive(Debug)]
pub(crate) struct RemainingBytes(Cell<usize>);

impl RemainingBytes {
    pub fn new(bytes: usize) -> RemainingBytes {
        RemainingBytes(Cell::new(bytes))
    }

    /// Takes bytes; returns `false` if fewer remain.
    #[must_use]
    pub fn take(&self, bytes: usize) -> bool {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.unwrap_or(self.0.get()));
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;
    use cfn_warden_syntax::parse;

    use super::*;
    use crate::ParameterSet;
    use crate::resolve::{Defaults, Inputs, resolve};
    use crate::transform::{self, transform};

    const SMALL: DerivationLimits<'static> = DerivationLimits {
        loops: 1 << 16,
        loop_values: 1 << 16,
        functions: 1 << 16,
        cancel: NEVER,
    };
    const NEVER: Cancel<'static> = Cancel::NEVER;

    fn with_value(value: &str) -> String {
        format!(
            "{{Resources: {{T: {{Type: AWS::SNS::Topic, Properties: {{TopicName: {value}}}}}}}}}"
        )
    }

    /// Returns whether functions are not replaced because of a limit, and the bytes that were allocated.
    fn resolved(text: &str, limits: DerivationLimits<'_>) -> (bool, usize) {
        let arena = Bump::new();
        let tree = parse(&arena, text, "t.yaml").tree.unwrap();
        let inputs = Inputs {
            parameter_values: &ParameterSet::default(),
            defaults: Defaults::Used,
            limits,
        };
        let before = arena.allocated_bytes();
        let limited = resolve(&arena, &tree, &inputs).resolution.limited;
        (limited, arena.allocated_bytes() - before)
    }

    #[test]
    fn texts_of_functions_are_counted_before_they_are_built() {
        let mut doubled = "aaaa".to_owned();
        for _ in 0..30 {
            doubled = format!("{{'Fn::Sub': ['${{x}}${{x}}', {{x: {doubled}}}]}}");
        }
        let items = vec!["x"; 10_000].join(", ");
        let delimiter = "b".repeat(50_000);
        for value in [
            doubled,
            format!("{{'Fn::Join': ['{delimiter}', [{items}]]}}"),
            format!(
                "{{'Fn::Sub': ['{}', {{x: '{delimiter}'}}]}}",
                "${x}".repeat(10_000)
            ),
            format!(
                "{{'Fn::Select': [0, {{'Fn::Split': [',', '{}']}}]}}",
                ",".repeat(50_000)
            ),
        ] {
            let (limited, bytes) = resolved(&with_value(&value), SMALL);
            assert!(
                limited && bytes < 1 << 20,
                "{bytes} bytes: {}",
                value.chars().take(40).collect::<String>()
            );
        }
        let (limited, _) = resolved(&with_value("{'Fn::Join': ['-', [a, b]]}"), SMALL);
        assert!(!limited);
    }

    #[test]
    fn a_list_counts_wherever_it_is_inserted() {
        let list = vec!["x"; 1_000].join(",");
        let references: Vec<_> = (0..1_000)
            .map(|number| format!("T{number}: {{Type: A, Properties: {{L: {{Ref: P}}}}}}"))
            .collect();
        let text = format!(
            "{{Parameters: {{P: {{Type: CommaDelimitedList, Default: '{list}'}}}}, Resources: {{{}}}}}",
            references.join(", ")
        );
        let (limited, bytes) = resolved(&text, DerivationLimits::default());
        assert!(limited && bytes < 64 << 20, "{bytes} bytes");
    }

    /// Returns why a template with a loop cannot be transformed.
    fn refused(text: &str, limits: DerivationLimits<'_>) -> String {
        let arena = Bump::new();
        let tree = parse(&arena, text, "t.yaml").tree.unwrap();
        let inputs = transform::Inputs {
            limits,
            ..transform::Inputs::default()
        };
        transform(&arena, &tree, &inputs).unwrap_err()[0]
            .message
            .to_string()
    }

    fn looped(items: &str, body: &str) -> String {
        format!(
            "{{Transform: AWS::LanguageExtensions, Resources: {{'Fn::ForEach::L': [X, [{items}], {{{body}}}]}}}}"
        )
    }

    #[test]
    fn loops_are_counted_before_they_are_unrolled() {
        let items: Vec<_> = (0..100).map(|number| format!("a{number}")).collect();
        let items = items.join(", ");
        let name = format!("'T${{X}}{}': {{Type: A}}", "x".repeat(900));
        let error = refused(&looped(&items, &name), SMALL);
        assert!(error.contains("texts of more than 65536 bytes"), "{error}");
        let text = format!(
            "'T${{X}}': {{Type: A, P: {{'Fn::Sub': '{}'}}}}",
            "${X}".repeat(5_000)
        );
        let error = refused(&looped(&items, &text), SMALL);
        assert!(error.contains("texts of more than 65536 bytes"), "{error}");
        let values = format!(
            "'T${{X}}': {{Type: A, P: [{}]}}",
            vec!["1"; 1_000].join(", ")
        );
        let error = refused(&looped(&items, &values), SMALL);
        assert!(error.contains("more than 65536 values"), "{error}");
    }

    #[test]
    fn globals_count_for_each_resource() {
        let variables: Vec<_> = (0..1_000).map(|number| format!("V{number}: x")).collect();
        let functions: Vec<_> = (0..100)
            .map(|number| format!("F{number}: {{Type: AWS::Serverless::Function}}"))
            .collect();
        let text = format!(
            "{{Transform: AWS::Serverless-2016-10-31, Globals: {{Function: {{Environment: {{Variables: {{{}}}}}}}}}, Resources: {{{}}}}}",
            variables.join(", "),
            functions.join(", ")
        );
        let error = refused(&text, SMALL);
        assert!(error.contains("more than 65536 values"), "{error}");
    }

    #[test]
    fn limits_fit_into_the_memory() {
        let small = DerivationLimits::within(1 << 20, NEVER);
        assert!(
            small.functions <= 1 << 19 && small.loops <= 1 << 20 && small.loop_values <= 1 << 14
        );
        let large = DerivationLimits::within(usize::MAX, NEVER);
        assert_eq!(
            (large.functions, large.loop_values),
            (FUNCTIONS, LOOP_VALUES)
        );
    }
}
