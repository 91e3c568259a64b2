"""Checks CloudFormation templates: lint and policy, in milliseconds.

>>> import cfn_warden
>>> report = cfn_warden.check("Resources: {Topic: {Type: AWS::SNS::Topics}}")
>>> report.compliant
False
>>> report.findings[0].rule
'E3006'
"""

from ._native import (
    __version__,
    Checker,
    Finding,
    Incomplete,
    NotSeen,
    Report,
    RulesError,
    SettingError,
    Summary,
    check,
    formats,
    packs,
)

__all__ = [
    "Checker",
    "Finding",
    "Incomplete",
    "NotSeen",
    "Report",
    "RulesError",
    "SettingError",
    "Summary",
    "check",
    "formats",
    "packs",
]
