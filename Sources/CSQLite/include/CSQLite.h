// A connection to an SQLite file that stores layouts, and the file system calls that this needs.
//
// A connection is used by one thread at a time. No function ends the process or prints.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct csqlite csqlite;

// The outcome of a call.
typedef enum {
  CSQLITE_OK,
  // There is no further row.
  CSQLITE_ABSENT,
  // The row refers to one that does not exist, or another row refers to it.
  CSQLITE_REFERENCE,
  // The disk or the file is full.
  CSQLITE_FULL,
  // The system failed to read, write, open or sync.
  CSQLITE_IO,
  // The content of the file is not valid for SQLite.
  CSQLITE_DAMAGED,
  // Another connection held a lock for longer than the busy time-out.
  CSQLITE_BUSY,
  // Anything else, including missing memory.
  CSQLITE_FAILED,
} csqlite_outcome;

// The version of the library, such as 3.40.1.
const char *csqlite_version(void);

// The version as a number: 3040001 for 3.40.1.
int csqlite_version_number(void);

// How a file is opened.
typedef enum {
  CSQLITE_READ,
  CSQLITE_WRITE,
  // For reading a file that nobody writes, named by a URI: its log is not looked at, and no file is made beside it.
  CSQLITE_READ_ALONE,
} csqlite_mode;

// Opens an existing file. The connection never makes a checkpoint on its own. Unless memory is missing, `*connection` is
// set even on failure, and must be closed.
csqlite_outcome csqlite_open(const char *path, csqlite_mode mode, int64_t length_max, csqlite **connection);

// Closes a connection without a checkpoint. NULL is allowed.
void csqlite_close(csqlite *connection);

// The message of the last failure, from SQLite; valid until the next call.
const char *csqlite_message(csqlite *connection);

// The extended code of the last failure.
int csqlite_code(csqlite *connection);

// Runs statements and discards their rows.
csqlite_outcome csqlite_execute(csqlite *connection, const char *sql);

// Whether a transaction is open.
bool csqlite_is_in_transaction(csqlite *connection);

typedef enum { CSQLITE_PASSIVE, CSQLITE_RESTART, CSQLITE_TRUNCATE } csqlite_checkpoint_mode;

// Copies the log into the file. BUSY if a reader kept it from being complete.
csqlite_outcome csqlite_checkpoint(csqlite *connection, csqlite_checkpoint_mode mode);

// The number of pages in the log after the last commit or checkpoint of this connection.
int csqlite_log_pages(csqlite *connection);

// MARK: Statements. One at a time is used, by the thread that uses the connection.

typedef struct sqlite3_stmt csqlite_statement;

// Prepares a statement. All statements must be finalized before the connection is closed.
csqlite_outcome csqlite_prepare(csqlite *connection, const char *sql, csqlite_statement **statement);
void csqlite_finalize(csqlite_statement *statement);

// These set a parameter to a value, which is copied. Failures show when the statement is stepped.
void csqlite_bind_number(csqlite_statement *statement, int place, int64_t number);
void csqlite_bind_text(csqlite_statement *statement, int place, const uint8_t *bytes, size_t count);
void csqlite_bind_bytes(csqlite_statement *statement, int place, const uint8_t *bytes, size_t count);

// Moves to the next row; ABSENT if there is none, and the statement is reset.
csqlite_outcome csqlite_step(csqlite *connection, csqlite_statement *statement);
// Resets the statement and clears its parameters.
void csqlite_reset(csqlite_statement *statement);

// The columns of a row; bytes and text are valid until the next step. NULL if the column is NULL.
bool csqlite_is_null(csqlite_statement *statement, int column);
int64_t csqlite_read_number(csqlite_statement *statement, int column);
const uint8_t *csqlite_read_bytes(csqlite_statement *statement, int column, size_t *count);

// MARK: Files. These functions return 0, or the error number.

// Locks a file until the process ends or the descriptor is closed; EWOULDBLOCK if another process holds the lock.
int csqlite_lock(const char *path, int *descriptor);
void csqlite_unlock(int descriptor);

typedef enum {
  CSQLITE_DISK,
  // Lacks the locks and the shared memory that SQLite needs.
  CSQLITE_NETWORK,
  // Lost with the machine, or with the container.
  CSQLITE_PASSING,
} csqlite_file_system;

/// Whether an error number means that a file or folder does not exist.
bool csqlite_is_absence(int number);

int csqlite_find_file_system(const char *folder, csqlite_file_system *kind);
int csqlite_make_folder(const char *path, bool *is_new);
// Creates an empty file that only its owner may read, unless the file exists. Must be called before SQLite opens it.
int csqlite_make_file(const char *path);
int csqlite_sync(const char *path);
int csqlite_rename(const char *from, const char *to);
// Also 0 if there is no such file.
int csqlite_remove(const char *path);
// The length of a file; -1 if there is none.
int64_t csqlite_byte_count(const char *path);
const char *csqlite_error_text(int number);

// The days, and the milliseconds, since 1970-01-01.
int64_t csqlite_today(void);
int64_t csqlite_now(void);
