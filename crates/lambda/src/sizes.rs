//! Size limits by the function's memory. Input that could exhaust it is rejected with an error before it is parsed.

use super::config::FunctionIdentity;
use super::text::Text;
use cfn_warden_engine as engine;
use cfn_warden_guard as guard;
use cfn_warden_schema as schema;
use cfn_warden_terraform::ValueLimits;

/// Memory in MB for the program, its caches and the allocator.
const BASE: usize = 48;
/// Memory in MB assumed outside of Lambda, for which every limit below has its full value.
const ELSEWHERE: usize = 4096;
const MB: usize = 1 << 20;

/// The limits of a function with this memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    memory_mb: usize,
}

/// Memory used while a document is checked, as measured (docs/limits.md): bytes per byte of text, and per character
/// that may start a value.
#[derive(Debug, Clone, Copy)]
struct Price {
    byte: usize,
    value: usize,
}

/// The percentages of memory for documents and for rules; the rest is for derived data.
const DOCUMENTS: usize = 40;
const RULES: usize = 20;
/// The percentage of memory for the values of Terraform configurations and their plan.
const TERRAFORM: usize = 50;

/// The texts of all documents are in memory at the same time, but only one tree.
const TEXT: usize = 2;
const DOCUMENT: Price = Price {
    byte: 6,
    value: 225,
};
/// A Hook's template is parsed for the linter and for rules at the same time, and written in the form that rules see.
const HOOK: Price = Price {
    byte: 12,
    value: 310,
};

impl Sizes {
    /// Returns the limits of a function.
    pub fn of(function: &FunctionIdentity) -> Sizes {
        let memory_mb = function
            .memory_mb
            .map_or(ELSEWHERE, |mb| usize::try_from(mb).unwrap_or(usize::MAX));
        Sizes { memory_mb }
    }

    /// Returns a percentage of the memory available for work, in bytes.
    fn share(self, hundredths: usize) -> usize {
        self.memory_mb
            .saturating_sub(BASE)
            .saturating_mul(MB / 100)
            .saturating_mul(hundredths)
    }

    /// Returns the maximum size of one fetched object in bytes.
    pub fn object(self) -> usize {
        (16 * MB).min(self.share(4))
    }

    /// Returns the maximum total size of a request's documents in bytes.
    pub fn documents(self) -> usize {
        (32 * MB).min(self.share(8))
    }

    /// Returns the memory for compiled rules, including those cached between invocations, in bytes.
    pub fn rules(self) -> usize {
        self.share(20)
    }

    /// Returns the maximum size of rules texts cached between invocations in bytes.
    pub fn kept_rules(self) -> usize {
        (32 * MB).min(self.share(5))
    }

    /// Checks that rules can be compiled in this memory.
    ///
    /// # Errors
    /// [`TooLarge`] with the memory they need.
    pub fn check_rules<'t>(self, rules: impl IntoIterator<Item = &'t str>) -> Result<(), TooLarge> {
        let bytes = rules
            .into_iter()
            .map(engine::compiled_size)
            .fold(0, usize::saturating_add);
        self.check(bytes, RULES)
    }

    /// Returns the memory in MB with which all limits have their full value.
    pub fn enough_mb() -> u32 {
        u32::try_from(BASE + 16 * 100 / 4 + 5).unwrap_or(u32::MAX)
    }

    /// Returns the limits of rule evaluation.
    pub fn guard(self) -> guard::Limits {
        let most = guard::Limits::for_request();
        guard::Limits {
            memory: most.memory.min(self.share(10)),
            all_memory: most.all_memory.min(self.share(20)),
            findings: most.findings.min(self.share(4)),
            report: most.report.min(self.share(4)),
            ..most
        }
    }

    /// Returns the limits of evaluating Terraform configurations.
    pub fn terraform(self) -> ValueLimits {
        ValueLimits::within(self.share(TERRAFORM))
    }

    /// Returns the limits of linting.
    pub fn lint(self) -> schema::Limits {
        let most = schema::Limits::default();
        schema::Limits {
            memory: most.memory.min(self.share(10)),
            text: most.text.min(self.share(4)),
            ..most
        }
    }

    /// Checks that documents can be checked in this memory.
    ///
    /// # Errors
    /// [`TooLarge`] with the memory they need.
    pub fn check_documents(self, documents: &[Text]) -> Result<(), TooLarge> {
        let texts = documents
            .iter()
            .map(|text| text.content.len())
            .fold(0, usize::saturating_add);
        let of_largest = |price: fn(&str) -> usize| {
            let largest = documents
                .iter()
                .map(|text| price(&text.content))
                .max()
                .unwrap_or_default();
            self.check(
                texts.saturating_mul(TEXT).saturating_add(largest),
                DOCUMENTS,
            )
        };
        // Nearly all documents are small enough whatever they contain.
        of_largest(|text| DOCUMENT.most(text)).or_else(|_| of_largest(|text| DOCUMENT.of(text)))
    }

    /// Checks that a Hook's templates or properties can be checked in this memory.
    ///
    /// # Errors
    /// [`TooLarge`] with the memory they need.
    pub fn check_hook<'t>(self, texts: impl IntoIterator<Item = &'t str>) -> Result<(), TooLarge> {
        let texts: Vec<&str> = texts.into_iter().collect();
        let all = |price: fn(&str) -> usize| {
            self.check(
                texts
                    .iter()
                    .map(|text| price(text))
                    .fold(0, usize::saturating_add),
                DOCUMENTS,
            )
        };
        all(|text| HOOK.most(text)).or_else(|_| all(|text| HOOK.of(text)))
    }

    fn check(self, bytes: usize, hundredths: usize) -> Result<(), TooLarge> {
        if bytes <= self.share(hundredths) {
            return Ok(());
        }
        let needed_mb =
            (bytes / MB).saturating_add(1).saturating_mul(100) / hundredths.max(1) + BASE + 2;
        Err(TooLarge {
            memory_mb: self.memory_mb,
            needed_mb,
        })
    }
}

impl Price {
    /// Returns the memory for a text in which each byte may start a value, in bytes.
    fn most(self, text: &str) -> usize {
        text.len()
            .saturating_mul(self.byte.saturating_add(self.value))
    }

    /// Returns an upper bound of the memory for a text in bytes.
    fn of(self, text: &str) -> usize {
        let begins = |byte: &&u8| matches!(byte, b',' | b':' | b'[' | b'{' | b'\n' | b'-' | b'?');
        let values = text.as_bytes().iter().filter(begins).count();
        text.len()
            .saturating_mul(self.byte)
            .saturating_add(values.saturating_mul(self.value))
    }
}

/// The input needs more memory than the function has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    memory_mb: usize,
    needed_mb: usize,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TooLarge {
            memory_mb,
            needed_mb,
        } = self;
        write!(
            f,
            "checking may need more memory than the function's {memory_mb} MB; "
        )?;
        match needed_mb {
            // https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
            0..=10_240 => write!(
                f,
                "increase it to {needed_mb} MB (MemorySize) or split the input"
            ),
            _ => f.write_str("split the input"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(memory_mb: u32) -> Sizes {
        Sizes::of(&FunctionIdentity {
            memory_mb: Some(memory_mb),
            ..FunctionIdentity::default()
        })
    }

    #[test]
    fn the_reported_memory_is_sufficient_and_less_is_not() {
        let dense = format!("[{}1]", "1,".repeat(2 << 20));
        let text = |content: String| {
            [Text {
                name: String::new(),
                content,
            }]
        };
        let error = sizes(512)
            .check_documents(&text(dense.clone()))
            .unwrap_err();
        let needed = u32::try_from(error.needed_mb).unwrap();
        assert!(
            error.to_string().contains("512 MB") && error.to_string().contains(&needed.to_string()),
            "{error}"
        );
        assert_eq!(sizes(needed).check_documents(&text(dense.clone())), Ok(()));
        assert!(
            sizes(needed - 100)
                .check_documents(&text(dense.clone()))
                .is_err()
        );
        let error = sizes(512).check_hook([dense.as_str()]).unwrap_err();
        assert_eq!(
            sizes(u32::try_from(error.needed_mb).unwrap()).check_hook([dense.as_str()]),
            Ok(())
        );
        let rules = "a.b==1\n".repeat(200_000);
        let error = sizes(512).check_rules([rules.as_str()]).unwrap_err();
        assert_eq!(
            sizes(u32::try_from(error.needed_mb).unwrap()).check_rules([rules.as_str()]),
            Ok(())
        );
        assert_eq!(sizes(Sizes::enough_mb()).object(), 16 << 20);
        assert!(sizes(Sizes::enough_mb() - 10).object() < 16 << 20);
    }

    #[test]
    fn cloudformations_limits_fit_into_the_default_memory() {
        // 1 MB each: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
        let resource = r#""Queue":{"Type":"AWS::SQS::Queue","Properties":{"QueueName":"a-name","DelaySeconds":5}},"#;
        let template = format!("{{{}}}", resource.repeat((1 << 20) / resource.len()));
        assert_eq!(
            sizes(512).check_hook([template.as_str(), template.as_str()]),
            Ok(())
        );
        assert_eq!(
            sizes(512).check_documents(&[Text {
                name: String::new(),
                content: template
            }]),
            Ok(())
        );
    }

    #[test]
    fn shares_do_not_exceed_the_memory() {
        for memory_mb in [128, 256, 512, 1024, 10_240] {
            let (sizes, memory) = (sizes(memory_mb), memory_mb as usize * MB);
            let (guard, lint) = (sizes.guard(), sizes.lint());
            let derived = guard.memory
                + guard.all_memory
                + guard.findings
                + guard.report
                + lint.memory
                + lint.text;
            assert!(
                BASE * MB + sizes.share(DOCUMENTS) + derived < memory,
                "{memory_mb}"
            );
        }
    }
}
