// What the files of this target share of a connection.
#pragma once

#include "CSQLite.h"

#include <sqlite3.h>

// The statements that stay prepared.
enum statement {
  STATEMENT_FIND,
  STATEMENT_INSERT,
  STATEMENT_STAMP,
  STATEMENT_LOAD,
  STATEMENT_MEASURE,
  STATEMENT_NEXT,
  STATEMENT_FORGET,
  STATEMENT_UNUSED,
  STATEMENT_DELETE,
  STATEMENT_COUNT,
};

struct csqlite {
  sqlite3 *database;
  sqlite3_stmt *statements[STATEMENT_COUNT];
  // The statement whose row is lent out.
  sqlite3_stmt *lent;
  int log_pages;
};

// The outcome of a result code of this connection.
csqlite_outcome csqlite_outcome_of(csqlite *connection, int code);

// A statement, prepared and without values; null where it cannot be prepared.
sqlite3_stmt *csqlite_statement(csqlite *connection, enum statement number);

// Ends the use of a statement; of an outcome that is a failure, what it said stays.
csqlite_outcome csqlite_finish(csqlite *connection, sqlite3_stmt *statement, int code);
