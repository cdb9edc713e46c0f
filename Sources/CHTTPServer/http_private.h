#ifndef HTTP_PRIVATE_H
#define HTTP_PRIVATE_H

// What the files of this target share.
//
// Locks are taken in this order: `connections_lock`, a connection's lock, an exchange's lock, and only then
// those of libmicrohttpd, which holds none of its own while it calls back.

#include "CHTTPServer.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

// From 1.0 on the library itself is strict. Before, this target relies on the buffer layout of one version.
#define HTTP_LIBRARY_IS_STRICT (MHD_VERSION >= 0x01000000)

/// What is read and dropped for the sake of an answer that arrives: a client that is still sending when the
/// connection closes may lose the answer to a reset.
enum { HTTP_DISCARDED_BYTES_MAX = HTTP_SHORT_BODY_BYTES };

/// What goes out without the library: header lines as they are sent, and a body.
struct http_kept_answer {
  char *headers, *body;
};

enum http_phase {
  HTTP_PHASE_HEAD = 0,  // new, or a request line has come
  HTTP_PHASE_BODY,
  HTTP_PHASE_HANDLING,  // the handler's turn; no deadline of ours
  HTTP_PHASE_ANSWER,
  HTTP_PHASE_IDLE,
  HTTP_PHASES,
};

/// A descriptor that is read empty before it is closed.
struct http_lingering {
  int descriptor;
  int64_t deadline;
};

enum { HTTP_LINGERING_MAX = 256 };

enum { HTTP_ADDRESS_BUCKETS_LOG = 8 };

struct http_connection {
  http_server *server;
  uint64_t address_number;  // of the client
  // Under the server's connections_lock.
  struct http_connection *previous, *next;
  // Under `lock`, which the closing notification takes too: while it is held, the descriptor is open.
  pthread_mutex_t lock;
  int descriptor;
  enum http_phase phase;  // at first HTTP_PHASE_HEAD, as which it is counted from the accept on
  int64_t phase_start;
  int64_t deadline;
  bool ends_by_silence;  // of a body: its next byte is due before its end
  struct http_exchange *exchange;  // from the request line to the completed answer; borrowed
  uint32_t requests;
  uint64_t taken_bytes;  // heads and bodies of the requests that are completed
  bool lingers;  // an answer went out while the client may still be sending
  bool has_hung_up;
  bool is_refused;  // by an answer beside the library
  bool is_cut;
};

struct http_server {
  http_server_options options;  // its pointers are not kept
  http_server_callbacks callbacks;
  void *context;
  _Atomic uint32_t references;

  struct MHD_Daemon *daemon;
  char address[80];
  uint16_t port;
  struct http_kept_answer kept_answers[HTTP_REFUSAL_COUNT];
  uint64_t id_seed[2];
  _Atomic uint64_t ids_made;
  uint8_t discarded[64 * 1024];  // the reaper's: what it reads of connections that linger

  size_t library_memory_bytes;  // of each connection

  int listener, accept_wake, reaper_wake, reserve;
  pthread_t accept_thread, reaper_thread;
  bool accept_runs, reaper_runs, is_stopped;
  _Atomic bool draining, stopping, reaper_ends;

  pthread_mutex_t connections_lock;
  struct http_connection *connections;
  int64_t next_head_look;  // the reaper's
  struct {                 // the reaper's too
    uint64_t peak_bytes;
    int64_t return_time;  // 0 when none is due
    int64_t next_return_time;
  } memory;

  // The room for bodies: that for small ones alone, and that for all.
  uint64_t small_body_bytes_max, common_body_bytes_max;
  _Atomic uint64_t small_body_bytes, common_body_bytes;
  pthread_mutex_t addresses_lock;  // taken after all others
  struct http_address *addresses[1 << HTTP_ADDRESS_BUCKETS_LOG];  // those with bodies in the common room

  pthread_mutex_t workers_lock;
  struct http_worker *workers;

  pthread_mutex_t lingering_lock;
  struct http_lingering lingering[HTTP_LINGERING_MAX];
  size_t lingering_max;  // fewer where the descriptor limit is low
  size_t lingering_count;

  pthread_mutex_t log_lock;
  int64_t log_next;
  uint64_t log_suppressed;
  bool log_is_closed;

  // By phase, so that nobody has to walk the table for them. Their sum is `connections_open`.
  _Atomic uint64_t connections_in_phase[HTTP_PHASES];
  _Atomic uint64_t connections_open, connections_accepted;
  _Atomic uint64_t connections_over_cap, connections_without_descriptor;
  _Atomic uint64_t connections_timed_out[HTTP_PHASES];
  _Atomic uint64_t requests_in_flight, requests_received;
  _Atomic uint64_t bodies_in_flight, answer_bytes_in_flight;
  _Atomic uint64_t exchanges_held;
};

struct http_header_line {
  const char *name, *value;
  size_t name_bytes, value_bytes;
};

struct http_exchange {
  _Atomic uint32_t references;  // the library's until the request is completed, and the handler's
  http_server *server;          // a reference of its own
  struct http_connection *connection;
  struct MHD_Connection *library_connection;
  void *context;
  _Atomic bool is_abandoned;

  // The head. Copied, since the handler may outlive the connection.
  char id[HTTP_REQUEST_ID_BYTES_MAX + 1];
  const char *raw_target;  // the library's; compared, never read after the head is complete
  char *target;
  size_t target_bytes, path_bytes;
  http_method method;
  struct http_header_line *lines;
  size_t line_count;
  char *texts;  // of the lines; NULL as long as they are the library's
  bool head_is_complete;
  bool is_head;  // its method is HEAD; false as long as it is not known
  // While it is not: the list of its network thread, which alone touches these.
  struct http_worker *worker;
  struct http_exchange *older_head, *newer_head;
  bool expects_continue;
  uint64_t head_bytes, declared_bytes;

  // The body, with slack behind it.
  uint8_t *body;
  size_t body_bytes, body_capacity;
  uint64_t small_room_bytes, common_room_bytes;  // what it takes of each
  struct http_address *address;                  // NULL as long as it takes nothing of the second
  uint64_t discarded_bytes;

  // The server's own refusal, when the body is read before it is answered.
  http_refusal refusal;
  const char *refusal_detail;

  _Atomic bool is_claimed;  // somebody has answered, or is about to

  pthread_mutex_t lock;  // for what follows
  bool is_suspended, is_resumed;
  bool is_completed;     // the library has let go
  struct MHD_Response *response;
  unsigned response_status;
  bool response_closes;
};

// http_server.c
int64_t http_now(void);
void http_log(http_server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));
void http_server_retain(http_server *server);

// http_accept.c
/// A connection is closed; it was in that phase.
void http_connection_leaves(http_server *server, enum http_phase phase);
http_server_result http_listen(http_server *server, const char *host, uint16_t port, char *error,
                               size_t error_bytes);
void *http_accept_loop(void *server);

// http_host.c
bool http_host_is_valid(const char *text, size_t count);

// http_head.c
/// Whether the library's memory has room for the answer's head behind this head.
bool http_head_leaves_room(http_exchange *exchange);
/// Takes the client's id from a head that is whole, whether it is well-formed otherwise or not.
void http_head_take_id(http_exchange *exchange);
/// Checks the head and copies it into the exchange. Where it refuses it, `*detail` may say more than the refusal does.
http_refusal http_head_take(http_exchange *exchange, const char *method, const char *version, const char **detail);

// http_body.c
void http_bodies_set_up(http_server *server);
uint64_t http_body_bytes_in_flight(const http_server *server);
/// What the account of a client is found by: its IPv4 address, or the prefix of its IPv6 one.
uint64_t http_address_number(const struct sockaddr *address);
/// False where there is no room for these bytes.
bool http_body_append(http_exchange *exchange, const char *bytes, size_t count);
/// Frees the body, and gives back the room that it takes.
void http_body_free(http_exchange *exchange);

// http_refusal.c
const char *http_refusal_detail(http_refusal refusal);
void http_request_ids_start(http_server *server);
/// Makes an id of 32 hexadecimal digits, unlike any other.
void http_request_id_make(http_server *server, char id[HTTP_REQUEST_ID_BYTES_MAX + 1]);
/// Takes a client's id where it is well-formed.
void http_request_id_take(char id[HTTP_REQUEST_ID_BYTES_MAX + 1], const char *value);
bool http_answers_are_kept(const http_server *server);
void http_kept_answers_free(http_server *server);
/// Sends a kept answer on a socket that the library is not writing to. `exchange` is NULL where no request is known.
void http_refuse_on_socket(http_server *server, int descriptor, http_exchange *exchange, http_refusal refusal);

// http_twice.c
/// A request line has come on this thread; its head is complete, or lost.
void http_head_begins(http_exchange *exchange);
void http_head_ends(http_exchange *exchange);
/// Looks at what the library is about to log, and answers the request that it is about.
void http_look_at_log(const char *log_format);
void http_workers_free(http_server *server);

// http_events.c
/// This thread has connections of the library's.
void http_thread_has_connections(void);

// http_exchange.c
void *http_exchange_begin(void *server, const char *target, struct MHD_Connection *connection);
enum MHD_Result http_exchange_advance(void *server, struct MHD_Connection *connection, const char *url,
                                      const char *method, const char *version,
                                      const char *upload, size_t *upload_bytes, void **exchange);
void http_exchange_completed(void *server, struct MHD_Connection *connection, void **exchange,
                             enum MHD_RequestTerminationCode code);
/// Wakes a suspended exchange without an answer, which closes its connection.
void http_exchange_cut(http_exchange *exchange);

// http_response.c
/// Copies or compresses the body, which is charged to the budget of answers for as long as it lives. NULL when
/// there is no room for it; `*sent_bytes` becomes its size as it is sent.
struct MHD_Response *http_response_make(http_server *server, const http_response *response, size_t *sent_bytes);

// http_reaper.c
void http_connection_notify(void *server, struct MHD_Connection *library_connection, void **context,
                            enum MHD_ConnectionNotificationCode code);
void http_connection_enter(struct http_connection *connection, enum http_phase phase, int64_t deadline);
/// The same for a body that is to arrive.
void http_connection_enter_body(struct http_connection *connection);
/// Notes how many bytes of a body have arrived in all.
void http_connection_receives(struct http_connection *connection, uint64_t body_bytes);
/// An answer goes out while the client may still be sending.
void http_connection_lingers(struct http_connection *connection);
/// Refuses the request of a connection that the library is not writing to.
void http_connection_refuse(struct http_connection *connection, http_exchange *exchange, http_refusal refusal);
void *http_reaper_loop(void *server);
/// Closes the descriptor once the client has stopped sending, or soon.
void http_linger(http_server *server, int descriptor);
/// Whether some descriptor still waits for its client to finish.
bool http_lingers(http_server *server);
void http_cut_suspended(http_server *server);

// http_socket.c
struct http_socket_state {
  uint64_t bytes_received;   // since the connect
  int64_t silence;           // since the last of them
  bool client_has_finished;  // it sends nothing more
};
bool http_socket_read(int descriptor, struct http_socket_state *state);
bool http_socket_has_unread_bytes(int descriptor);

// http_memory.c
/// Has the allocator return large blocks when they are freed. Of the whole process.
void http_memory_set_up(void);
/// Lets the system fill a large block with few huge pages, as it is written to, in place of thousands of small ones.
/// At most one of 2 MiB then is more than what has been written.
void http_memory_prefer_huge_pages(void *block, size_t bytes);
/// Returns freed memory to the system when a flood is over, of the server's own memory or of the program's.
void http_memory_look(http_server *server, int64_t now);

// http_gzip.c
/// The gzip member for these bytes in malloc'ed memory, or NULL.
uint8_t *http_gzip(const uint8_t *bytes, size_t count, size_t *compressed_count);

#endif
