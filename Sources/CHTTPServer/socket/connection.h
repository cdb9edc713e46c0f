#ifndef HTTP_CONNECTION_H
#define HTTP_CONNECTION_H

#include <pthread.h>
#include <stdatomic.h>

#include "CHTTPServer.h"
#include "process/clock.h"
#include "process/threads.h"

struct sockaddr;

enum http_phase {
  HTTP_PHASE_HEAD = 0,  // new, or a request line has come
  HTTP_PHASE_BODY,
  HTTP_PHASE_HANDLING,  // the handler's turn; no deadline of ours
  HTTP_PHASE_ANSWER,
  HTTP_PHASE_STREAM,  // an answer in pieces; no deadline while the client has them all
  HTTP_PHASE_IDLE,
  HTTP_PHASES,
};

/// The deadline of a phase without a deadline.
#define HTTP_NO_DEADLINE (INT64_MAX >> 5)

/// The open connections.
struct http_connections {
  pthread_mutex_t lock;
  pthread_cond_t is_let_go;
  struct http_connection *first;
  struct http_threads *threads;  // that count the phases
  const struct http_clock *clock;
  const http_server_options *options;
  _Atomic uint64_t open;         // from the accept on, before the library reports it
  _Atomic uint64_t timed_out[HTTP_PHASES];
};

/// A connection. Only its network thread moves it from phase to phase; the reaper ends it.
struct http_connection {
  struct http_connections *table;
  int descriptor;           // open as long as the connection is in the table
  uint64_t address_number;  // of the client
  // Under the table's lock.
  struct http_connection *previous, *next;
  unsigned visitors;
  // Phase, flags and deadline in one word, so that they change together.
  _Atomic uint64_t state;
  _Atomic int64_t phase_start;
  _Atomic bool ends_by_silence;  // of a body: its next byte is due before its end
  _Atomic bool lingers;          // an answer went out while the client may still be sending
  _Atomic uint64_t requests;
  _Atomic uint64_t taken_bytes;  // heads and bodies of the requests that are completed
  bool has_hung_up;              // only the reaper uses it
  // Set from the request line to the completed answer. The network thread sets it, and takes the lock to clear it.
  pthread_mutex_t lock;
  struct http_exchange *_Atomic exchange;
};

/// The state of a connection at some moment.
struct http_connection_state {
  enum http_phase phase;
  bool is_refused;  // an answer was sent without the library
  bool is_cut;
  int64_t deadline;
};

void http_connections_set_up(struct http_connections *connections, struct http_threads *threads,
                             const struct http_clock *clock, const http_server_options *options);
void http_connections_free(struct http_connections *connections);

/// Counts an accepted connection. False if `most` are open already.
bool http_connections_enter(struct http_connections *connections, uint64_t most);
/// Counts a closed connection, which was in this phase.
void http_connections_leave(struct http_connections *connections, enum http_phase phase);

/// Calls `look` for all connections, some at a time, without a lock. They stay open meanwhile.
void http_connections_visit(struct http_connections *connections,
                            void (*look)(void *context, struct http_connection *const *some, size_t count),
                            void *context);

/// Adds a connection to the table. NULL if memory is missing.
struct http_connection *http_connection_open(struct http_connections *table, int descriptor,
                                             const struct sockaddr *address);
/// Removes it from the table, and frees it when no visit uses it any more. Returns its last phase.
enum http_phase http_connection_close(struct http_connection *connection);

struct http_connection_state http_connection_read(const struct http_connection *connection);

/// Enters a phase, or renews its deadline. False if the connection is refused or cut.
bool http_connection_enter(struct http_connection *connection, enum http_phase phase, int64_t deadline);
/// The same for a body, of which `bytes` have arrived in all.
bool http_connection_enter_body(struct http_connection *connection, uint64_t bytes);

/// Changes the state from `from` to `to`. False if it is no longer `from`.
bool http_connection_change(struct http_connection *connection, struct http_connection_state from,
                            struct http_connection_state to);
/// Marks the request as refused without the library. False if the connection is already refused or cut.
bool http_connection_is_refused_now(struct http_connection *connection);

#endif
