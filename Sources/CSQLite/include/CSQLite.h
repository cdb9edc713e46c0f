// One connection to an SQLite file that keeps layouts, and what the file system has to do for it.
//
// A connection is used by one thread at a time. Nothing here ends the process or prints.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct csqlite csqlite;

// What became of a call.
typedef enum {
  CSQLITE_OK,
  // There is no further row.
  CSQLITE_ABSENT,
  // The row refers to one that is not there, or another row refers to it.
  CSQLITE_REFERENCE,
  // The disk or the file is full.
  CSQLITE_FULL,
  // The system failed to read, write, open or sync.
  CSQLITE_IO,
  // What the file holds is not as SQLite writes it.
  CSQLITE_DAMAGED,
  // Another connection was in the way for longer than the busy time-out.
  CSQLITE_BUSY,
  // Anything else, memory that is not there included.
  CSQLITE_FAILED,
} csqlite_outcome;

// The version of the library, such as 3.40.1.
const char *csqlite_version(void);

// The version as a number: 3040001 for 3.40.1.
int csqlite_version_number(void);

// Opens a file, which must exist: to read alone, or also to write. The connection never checkpoints by itself.
// On failure too `*connection` is set and has to be closed, unless memory was missing.
csqlite_outcome csqlite_open(const char *path, bool writes, int64_t length_max, csqlite **connection);

// Closes a connection, without a checkpoint. Null does nothing.
void csqlite_close(csqlite *connection);

// What the last failure was, in SQLite's words; valid until the next call.
const char *csqlite_message(csqlite *connection);

// The extended code of the last failure.
int csqlite_code(csqlite *connection);

// Runs statements, whose rows are left out.
csqlite_outcome csqlite_execute(csqlite *connection, const char *sql);

// Whether a transaction is open.
bool csqlite_is_in_transaction(csqlite *connection);

typedef enum { CSQLITE_PASSIVE, CSQLITE_RESTART, CSQLITE_TRUNCATE } csqlite_checkpoint_mode;

// Moves the log into the file. BUSY where a reader kept it from being complete.
csqlite_outcome csqlite_checkpoint(csqlite *connection, csqlite_checkpoint_mode mode);

// How many pages the log had after the last commit or checkpoint of this connection.
int csqlite_log_pages(csqlite *connection);

// MARK: Statements. One is used at a time by the thread that has the connection.

typedef struct sqlite3_stmt csqlite_statement;

// Prepares a statement, which stays until it is finalized; finalize all before the connection is closed.
csqlite_outcome csqlite_prepare(csqlite *connection, const char *sql, csqlite_statement **statement);
void csqlite_finalize(csqlite_statement *statement);

// Give a parameter its value, which is copied. Failures show when the statement is stepped.
void csqlite_bind_number(csqlite_statement *statement, int place, int64_t number);
void csqlite_bind_text(csqlite_statement *statement, int place, const uint8_t *bytes, size_t count);
void csqlite_bind_bytes(csqlite_statement *statement, int place, const uint8_t *bytes, size_t count);

// Goes to the next row; ABSENT where there is none, and the statement begins anew.
csqlite_outcome csqlite_step(csqlite *connection, csqlite_statement *statement);
// Begins anew, without values.
void csqlite_reset(csqlite_statement *statement);

// The columns of a row; those of bytes and text are valid until the next step. Null for NULL.
bool csqlite_is_null(csqlite_statement *statement, int column);
int64_t csqlite_read_number(csqlite_statement *statement, int column);
const uint8_t *csqlite_read_bytes(csqlite_statement *statement, int column, size_t *count);

// MARK: Files. They return 0, or the error number.

// The lock of a file, held until the process ends or the descriptor is closed; EWOULDBLOCK where another process has it.
int csqlite_lock(const char *path, int *descriptor);
void csqlite_unlock(int descriptor);

typedef enum {
  CSQLITE_DISK,
  // Without the locks and the shared memory that SQLite needs.
  CSQLITE_NETWORK,
  // Lost with the machine, or with the container.
  CSQLITE_PASSING,
} csqlite_file_system;

/// Whether an error number says that a file or folder is not there.
bool csqlite_is_absence(int number);

int csqlite_find_file_system(const char *folder, csqlite_file_system *kind);
int csqlite_make_folder(const char *path, bool *is_new);
// Makes an empty file that its owner alone may read, unless there is one. To be called before SQLite opens it.
int csqlite_make_file(const char *path);
int csqlite_sync(const char *path);
int csqlite_rename(const char *from, const char *to);
// 0 also where there is no such file.
int csqlite_remove(const char *path);
// How long a file is; -1 where there is none.
int64_t csqlite_byte_count(const char *path);
const char *csqlite_error_text(int number);

// The days, and the milliseconds, since 1970-01-01.
int64_t csqlite_today(void);
int64_t csqlite_now(void);
