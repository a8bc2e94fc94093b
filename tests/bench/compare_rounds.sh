#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# CPU time of comparing 10^6 rounds (10^5 metrics, 5 rounds of 2 points), beside ministat on as many numbers
# and, if python3 has scipy, a loop of Welch tests. Prints seconds of CPU time and ratios; asserts nothing.
# usage: tests/bench/compare_rounds.sh BUILD/bin/regress-check
set -eu
binary=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LC_ALL=C

awk 'BEGIN {
  srand(1); OFS = "\t"; print "metric", "point", "round", "value"
  for (m = 0; m < 100000; ++m) {
    base = 100 + 100000 * rand()
    for (p = 0; p < 2; ++p)
      for (r = 1; r <= 5; ++r)
        printf "suite.case_%06d.latency_ns\t%s\t%d\t%.3f\n", m, p ? "patched" : "control", r, base * (1 + 0.02 * rand())
  }
}' > "$folder/rounds.tsv"
awk -F '\t' 'NR > 1 && $2 == "control" {print $4}' "$folder/rounds.tsv" > "$folder/control"
awk -F '\t' 'NR > 1 && $2 == "patched" {print $4}' "$folder/rounds.tsv" > "$folder/patched"

# User and system time of a command, in seconds; its output is thrown away.
cpu() {
  ( "$@" > /dev/null 2>&1 || true
    times ) | tail -1 | awk '{
      for (i = 1; i <= 2; ++i) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] }
      printf "%.3f\n", sum
    }'
}

own=$(cpu "$binary" "$folder/rounds.tsv")
echo "regress-check, 10^5 metrics x 10 rounds: $own s"
if command -v ministat > /dev/null; then
  peer=$(cpu ministat -A "$folder/control" "$folder/patched")
  same=$(cpu "$binary" --control "$folder/control" --patched "$folder/patched")
  echo "one comparison of 10^6 numbers: ministat $peer s, regress-check $same s, ratio $(echo "$peer $same" | awk '{printf "%.2f", $1 / $2}')"
fi
python=
for candidate in python3 /usr/bin/python3; do
  [ -n "$python" ] || ! "$candidate" -c 'import scipy' 2> /dev/null || python=$candidate
done
if [ -n "$python" ]; then
  cat > "$folder/loop.py" <<'PYTHON'
import collections, csv, sys
from scipy.stats import ttest_ind
rounds = collections.defaultdict(lambda: ([], []))
with open(sys.argv[1]) as table:
    for row in csv.DictReader(table, delimiter="\t"):
        rounds[row["metric"]][row["point"] == "patched"].append(float(row["value"]))
for control, patched in rounds.values():
    ttest_ind(control, patched, equal_var=False)
PYTHON
  peer=$(cpu "$python" "$folder/loop.py" "$folder/rounds.tsv")
  echo "python3 and scipy, a Welch test per metric: $peer s, ratio $(echo "$peer $own" | awk '{printf "%.1f", $1 / $2}')"
else
  echo "python3 has no scipy here: its loop is left out"
fi
