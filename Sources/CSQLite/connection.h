// What the files of this target share of a connection.
#pragma once

#include "CSQLite.h"

#include <sqlite3.h>

struct csqlite {
  sqlite3 *database;
  int log_pages;
};

// The outcome of a result code of this connection.
csqlite_outcome csqlite_outcome_of(csqlite *connection, int code);
