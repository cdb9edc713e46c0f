#ifndef CHTTPSERVER_H
#define CHTTPSERVER_H

// An HTTP/1.1 server behind a dozen functions: all of libmicrohttpd, and of libdeflate's gzip, is in this target.
//
// One request is one `http_exchange`. The library's network threads check its head strictly, collect its
// body within the limits, and call `admit` and `handle`. The answer is given once, by `http_exchange_respond`, or in
// pieces by `http_exchange_stream`, inside the callback, or later and from any thread after `http_exchange_suspend`.
//
// Times are milliseconds on the monotonic clock. No pointer is ever NULL unless its comment says so.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CHTTPProbe.h"

typedef struct http_server http_server;
typedef struct http_exchange http_exchange;
typedef struct http_stream http_stream;

/// Answers up to this size are charged to the budget of answers but never refused: while clients that do not read
/// have used it up, probes, scroll requests and errors go on. What they take is bounded by the connections.
enum { HTTP_SMALL_ANSWER_BYTES = 16 * 1024 };

/// Zero bytes that are readable behind every body (the JSON parser reads past the end in steps).
enum { HTTP_BODY_SLACK_BYTES = 64 };

/// An answer to send. Its pointers are borrowed for the duration of the call that takes it.
typedef struct http_response {
  unsigned status;          ///< 200 to 599
  const char *lines;        ///< of the head, each ended by CR LF; may be NULL when `line_bytes` is 0
  size_t line_bytes;
  const uint8_t *body;      ///< may be NULL when `body_bytes` is 0
  size_t body_bytes;
  /// NULL: the body is copied. Otherwise the body must not change until `let_go` is called with this: once, at any time
  /// after the answer was taken.
  void *body_owner;
  bool gzips;               ///< compress, and say so in Content-Encoding; then there is no `body_owner`
  bool closes;              ///< close the connection after this answer
} http_response;

/// Bodies up to this size are read even where the answer does not depend on them, so that the connection can stay open.
enum { HTTP_SHORT_BODY_BYTES = 1 << 20 };

/// The longest id of a request, without its end.
enum { HTTP_REQUEST_ID_BYTES_MAX = 64 };

/// Bodies with at most this Content-Length have a reserved part of the memory for bodies.
enum { HTTP_SMALL_BODY_BYTES = 64 * 1024 };

/// In a kept answer this text is replaced by the request's id.
#define HTTP_REQUEST_ID_PLACE "00000000000000000000000000000000"

/// Why the server refuses a request by itself.
typedef enum http_refusal {
  HTTP_NOT_REFUSED = 0,
  HTTP_REFUSED_CONNECTIONS,     ///< `connections_max`
  HTTP_REFUSED_DESCRIPTORS,     ///< the process has none left
  HTTP_REFUSED_BODIES,          ///< `bodies_in_flight_bytes_max`, or what one address may hold of it
  HTTP_REFUSED_MEMORY,          ///< the system has none
  HTTP_REFUSED_HEAD_TIMEOUT,    ///< `head_timeout`
  HTTP_REFUSED_BODY_TIMEOUT,    ///< `body_timeout`
  HTTP_REFUSED_BODY_SILENCE,    ///< `body_silence`
  HTTP_REFUSED_MALFORMED,
  HTTP_REFUSED_BAD_LENGTH,      ///< a Content-Length that is no number
  HTTP_REFUSED_LENGTH_MISSING,  ///< a Transfer-Encoding in its place
  HTTP_REFUSED_BODY_SIZE,       ///< `body_bytes_max`
  HTTP_REFUSED_TARGET_SIZE,     ///< `target_bytes_max`
  HTTP_REFUSED_HEAD_SIZE,       ///< `head_bytes_max`
  HTTP_REFUSED_HEADER_LINES,    ///< `header_lines_max`
  HTTP_REFUSED_METHOD,
  HTTP_REFUSED_VERSION,
  HTTP_REFUSAL_COUNT,
} http_refusal;

/// Settings of a server. Strings are borrowed for the duration of `http_server_start`.
typedef struct http_server_options {
  const char *host;                    ///< numeric address or name, without brackets; "" is 0.0.0.0
  uint16_t port;                       ///< 0 takes a free one
  uint32_t threads;                    ///< network threads; 0 is one for each core
  uint32_t connections_max;            ///< lowered to the descriptor limit less 64 and those reserved
  uint32_t descriptors_reserved;       ///< file descriptors that the process needs itself
  size_t body_bytes_max;
  /// Of all bodies that are held at one time. A sixteenth is reserved for small bodies, which use the rest when it is
  /// full; one client address (of IPv6: a prefix of 64 bits) holds at most half of the rest.
  size_t bodies_in_flight_bytes_max;
  size_t answers_in_flight_bytes_max;  ///< of all answers' bodies that are held at one time
  size_t stream_unsent_bytes_max;      ///< of the pieces of one stream that are held; one alone may be larger
  size_t target_bytes_max;
  size_t head_bytes_max;
  uint32_t header_lines_max;
  uint32_t head_timeout;               ///< for a whole head, whatever its byte rate
  uint32_t body_timeout;               ///< for a whole body, plus what its bytes add
  uint32_t body_bytes_per_second_min;  ///< this many received bytes add one second
  uint32_t body_silence;               ///< within a body, until its next byte
  uint32_t idle_timeout;               ///< between two requests
  uint32_t answer_timeout;             ///< for the client to take an answer, or a piece of a stream
  uint32_t requests_per_connection_max;
} http_server_options;

/// What the server calls, on its own threads. None may block for long.
typedef struct http_server_callbacks {
  /// The head of a request that announces a body is complete. Answering here refuses it at once and closes the
  /// connection.
  void (*admit)(void *context, http_exchange *exchange);
  /// A request is complete. Answer, or suspend.
  void (*handle)(void *context, http_exchange *exchange);
  /// Called for each refusal at the start: hand its answer to `http_keep_answer`, for when the handler cannot be asked.
  /// False when memory is short: then the server does not start.
  bool (*keep)(void *context, http_server *server, http_refusal refusal, const char *detail);
  /// The server refuses a request by itself: answer it. `detail` is static. The head may be unknown.
  void (*refuse)(void *context, http_exchange *exchange, http_refusal refusal, const char *detail);
  /// A kept answer is about to be sent. `exchange` is NULL if no request is known. It is borrowed, and so is `id`.
  void (*refused)(void *context, const http_exchange *exchange, http_refusal refusal, const char *id,
                  size_t body_bytes);
  /// Releases what `http_exchange_adopt` was given, after `handle` or when the request is lost before, and the owner of
  /// an answer's body or of a stream's piece. Called exactly once for each.
  void (*let_go)(void *given);
  /// A stream is over: all of it was sent, or its connection is lost. Releases the stream's owner. Called exactly once
  /// for each, with the number of its bytes that went to the client, and without a lock.
  void (*ended)(void *owner, uint64_t sent_bytes);
  /// A client has taken all pieces of a stream, as `http_stream_tell_when_taken` asked to be told. With a lock of the
  /// stream: nothing may be asked of it here.
  void (*taken)(void *owner);
  /// A line for the log, borrowed. At most about one in a second.
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
  uint64_t answer;    ///< the client is taking an answer
  uint64_t stream;    ///< an answer is being sent in pieces
  uint64_t idle;      ///< between two requests
} http_connection_counts;

/// Counters of a running server. They are read one after the other, so sums may differ a little.
typedef struct http_server_counters {
  uint64_t connections_open;
  http_connection_counts connections;  ///< the open ones; their sum is `connections_open`
  uint64_t connections_accepted;
  uint64_t connections_over_cap;             ///< refused
  uint64_t connections_without_descriptor;   ///< refused
  http_connection_counts connections_timed_out;  ///< closed by a deadline
  uint64_t requests_in_flight;
  uint64_t requests_received;
  uint64_t bodies_in_flight;        ///< bodies that memory is held for
  uint64_t body_bytes_in_flight;
  uint64_t body_bytes_spare;        ///< of buffers that wait for the next bodies
  uint64_t answer_bytes_in_flight;
  uint64_t exchanges_held;          ///< begun by a request line, and held by the server or the handler
} http_server_counters;

/// Starts a server. `*server` is the caller's until `http_server_release`; on failure it is NULL and `error`
/// (of `error_bytes`) holds a sentence. `context` is handed to the callbacks, the last time during `stop`.
http_server_result http_server_start(const http_server_options *options,
                                     const http_server_callbacks *callbacks, void *context,
                                     http_server **server, char *error, size_t error_bytes);

/// The address it listens on, as `127.0.0.1:8080` or `[::]:8080`. Lives as long as the server.
const char *http_server_address(const http_server *server);
uint16_t http_server_port(const http_server *server);

/// Takes no further connections, closes idle ones, and closes every other after its answer.
void http_server_begin_drain(http_server *server);

/// Drains, waits until every connection is closed or the time is over, and cuts what is left. Blocks;
/// never called from a callback. Afterwards no callback runs.
void http_server_stop(http_server *server, uint32_t timeout);

/// Releases the caller's reference to a stopped server. Exchanges that are still held remain usable.
void http_server_release(http_server *server);

http_server_counters http_server_read_counters(const http_server *server);

/// The largest body that a server takes.
size_t http_server_body_bytes_max(const http_server *server);

/// How many connections may be open at one time: `connections_max`, or fewer if file descriptors are short.
uint32_t http_server_connections_max(const http_server *server);

/// Notes that the program has freed memory of its own. If it is much, a running server returns it to the system some
/// seconds later. Any thread.
void http_memory_freed(size_t bytes);

/// Gives the heap of the calling thread room for much work. The allocator would ask the system for it page by page.
/// What is not used takes no memory.
void http_memory_make_room(void);

/// The number of the calling thread: 0 for the first that asks, 1 for the second, and so on.
unsigned http_thread_number(void);

/// The version of libmicrohttpd that is linked.
const char *http_library_version(void);

/// Attaches `exchange_context` and takes the handler's reference, which `http_exchange_release` gives back.
/// At most once for an exchange, inside `admit` or `handle`.
void http_exchange_adopt(http_exchange *exchange, void *exchange_context);

/// What was adopted; NULL before.
void *http_exchange_context(const http_exchange *exchange);

/// Gives back the handler's reference: frees the body, and closes the connection if no answer was given.
void http_exchange_release(http_exchange *exchange);

/// Keeps the answer to a refusal. Only inside `keep`. False when memory is short.
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

/// Whether the head is complete and was not refused. Only then may it be read.
bool http_exchange_has_head(const http_exchange *exchange);

http_method http_exchange_method(const http_exchange *exchange);

/// The target up to the first `?`, and what follows that, NULL where there is none; not NUL-terminated. Valid until the
/// handler's reference is given back.
const uint8_t *http_exchange_path(const http_exchange *exchange, size_t *bytes);
const uint8_t *http_exchange_query(const http_exchange *exchange, size_t *bytes);

/// The request's id: its X-Request-Id where that is well-formed, else one that was made; every answer has it.
const char *http_exchange_id(const http_exchange *exchange);

/// The headers that are read, by the library, by this server or by the handler. Of others no value can be had. A request
/// is refused where a name is one of these with an underscore in place of a hyphen.
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
  HTTP_HEADER_X_API_KEY,  ///< read by proxies in front
  HTTP_HEADER_X_REQUEST_ID,
  HTTP_HEADER_COUNT,
} http_header;

/// The header's name as it is usually written.
const char *http_header_name(http_header header);

/// The value of the first line of that header from `*place` on, or NULL; moves `*place` behind it.
const uint8_t *http_exchange_header(const http_exchange *exchange, http_header header, size_t *place,
                                    size_t *value_bytes);

/// The length of the body as its head announces it, 0 without a body.
uint64_t http_exchange_declared_bytes(const http_exchange *exchange);

/// The body; `HTTP_BODY_SLACK_BYTES` zero bytes follow it. Complete in `handle`, empty before. Valid until
/// the handler's reference is given back.
const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *body_bytes);

/// The largest body that the server takes.
size_t http_exchange_body_bytes_max(const http_exchange *exchange);

typedef enum http_gunzip_result {
  HTTP_GUNZIPPED,
  HTTP_GUNZIP_DAMAGED,  ///< damaged, or not exactly one gzip member
  HTTP_GUNZIP_NO_ROOM,  ///< it unfolds to more than `room`
  HTTP_GUNZIP_NO_MEMORY,
} http_gunzip_result;

/// How many bytes a gzip member says it unfolds to; it may be wrong, and is modulo 2^32.
size_t http_gunzip_claim(const uint8_t *member, size_t count);

/// Unfolds a gzip member to at most `room` bytes, which the caller gives to `http_gunzip_free`; `HTTP_BODY_SLACK_BYTES`
/// zero bytes follow them. `*unfolded` is NULL where the result is not HTTP_GUNZIPPED. O(room)
http_gunzip_result http_gunzip(const uint8_t *member, size_t count, size_t room, uint8_t **unfolded,
                               size_t *unfolded_bytes);

void http_gunzip_free(uint8_t *unfolded);

/// Lets `handle` return without an answer. Only inside `handle`, and before the exchange is handed to
/// another thread.
void http_exchange_suspend(http_exchange *exchange);

typedef enum http_respond_result {
  HTTP_RESPONDED,
  HTTP_RESPONDED_BEFORE,    ///< it has been answered already
  HTTP_RESPOND_HAS_NO_ROOM,  ///< too little memory for this answer
} http_respond_result;

/// Takes the answer; compresses on the calling thread. Only the first call that has room for its answer counts.
/// `*sent_bytes` becomes the size of the body as it is sent.
http_respond_result http_exchange_respond(http_exchange *exchange, const http_response *response, size_t *sent_bytes);

/// Sends the answer that was taken. Once after HTTP_RESPONDED.
void http_exchange_send(http_exchange *exchange);

/// Answers with a body that is sent in pieces, as they come: only the status, headers and `closes` of the response are
/// used. Inside `handle`, or after `http_exchange_suspend` from any thread. NULL where there is an answer already, the
/// client has gone, or memory is short; then `owner` stays the caller's. Otherwise `ended` gets it, which may be before
/// this returns, and the stream is the caller's until `http_stream_release`.
http_stream *http_exchange_stream(http_exchange *exchange, const http_response *response, void *owner);

typedef enum http_stream_room {
  HTTP_STREAM_HAS_ROOM,   ///< it is reserved
  HTTP_STREAM_IS_UNTAKEN,  ///< there is none before the client has taken what was sent before
  HTTP_STREAM_NO_ROOM,    ///< answers take all of it
  HTTP_STREAM_TOO_LONG,   ///< there is never so much
  HTTP_STREAM_IS_OVER,    ///< it has ended, or the client has gone
} http_stream_room;

/// Reserves room for the next piece, of at most so many bytes, in place of what was reserved before, until it is sent or
/// the stream is over. Where there is none, nothing is reserved any more. Any thread.
http_stream_room http_stream_reserve(http_stream *stream, size_t bytes);

/// Sends a piece at once; it must not change until `let_go` is called with `owner`, which may be before this returns.
/// False where the stream is ended, the client has gone, the piece is empty, or there is no room for it: then `owner`
/// stays the caller's. Any thread.
bool http_stream_send(http_stream *stream, const uint8_t *bytes, size_t count, void *owner);

/// Whether a piece waits for the client to take what was sent before. Any thread.
bool http_stream_has_unsent(http_stream *stream);

/// Has `taken` called once, when the client has taken what was sent. False, and it is not called, where nothing is unsent.
/// Any thread.
bool http_stream_tell_when_taken(http_stream *stream);

/// Ends the body without what is unsent. Any thread.
void http_stream_cut(http_stream *stream);

/// Ends the body behind what was sent. Any thread.
void http_stream_end(http_stream *stream);

/// Ends the stream, and gives back the caller's reference to it.
void http_stream_release(http_stream *stream);

/// Whether an answer of so many bytes would be sent now, with what is reserved for it. Others may take the room before it is given.
bool http_exchange_has_room(const http_exchange *exchange, size_t body_bytes);

/// Reserves room for an answer of so many bytes that has to wait, in place of what was reserved before, until it is given
/// or the exchange is released. False where there is none; then nothing changes. By the thread that answers.
bool http_exchange_reserve_room(http_exchange *exchange, size_t body_bytes);

/// Whether the client has gone, or has stopped sending while the exchange was suspended, which the library takes for
/// the same. Any thread; noticed within about 100 ms while suspended.
bool http_exchange_is_abandoned(const http_exchange *exchange);

#endif
