#include "connection.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PASSWORD_BYTES_MAX = 1024 };

int cpostgresql_library_version(void) { return PQlibVersion(); }

int64_t cpostgresql_moment(int milliseconds) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + milliseconds;
}

bool cpostgresql_wait(cpostgresql *connection, short events, int64_t moment) {
  struct pollfd socket = {.fd = PQsocket(connection->connection), .events = events};
  while (true) {
    int64_t left = moment - cpostgresql_moment(0);
    if (left < 0)
      return false;
    int count = poll(&socket, 1, left > 60000 ? 60000 : (int)left);
    // A failure of the socket shows when it is used.
    if (count > 0 || (count < 0 && errno != EINTR))
      return true;
  }
}

// Copies the first line of libpq's message.
static void note_message(cpostgresql *connection, const char *message) {
  size_t count = strcspn(message, "\n");
  if (count >= sizeof connection->message)
    count = sizeof connection->message - 1;
  memcpy(connection->message, message, count);
  connection->message[count] = 0;
}

cpostgresql_outcome cpostgresql_lost(cpostgresql *connection) {
  note_message(connection, PQerrorMessage(connection->connection));
  return CPOSTGRESQL_LOST;
}

cpostgresql_outcome cpostgresql_late(cpostgresql *connection) {
  note_message(connection, "the server did not answer in time");
  return CPOSTGRESQL_LATE;
}

// The severities are those of the protocol, in no particular language.
static void note_warning(void *context, const PGresult *result) {
  const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity && strcmp(severity, "WARNING") == 0)
    ((cpostgresql *)context)->has_warned = true;
}

// Reads the first line of a file; false if there is none that can be a password.
static bool read_password(const char *path, char password[PASSWORD_BYTES_MAX]) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return false;
  ssize_t count = read(file, password, PASSWORD_BYTES_MAX - 1);
  int number = errno;
  close(file);
  errno = number;
  if (count < 0)
    return false;
  password[count] = 0;
  password[strcspn(password, "\r\n")] = 0;
  return true;
}

static cpostgresql_outcome finish_connecting(cpostgresql *connection, int64_t moment) {
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;
  while (status == PGRES_POLLING_READING || status == PGRES_POLLING_WRITING) {
    if (!cpostgresql_wait(connection, status == PGRES_POLLING_READING ? POLLIN : POLLOUT, moment))
      return cpostgresql_late(connection);
    status = PQconnectPoll(connection->connection);
  }
  if (status != PGRES_POLLING_OK || PQsetnonblocking(connection->connection, 1) != 0)
    return cpostgresql_lost(connection);
  PQsetNoticeReceiver(connection->connection, note_warning, connection);
  return CPOSTGRESQL_OK;
}

cpostgresql *cpostgresql_make(void) { return calloc(1, sizeof(cpostgresql)); }

bool cpostgresql_set(cpostgresql *connection, const char *name, const char *value) {
  // The last two places are for the password and the end.
  int place = connection->setting_count;
  if (place >= SETTINGS_MAX - 2)
    return false;
  connection->setting_names[place] = strdup(name);
  connection->setting_values[place] = strdup(value);
  connection->setting_count++;
  return connection->setting_names[place] && connection->setting_values[place];
}

cpostgresql_outcome cpostgresql_connect(cpostgresql *connection, const char *password_path, int milliseconds) {
  if (!connection)
    return CPOSTGRESQL_LOST;
  int64_t moment = cpostgresql_moment(milliseconds);
  const char *names[SETTINGS_MAX] = {0}, *values[SETTINGS_MAX] = {0};
  for (int place = 0; place < connection->setting_count; place++) {
    names[place] = connection->setting_names[place];
    values[place] = connection->setting_values[place];
  }
  char password[PASSWORD_BYTES_MAX];
  if (password_path) {
    if (!read_password(password_path, password)) {
      snprintf(
        connection->message, sizeof connection->message, "cannot read %s, the file of the password: %s", password_path,
        strerror(errno));
      return CPOSTGRESQL_LOST;
    }
    names[connection->setting_count] = "password";
    values[connection->setting_count] = password;
  }
  connection->connection = PQconnectStartParams(names, values, 0);
  explicit_bzero(password, sizeof password);
  if (!connection->connection || PQstatus(connection->connection) == CONNECTION_BAD)
    return cpostgresql_lost(connection);
  return finish_connecting(connection, moment);
}

void cpostgresql_close(cpostgresql *connection) {
  if (!connection)
    return;
  PQclear(connection->result);
  for (int place = 0; place < PARAMETERS_MAX; place++)
    free(connection->values[place]);
  for (int place = 0; place < connection->setting_count; place++) {
    free(connection->setting_names[place]);
    free(connection->setting_values[place]);
  }
  PQfreemem(connection->notice);
  PQfinish(connection->connection);
  free(connection);
}

const char *cpostgresql_message(cpostgresql *connection) { return connection ? connection->message : "out of memory"; }

const char *cpostgresql_code(cpostgresql *connection) { return connection ? connection->code : ""; }

bool cpostgresql_has_warned(cpostgresql *connection) { return connection->has_warned; }
