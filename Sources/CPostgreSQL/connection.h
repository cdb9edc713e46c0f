// What the files of this target share of a connection.
#pragma once

#include "CPostgreSQL.h"

#include <postgresql/libpq-fe.h>

#define PARAMETERS_MAX 16
#define SETTINGS_MAX 24

struct cpostgresql {
  PGconn *connection;
  PGresult *result;
  PGnotify *notice;
  bool has_warned;
  char code[6];
  char message[512];
  int setting_count;
  char *setting_names[SETTINGS_MAX];
  char *setting_values[SETTINGS_MAX];
  int parameter_count;
  Oid types[PARAMETERS_MAX];
  char *values[PARAMETERS_MAX];
  int lengths[PARAMETERS_MAX];
  int formats[PARAMETERS_MAX];
};

// A moment of the monotonic clock, in milliseconds, so many from now.
int64_t cpostgresql_moment(int milliseconds);

// Waits until the socket can be read or written, as asked by poll's events; false where the moment has passed.
bool cpostgresql_wait(cpostgresql *connection, short events, int64_t moment);

// Notes that the connection is lost, and libpq's words for it.
cpostgresql_outcome cpostgresql_lost(cpostgresql *connection);

// Notes that a call took too long.
cpostgresql_outcome cpostgresql_late(cpostgresql *connection);
