"""openapi.yaml: the document, its examples, and every answer of the program beside it."""
