"""The clients that are generated from openapi.yaml, built and run against the program."""


def test_clients(generated_clients, facts):
    for what, problems in generated_clients.result():
        facts.no(what, problems)
