#ifndef CHTTPDOCUMENTS_H
#define CHTTPDOCUMENTS_H

#include <stddef.h>
#include <stdint.h>

/// A file as it was when the program was built. All of it lives for ever.
struct http_document {
  /// Where it is served.
  const char *path;
  const char *media_type;
  const uint8_t *body;
  size_t bytes;
};

/// Every file that is built into the program: the service's own description, and the playground's.
const struct http_document *http_documents(size_t *count);

/// The commit that the program was built from, as LAYOUTD_COMMIT said when it was built; empty where it said nothing.
const char *http_build_commit(void);

#endif
