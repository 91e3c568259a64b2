//! The keyword `cfnLint`, which runs the checks attached to a path, and the keywords below which they run again.

use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::place::Place;
use cfn_warden_schema::{
    Assertion, Attached, AttachedCheck, Context, Evaluation, Violations, keyword, keywords,
};

/// Implements the keyword `cfnLint`: runs the checks attached to the current path and to the paths that the keyword
/// lists.
pub fn run_attached_checks<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let is_empty = assertion
        .value
        .as_list()
        .is_none_or(|paths| paths.is_empty());
    if is_empty
        && evaluation
            .places
            .attached(assertion.cx.schema_path.place)
            .is_empty()
    {
        return;
    }
    let cx = Context {
        attached_rules: AttachedRules::Skip,
        ..*assertion.cx
    };
    let assertion = Assertion {
        cx: &cx,
        keyword: keyword::CFN_LINT,
        ..*assertion
    };
    let listed = evaluation.listed_places(assertion.value);
    for place in &*listed {
        run_place(*place, evaluation, &assertion, out);
    }
    if !listed.contains(&cx.schema_path.place) {
        run_place(cx.schema_path.place, evaluation, &assertion, out);
    }
}

fn run_place<'a>(
    place: Place,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    for number in evaluation.places.attached(place) {
        if let Some(attached) = evaluation.rules.attached.get(usize::from(*number)) {
            run_attached_check(attached, evaluation, assertion, out);
        }
    }
}

fn run_attached_check<'a>(
    attached: &Attached,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let mark = out.len();
    match attached.check {
        AttachedCheck::Value(check) => check(evaluation, assertion, out),
        AttachedCheck::Data(check) => check.check(attached.rule, evaluation, assertion, out),
        AttachedCheck::Reference(_) => {}
    }
    // Violations that the rule's code reports belong to the rule; those of a schema belong to the schema's owner.
    for violation in out.since(mark) {
        if violation.rule.is_none() && violation.keyword == keyword::CFN_LINT {
            violation.rule = Some(attached.rule);
        }
    }
}

/// Implements `patternProperties` for the schema of a section, in which attached rules run again.
pub fn pattern_properties<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let cx = Context {
        attached_rules: AttachedRules::Run,
        ..*assertion.cx
    };
    keywords::pattern_properties_check(
        evaluation,
        &Assertion {
            cx: &cx,
            ..*assertion
        },
        out,
    );
}

/// Implements `properties`; see [`pattern_properties`].
pub fn properties<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let cx = Context {
        attached_rules: AttachedRules::Run,
        ..*assertion.cx
    };
    keywords::properties_check(
        evaluation,
        &Assertion {
            cx: &cx,
            ..*assertion
        },
        out,
    );
}

/// Implements `additionalProperties`; see [`pattern_properties`].
pub fn additional_properties<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let cx = Context {
        attached_rules: AttachedRules::Run,
        ..*assertion.cx
    };
    keywords::additional_properties_check(
        evaluation,
        &Assertion {
            cx: &cx,
            ..*assertion
        },
        out,
    );
}
