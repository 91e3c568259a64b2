//! Reports `${Name}` in strings without `Fn::Sub`.

use std::borrow::Cow;
use std::iter;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::pattern::Pattern;
use cfn_warden_schema::values;
use cfn_warden_schema::{Attributes, Operand, Step, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Resource;
use cfn_warden_template::pseudo::PseudoParameter;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1029"),
    tags: &["functions", "sub"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let excluded = lint
        .settings
        .option(RULE.id, "custom_excludes")
        .first()
        .filter(|pattern| !pattern.is_empty());
    let excluded = excluded.and_then(|pattern| Pattern::compile(pattern).ok());
    let is_module = |resource: &&Resource<'a>| resource.kind.ends_with("::MODULE");
    let modules = lint.template.resources.iter().filter(is_module);
    let mut search = Search {
        lint,
        sink,
        excluded,
        modules: modules.map(|resource| resource.name).collect(),
    };
    // cfn-lint checks Globals twice, the second time as if it were the template.
    for root in iter::once(lint.template.root).chain(lint.template.root.get("Globals")) {
        values::visit_texts(root, &mut Vec::new(), *b"${", &mut |path, node| {
            search.value(path, node)
        });
    }
}

struct Search<'s, 'a, 'l> {
    lint: &'s Lint<'a, 'l>,
    sink: &'s mut Sink<'a>,
    excluded: Option<Pattern>,
    /// The names of modules, whose resources have names that begin with them.
    modules: Vec<&'a str>,
}

impl<'a> Search<'_, 'a, '_> {
    fn value(&mut self, path: &[Step<'a>], node: Node<'a>) {
        let Some(text) = node.as_str() else { return };
        let names = |name: &str| path.iter().any(|step| step.text() == Some(name));
        let is_body = path.last().and_then(Step::text) == Some("TemplateBody");
        if names("Fn::Sub") || is_body {
            return;
        }
        let definition = names("DefinitionString");
        for variable in variables(text) {
            let name = variable
                .get(2..variable.len().saturating_sub(1))
                .unwrap_or_default();
            if self.sink.is_full() || !self.lint.evaluation.spend(1) {
                return;
            }
            if self.is_substituted(path, name)
                || self.is_excluded(variable)
                || !(definition || self.is_known(name))
            {
                continue;
            }
            let arena = self.lint.arena;
            let instance_path = values::instance_path(arena, path);
            let path = Operand::Plain(arena.alloc_str(&instance_path.to_string()));
            const MESSAGE: &str =
                "Found an embedded parameter \"{}\" outside of an \"Fn::Sub\" at {}";
            self.sink.report(
                instance_path,
                node,
                message!(MESSAGE, [Operand::Plain(variable), path]),
            );
        }
    }

    /// Returns whether `DefinitionSubstitutions` replaces the variable in the definition of a state machine.
    fn is_substituted(&self, path: &[Step<'a>], name: &str) -> bool {
        ["DefinitionString", "Definition"].iter().any(|key| {
            let Some(position) = path.iter().position(|step| step.text() == Some(key)) else {
                return false;
            };
            let above = path.iter().take(position).try_fold(
                self.lint.template.root,
                |node, step| match step {
                    Step::Index(_) => None,
                    step => node.get(step.text()?),
                },
            );
            let substitution =
                above.and_then(|node| node.get("DefinitionSubstitutions")?.get(name));
            substitution.is_some_and(|value| !value.is_false())
        })
    }

    fn is_excluded(&self, variable: &str) -> bool {
        let matches = |pattern: &Pattern| {
            self.lint
                .evaluation
                .budget
                .matches(|steps| pattern.try_matches(variable, steps))
        };
        self.excluded.as_ref().is_some_and(matches)
    }

    /// Returns whether `Ref` or `Fn::GetAtt` could refer to a name.
    fn is_known(&self, name: &str) -> bool {
        let template = self.lint.template;
        let declared = template.resource(name).is_some()
            || self.modules.iter().any(|module| name.starts_with(module));
        if declared || template.parameter(name).is_some() || PseudoParameter::named(name).is_some()
        {
            return true;
        }
        let Some((resource, attribute)) = name.split_once('.') else {
            return false;
        };
        let attributes = template.resource(resource).and_then(|resource| {
            Attributes::of_type(self.lint.evaluation.knowledge, resource.kind)
        });
        attributes.is_some_and(|attributes| attributes.get(attribute).is_some())
    }
}

/// Returns each `${Name}` in a string; a name consists of letters, digits, `_`, `:` and `.`.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.');
    text.match_indices("${").filter_map(move |(start, _)| {
        let rest = text.get(start..)?;
        let length = rest
            .bytes()
            .skip(2)
            .take_while(|byte| is_part(*byte))
            .count();
        let end = length.saturating_add(2);
        (length > 0 && rest.get(end..)?.starts_with('}'))
            .then(|| rest.get(..=end))
            .flatten()
    })
}
