"""Checks of our own for schemathesis."""

import re
import tomllib
from pathlib import Path

import schemathesis

CONFIGURATION = tomllib.loads((Path(__file__).parent / "schemathesis.toml").read_text())
REASONS = {
    name: re.compile(pattern)
    for name, pattern in CONFIGURATION["checks"]["refused_for_a_named_reason"]["reasons"].items()
}


@schemathesis.check
def refused_for_a_named_reason(ctx, response, case):
    """A request that openapi.yaml allows is refused only for reasons that a schema cannot express."""
    is_valid = case.meta is not None and case.meta.generation.mode.is_positive
    if not is_valid or response.status_code not in (400, 422):
        return
    problem = response.json()
    details = [error["detail"] for error in problem.get("errors", [])] or [problem["detail"]]
    for detail in details:
        if not any(reason.fullmatch(detail) for reason in REASONS.values()):
            raise AssertionError(f"Refused for a reason that Tests/Program/schema/schemathesis.toml does not name: {detail}")
