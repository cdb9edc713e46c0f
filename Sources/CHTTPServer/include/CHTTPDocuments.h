#ifndef CHTTPDOCUMENTS_H
#define CHTTPDOCUMENTS_H

#include <stddef.h>
#include <stdint.h>

/// The service's own description, openapi.yaml, as it was when the program was built. It lives for ever.
const uint8_t *http_document_openapi(size_t *bytes);

#endif
