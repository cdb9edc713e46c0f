#ifndef CHTTPSERVER_H
#define CHTTPSERVER_H

// An HTTP/1.1 server with a small C interface. All uses of libmicrohttpd, and of libdeflate's gzip, are in this target.
//
// Each request is an `http_exchange`. The library's network threads check its head strictly, receive its body within
// the limits, and call `admit` and `handle`. Each exchange has one answer: `http_exchange_respond` sends it whole,
// `http_exchange_stream` in pieces. Call them inside the callback or, after `http_exchange_suspend`, later on any
// thread.
//
// Times are milliseconds on the monotonic clock. No pointer is NULL unless its comment says so.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CHTTPProbe.h"

typedef struct http_server http_server;
typedef struct http_exchange http_exchange;
typedef struct http_stream http_stream;

/// Answers up to this size are never refused, but they count in `answers_in_flight_bytes_max`. So probes, scroll
/// requests and errors still work while slow clients use up the limit. The number of connections bounds their memory.
enum { HTTP_SMALL_ANSWER_BYTES = 16 * 1024 };

/// The number of readable zero bytes after every body. The JSON parser reads past the end in steps.
enum { HTTP_BODY_SLACK_BYTES = 64 };

/// An answer to send. Its pointers are borrowed for the call.
typedef struct http_response {
  unsigned status;          ///< 200 to 599
  const char *lines;        ///< header lines, each ending in CR LF; may be NULL if `line_bytes` is 0
  size_t line_bytes;
  const uint8_t *body;      ///< may be NULL if `body_bytes` is 0
  size_t body_bytes;
  /// NULL: the body is copied. Otherwise the body must not change until `let_go` is called with this owner. That
  /// happens only once, at any time after the answer was accepted.
  void *body_owner;
  bool gzips;               ///< compress the body and set Content-Encoding; `body_owner` must be NULL
  bool closes;              ///< close the connection after this answer
} http_response;

/// Bodies up to this size are received even if the answer does not depend on them, so that the connection can stay
/// open.
enum { HTTP_SHORT_BODY_BYTES = 1 << 20 };

/// The greatest length of a request id, without its NUL.
enum { HTTP_REQUEST_ID_BYTES_MAX = 64 };

/// A part of the memory for bodies is reserved for bodies with at most this Content-Length.
enum { HTTP_SMALL_BODY_BYTES = 64 * 1024 };

/// A placeholder in stored answers. It is replaced by the id of the request.
#define HTTP_REQUEST_ID_PLACE "00000000000000000000000000000000"

/// Why the server itself refuses a request.
typedef enum http_refusal {
  HTTP_NOT_REFUSED = 0,
  HTTP_REFUSED_CONNECTIONS,     ///< `connections_max`
  HTTP_REFUSED_DESCRIPTORS,     ///< the process has no file descriptor left
  HTTP_REFUSED_BODIES,          ///< `bodies_in_flight_bytes_max`, or one address's share of it
  HTTP_REFUSED_MEMORY,          ///< the system is out of memory
  HTTP_REFUSED_HEAD_TIMEOUT,    ///< `head_timeout`
  HTTP_REFUSED_BODY_TIMEOUT,    ///< `body_timeout`
  HTTP_REFUSED_BODY_SILENCE,    ///< `body_silence`
  HTTP_REFUSED_MALFORMED,
  HTTP_REFUSED_BAD_LENGTH,      ///< a Content-Length that is not a number
  HTTP_REFUSED_LENGTH_MISSING,  ///< a Transfer-Encoding instead of a Content-Length
  HTTP_REFUSED_BODY_SIZE,       ///< `body_bytes_max`
  HTTP_REFUSED_TARGET_SIZE,     ///< `target_bytes_max`
  HTTP_REFUSED_HEAD_SIZE,       ///< `head_bytes_max`
  HTTP_REFUSED_HEADER_LINES,    ///< `header_lines_max`
  HTTP_REFUSED_METHOD,
  HTTP_REFUSED_VERSION,
  HTTP_REFUSAL_COUNT,
} http_refusal;

/// Settings of a server. Strings are borrowed for `http_server_start`.
typedef struct http_server_options {
  const char *host;                    ///< numeric address or name, without brackets; "" is 0.0.0.0
  uint16_t port;                       ///< 0 chooses a free one
  uint32_t threads;                    ///< network threads; 0 means one per core
  uint32_t connections_max;            ///< at most the descriptor limit less 64 and the reserved ones
  uint32_t descriptors_reserved;       ///< file descriptors that the process needs for other things
  size_t body_bytes_max;
  /// The greatest sum of all bodies in memory. A sixteenth is reserved for small bodies, which use the rest when that
  /// is full. One client address (an IPv6 prefix of 64 bits) can use at most half of the rest.
  size_t bodies_in_flight_bytes_max;
  size_t answers_in_flight_bytes_max;  ///< greatest sum of all answers' bodies in memory
  size_t stream_unsent_bytes_max;      ///< greatest sum of a stream's unsent pieces; a single one may be larger
  size_t target_bytes_max;
  size_t head_bytes_max;
  uint32_t header_lines_max;
  uint32_t head_timeout;               ///< for a whole head, at any byte rate
  uint32_t body_timeout;               ///< for a whole body, plus the seconds that its bytes add
  uint32_t body_bytes_per_second_min;  ///< this many received bytes add one second
  uint32_t body_silence;               ///< between two bytes of a body
  uint32_t idle_timeout;               ///< between two requests
  uint32_t answer_timeout;             ///< for the client to receive an answer, or a piece of a stream
  uint32_t requests_per_connection_max;
  bool time_stands_still;              ///< for tests: time passes only in `http_server_pass_time`
} http_server_options;

/// Callbacks of the server, on its own threads. They must not block for long.
typedef struct http_server_callbacks {
  /// The head of a request with a body is complete. Answering here refuses the request at once and closes the
  /// connection.
  void (*admit)(void *context, http_exchange *exchange);
  /// A request is complete. Answer or suspend it.
  void (*handle)(void *context, http_exchange *exchange);
  /// Called for each refusal when the server starts. Make an answer and pass it to `http_keep_answer`: the server sends
  /// it if it cannot call `refuse`. Return false if memory is short; the server then does not start.
  bool (*keep)(void *context, http_server *server, http_refusal refusal, const char *detail);
  /// The server refuses a request. Answer it. `detail` is a static string. The head may be unknown.
  void (*refuse)(void *context, http_exchange *exchange, http_refusal refusal, const char *detail);
  /// A stored answer is about to be sent. `exchange` is NULL if no request is known. `exchange` and `id` are borrowed.
  void (*refused)(void *context, const http_exchange *exchange, http_refusal refusal, const char *id,
                  size_t body_bytes);
  /// Releases an object: the context passed to `http_exchange_adopt`, after `handle` or when the request is lost
  /// before; or the owner of an answer's body or of a stream's piece. Called only once for each.
  void (*let_go)(void *given);
  /// A stream has ended: all of it was sent, or its connection was lost. Releases the stream's owner. Called only once
  /// for each stream, without a lock, with the number of body bytes sent to the client.
  void (*ended)(void *owner, uint64_t sent_bytes);
  /// A client has received all pieces of a stream, after a call of `http_stream_tell_when_taken`. Called with the
  /// stream's lock, so this must not call functions of the stream.
  void (*taken)(void *owner);
  /// Logs a line, which is borrowed. Called at most about once in a second.
  void (*log)(void *context, const char *line);
} http_server_callbacks;

typedef enum http_server_result {
  HTTP_SERVER_STARTED = 0,
  HTTP_SERVER_BAD_ADDRESS,
  HTTP_SERVER_ADDRESS_IN_USE,
  HTTP_SERVER_UNSUPPORTED_LIBRARY,
  HTTP_SERVER_SYSTEM_ERROR,
} http_server_result;

/// Numbers of connections by phase.
typedef struct http_connection_counts {
  uint64_t head;      ///< new, or a head is arriving
  uint64_t body;      ///< a body is arriving
  uint64_t handling;  ///< the handler works, or the request waits for it
  uint64_t answer;    ///< the client is receiving an answer
  uint64_t stream;    ///< an answer is being sent in pieces
  uint64_t idle;      ///< between two requests
} http_connection_counts;

/// Counters of a running server. They are read one after another, so sums may differ slightly.
typedef struct http_server_counters {
  uint64_t connections_open;
  http_connection_counts connections;  ///< the open ones; their sum is `connections_open`
  uint64_t connections_accepted;
  uint64_t connections_over_cap;             ///< refused
  uint64_t connections_without_descriptor;   ///< refused
  http_connection_counts connections_timed_out;  ///< closed by a time limit
  uint64_t requests_in_flight;
  uint64_t requests_received;
  uint64_t bodies_in_flight;        ///< bodies that use memory
  uint64_t body_bytes_in_flight;
  uint64_t body_bytes_spare;        ///< of free buffers for the next bodies
  uint64_t answer_bytes_in_flight;
  uint64_t exchanges_held;          ///< begun by a request line, and not yet released
} http_server_counters;

/// Starts a server. The caller must release `*server` with `http_server_release`. On failure `*server` is NULL, and a
/// sentence is written to `error`, of `error_bytes` bytes. `context` is passed to the callbacks, for the last time
/// during `http_server_stop`.
http_server_result http_server_start(const http_server_options *options,
                                     const http_server_callbacks *callbacks, void *context,
                                     http_server **server, char *error, size_t error_bytes);

/// The address on which the server listens, as `127.0.0.1:8080` or `[::]:8080`. Valid until the server is released.
const char *http_server_address(const http_server *server);
uint16_t http_server_port(const http_server *server);

/// Stops accepting connections before it returns, and closes idle ones. The other connections are closed after their
/// answers.
void http_server_begin_drain(http_server *server);

/// Drains the server, waits until all connections are closed but at most for `timeout`, and closes the remaining ones.
/// Blocks, so do not call it in a callback. No callback runs afterwards.
void http_server_stop(http_server *server, uint32_t timeout);

/// Releases the caller's reference to a stopped server. Exchanges that were not released remain usable.
void http_server_release(http_server *server);

/// For tests: moves the clock of a server whose time stands still, and returns after the server has looked at all
/// deadlines. A second or more at once is taken for a standstill of the process. Not in a callback.
void http_server_pass_time(http_server *server, uint32_t time);

http_server_counters http_server_read_counters(const http_server *server);

/// The greatest length of a body that a server accepts.
size_t http_server_body_bytes_max(const http_server *server);

/// The greatest number of open connections: `connections_max`, or less if there are too few file descriptors.
uint32_t http_server_connections_max(const http_server *server);

/// Reports that the program has freed memory. After large amounts, a running server returns free memory to the system
/// some seconds later. Any thread.
void http_memory_freed(size_t bytes);

/// Grows the heap of the calling thread before much work, because the allocator would grow it page by page. Unused room
/// takes no memory.
void http_memory_make_room(void);

/// The number of the calling thread. Threads are numbered from 0 in the order of their first calls.
unsigned http_thread_number(void);

/// The version of the linked libmicrohttpd.
const char *http_library_version(void);

/// Sets the context of an exchange and takes a reference to the exchange for the handler. Give it back with
/// `http_exchange_release`. Call this at most once for an exchange, inside `admit` or `handle`.
void http_exchange_adopt(http_exchange *exchange, void *exchange_context);

/// The context set by `http_exchange_adopt`; NULL before.
void *http_exchange_context(const http_exchange *exchange);

/// Releases the handler's reference: frees the body, and closes the connection if there was no answer.
void http_exchange_release(http_exchange *exchange);

/// Stores the answer to a refusal. Only inside `keep`. Returns false if memory is short.
bool http_keep_answer(http_server *server, http_refusal refusal, const http_response *response);

unsigned http_refusal_status(http_refusal refusal);

/// The methods that HTTP defines.
typedef enum http_method {
  HTTP_METHOD_GET,
  HTTP_METHOD_HEAD,
  HTTP_METHOD_POST,
  HTTP_METHOD_PUT,
  HTTP_METHOD_DELETE,
  HTTP_METHOD_PATCH,
  HTTP_METHOD_OPTIONS,
  HTTP_METHOD_TRACE,
  HTTP_METHOD_QUERY,
  HTTP_METHOD_COUNT,
} http_method;

/// Whether the head is complete and was not refused. The head must not be read otherwise.
bool http_exchange_has_head(const http_exchange *exchange);

http_method http_exchange_method(const http_exchange *exchange);

/// The path: the target up to the first `?`. The query: the rest after it; NULL if there is no `?`. Not NUL-terminated.
/// Valid until the handler's reference is given back.
const uint8_t *http_exchange_path(const http_exchange *exchange, size_t *bytes);
const uint8_t *http_exchange_query(const http_exchange *exchange, size_t *bytes);

/// The id of the request: its X-Request-Id if well-formed, else a generated one. Every answer contains it.
const char *http_exchange_id(const http_exchange *exchange);

/// The headers that the library, this server or the handler read. Other headers cannot be read. The server refuses a
/// request with a header whose name is one of these but with an underscore in place of a hyphen.
typedef enum http_header {
  HTTP_HEADER_ACCEPT_ENCODING,
  HTTP_HEADER_ACCESS_CONTROL_REQUEST_METHOD,
  HTTP_HEADER_AUTHORIZATION,
  HTTP_HEADER_CONNECTION,
  HTTP_HEADER_CONTENT_ENCODING,
  HTTP_HEADER_CONTENT_LENGTH,
  HTTP_HEADER_CONTENT_TYPE,
  HTTP_HEADER_COOKIE,
  HTTP_HEADER_EXPECT,
  HTTP_HEADER_HOST,
  HTTP_HEADER_IF_MATCH,
  HTTP_HEADER_IF_NONE_MATCH,
  HTTP_HEADER_LAST_EVENT_ID,
  HTTP_HEADER_ORIGIN,
  HTTP_HEADER_TRACEPARENT,
  HTTP_HEADER_TRANSFER_ENCODING,
  HTTP_HEADER_X_API_KEY,  ///< read by reverse proxies
  HTTP_HEADER_X_REQUEST_ID,
  HTTP_HEADER_COUNT,
} http_header;

/// The usual spelling of a header's name.
const char *http_header_name(http_header header);

/// The value of the header's first line at or after `*place`, or NULL. Moves `*place` past that line.
const uint8_t *http_exchange_header(const http_exchange *exchange, http_header header, size_t *place,
                                    size_t *value_bytes);

/// The length of the body according to the head; 0 without a body.
uint64_t http_exchange_declared_bytes(const http_exchange *exchange);

/// The body, followed by `HTTP_BODY_SLACK_BYTES` zero bytes. It is complete in `handle` and empty before. Valid until
/// the handler's reference is given back.
const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *body_bytes);

/// The greatest length of a body that the server accepts.
size_t http_exchange_body_bytes_max(const http_exchange *exchange);

typedef enum http_gunzip_result {
  HTTP_GUNZIPPED,
  HTTP_GUNZIP_DAMAGED,  ///< damaged, or not exactly one gzip member
  HTTP_GUNZIP_NO_ROOM,  ///< it has more than `room` bytes when decompressed
  HTTP_GUNZIP_NO_MEMORY,
} http_gunzip_result;

/// The decompressed length according to a gzip member. It may be wrong, and is modulo 2^32.
size_t http_gunzip_claim(const uint8_t *member, size_t count);

/// Decompresses a gzip member of at most `room` decompressed bytes. They are followed by `HTTP_BODY_SLACK_BYTES` zero
/// bytes; free them with `http_gunzip_free`. `*unfolded` is NULL if the result is not HTTP_GUNZIPPED. O(room)
http_gunzip_result http_gunzip(const uint8_t *member, size_t count, size_t room, uint8_t **unfolded,
                               size_t *unfolded_bytes);

void http_gunzip_free(uint8_t *unfolded);

/// Allows `handle` to return without an answer. Only inside `handle`, and before another thread gets the exchange.
void http_exchange_suspend(http_exchange *exchange);

typedef enum http_respond_result {
  HTTP_RESPONDED,
  HTTP_RESPONDED_BEFORE,    ///< it has been answered already
  HTTP_RESPOND_HAS_NO_ROOM,  ///< too little memory for this answer
} http_respond_result;

/// Accepts an answer, compressing it on the calling thread if necessary. Later calls fail, except after a call that
/// failed for lack of room. `*sent_bytes` is set to the length of the body as it is sent.
http_respond_result http_exchange_respond(http_exchange *exchange, const http_response *response, size_t *sent_bytes);

/// Sends the accepted answer. Call it once after HTTP_RESPONDED.
void http_exchange_send(http_exchange *exchange);

/// Starts an answer whose body is sent in pieces. Only the status, the headers and `closes` of the response are used.
/// Call it inside `handle`, or on any thread after `http_exchange_suspend`.
///
/// Returns NULL if the exchange is already answered, the client has gone, or memory is short; the caller then still
/// owns `owner`. Otherwise `ended` receives `owner`, possibly before this returns, and the caller must release the
/// stream with `http_stream_release`.
http_stream *http_exchange_stream(http_exchange *exchange, const http_response *response, void *owner);

typedef enum http_stream_room {
  HTTP_STREAM_HAS_ROOM,   ///< it is reserved
  HTTP_STREAM_IS_UNTAKEN,  ///< no room until the client has received earlier pieces
  HTTP_STREAM_NO_ROOM,    ///< no room because of other answers
  HTTP_STREAM_TOO_LONG,   ///< too long in any case
  HTTP_STREAM_IS_OVER,    ///< it has ended, or the client has gone
} http_stream_room;

/// Replaces the stream's reservation for its next piece by one of `bytes` bytes. It ends when the piece is sent or the
/// stream ends. Drops the reservation if there is no room. Any thread.
http_stream_room http_stream_reserve(http_stream *stream, size_t bytes);

/// Sends a piece at once. Its bytes must not change until `let_go` is called with `owner`, possibly before this
/// returns. Returns false if the stream has ended, the client has gone, the piece is empty, or there is no room for it;
/// the caller then still owns `owner`. Any thread.
bool http_stream_send(http_stream *stream, const uint8_t *bytes, size_t count, void *owner);

/// Whether a piece is waiting because the client has not received the earlier ones. Any thread.
bool http_stream_has_unsent(http_stream *stream);

/// Requests one call of `taken` when the client has received all pieces. Returns false, without a call, if nothing is
/// waiting. Any thread.
bool http_stream_tell_when_taken(http_stream *stream);

/// Ends the body and drops the pieces that were not sent. Any thread.
void http_stream_cut(http_stream *stream);

/// Ends the body after the pieces passed so far. Any thread.
void http_stream_end(http_stream *stream);

/// Ends the stream, and releases the caller's reference to it.
void http_stream_release(http_stream *stream);

/// Whether an answer of `body_bytes` bytes could be sent now, including what is reserved for it. Others may use the
/// room before it is sent.
bool http_exchange_has_room(const http_exchange *exchange, size_t body_bytes);

/// Replaces the exchange's reservation for a delayed answer. Returns false, and keeps the old one, if memory is short.
/// The reservation ends with the answer or the exchange's release. Only on the thread that answers.
bool http_exchange_reserve_room(http_exchange *exchange, size_t body_bytes);

/// Whether the client has gone. A client that shut down its sending side while the exchange was suspended counts as
/// gone, because the library cannot tell the difference. Noticed within about 100 ms while suspended. Any thread.
bool http_exchange_is_abandoned(const http_exchange *exchange);

#endif
