#ifndef HTTP_EXCHANGE_H
#define HTTP_EXCHANGE_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "CHTTPServer.h"
#include "request/head.h"
#include "request/shared.h"

/// One request and its answer. Only its network thread uses it until it is suspended.
struct http_exchange {
  _Atomic uint32_t references;  // the library's until the request is completed, and the handler's
  struct http_shared *shared;   // the exchange holds a reference to it
  struct http_connection *connection;
  struct MHD_Connection *library_connection;
  void *context;
  _Atomic bool is_abandoned;
  _Atomic bool is_claimed;  // an answer was given or is being made

  // Used by network.c while the head arrives: its neighbours in the thread's list, and the library's copy of the
  // target.
  struct http_thread *thread;
  struct http_exchange *older_head, *newer_head;
  const char *raw_target;

  struct http_head head;
  struct http_body body;
  uint64_t discarded_bytes;  // of a refused body

  // The server's own refusal, if the body is read before it is sent.
  http_refusal refusal;
  const char *refusal_detail;

  size_t reserved_bytes;  // of the answers' room; used only by the thread that answers

  pthread_mutex_t lock;  // for what follows, once it is suspended
  bool is_suspended, is_resumed;
  bool is_completed;  // the library no longer uses it
  struct http_answer answer;
  struct http_stream *_Atomic stream;  // if the answer is sent in pieces; set once, freed with the exchange
};

/// Begins an exchange with its request line, whose method seems to be HEAD or another. NULL if memory is missing.
http_exchange *http_exchange_begin(struct http_shared *shared, struct http_connection *connection,
                                   struct MHD_Connection *library_connection, const char *target, bool is_head);

// The later steps. False closes the connection.

/// The head is complete; `has_room` tells whether the library's memory has room for an answer.
bool http_exchange_take_head(http_exchange *exchange, const struct http_raw_head *raw, bool has_room);
bool http_exchange_take_body(http_exchange *exchange, const char *bytes, size_t count);
/// The request is complete. Called again when a suspended exchange is resumed.
bool http_exchange_take_end(http_exchange *exchange);
/// The answer has been sent, or the connection is lost.
void http_exchange_complete(http_exchange *exchange, bool is_answered);

/// Refuses a request that the library is about to answer on its own.
void http_exchange_refuse_on_socket(http_exchange *exchange, http_refusal refusal);

// These functions may be called on any thread.

void http_exchange_hold(http_exchange *exchange);
void http_exchange_drop(http_exchange *exchange);
/// Returns the exchange of a connection with a new reference to it; NULL if there is none.
http_exchange *http_exchange_hold_of(struct http_connection *connection);
/// Notes that the client has closed the connection.
void http_exchange_abandon(http_exchange *exchange);
/// Wakes a suspended exchange without an answer, which closes its connection.
void http_exchange_cut(http_exchange *exchange);

#endif
