// Creates the library's response from the caller's answer.

#include "answer/answer.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "answer/gzip.h"

// A body that the library sends, charged until the library frees it.
struct charged_body {
  struct http_answer_room *room;  // of a server that outlives it
  uint8_t *compressed;
  void *owner;
  size_t charged_bytes;
  uint8_t copy[];  // if it is neither compressed nor taken over
};

static bool fits(const struct http_answer_room *room, uint64_t before, size_t count) {
  return count <= HTTP_SMALL_ANSWER_BYTES || before + count <= room->bytes_max;
}

bool http_answer_fits(struct http_answer_room *room, size_t body_bytes, size_t reserved) {
  return fits(room, atomic_load(&room->bytes) - reserved, body_bytes);
}

bool http_answer_charge(struct http_answer_room *room, size_t bytes, size_t reserved) {
  // One step, so that no other thread takes the reserved bytes. A negative difference wraps around, and the sum wraps
  // back.
  uint64_t more = (uint64_t)bytes - reserved;
  // Reserved bytes can always be used, even if small answers have exceeded the room since.
  if (fits(room, atomic_fetch_add(&room->bytes, more) - reserved, bytes) || bytes <= reserved) return true;
  atomic_fetch_sub(&room->bytes, more);
  return false;
}

void http_answer_give_back(struct http_answer_room *room, size_t bytes) { atomic_fetch_sub(&room->bytes, bytes); }

static void free_body(void *context) {
  struct charged_body *body = context;
  struct http_answer_room *room = body->room;
  http_answer_give_back(room, body->charged_bytes);
  free(body->compressed);
  if (body->owner != NULL) room->let_go(body->owner);
  free(body);
}

// Takes over `compressed`, or the caller's body if it has an owner; else copies it.
static struct charged_body *make_body(struct http_answer_room *room, const http_response *response,
                                      uint8_t *compressed, size_t count, size_t *reserved_bytes) {
  bool is_copied = compressed == NULL && response->body_owner == NULL;
  bool is_charged = http_answer_charge(room, count, *reserved_bytes);
  if (is_charged) *reserved_bytes = 0;
  struct charged_body *body = is_charged ? malloc(sizeof *body + (is_copied ? count : 0)) : NULL;
  if (body == NULL) {
    if (is_charged) http_answer_give_back(room, count);
    free(compressed);
    return NULL;
  }
  *body = (struct charged_body){room, compressed, NULL, count};
  if (is_copied) memcpy(body->copy, response->body, count);
  return body;
}

// The library frees `*body` with the response. It has no owner yet.
static struct MHD_Response *make_with_body(struct http_answer_room *room, const http_response *response,
                                           size_t *reserved_bytes, size_t *count, struct charged_body **made_body) {
  uint8_t *compressed = NULL;
  *count = response->body_bytes;
  // Compressed before it is charged, since only then its size is known; until then there is one for each thread.
  if (response->gzips) {
    compressed = http_gzip(response->body, response->body_bytes, count);
    if (compressed == NULL) return NULL;
  }
  struct charged_body *body = make_body(room, response, compressed, *count, reserved_bytes);
  if (body == NULL) return NULL;
  const void *bytes = compressed != NULL ? compressed : response->body_owner != NULL ? response->body : body->copy;
  struct MHD_Response *made =
      MHD_create_response_from_buffer_with_free_callback_cls(*count, (void *)bytes, free_body, body);
  if (made == NULL) free_body(body);
  *made_body = body;
  return made;
}

#define DASHES_16 "----------------"
#define DASHES_64 DASHES_16 DASHES_16 DASHES_16 DASHES_16
#define DASHES_256 DASHES_64 DASHES_64 DASHES_64 DASHES_64

// Adds a line with a value of this length, to be replaced.
static bool add_room(struct MHD_Response *response, const char *name, size_t bytes) {
  static const char dashes[] = DASHES_256 DASHES_256;  // Enough for nearly all answers.
  enum { DASHES = sizeof dashes - 1 };
  if (bytes <= DASHES) return MHD_add_response_header(response, name, dashes + DASHES - bytes) == MHD_YES;
  char *value = malloc(bytes + 1);
  if (value == NULL) return false;
  memset(value, '-', bytes);
  value[bytes] = 0;
  bool is_added = MHD_add_response_header(response, name, value) == MHD_YES;
  free(value);
  return is_added;
}

// The library searches each line of an answer for line breaks eight times, and copies it into three blocks of memory: a
// tenth of the work for a small answer. So it gets only one line, the request's id; the other lines are the rest of the
// value of that line. Since the library refuses line breaks, it gets other bytes in their place, and the lines are
// written into its copy of the value. It knows the length of the value, and reads nothing of it before it is sent: that
// is true of the one version that http_library_start accepts. HeaderLines has checked that no value has a line break.
// None of the lines may be one that the library acts on, such as Connection or Content-Length. HeaderLineTests: "The
// lines of an answer arrive in order, each as one line".
bool http_answer_add_lines(struct MHD_Response *response, const char *id, const http_response *given) {
  static const char name[] = "X-Request-Id", line_end[] = "\r\n";
  enum { END = sizeof line_end - 1 };
  // The library ends the last line.
  size_t id_bytes = strlen(id), bytes = id_bytes + given->line_bytes;
  if (!add_room(response, name, bytes)) return false;
  char *value = (char *)MHD_get_response_header(response, name);
  memcpy(value, id, id_bytes);
  if (given->line_bytes == 0) return true;
  memcpy(value + id_bytes, line_end, END);
  memcpy(value + id_bytes + END, given->lines, given->line_bytes - END);
  return true;
}

static bool add_head(struct MHD_Response *made, const char *id, const http_response *response) {
  return http_answer_add_lines(made, id, response) &&
         (!response->gzips || MHD_add_response_header(made, "Content-Encoding", "gzip") == MHD_YES);
}

struct MHD_Response *http_answer_make(struct http_answer_room *room, const http_response *response, const char *id,
                                      size_t *reserved_bytes, size_t *sent_bytes) {
  *sent_bytes = 0;
  struct charged_body *body = NULL;
  struct MHD_Response *made = response->body_bytes > 0
                                  ? make_with_body(room, response, reserved_bytes, sent_bytes, &body)
                                  : MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
  if (made == NULL) return NULL;
  if (!add_head(made, id, response)) {
    MHD_destroy_response(made);
    return NULL;
  }
  if (body != NULL) body->owner = response->body_owner;
  return made;
}
