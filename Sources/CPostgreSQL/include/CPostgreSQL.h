// One connection to a PostgreSQL server, through libpq.
//
// A connection is used by one thread at a time. Whatever waits for the server waits for a given time at most. Nothing
// here cancels a statement: a cancelled commit may be taken for one that is safe. Nothing ends the process or prints.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpostgresql cpostgresql;

// What became of a call. After LATE and LOST the connection can only be closed, and a statement may have been done.
typedef enum {
  CPOSTGRESQL_OK,
  // The time passed first.
  CPOSTGRESQL_LATE,
  // There is no connection any more, or none could be made.
  CPOSTGRESQL_LOST,
  // The server answered with an error, which has a code.
  CPOSTGRESQL_REFUSED,
} cpostgresql_outcome;

// The version of the library, such as 150018.
int cpostgresql_library_version(void);

// A connection that is not made yet; NULL where memory is missing.
cpostgresql *cpostgresql_make(void);

// Gives a parameter of libpq's its value, which is copied. False where there are too many, or memory is missing.
bool cpostgresql_set(cpostgresql *connection, const char *name, const char *value);

// Connects, once; `password_path` names a file whose first line is the password, or is NULL. Names are resolved by the
// system, which may take longer.
cpostgresql_outcome cpostgresql_connect(cpostgresql *connection, const char *password_path, int milliseconds);

// Closes a connection. NULL does nothing.
void cpostgresql_close(cpostgresql *connection);

// What the last failure was, in the server's words or libpq's, without values; valid until the next call.
const char *cpostgresql_message(cpostgresql *connection);

// The SQLSTATE of the last failure, five characters; empty where there was none.
const char *cpostgresql_code(cpostgresql *connection);

// Whether the server sent a warning with the last statement.
bool cpostgresql_has_warned(cpostgresql *connection);

// MARK: Statements

// Give a parameter of the next statement its value, which is copied. Places count from 1, up to 16; what is not given
// is NULL of that type. False where memory is missing.
bool cpostgresql_bind_number(cpostgresql *connection, int place, int64_t number);
bool cpostgresql_bind_text(cpostgresql *connection, int place, const uint8_t *bytes, size_t count);
bool cpostgresql_bind_bytes(cpostgresql *connection, int place, const uint8_t *bytes, size_t count);
bool cpostgresql_bind_null(cpostgresql *connection, int place);

// Runs one statement with the values that were given, which are forgotten. Its rows stay until the next statement.
cpostgresql_outcome cpostgresql_run(cpostgresql *connection, const char *sql, int milliseconds);

// The rows of the last statement. Rows and columns count from 0. A number is of type boolean or of an integer type.
int cpostgresql_row_count(cpostgresql *connection);
bool cpostgresql_is_null(cpostgresql *connection, int row, int column);
int64_t cpostgresql_read_number(cpostgresql *connection, int row, int column);
const uint8_t *cpostgresql_read_bytes(cpostgresql *connection, int row, int column, size_t *count);
// Lets go of the rows.
void cpostgresql_clear(cpostgresql *connection);

// How many rows the last statement has changed.
int64_t cpostgresql_changes(cpostgresql *connection);

// MARK: Notices

// Waits for a notice of a channel that the connection listens to. OK: the payload, valid until the next call.
cpostgresql_outcome cpostgresql_next_notice(cpostgresql *connection, int milliseconds, const char **payload);
