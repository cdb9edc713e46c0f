#include "connection.h"

csqlite_outcome csqlite_prepare(csqlite *connection, const char *sql, csqlite_statement **statement) {
  int code = sqlite3_prepare_v3(connection->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
  return csqlite_outcome_of(connection, code);
}

void csqlite_finalize(csqlite_statement *statement) { sqlite3_finalize(statement); }

void csqlite_bind_number(csqlite_statement *statement, int place, int64_t number) {
  sqlite3_bind_int64(statement, place, number);
}

void csqlite_bind_text(csqlite_statement *statement, int place, const uint8_t *bytes, size_t count) {
  sqlite3_bind_text64(statement, place, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

void csqlite_bind_bytes(csqlite_statement *statement, int place, const uint8_t *bytes, size_t count) {
  if (count)
    sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
  else
    sqlite3_bind_zeroblob(statement, place, 0);
}

csqlite_outcome csqlite_step(csqlite *connection, csqlite_statement *statement) {
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW)
    return CSQLITE_OK;
  csqlite_outcome outcome = csqlite_outcome_of(connection, code);
  sqlite3_reset(statement);
  return outcome == CSQLITE_OK ? CSQLITE_ABSENT : outcome;
}

void csqlite_reset(csqlite_statement *statement) {
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
}

bool csqlite_is_null(csqlite_statement *statement, int column) {
  return sqlite3_column_type(statement, column) == SQLITE_NULL;
}

int64_t csqlite_read_number(csqlite_statement *statement, int column) {
  return sqlite3_column_int64(statement, column);
}

const uint8_t *csqlite_read_bytes(csqlite_statement *statement, int column, size_t *count) {
  const uint8_t *bytes = sqlite3_column_blob(statement, column);
  *count = (size_t)sqlite3_column_bytes(statement, column);
  return bytes;
}
