"""Checks CloudFormation templates: lint and policy, in milliseconds."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Optional, Union, final

from typing_extensions import TypeAlias

Text: TypeAlias = Union[str, bytes]
"""The text of a document or of Guard rules; never a path."""
Rules: TypeAlias = Union[Text, os.PathLike[str], tuple[str, Text]]
"""A text, a file, or a name and a text."""
Document: TypeAlias = Union[Text, os.PathLike[str], Mapping[str, Any], tuple[str, Union[Text, Mapping[str, Any]]]]
"""As `Rules`, or the content of a template as a dict."""
Value: TypeAlias = Union[str, int, float, bool, Sequence[Union[str, int, float, bool]]]
"""The value of a parameter."""
Severity: TypeAlias = Literal["error", "warning", "informational"]
Category: TypeAlias = Literal[
    "template",
    "functions",
    "parameters",
    "resources",
    "metadata",
    "outputs",
    "mappings",
    "conditions",
    "deployment",
    "policy",
    "terraform",
    "other",
]

__version__: str

def check(
    template: Optional[Document] = None,
    *,
    templates: Optional[Sequence[Document]] = None,
    nested: Optional[Sequence[Document]] = None,
    rules: Union[None, Rules, Sequence[Rules]] = None,
    packs: Union[None, str, Iterable[str]] = None,
    parameters: Optional[Mapping[str, Value]] = None,
    input_parameters: Union[None, Document, Sequence[Document]] = None,
    waivers: Optional[Document] = None,
    severities: Optional[Mapping[str, Literal["error", "warning", "informational", "off"]]] = None,
    fail_on: Optional[Literal["error", "warning", "never"]] = None,
    lint: Optional[Literal["templates", "all", "off"]] = None,
    regions: Union[None, str, Iterable[str]] = None,
    ignore_checks: Union[None, str, Iterable[str]] = None,
    include_checks: Union[None, str, Iterable[str]] = None,
    mandatory_checks: Union[None, str, Iterable[str]] = None,
    experimental: Optional[bool] = None,
    rule_options: Optional[Mapping[str, Mapping[str, Value]]] = None,
    suppressions: Optional[Literal["allow", "deny"]] = None,
    resolve: Optional[bool] = None,
    deployments: Optional[Literal["written", "any", "default", "given"]] = None,
    unknown: Optional[Literal["pass", "warn", "fail"]] = None,
    coverage: Optional[Mapping[str, Literal["ignore", "warn", "fail"]]] = None,
    schemas: Union[None, Document, Sequence[Document]] = None,
    now: Optional[float] = None,
) -> Report:
    """Checks a template, or several documents at once.

    The arguments are the options of `cfn-warden check`; `None` is the default of each.

    template: the document: its text, a `pathlib.Path`, a dict, or a tuple of a name and one of these.
    templates: documents instead of `template`.
    nested: the templates of nested stacks, for comparing parameters with theirs; by default, those that files refer
        to are read. They are checked if they are among `templates`, too.
    rules: Guard rules.
    packs: bundled packs such as "fsbp", and controls such as "S3.8"; `packs()` lists the packs.
    parameters: values of the template's parameters.
    input_parameters: documents that are merged into each document for Guard rules.
    waivers: a file of waivers, in TOML (a file whose name does not end in .yaml, .yml or .json), YAML or JSON.
    severities: severities of rules by ID, prefix or pattern: {"W3": "error"}.
    fail_on: the minimum severity that makes the report not compliant.
    lint: which documents are linted.
    regions: the regions to lint for.
    ignore_checks, include_checks, mandatory_checks: IDs of lint rules, or prefixes of them.
    experimental: run experimental lint rules.
    rule_options: options of lint rules: {"E3012": {"strict": True}}.
    suppressions: whether templates may suppress rules.
    resolve: evaluate rules on the template as it is deployed with `parameters`.
    deployments: evaluate rules on all deployments, on those with default values, or on those with `parameters`.
    unknown: how rules count that depend on unknown values.
    coverage: how parts count that were not seen: {"macro": "fail"}.
    schemas: additional schemas of resource types, as with `--schemas`.
    now: the time in seconds since 1970 (UTC).

    Raises `RulesError`, `SettingError`, `TypeError` and `OSError`. What is wrong with a document is in the report.
    """

@final
class Checker:
    """Checks documents with the same settings. It may be used from several threads, and compiles rules once."""

    def __new__(
        cls,
        *,
        rules: Union[None, Rules, Sequence[Rules]] = None,
        packs: Union[None, str, Iterable[str]] = None,
        parameters: Optional[Mapping[str, Value]] = None,
        input_parameters: Union[None, Document, Sequence[Document]] = None,
        waivers: Optional[Document] = None,
        severities: Optional[Mapping[str, Literal["error", "warning", "informational", "off"]]] = None,
        fail_on: Optional[Literal["error", "warning", "never"]] = None,
        lint: Optional[Literal["templates", "all", "off"]] = None,
        regions: Union[None, str, Iterable[str]] = None,
        ignore_checks: Union[None, str, Iterable[str]] = None,
        include_checks: Union[None, str, Iterable[str]] = None,
        mandatory_checks: Union[None, str, Iterable[str]] = None,
        experimental: Optional[bool] = None,
        rule_options: Optional[Mapping[str, Mapping[str, Value]]] = None,
        suppressions: Optional[Literal["allow", "deny"]] = None,
        resolve: Optional[bool] = None,
        deployments: Optional[Literal["written", "any", "default", "given"]] = None,
        unknown: Optional[Literal["pass", "warn", "fail"]] = None,
        coverage: Optional[Mapping[str, Literal["ignore", "warn", "fail"]]] = None,
        schemas: Union[None, Document, Sequence[Document]] = None,
        now: Optional[float] = None,
    ) -> Checker:
        """Creates a checker. The arguments are those of `check`."""

    def check(
        self,
        template: Optional[Document] = None,
        *,
        templates: Optional[Sequence[Document]] = None,
        nested: Optional[Sequence[Document]] = None,
    ) -> Report:
        """Checks a template, or several documents at once."""

@final
class Report:
    """The result of a check."""

    @property
    def compliant(self) -> bool:
        """Whether everything was checked and nothing is violated that counts."""

    @property
    def status(self) -> Literal["PASS", "FAIL", "ERROR"]:
        """The verdict; ERROR if something could not be checked."""

    @property
    def complete(self) -> bool:
        """Whether there are no incomplete checks and nothing that was not seen."""

    @property
    def reasons(self) -> list[str]:
        """Why the report is not complete, one line each."""

    @property
    def summary(self) -> Summary:
        """The counts."""

    @property
    def findings(self) -> list[Finding]:
        """The findings by document, line and rule, one for each cause."""

    @property
    def incomplete(self) -> list[Incomplete]:
        """What could not be checked."""

    @property
    def not_seen(self) -> list[NotSeen]:
        """The parts of documents that were not seen."""

    def filter(
        self,
        *,
        rule: Union[None, str, Sequence[str]] = None,
        category: Union[None, Category, Sequence[Category]] = None,
        resource: Union[None, str, Sequence[str]] = None,
        resource_type: Union[None, str, Sequence[str]] = None,
    ) -> list[Finding]:
        """Returns the findings that match all arguments. The values of a list are alternatives.

        rule: the name of a Guard rule, the ID of a control or lint rule, or a prefix of IDs of lint rules.
        resource, resource_type: a logical ID, a type; a `*` at the end matches any rest: "AWS::S3::*".
        """

    def to_json(self) -> str:
        """Returns the result document, byte for byte what `cfn-warden check --format json` prints."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the result document as a dict."""

    def render(self, format: str) -> str:
        """Returns the report in a format of `formats()`, for example "sarif"."""

@final
class Finding:
    """A violated rule at a position of a document."""

    @property
    def rule(self) -> str:
        """The ID of the lint rule or control, or the name of the Guard rule."""

    @property
    def engine(self) -> Literal["lint", "guard", "terraform"]: ...
    @property
    def category(self) -> Category:
        """What the rule is about."""

    @property
    def severity(self) -> Severity: ...
    @property
    def message(self) -> str: ...
    @property
    def title(self) -> Optional[str]:
        """The title of the rule."""

    @property
    def file(self) -> Optional[str]:
        """The name of the document; `None` for a text without a name."""

    @property
    def line(self) -> int:
        """The line, counted from 1."""

    @property
    def column(self) -> int:
        """The column, counted from 1."""

    @property
    def end_line(self) -> int: ...
    @property
    def end_column(self) -> int: ...
    @property
    def path(self) -> Optional[str]:
        """The keys and indices that lead to the value: "Resources/Topic/Type"; `None` for the whole document."""

    @property
    def part(self) -> Optional[str]:
        """What fails inside the resource or section, with items of lists by their values; empty for the whole.

        Rule, resource and part identify a finding; `None` for one of `causes`.
        """

    @property
    def resource(self) -> Optional[str]:
        """The logical ID of the resource."""

    @property
    def resource_type(self) -> Optional[str]: ...
    @property
    def construct(self) -> Optional[str]:
        """The path of the construct of the AWS CDK that declares the resource."""

    @property
    def remediation(self) -> Optional[str]:
        """How to fix it."""

    @property
    def documentation(self) -> Optional[str]:
        """The URL of the documentation; for a Guard rule, where it is written."""

    @property
    def enforced(self) -> bool:
        """Whether it counts; a policy may only warn of it."""

    @property
    def causes(self) -> list[Finding]:
        """The findings that led to it: the failed branches of an `anyOf`."""

    @property
    def also(self) -> list[Finding]:
        """Other findings with the same cause."""

    @property
    def more(self) -> int:
        """The number of repetitions that are not in `also`."""

    def __hash__(self) -> int: ...

@final
class Incomplete:
    """Something that could not be checked. A report with one is not compliant."""

    @property
    def message(self) -> str: ...
    @property
    def file(self) -> Optional[str]:
        """The name of the document or rules file."""

    @property
    def line(self) -> Optional[int]: ...
    @property
    def column(self) -> Optional[int]: ...
    def __hash__(self) -> int: ...

@final
class NotSeen:
    """A part of a document that was not checked: a macro, a module, a resource type without a known schema."""

    @property
    def kind(self) -> str:
        """The kind, as in `coverage`: "macro", "unknown_type"."""

    @property
    def fails(self) -> bool:
        """Whether the report is not compliant because of it."""

    @property
    def message(self) -> str: ...
    @property
    def file(self) -> Optional[str]: ...
    @property
    def path(self) -> Optional[str]: ...
    @property
    def line(self) -> Optional[int]: ...
    @property
    def column(self) -> Optional[int]: ...
    def __hash__(self) -> int: ...

@final
class Summary:
    """Counts of a report."""

    @property
    def documents(self) -> int: ...
    @property
    def errors(self) -> int:
        """The number of errors, one for each cause."""

    @property
    def warnings(self) -> int: ...
    @property
    def informational(self) -> int: ...
    @property
    def waived(self) -> int:
        """The number of findings that waivers accept."""

    @property
    def not_checked(self) -> int:
        """The number of incomplete checks, and of parts that were not seen and must be."""

    def __hash__(self) -> int: ...

class SettingError(ValueError):
    """An argument with an invalid value."""

class RulesError(ValueError):
    """Guard rules that do not parse. The message has each error with its position."""

def packs() -> dict[str, str]:
    """Returns the names of the bundled packs with their titles."""

def formats() -> list[str]:
    """Returns the names of the formats that `Report.render` knows."""
