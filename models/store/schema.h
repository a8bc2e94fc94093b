// SPDX-License-Identifier: Apache-2.0
// The database's tables and views, and the steps from older forms to this one. Ids come from
// content hashes (content_hash.h), so files merge without renumbering; there are no foreign keys
// and no counters. The README shows the views at work.
#pragma once

#include "models/store/database.h"

namespace regress {

constexpr int kSchemaVersion = 1;

// Makes the tables in an empty database, brings an older one forward, refuses a newer one and a
// file that is some other program's database. Sets WAL mode for files.
void PrepareSchema(Database& database);

}  // namespace regress
