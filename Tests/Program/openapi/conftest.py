"""The document, and the clients that are generated beside everything else."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from lib import ROOT, use_modules_of

use_modules_of("openapi")

from . import clients
from .document import Document


@pytest.fixture(scope="session")
def document():
    return Document(ROOT / "openapi.yaml")


@pytest.fixture(scope="session", autouse=True)
def generated_clients(request, program):
    """What was found of them; they are made from the first test on where they are asked for."""
    if not any(item.name == "test_clients" for item in request.session.items):
        yield None
        return
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(clients.look, program)
