"""What type checkers accept; they also check that each comment `ignore` is needed."""

import pathlib
from typing import Optional

import cfn_warden
from cfn_warden import Checker, Finding, Report

report: Report = cfn_warden.check(pathlib.Path("stack.yaml"), rules=["rule r { Resources exists }"], packs=["fsbp"], fail_on="warning")
named: Report = cfn_warden.check(("a.json", {"Resources": {}}), parameters={"Size": 3, "Zones": ["a", "b"]}, now=0)
both: Report = Checker(severities={"W3": "off"}).check(templates=["Resources: {}", b"Resources: {}"])
findings: list[Finding] = report.findings + report.filter(rule="E3", category=["resources"])
line: int = findings[0].line
resource: Optional[str] = findings[0].resource
part: Optional[str] = findings[0].part
complete: bool = report.complete

cfn_warden.check("Resources: {}", fail_on="warn")  # type: ignore[arg-type]
cfn_warden.check("Resources: {}", pakcs=["fsbp"])  # type: ignore[call-arg]
report.complete = True  # type: ignore[misc]
