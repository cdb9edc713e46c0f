#include "connection.h"

#include <errno.h>
#include <stdlib.h>

const char *csqlite_version(void) { return sqlite3_libversion(); }

int csqlite_version_number(void) { return sqlite3_libversion_number(); }

csqlite_outcome csqlite_outcome_of(csqlite *connection, int code) {
  switch (code & 0xff) {
  case SQLITE_OK:
  case SQLITE_ROW:
  case SQLITE_DONE:
    return CSQLITE_OK;
  case SQLITE_FULL:
    return CSQLITE_FULL;
  case SQLITE_CONSTRAINT:
    return code == SQLITE_CONSTRAINT_FOREIGNKEY ? CSQLITE_REFERENCE : CSQLITE_FAILED;
  case SQLITE_IOERR:
  case SQLITE_CANTOPEN:
  case SQLITE_READONLY:
  case SQLITE_PERM: {
    // The library reports FULL for its own files, but not for the memory that connections share.
    int number = connection->database ? sqlite3_system_errno(connection->database) : 0;
    bool is_full = (code & 0xff) == SQLITE_IOERR && code != SQLITE_IOERR_FSYNC && code != SQLITE_IOERR_DIR_FSYNC &&
                   (number == ENOSPC || number == EDQUOT);
    return is_full ? CSQLITE_FULL : CSQLITE_IO;
  }
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return CSQLITE_DAMAGED;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return CSQLITE_BUSY;
  default:
    return CSQLITE_FAILED;
  }
}

static int note_log(void *context, sqlite3 *database, const char *name, int pages) {
  (void)database;
  (void)name;
  ((csqlite *)context)->log_pages = pages;
  return SQLITE_OK;
}

csqlite_outcome csqlite_open(const char *path, csqlite_mode mode, int64_t length_max, csqlite **result) {
  csqlite *connection = calloc(1, sizeof *connection);
  *result = connection;
  if (!connection)
    return CSQLITE_FAILED;
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= mode == CSQLITE_WRITE ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  if (mode == CSQLITE_READ_ALONE)
    flags |= SQLITE_OPEN_URI;
  int code = sqlite3_open_v2(path, &connection->database, flags, NULL);
  if (code != SQLITE_OK)
    return csqlite_outcome_of(connection, code);
  sqlite3 *database = connection->database;
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, length_max > 1000000000 ? 1000000000 : (int)length_max);
  // A hook of our own replaces the one that checkpoints; pragma wal_autocheckpoint would remove it.
  sqlite3_wal_hook(database, note_log, connection);
  sqlite3_busy_timeout(database, 1000);
  return CSQLITE_OK;
}

void csqlite_close(csqlite *connection) {
  if (!connection)
    return;
  sqlite3_close_v2(connection->database);
  free(connection);
}

const char *csqlite_message(csqlite *connection) {
  return connection && connection->database ? sqlite3_errmsg(connection->database) : "out of memory";
}

int csqlite_code(csqlite *connection) {
  return connection && connection->database ? sqlite3_extended_errcode(connection->database) : SQLITE_NOMEM;
}

csqlite_outcome csqlite_execute(csqlite *connection, const char *sql) {
  return csqlite_outcome_of(connection, sqlite3_exec(connection->database, sql, NULL, NULL, NULL));
}

bool csqlite_is_in_transaction(csqlite *connection) { return !sqlite3_get_autocommit(connection->database); }

csqlite_outcome csqlite_checkpoint(csqlite *connection, csqlite_checkpoint_mode mode) {
  static const int modes[] = {SQLITE_CHECKPOINT_PASSIVE, SQLITE_CHECKPOINT_RESTART, SQLITE_CHECKPOINT_TRUNCATE};
  int pages = 0, moved = 0;
  int code = sqlite3_wal_checkpoint_v2(connection->database, NULL, modes[mode], &pages, &moved);
  if (code != SQLITE_OK)
    return csqlite_outcome_of(connection, code);
  if (moved < pages)
    return CSQLITE_BUSY;
  // The next commit begins at the start of the log again.
  connection->log_pages = 0;
  return CSQLITE_OK;
}

int csqlite_log_pages(csqlite *connection) { return connection->log_pages; }
