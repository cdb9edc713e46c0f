// Declarations of a connection that the files of this target share.
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

// The time a number of milliseconds from now, by the monotonic clock, in milliseconds.
int64_t cpostgresql_moment(int milliseconds);

// Waits until the socket is ready for the given events of poll; false if the time has come before.
bool cpostgresql_wait(cpostgresql *connection, short events, int64_t moment);

// Notes that the connection is lost, with libpq's message.
cpostgresql_outcome cpostgresql_lost(cpostgresql *connection);

// Notes that a call took too long.
cpostgresql_outcome cpostgresql_late(cpostgresql *connection);
