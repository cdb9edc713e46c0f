// A connection to a PostgreSQL server, through libpq.
//
// A connection is used by one thread at a time. Every call that waits for the server has a time limit. No function
// cancels a statement: a cancelled commit could be mistaken for one that is stored safely. No function ends the process
// or prints.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpostgresql cpostgresql;

// The outcome of a call. After LATE and LOST the connection can only be closed, and the statement may or may not have
// been executed.
typedef enum {
  CPOSTGRESQL_OK,
  // The time limit has passed.
  CPOSTGRESQL_LATE,
  // The connection is lost, or none could be made.
  CPOSTGRESQL_LOST,
  // The server answered with an error, which has a code.
  CPOSTGRESQL_REFUSED,
} cpostgresql_outcome;

// The version of the library, such as 150018.
int cpostgresql_library_version(void);

// Creates a connection that is not connected yet; NULL if memory is missing.
cpostgresql *cpostgresql_make(void);

// Sets a parameter of libpq to a value, which is copied. False if there are too many parameters, or memory is missing.
bool cpostgresql_set(cpostgresql *connection, const char *name, const char *value);

// Connects, once. `password_path` names a file whose first line is the password, or is NULL. Names are resolved by the
// system, which may exceed the time limit.
cpostgresql_outcome cpostgresql_connect(cpostgresql *connection, const char *password_path, int milliseconds);

// Closes a connection. NULL is allowed.
void cpostgresql_close(cpostgresql *connection);

// The message of the last failure, from the server or libpq, without values; valid until the next call.
const char *cpostgresql_message(cpostgresql *connection);

// The SQLSTATE of the last failure, five characters; empty if there was none.
const char *cpostgresql_code(cpostgresql *connection);

// Whether the server sent a warning with the last statement.
bool cpostgresql_has_warned(cpostgresql *connection);

// MARK: Statements

// These set a parameter of the next statement to a value, which is copied. Places count from 1, up to 16; a parameter
// that is not set is NULL. False if memory is missing.
bool cpostgresql_bind_number(cpostgresql *connection, int place, int64_t number);
bool cpostgresql_bind_text(cpostgresql *connection, int place, const uint8_t *bytes, size_t count);
bool cpostgresql_bind_bytes(cpostgresql *connection, int place, const uint8_t *bytes, size_t count);
bool cpostgresql_bind_null(cpostgresql *connection, int place);

// Runs one statement with the parameters that were set, which are then cleared. Its rows are valid until the next
// statement.
cpostgresql_outcome cpostgresql_run(cpostgresql *connection, const char *sql, int milliseconds);

// The rows of the last statement. Rows and columns count from 0. Numbers are columns of type boolean or of an integer
// type.
int cpostgresql_row_count(cpostgresql *connection);
bool cpostgresql_is_null(cpostgresql *connection, int row, int column);
int64_t cpostgresql_read_number(cpostgresql *connection, int row, int column);
const uint8_t *cpostgresql_read_bytes(cpostgresql *connection, int row, int column, size_t *count);
// Frees the rows.
void cpostgresql_clear(cpostgresql *connection);

// The number of rows that the last statement has changed.
int64_t cpostgresql_changes(cpostgresql *connection);

// MARK: Notices

// Waits for a notice on a channel that the connection listens to. If OK, `payload` is valid until the next call.
cpostgresql_outcome cpostgresql_next_notice(cpostgresql *connection, int milliseconds, const char **payload);
