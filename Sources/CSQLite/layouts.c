#include "connection.h"

#include <stdlib.h>
#include <string.h>

enum { ID_BYTES = 32 };

static csqlite_outcome not_prepared(csqlite *connection) {
  return csqlite_outcome_of(connection, sqlite3_extended_errcode(connection->database));
}

static void bind_id(sqlite3_stmt *statement, int place, const uint8_t *id) {
  sqlite3_bind_blob(statement, place, id, ID_BYTES, SQLITE_STATIC);
}

csqlite_outcome csqlite_stamp(csqlite *connection, const uint8_t *id, int64_t day) {
  sqlite3_stmt *statement = csqlite_statement(connection, STATEMENT_STAMP);
  if (!statement)
    return not_prepared(connection);
  bind_id(statement, 1, id);
  sqlite3_bind_int64(statement, 2, day);
  return csqlite_finish(connection, statement, sqlite3_step(statement));
}

csqlite_outcome csqlite_keep(csqlite *connection, const csqlite_layout *layout, bool *is_new) {
  sqlite3_stmt *find = csqlite_statement(connection, STATEMENT_FIND);
  if (!find)
    return not_prepared(connection);
  bind_id(find, 1, layout->id);
  int code = sqlite3_step(find);
  csqlite_outcome outcome = csqlite_finish(connection, find, code);
  if (outcome != CSQLITE_OK)
    return outcome;
  *is_new = code == SQLITE_DONE;
  if (!*is_new)
    return csqlite_stamp(connection, layout->id, layout->used);

  sqlite3_stmt *insert = csqlite_statement(connection, STATEMENT_INSERT);
  if (!insert)
    return not_prepared(connection);
  bind_id(insert, 1, layout->id);
  if (layout->has_parent)
    bind_id(insert, 2, layout->parent);
  sqlite3_bind_int64(insert, 3, layout->depth);
  sqlite3_bind_int64(insert, 4, layout->rules);
  sqlite3_bind_int64(insert, 5, layout->used);
  sqlite3_bind_int64(insert, 6, layout->encoding);
  sqlite3_bind_int64(insert, 7, layout->length);
  code = sqlite3_bind_blob64(insert, 8, layout->body, layout->body_count, SQLITE_STATIC);
  if (code == SQLITE_OK)
    code = sqlite3_step(insert);
  return csqlite_finish(connection, insert, code);
}

// Copies an id out of a row. False where it has another length.
static bool read_id(sqlite3_stmt *statement, int place, uint8_t *id) {
  const void *bytes = sqlite3_column_blob(statement, place);
  if (!bytes || sqlite3_column_bytes(statement, place) != ID_BYTES)
    return false;
  memcpy(id, bytes, ID_BYTES);
  return true;
}

// Reads the row that a query of one row has, and lends it out.
static csqlite_outcome read_row(csqlite *connection, sqlite3_stmt *statement, csqlite_layout *layout, bool has_body) {
  int code = sqlite3_step(statement);
  if (code != SQLITE_ROW) {
    csqlite_outcome outcome = csqlite_finish(connection, statement, code);
    return outcome == CSQLITE_OK ? CSQLITE_ABSENT : outcome;
  }
  memset(layout, 0, sizeof *layout);
  bool is_whole = read_id(statement, 1, layout->id);
  layout->has_parent = sqlite3_column_type(statement, 2) != SQLITE_NULL;
  if (layout->has_parent)
    is_whole = read_id(statement, 2, layout->parent) && is_whole;
  layout->number = sqlite3_column_int64(statement, 0);
  layout->depth = sqlite3_column_int64(statement, 3);
  layout->rules = sqlite3_column_int64(statement, 4);
  layout->used = sqlite3_column_int64(statement, 5);
  layout->encoding = sqlite3_column_int64(statement, 6);
  layout->length = sqlite3_column_int64(statement, 7);
  if (has_body) {
    layout->body = sqlite3_column_blob(statement, 8);
    layout->body_count = (size_t)sqlite3_column_bytes(statement, 8);
    is_whole = sqlite3_column_type(statement, 8) == SQLITE_BLOB && is_whole;
  } else {
    layout->body_count = (size_t)sqlite3_column_int64(statement, 8);
  }
  if (!is_whole) {
    code = sqlite3_reset(statement);
    return code == SQLITE_OK ? CSQLITE_DAMAGED : csqlite_outcome_of(connection, code);
  }
  connection->lent = statement;
  return CSQLITE_OK;
}

csqlite_outcome csqlite_load(csqlite *connection, const uint8_t *id, csqlite_layout *layout) {
  sqlite3_stmt *statement = csqlite_statement(connection, STATEMENT_LOAD);
  if (!statement)
    return not_prepared(connection);
  bind_id(statement, 1, id);
  return read_row(connection, statement, layout, true);
}

csqlite_outcome csqlite_measure(csqlite *connection, const uint8_t *id, csqlite_layout *layout) {
  sqlite3_stmt *statement = csqlite_statement(connection, STATEMENT_MEASURE);
  if (!statement)
    return not_prepared(connection);
  bind_id(statement, 1, id);
  return read_row(connection, statement, layout, false);
}

csqlite_outcome csqlite_next(csqlite *connection, int64_t number, csqlite_layout *layout) {
  sqlite3_stmt *statement = csqlite_statement(connection, STATEMENT_NEXT);
  if (!statement)
    return not_prepared(connection);
  sqlite3_bind_int64(statement, 1, number);
  return read_row(connection, statement, layout, true);
}

csqlite_outcome csqlite_forget(csqlite *connection, const uint8_t *id) {
  sqlite3_stmt *statement = csqlite_statement(connection, STATEMENT_FORGET);
  if (!statement)
    return not_prepared(connection);
  bind_id(statement, 1, id);
  csqlite_outcome outcome = csqlite_finish(connection, statement, sqlite3_step(statement));
  return outcome == CSQLITE_OK && sqlite3_changes(connection->database) == 0 ? CSQLITE_ABSENT : outcome;
}

csqlite_outcome csqlite_collect(
    csqlite *connection, int64_t day, int64_t row_count_max, int64_t byte_count_max, int64_t *deleted) {
  *deleted = 0;
  int64_t *numbers = malloc((size_t)row_count_max * sizeof *numbers);
  sqlite3_stmt *unused = csqlite_statement(connection, STATEMENT_UNUSED);
  if (!numbers || !unused) {
    free(numbers);
    return unused ? CSQLITE_FAILED : not_prepared(connection);
  }
  sqlite3_bind_int64(unused, 1, day);
  sqlite3_bind_int64(unused, 2, row_count_max);
  int64_t count = 0, bytes = 0;
  int code = SQLITE_DONE;
  while (count < row_count_max && bytes < byte_count_max && (code = sqlite3_step(unused)) == SQLITE_ROW) {
    numbers[count++] = sqlite3_column_int64(unused, 0);
    bytes += sqlite3_column_int64(unused, 1);
  }
  csqlite_outcome outcome = csqlite_finish(connection, unused, code);
  for (int64_t place = 0; place < count && outcome == CSQLITE_OK; place++) {
    sqlite3_stmt *delete = csqlite_statement(connection, STATEMENT_DELETE);
    if (!delete) {
      outcome = not_prepared(connection);
      break;
    }
    sqlite3_bind_int64(delete, 1, numbers[place]);
    outcome = csqlite_finish(connection, delete, sqlite3_step(delete));
    if (outcome == CSQLITE_OK)
      *deleted += 1;
  }
  free(numbers);
  return outcome;
}

csqlite_outcome csqlite_check(
    csqlite *connection, bool quick, int line_count_max, void *context, void (*line)(void *context, const char *text)) {
  sqlite3_stmt *statement = NULL;
  csqlite_outcome outcome = csqlite_execute(connection, "pragma cell_size_check = on");
  if (outcome != CSQLITE_OK)
    return outcome;
  int code = sqlite3_prepare_v2(
      connection->database, quick ? "pragma quick_check" : "pragma integrity_check", -1, &statement, NULL);
  int count = 0;
  while (code == SQLITE_OK && count < line_count_max && (code = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    if (text && strcmp(text, "ok") != 0) {
      line(context, text);
      count += 1;
    }
    code = SQLITE_OK;
  }
  outcome = csqlite_outcome_of(connection, code);
  sqlite3_finalize(statement);
  return outcome;
}
