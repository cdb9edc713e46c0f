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
  // There is no such row.
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

// The first column of the first row, as a number, or as text in `room` bytes with a zero behind.
csqlite_outcome csqlite_number(csqlite *connection, const char *sql, int64_t *number);
csqlite_outcome csqlite_text(csqlite *connection, const char *sql, char *text, size_t room);

// Whether a transaction is open.
bool csqlite_is_in_transaction(csqlite *connection);

typedef enum { CSQLITE_PASSIVE, CSQLITE_RESTART, CSQLITE_TRUNCATE } csqlite_checkpoint_mode;

// Moves the log into the file. BUSY where a reader kept it from being complete.
csqlite_outcome csqlite_checkpoint(csqlite *connection, csqlite_checkpoint_mode mode);

// How many pages the log had after the last commit or checkpoint of this connection.
int csqlite_log_pages(csqlite *connection);

// A row of the table of layouts.
typedef struct {
  int64_t number;
  uint8_t id[32];
  bool has_parent;
  uint8_t parent[32];
  int64_t depth;
  int64_t rules;
  int64_t used;
  int64_t encoding;
  int64_t length;
  // Valid until the next call of the connection.
  const uint8_t *body;
  size_t body_count;
} csqlite_layout;

// Adds a row, or, where its id is there, notes the day of its use.
csqlite_outcome csqlite_keep(csqlite *connection, const csqlite_layout *layout, bool *is_new);

// Notes a day of use, unless a later one is noted. OK also where there is no such row.
csqlite_outcome csqlite_stamp(csqlite *connection, const uint8_t *id, int64_t day);

// The row of an id.
csqlite_outcome csqlite_load(csqlite *connection, const uint8_t *id, csqlite_layout *layout);

// How long the body of an id is in the file, without reading it, and what its row is made of.
csqlite_outcome csqlite_measure(csqlite *connection, const uint8_t *id, csqlite_layout *layout);

// The row with the next number.
csqlite_outcome csqlite_next(csqlite *connection, int64_t number, csqlite_layout *layout);

// Deletes the row of an id. REFERENCE where another one needs it.
csqlite_outcome csqlite_forget(csqlite *connection, const uint8_t *id);

// Deletes at most `row_count_max` rows, and about `byte_count_max` bytes of them, that were last used before a day and
// that no other row needs.
csqlite_outcome csqlite_collect(
    csqlite *connection, int64_t day, int64_t row_count_max, int64_t byte_count_max, int64_t *deleted);

// Each line that an integrity check has to say, up to `line_count_max`; none where all is well.
csqlite_outcome csqlite_check(
    csqlite *connection, bool quick, int line_count_max, void *context, void (*line)(void *context, const char *text));

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

// The days since 1970-01-01, and the milliseconds.
int64_t csqlite_today(void);
