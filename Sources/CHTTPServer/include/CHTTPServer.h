#ifndef CHTTPSERVER_H
#define CHTTPSERVER_H

// An HTTP/1.1 server behind a dozen functions: all of libmicrohttpd, and of zlib's gzip, is in this target.
//
// One request is one `http_exchange`. The library's network threads check its head strictly, collect its
// body within the limits, and call `admit` and `handle`. The answer is given once, by `http_exchange_respond`,
// inside the callback, or later and from any thread after `http_exchange_suspend`.
//
// Times are milliseconds on the monotonic clock. No pointer is ever NULL unless its comment says so.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CHTTPDocuments.h"
#include "CHTTPProbe.h"

typedef struct http_server http_server;
typedef struct http_exchange http_exchange;

/// Answers up to this size are charged to the budget of answers but never refused: while clients that do not read
/// have used it up, probes, scroll requests and errors go on. What they take is bounded by the connections.
enum { HTTP_SMALL_ANSWER_BYTES = 16 * 1024 };

/// Zero bytes that are readable behind every body (the JSON parser reads past the end in steps).
enum { HTTP_BODY_SLACK_BYTES = 64 };

/// An answer as the caller has it. Everything is borrowed for the duration of the call that takes it.
typedef struct http_response {
  unsigned status;          ///< 200 to 599
  const char *headers;      ///< `header_count` times: name NUL value NUL
  size_t header_count;
  const uint8_t *body;      ///< may be NULL when `body_bytes` is 0
  size_t body_bytes;
  bool gzips;               ///< compress, and say so in Content-Encoding
  bool closes;              ///< close the connection after this answer
} http_response;

/// Settings of a server. Strings and answers are borrowed for the duration of `http_server_start`.
typedef struct http_server_options {
  const char *host;                    ///< numeric address or name, without brackets; "" is 0.0.0.0
  uint16_t port;                       ///< 0 takes a free one
  uint32_t threads;                    ///< network threads; 0 is one for each core
  uint32_t connections_max;            ///< lowered to the descriptor limit less 64
  size_t body_bytes_max;
  size_t bodies_in_flight_bytes_max;   ///< of all bodies that are held at one time
  size_t answers_in_flight_bytes_max;  ///< of all answers' bodies that are held at one time
  size_t target_bytes_max;
  size_t head_bytes_max;
  uint32_t header_lines_max;
  uint32_t head_timeout;               ///< for a whole head, whatever its byte rate
  uint32_t body_timeout;               ///< for a whole body, before what its bytes add
  uint32_t body_bytes_per_second_min;  ///< so many bytes received add one second
  uint32_t idle_timeout;               ///< between two requests
  uint32_t answer_timeout;             ///< for the client to take an answer
  uint32_t requests_per_connection_max;
  const http_response *overload_answer;  ///< 503, sent over the connection cap and over the budgets
  const http_response *timeout_answer;   ///< 408, sent when the head or the body came too late
  const http_response *bad_length_answer;  ///< 400, sent for a Content-Length that is no number
  const http_response *too_large_answer;   ///< 413, sent for a Content-Length that no number type holds
  const http_response *large_head_answer;  ///< 431, sent for cookies that the library has no memory for
} http_server_options;

/// What the server calls, on its own threads. None may block for long.
typedef struct http_server_callbacks {
  /// The head of a request that announces a body is complete. Answering here refuses it without its body.
  void (*admit)(void *context, http_exchange *exchange);
  /// A request is complete. Answer, or suspend.
  void (*handle)(void *context, http_exchange *exchange);
  /// The server refuses a request by itself: answer with this status. `detail` is static.
  void (*refuse)(void *context, http_exchange *exchange, unsigned status, const char *detail);
  /// The server lets go of what `http_exchange_adopt` was given: after `handle`, or when the request is lost
  /// before. Called exactly once for each.
  void (*let_go)(void *exchange_context);
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

/// Connections by what they are at.
typedef struct http_connection_counts {
  uint64_t head;      ///< new, or a head is arriving
  uint64_t body;      ///< a body is arriving
  uint64_t handling;  ///< the handler's turn, waiting for it included
  uint64_t answer;    ///< the client is taking an answer
  uint64_t idle;      ///< between two requests
} http_connection_counts;

/// Numbers of a running server; each is read by itself, they need not fit together to the last unit.
typedef struct http_server_counters {
  uint64_t connections_open;
  http_connection_counts connections;  ///< the open ones; their sum is `connections_open`
  uint64_t connections_accepted;
  uint64_t connections_over_cap;             ///< refused
  uint64_t connections_without_descriptor;   ///< refused
  http_connection_counts connections_timed_out;  ///< closed by a deadline, by what they were at
  uint64_t requests_in_flight;
  uint64_t requests_received;
  uint64_t requests_refused;        ///< by the server itself, before the handler or for want of room for its answer
  uint64_t bodies_in_flight;        ///< bodies that memory is held for
  uint64_t body_bytes_in_flight;
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

/// Gives up the caller's reference; the server was stopped. Exchanges that are still held remain usable.
void http_server_release(http_server *server);

http_server_counters http_server_read_counters(const http_server *server);

/// How many connections may be open at one time: as many as were asked for, or as descriptors allow.
uint32_t http_server_connections_max(const http_server *server);

/// The version of libmicrohttpd that is linked.
const char *http_library_version(void);

/// Attaches `exchange_context` and takes the handler's reference, which `http_exchange_release` gives back.
/// At most once for an exchange, inside `admit` or `handle`.
void http_exchange_adopt(http_exchange *exchange, void *exchange_context);

/// What was adopted; NULL before.
void *http_exchange_context(const http_exchange *exchange);

/// Gives back the handler's reference: frees the body, and closes the connection if no answer was given.
void http_exchange_release(http_exchange *exchange);

/// Text of the request, NUL-terminated, valid until the handler's reference is given back.
const char *http_exchange_method(const http_exchange *exchange);
const char *http_exchange_target(const http_exchange *exchange);

/// The first header line of that name (any case) from `*position` on, or NULL; moves `*position` behind it.
const char *http_exchange_header(const http_exchange *exchange, const char *name, size_t *position);

/// The length of the body as its head announces it, 0 without a body.
uint64_t http_exchange_declared_bytes(const http_exchange *exchange);

/// The body; `HTTP_BODY_SLACK_BYTES` zero bytes follow it. Complete in `handle`, empty before. Valid until
/// the handler's reference is given back.
const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *body_bytes);

/// Lets `handle` return without an answer. Only inside `handle`, and before the exchange is handed to
/// another thread.
void http_exchange_suspend(http_exchange *exchange);

/// Answers; compresses on the calling thread. The first call counts: true when it was this one. An answer that
/// there is no room for is dropped, and the overload answer is sent in its place.
bool http_exchange_respond(http_exchange *exchange, const http_response *response);

/// Whether an answer of so many bytes would be sent now. Others may take the room before it is given.
bool http_exchange_has_room(const http_exchange *exchange, size_t body_bytes);

/// Whether the client has gone, or has stopped sending while the exchange was suspended, which the library takes for
/// the same. Any thread; noticed within about 100 ms while suspended.
bool http_exchange_is_abandoned(const http_exchange *exchange);

#endif
