// An answer that is sent in pieces.
//
// The pieces wait in a list, from which the library's network thread takes them as fast as the client does. If the list
// is empty, the thread suspends the connection, and the next piece resumes it. So a stream that has nothing to send
// needs no thread and no event. The end of the stream reaches the network thread in the same way.

#include "answer/stream.h"

#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "process/clock.h"

enum {
  BLOCK_BYTES = 1024,  // of a client of HTTP/1.0; others' pieces go through the memory of the connection
  // The deadline of a piece was set when the piece came. If it is late, it gets this much more time for each part,
  // since the process may have been stopped meanwhile.
  LATE_PART_TIME = 1000,
};

struct piece {
  struct piece *next;
  const uint8_t *bytes;
  size_t count, taken;
  void *owner;
  int64_t deadline;
};

struct http_stream {
  struct http_stream_request request;
  void *owner;
  pthread_mutex_t lock;  // for what follows
  struct piece *first, *last;
  size_t unsent_bytes;    // charged to the room for answers, with the pieces' own memory
  size_t reserved_bytes;  // charged for the next piece
  uint64_t sent_bytes;  // handed to the library
  bool is_ended;        // no further piece is taken
  bool is_suspended;    // the library's connection is
  bool tells_when_taken;
};

// MARK: Lifetime

http_stream *http_stream_make(const struct http_stream_request *request, void *owner) {
  http_stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) return NULL;
  stream->request = *request;
  stream->owner = owner;
  stream->is_ended = request->is_head;
  pthread_mutex_init(&stream->lock, NULL);
  return stream;
}

void http_stream_free(http_stream *stream) {
  if (stream == NULL) return;
  pthread_mutex_destroy(&stream->lock);
  free(stream);
}

http_exchange *http_stream_exchange(const http_stream *stream) { return stream->request.exchange; }

// MARK: Pieces

static size_t charged_bytes(const struct piece *piece) { return sizeof *piece + piece->count; }

static void free_piece(http_stream *stream, struct piece *piece) {
  struct http_answer_room *room = stream->request.room;
  http_answer_give_back(room, charged_bytes(piece));
  room->let_go(piece->owner);
  free(piece);
}

static void free_pieces(http_stream *stream, struct piece *first) {
  while (first != NULL) {
    struct piece *next = first->next;
    free_piece(stream, first);
    first = next;
  }
}

// With the lock held.
static void give_back_reserved(http_stream *stream) {
  http_answer_give_back(stream->request.room, stream->reserved_bytes);
  stream->reserved_bytes = 0;
}

// With the lock held. Nothing more is sent after it.
static struct piece *take_all(http_stream *stream) {
  struct piece *first = stream->first;
  stream->first = stream->last = NULL;
  stream->unsent_bytes = 0;
  stream->is_ended = true;
  give_back_reserved(stream);
  return first;
}

// With the lock held. Copies as much as there is room for.
static size_t take(http_stream *stream, char *room, size_t room_bytes) {
  size_t count = 0;
  while (stream->first != NULL && count < room_bytes) {
    struct piece *piece = stream->first;
    size_t left = piece->count - piece->taken, part = left < room_bytes - count ? left : room_bytes - count;
    memcpy(room + count, piece->bytes + piece->taken, part);
    piece->taken += part;
    count += part;
    if (piece->taken < piece->count) break;
    stream->first = piece->next;
    if (stream->first == NULL) stream->last = NULL;
    stream->unsent_bytes -= charged_bytes(piece);
    free_piece(stream, piece);
  }
  stream->sent_bytes += count;
  if (stream->first == NULL && stream->tells_when_taken) {
    stream->tells_when_taken = false;
    stream->request.callbacks->taken(stream->owner);
  }
  return count;
}

bool http_stream_has_unsent(http_stream *stream) {
  pthread_mutex_lock(&stream->lock);
  bool has_unsent = stream->first != NULL;
  pthread_mutex_unlock(&stream->lock);
  return has_unsent;
}

bool http_stream_tell_when_taken(http_stream *stream) {
  pthread_mutex_lock(&stream->lock);
  bool has_unsent = stream->first != NULL;
  stream->tells_when_taken = has_unsent;
  pthread_mutex_unlock(&stream->lock);
  return has_unsent;
}

// MARK: The network thread

static int64_t deadline(const http_stream *stream) {
  if (stream->first == NULL && !stream->is_ended) return HTTP_NO_DEADLINE;
  int64_t now = http_now(stream->request.clock), timeout = stream->request.options->answer_timeout;
  if (stream->first == NULL) return now + timeout;
  int64_t least = now + (timeout < LATE_PART_TIME ? timeout : LATE_PART_TIME);
  return stream->first->deadline > least ? stream->first->deadline : least;
}

// With the lock held. Everything that was read before has been passed to the system.
static ssize_t read_pieces(http_stream *stream, char *room, size_t room_bytes) {
  if (!http_connection_enter(stream->request.connection, HTTP_PHASE_STREAM, deadline(stream)))
    return MHD_CONTENT_READER_END_WITH_ERROR;
  if (stream->first != NULL) return (ssize_t)take(stream, room, room_bytes);
  if (stream->is_ended) return MHD_CONTENT_READER_END_OF_STREAM;
  stream->is_suspended = true;
  MHD_suspend_connection(*stream->request.library_connection);
  return 0;
}

static ssize_t read_stream(void *context, uint64_t position, char *room, size_t room_bytes) {
  (void)position;
  http_stream *stream = context;
  pthread_mutex_lock(&stream->lock);
  ssize_t result = read_pieces(stream, room, room_bytes);
  pthread_mutex_unlock(&stream->lock);
  return result;
}

struct MHD_Response *http_stream_make_response(http_stream *stream, const http_response *response,
                                               void (*let_go)(void *stream)) {
  struct MHD_Response *made =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_stream, stream, let_go);
  if (made == NULL) {
    let_go(stream);
    return NULL;
  }
  if (!http_answer_add_lines(made, stream->request.id, response)) {
    MHD_destroy_response(made);
    return NULL;
  }
  if (stream->request.is_head) http_library_send_no_chunks(made);
  return made;
}

void http_stream_finish(http_stream *stream) {
  pthread_mutex_lock(&stream->lock);
  struct piece *unsent = take_all(stream);
  uint64_t sent_bytes = stream->sent_bytes;
  pthread_mutex_unlock(&stream->lock);
  free_pieces(stream, unsent);
  stream->request.callbacks->ended(stream->owner, sent_bytes);
}

// MARK: Any thread

// With the lock held: the library's connection is valid while it is suspended.
static void resume(http_stream *stream) {
  if (!stream->is_suspended) return;
  stream->is_suspended = false;
  MHD_resume_connection(*stream->request.library_connection);
}

// With the lock held. Charges `bytes` to the room for answers, in place of the reserved ones.
static http_stream_room charge(http_stream *stream, size_t bytes) {
  const struct http_stream_request *request = &stream->request;
  if (stream->is_ended) return HTTP_STREAM_IS_OVER;
  if (stream->first != NULL && stream->unsent_bytes + bytes > request->options->stream_unsent_bytes_max)
    return HTTP_STREAM_IS_UNTAKEN;
  if (http_answer_charge(request->room, bytes, stream->reserved_bytes)) return HTTP_STREAM_HAS_ROOM;
  return bytes > request->room->bytes_max ? HTTP_STREAM_TOO_LONG : HTTP_STREAM_NO_ROOM;
}

http_stream_room http_stream_reserve(http_stream *stream, size_t bytes) {
  bytes += sizeof(struct piece);
  pthread_mutex_lock(&stream->lock);
  http_stream_room room = charge(stream, bytes);
  if (room == HTTP_STREAM_HAS_ROOM)
    stream->reserved_bytes = bytes;
  else  // Otherwise waiting streams would block each other with their reservations.
    give_back_reserved(stream);
  pthread_mutex_unlock(&stream->lock);
  return room;
}

// With the lock held.
static bool append(http_stream *stream, struct piece *piece) {
  size_t bytes = charged_bytes(piece);
  if (charge(stream, bytes) != HTTP_STREAM_HAS_ROOM) return false;
  stream->reserved_bytes = 0;
  stream->unsent_bytes += bytes;
  if (stream->last != NULL)
    stream->last->next = piece;
  else
    stream->first = piece;
  stream->last = piece;
  resume(stream);
  return true;
}

bool http_stream_send(http_stream *stream, const uint8_t *bytes, size_t count, void *owner) {
  // The library would ask repeatedly for the piece after an empty one.
  struct piece *piece = count > 0 ? malloc(sizeof *piece) : NULL;
  if (piece == NULL) return false;
  int64_t end = http_now(stream->request.clock) + stream->request.options->answer_timeout;
  *piece = (struct piece){.bytes = bytes, .count = count, .owner = owner, .deadline = end};
  pthread_mutex_lock(&stream->lock);
  bool is_taken = append(stream, piece);
  pthread_mutex_unlock(&stream->lock);
  if (!is_taken) free(piece);
  return is_taken;
}

void http_stream_end(http_stream *stream) {
  pthread_mutex_lock(&stream->lock);
  stream->is_ended = true;
  give_back_reserved(stream);
  resume(stream);
  pthread_mutex_unlock(&stream->lock);
}

void http_stream_cut(http_stream *stream) {
  pthread_mutex_lock(&stream->lock);
  struct piece *unsent = take_all(stream);
  resume(stream);
  pthread_mutex_unlock(&stream->lock);
  free_pieces(stream, unsent);
}
