// Declarations of a connection that the files of this target share.
#pragma once

#include "CSQLite.h"

#include <sqlite3.h>

struct csqlite {
  sqlite3 *database;
  int log_pages;
};

// The outcome for a result code of this connection.
csqlite_outcome csqlite_outcome_of(csqlite *connection, int code);
