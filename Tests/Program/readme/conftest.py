def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="write the real answers into the pages")
