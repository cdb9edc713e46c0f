#include "connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    // The library says FULL for its own files, and not for the memory that connections share.
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

csqlite_outcome csqlite_open(const char *path, bool writes, int64_t length_max, csqlite **result) {
  csqlite *connection = calloc(1, sizeof *connection);
  *result = connection;
  if (!connection)
    return CSQLITE_FAILED;
  int flags = (writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  int code = sqlite3_open_v2(path, &connection->database, flags, NULL);
  if (code != SQLITE_OK)
    return csqlite_outcome_of(connection, code);
  sqlite3 *database = connection->database;
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, length_max > 1000000000 ? 1000000000 : (int)length_max);
  // A hook of our own takes the place of the one that checkpoints; pragma wal_autocheckpoint would take it away.
  sqlite3_wal_hook(database, note_log, connection);
  sqlite3_busy_timeout(database, 1000);
  return CSQLITE_OK;
}

void csqlite_close(csqlite *connection) {
  if (!connection)
    return;
  for (int number = 0; number < STATEMENT_COUNT; number++)
    sqlite3_finalize(connection->statements[number]);
  sqlite3_close_v2(connection->database);
  free(connection);
}

const char *csqlite_message(csqlite *connection) {
  return connection && connection->database ? sqlite3_errmsg(connection->database) : "out of memory";
}

int csqlite_code(csqlite *connection) {
  return connection && connection->database ? sqlite3_extended_errcode(connection->database) : SQLITE_NOMEM;
}

// Ends the use of the row that is lent out.
static void take_back(csqlite *connection) {
  if (connection->lent)
    sqlite3_reset(connection->lent);
  connection->lent = NULL;
}

csqlite_outcome csqlite_execute(csqlite *connection, const char *sql) {
  take_back(connection);
  return csqlite_outcome_of(connection, sqlite3_exec(connection->database, sql, NULL, NULL, NULL));
}

// Runs a query of one row, and hands its first column on.
static csqlite_outcome first_row(
    csqlite *connection, const char *sql, void *context, void (*read)(sqlite3_stmt *statement, void *context)) {
  take_back(connection);
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection->database, sql, -1, &statement, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_step(statement);
  csqlite_outcome outcome = code == SQLITE_DONE ? CSQLITE_ABSENT : csqlite_outcome_of(connection, code);
  if (code == SQLITE_ROW)
    read(statement, context);
  sqlite3_finalize(statement);
  return outcome;
}

static void read_number(sqlite3_stmt *statement, void *context) {
  *(int64_t *)context = sqlite3_column_int64(statement, 0);
}

csqlite_outcome csqlite_number(csqlite *connection, const char *sql, int64_t *number) {
  return first_row(connection, sql, number, read_number);
}

struct text {
  char *bytes;
  size_t room;
};

static void read_text(sqlite3_stmt *statement, void *context) {
  struct text *text = context;
  const unsigned char *value = sqlite3_column_text(statement, 0);
  size_t count = value ? strlen((const char *)value) : 0;
  if (count >= text->room)
    count = text->room - 1;
  if (count)
    memcpy(text->bytes, value, count);
  text->bytes[count] = 0;
}

csqlite_outcome csqlite_text(csqlite *connection, const char *sql, char *bytes, size_t room) {
  struct text text = {bytes, room};
  return first_row(connection, sql, &text, read_text);
}

bool csqlite_is_in_transaction(csqlite *connection) { return !sqlite3_get_autocommit(connection->database); }

csqlite_outcome csqlite_checkpoint(csqlite *connection, csqlite_checkpoint_mode mode) {
  static const int modes[] = {SQLITE_CHECKPOINT_PASSIVE, SQLITE_CHECKPOINT_RESTART, SQLITE_CHECKPOINT_TRUNCATE};
  take_back(connection);
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

static const char *const texts[STATEMENT_COUNT] = {
    [STATEMENT_FIND] = "select used from layout where id = ?1",
    [STATEMENT_INSERT] = "insert into layout (id, parent, depth, rules, used, encoding, length, body) "
                         "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STATEMENT_STAMP] = "update layout set used = ?2 where id = ?1 and used < ?2",
    [STATEMENT_LOAD] = "select number, id, parent, depth, rules, used, encoding, length, body from layout where id = ?1",
    [STATEMENT_MEASURE] =
        "select number, id, parent, depth, rules, used, encoding, length, length(body) from layout where id = ?1",
    [STATEMENT_NEXT] = "select number, id, parent, depth, rules, used, encoding, length, body from layout "
                       "where number > ?1 order by number limit 1",
    [STATEMENT_FORGET] = "delete from layout where id = ?1",
    [STATEMENT_UNUSED] = "select number, length(body) from layout as old where used < ?1 "
                         "and not exists (select 1 from layout where parent = old.id) order by used limit ?2",
    [STATEMENT_DELETE] = "delete from layout where number = ?1",
};

sqlite3_stmt *csqlite_statement(csqlite *connection, enum statement number) {
  take_back(connection);
  sqlite3_stmt **statement = &connection->statements[number];
  if (!*statement)
    sqlite3_prepare_v3(connection->database, texts[number], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
  return *statement;
}

csqlite_outcome csqlite_finish(csqlite *connection, sqlite3_stmt *statement, int code) {
  csqlite_outcome outcome = csqlite_outcome_of(connection, code);
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return outcome;
}
