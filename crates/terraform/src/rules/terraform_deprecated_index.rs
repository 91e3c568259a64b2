//! `terraform_deprecated_index`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::ruleset::{Issue, Module, Options, Rule, Use};
use crate::source::Range;
use crate::syntax::ast::{Expr, ExprKind, Step};

/// Items of lists are accessed with square brackets, not with a dot and a number or a star.
pub static RULE: Rule = Rule {
    id: "terraform_deprecated_index",
    title: "Index is written with a dot",
    description: "Items of lists are accessed with square brackets, not with a dot and a number or a star.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

const MESSAGE: &str = "List items should be accessed using square brackets";
const FIX: &str = "write the index in square brackets";

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut issues = Vec::new();
    // The parts after `.*`, whose issues are made with those of the splat.
    let mut splat_parts: Vec<Range> = Vec::new();
    Module::expressions(
        module.declared.files.iter(),
        &mut |expr, how| match &expr.kind {
            ExprKind::Relative(..) if splat_parts.contains(&expr.range) => {}
            ExprKind::Traversal(_, steps) | ExprKind::Relative(_, steps) => {
                for (range, text) in dotted_indexes(module, steps) {
                    issues.push(match text {
                        Some(text) => {
                            Issue::at(range, MESSAGE).fixed(Safety::Safe, FIX, range, text)
                        }
                        None => Issue::at(range, MESSAGE),
                    });
                }
            }
            ExprKind::Splat(source, each) => {
                let marker = Range {
                    start: source.range.end,
                    end: source.range.end.saturating_add(2),
                    ..source.range
                };
                if module.text(marker) != ".*" {
                    return;
                }
                splat_parts.push(each.range);
                let steps = match &each.kind {
                    ExprKind::Relative(_, steps) => steps.as_slice(),
                    _ => &[],
                };
                let indexes = dotted_indexes(module, steps);
                let fix = splat_edits(module, (expr, how), source, marker, &indexes);
                let ranges = indexes.iter().map(|(range, _)| *range);
                for range in std::iter::once(marker).chain(ranges) {
                    let issue = Issue::at(range, MESSAGE);
                    issues.push(match &fix {
                        Some(edits) => issue.edited(Safety::Safe, FIX, edits.clone()),
                        None => issue,
                    });
                }
            }
            _ => {}
        },
    );
    Ok(issues)
}

/// Returns the indexes with a dot among steps, with their texts in square brackets; without a text if there is more than
/// digits, as a comment.
fn dotted_indexes(module: &Module<'_>, steps: &[Step]) -> Vec<(Range, Option<String>)> {
    let dotted = |step: &Step| {
        let Step::Index(_, range) = step else {
            return None;
        };
        let text = module.text(*range);
        let number = text.strip_prefix('.')?.trim();
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        Some((*range, is_number.then(|| format!("[{number}]"))))
    };
    steps.iter().filter_map(dotted).collect()
}

/// Returns the edits that write `source.*.a.0` as `source[*].a[0]`. All that follows `[*]` is evaluated for each item, but
/// only attributes and indexes with a dot that follow `.*`: if more follows, the splat needs parentheses. Within another
/// splat they cannot be written, because what comes before them there is not an expression.
fn splat_edits(
    module: &Module<'_>,
    (expr, how): (&Expr, Use),
    source: &Expr,
    marker: Range,
    indexes: &[(Range, Option<String>)],
) -> Option<Vec<(Range, String)>> {
    let mut edits = vec![(marker, "[*]".to_owned())];
    for (range, text) in indexes {
        edits.push((*range, text.clone()?));
    }
    if matches!(how, Use::Base | Use::Key) {
        if starts_with_item(source) {
            return None;
        }
        let at = |offset: u32| Range {
            start: offset,
            end: offset,
            ..expr.range
        };
        let open = module.replacement(at(expr.range.start), "(".to_owned());
        edits.insert(0, open);
        edits.push((at(expr.range.end), ")".to_owned()));
    }
    Some(edits)
}

fn starts_with_item(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Item => true,
        ExprKind::Relative(base, _) | ExprKind::Index(base, _) | ExprKind::Splat(base, _) => {
            starts_with_item(base)
        }
        _ => false,
    }
}
