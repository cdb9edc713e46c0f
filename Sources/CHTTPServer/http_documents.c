#include "CHTTPDocuments.h"

// #embed is C23; the compiler has it in C17, too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The compiler reads the files of the repository's top level where they stand.
static const uint8_t openapi_yaml[] = {
#embed "../../openapi.yaml"
};

const uint8_t *http_document_openapi(size_t *bytes) {
  *bytes = sizeof openapi_yaml;
  return openapi_yaml;
}
