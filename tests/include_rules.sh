#!/bin/sh
# The dependency rule as a test: models/data knows nobody; parsers, stats, models/store and models/sim know
# only models/data; cli knows all. Each third-party library has one home. Usage: include_rules.sh SOURCE_DIR
set -eu
cd "$1"
status=0

# forbid FOLDER PATTERN: no #include line in FOLDER may match PATTERN.
forbid() {
  [ -d "$1" ] || return 0
  if grep -rnE "^#include [\"<]($2)" "$1" --include='*.h' --include='*.cc'; then
    echo "include_rules: $1 must not include the above" >&2
    status=1
  fi
}

forbid models/data 'parsers/|stats/|cli/|models/store/|models/sim/'
forbid parsers 'stats/|cli/|models/store/|models/sim/'
forbid stats 'parsers/|cli/|models/store/|models/sim/'
forbid models/store 'parsers/|stats/|cli/|models/sim/'
forbid models/sim 'parsers/|stats/|cli/|models/store/'

# Third-party libraries and their home.
forbid models/data 'boost/|nlohmann/|Eigen/|sqlite3|gmime/|trace-cmd|traceevent|fmt/'
forbid models/sim 'nlohmann/|Eigen/|sqlite3|gmime/|trace-cmd|traceevent|boost/program_options|boost/math'
forbid models/store 'nlohmann/|Eigen/|gmime/|trace-cmd|traceevent|boost/'
forbid parsers 'boost/|Eigen/|sqlite3'
forbid stats 'boost/program_options|nlohmann/|sqlite3|gmime/|trace-cmd|traceevent'
forbid cli 'boost/math|sqlite3|gmime/|trace-cmd|traceevent'
exit $status
