def pytest_addoption(parser):
    parser.addoption("--write", action="store_true", help="write the files for kubectl that the chart makes")
