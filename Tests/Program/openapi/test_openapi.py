"""Every example of openapi.yaml is sent to a server, and each answer is checked against the document.

Clients are generated from the document beside that, in Python and Swift, and run by the programs of Tests/Clients. The
files that script/describe makes have to be up to date.
"""

import pytest

from lib.server import Server

from . import examples, reference, shape
from .run import Run
from .walk import Walk

pytestmark = pytest.mark.quick


def test_document(document, facts):
    validator = pytest.importorskip("openapi_spec_validator")
    facts.no("openapi.yaml", [
        str(error)[:300] for error in validator.OpenAPIV31SpecValidator(document.root).iter_errors()])


def test_schemas(document, facts):
    shape.are_sound(document, facts.no)


def test_shown(document, facts):
    examples.are_sound(document, facts.no)


def test_origins(program, document, facts):
    """The document names the headers that pages of other origins may read and send."""
    origin, words = "https://app.example", document.root["info"]["description"]
    with Server(program, "--cors-origins", origin) as server:
        answer = server.request("OPTIONS", "/v1/layouts", Origin=origin, Access_Control_Request_Method="POST")
    for kind in ("expose", "allow"):
        names = answer.headers[f"access-control-{kind}-headers"].split(", ")
        facts.at_least(f"headers of {kind}", len(names), 9)
        facts.no("openapi.yaml names them", [name for name in names if f"`{name}`" not in words])


def test_answers(program, document, facts):
    # The body of one example never comes. A second signal ends the drain.
    with Server(program, "--body-silence=1s", "--drain-delay=3600s") as server:
        run = Run(document, server, facts)
        walk = Walk(run)
        walk.post_everything()
        walk.get_everything()
        walk.documents_follow_the_rules()
        reference.look_at_reference(run)
        examples.send_all(run)
        walk.delete_everything()
        walk.every_operation_answered()
        facts.no("the log has no names of documents", "walk" in server.log_text())
        examples.shut_down(run)
        if facts.failed:
            print(server.log_text()[-2000:])
