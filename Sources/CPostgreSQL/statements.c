#include "connection.h"

#include <endian.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Numbers of types, the same in every PostgreSQL server.
enum { TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_TEXT = 25 };

static bool bind(cpostgresql *connection, int place, Oid type, const void *bytes, size_t count, int format) {
  if (place < 1 || place > PARAMETERS_MAX || count > INT_MAX - 1)
    return false;
  char *copy = malloc(count + 1);
  if (!copy)
    return false;
  if (count)
    memcpy(copy, bytes, count);
  copy[count] = 0;
  free(connection->values[place - 1]);
  connection->values[place - 1] = copy;
  connection->types[place - 1] = type;
  connection->lengths[place - 1] = (int)count;
  connection->formats[place - 1] = format;
  if (connection->parameter_count < place)
    connection->parameter_count = place;
  return true;
}

bool cpostgresql_bind_number(cpostgresql *connection, int place, int64_t number) {
  uint64_t bytes = htobe64((uint64_t)number);
  return bind(connection, place, TYPE_INT8, &bytes, sizeof bytes, 1);
}

bool cpostgresql_bind_text(cpostgresql *connection, int place, const uint8_t *bytes, size_t count) {
  return bind(connection, place, TYPE_TEXT, bytes, count, 1);
}

bool cpostgresql_bind_bytes(cpostgresql *connection, int place, const uint8_t *bytes, size_t count) {
  return bind(connection, place, TYPE_BYTEA, bytes, count, 1);
}

// The server derives the type from the place of the parameter.
bool cpostgresql_bind_null(cpostgresql *connection, int place) {
  if (place < 1 || place > PARAMETERS_MAX)
    return false;
  free(connection->values[place - 1]);
  connection->values[place - 1] = NULL;
  connection->types[place - 1] = 0;
  connection->formats[place - 1] = 1;
  if (connection->parameter_count < place)
    connection->parameter_count = place;
  return true;
}

void cpostgresql_clear(cpostgresql *connection) {
  PQclear(connection->result);
  connection->result = NULL;
}

// Sends a statement. Unless this returns OK, it is unknown how much of it has arrived.
static cpostgresql_outcome send(cpostgresql *connection, const char *sql, int64_t moment) {
  PGconn *inner = connection->connection;
  if (!PQsendQueryParams(
        inner, sql, connection->parameter_count, connection->types, (const char *const *)connection->values,
        connection->lengths, connection->formats, 1))
    return cpostgresql_lost(connection);
  int left;
  while ((left = PQflush(inner)) == 1) {
    if (!cpostgresql_wait(connection, POLLIN | POLLOUT, moment))
      return cpostgresql_late(connection);
    // The server may have to send before it can continue reading.
    if (!PQconsumeInput(inner))
      return cpostgresql_lost(connection);
  }
  return left == 0 ? CPOSTGRESQL_OK : cpostgresql_lost(connection);
}

// The message and the code of an error, without the detail, which contains values.
static void note_error(cpostgresql *connection, const PGresult *result) {
  const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  snprintf(connection->code, sizeof connection->code, "%s", code ? code : "");
  snprintf(connection->message, sizeof connection->message, "%s", message ? message : PQresultErrorMessage(result));
}

static cpostgresql_outcome receive(cpostgresql *connection, int64_t moment) {
  PGconn *inner = connection->connection;
  bool is_refused = false;
  while (true) {
    while (PQisBusy(inner)) {
      if (!cpostgresql_wait(connection, POLLIN, moment))
        return cpostgresql_late(connection);
      if (!PQconsumeInput(inner))
        return cpostgresql_lost(connection);
    }
    PGresult *result = PQgetResult(inner);
    if (!result)
      break;
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
      cpostgresql_clear(connection);
      connection->result = result;
      continue;
    }
    if (!is_refused)
      note_error(connection, result);
    is_refused = true;
    PQclear(result);
    // Anything but the end of the statement is unexpected; waiting on could take forever.
    if (status != PGRES_FATAL_ERROR)
      return CPOSTGRESQL_LOST;
  }
  if (PQstatus(inner) != CONNECTION_OK)
    return connection->code[0] ? CPOSTGRESQL_LOST : cpostgresql_lost(connection);
  return is_refused ? CPOSTGRESQL_REFUSED : CPOSTGRESQL_OK;
}

cpostgresql_outcome cpostgresql_run(cpostgresql *connection, const char *sql, int milliseconds) {
  int64_t moment = cpostgresql_moment(milliseconds);
  cpostgresql_clear(connection);
  connection->has_warned = false;
  connection->code[0] = connection->message[0] = 0;
  cpostgresql_outcome outcome = send(connection, sql, moment);
  for (int place = 0; place < connection->parameter_count; place++) {
    free(connection->values[place]);
    connection->values[place] = NULL;
  }
  connection->parameter_count = 0;
  return outcome == CPOSTGRESQL_OK ? receive(connection, moment) : outcome;
}

int cpostgresql_row_count(cpostgresql *connection) { return PQntuples(connection->result); }

bool cpostgresql_is_null(cpostgresql *connection, int row, int column) {
  return PQgetisnull(connection->result, row, column);
}

int64_t cpostgresql_read_number(cpostgresql *connection, int row, int column) {
  int count = PQgetlength(connection->result, row, column);
  const uint8_t *bytes = (const uint8_t *)PQgetvalue(connection->result, row, column);
  if (!bytes || count < 1 || count > 8)
    return 0;
  uint64_t number = bytes[0] & 0x80 ? ~(uint64_t)0 : 0;
  for (int place = 0; place < count; place++)
    number = number << 8 | bytes[place];
  return (int64_t)number;
}

const uint8_t *cpostgresql_read_bytes(cpostgresql *connection, int row, int column, size_t *count) {
  *count = (size_t)PQgetlength(connection->result, row, column);
  return (const uint8_t *)PQgetvalue(connection->result, row, column);
}

int64_t cpostgresql_changes(cpostgresql *connection) {
  const char *text = connection->result ? PQcmdTuples(connection->result) : "";
  return strtoll(text, NULL, 10);
}

cpostgresql_outcome cpostgresql_next_notice(cpostgresql *connection, int milliseconds, const char **payload) {
  int64_t moment = cpostgresql_moment(milliseconds);
  PQfreemem(connection->notice);
  while (!(connection->notice = PQnotifies(connection->connection))) {
    if (!cpostgresql_wait(connection, POLLIN, moment))
      return CPOSTGRESQL_LATE;
    if (!PQconsumeInput(connection->connection))
      return cpostgresql_lost(connection);
  }
  *payload = connection->notice->extra;
  return CPOSTGRESQL_OK;
}
