#!/bin/sh
# Speed of the trace readers as ratios against what one would use instead, in one run:
#   function text      mawk counting the callee column, trace-cmd report (per byte of its text)
#   graph text         a Python script with a stack per CPU
#   trace.dat          trace-cmd report
# Usage: ftrace_bench.sh BIN_DIR [FUNCTION_LOG [TRACE_DAT]]; without logs it makes such lines itself and leaves the
# comparison with trace-cmd out, which needs a recording. Times are the best user + system seconds of five runs.
set -eu
bin=$1
log=${2:-}
dat=${3:-}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# best COMMAND...: least user + system seconds of five runs, with clock=wall the least of the clock's; the peak
# memory of the last goes to $work/kb.
clock=cpu
best() {
  least=
  for run in 1 2 3 4 5; do
    /usr/bin/time -f '%U %S %e %M' -o "$work/time" "$@" > /dev/null
    now=$(tail -1 "$work/time" | awk -v clock="$clock" '{print clock == "cpu" ? $1 + $2 : $3}')
    tail -1 "$work/time" | awk '{print $4}' > "$work/kb"
    least=$(echo "$now ${least:-$now}" | awk '{print $1 < $2 ? $1 : $2}')
  done
  echo "$least"
}

# tell WHAT OURS THEIRS LEAST: prints the ratio and the bar.
tell() {
  awk -v what="$1" -v ours="$2" -v theirs="$3" -v bar="$4" -v kb="$(cat "$work/kb")" \
    'BEGIN { printf "%-44s %6.2f s, peer %6.2f s: %5.1fx (at least %sx), %d MiB\n", what, ours, theirs, theirs / ours, bar, kb / 1024 }'
}

if [ -z "$log" ]; then
  log=$work/function.txt
  awk 'BEGIN {
    n = 1500000
    print "# tracer: function\n#\n# entries-in-buffer/entries-written: " n "/" n "   #P:2\n#"
    for (i = 0; i < n; ++i)
      printf "%16s-%-7d [%03d] %s %12.6f: btrfs_demo_function_%d <-caller_of_function_%d\n", i % 900 < 800 ? "fio" : "kworker/u4:2",
        i % 900 < 800 ? 4001 : 31, i % 900 >= 800, i % 25 ? "....." : "...1.", 12 + i / 500000, i * 7919 % 360, i * 31 % 200
  }' > "$log"
fi
cat > "$work/count.awk" <<'AWK'
{ calls[$5]++ }
END { for (name in calls) names++; print names }
AWK
mawk_time=$(best mawk -f "$work/count.awk" "$log")
own_time=$(best "$bin/regress-check" "$log")
tell "function text against mawk" "$own_time" "$mawk_time" 2
# JSON names the hash of its inputs, which a thread of its own computes.
clock=wall
mawk_time=$(best mawk -f "$work/count.awk" "$log")
own_time=$(best "$bin/regress-check" --format json "$log")
tell "function text as JSON against mawk, wall" "$own_time" "$mawk_time" 2
clock=cpu

graph=$work/graph.txt
awk 'BEGIN {
  print "# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n# |     |   |                     |   |   |   |"
  for (i = 0; i < 200000; ++i) {
    c = i % 2
    printf " %d)               |  outer_function_%d [btrfs]() {\n", c, i % 40
    printf " %d)               |    inner_function_%d() {\n", c, i % 300
    printf " %d)   %d.%03d us    |      leaf_function_%d();\n", c, i % 9, i * 37 % 1000, i % 90
    printf " %d) + %d.%03d us   |    }\n %d) ! %d.%03d us  |  }\n", c, 10 + i % 80, i * 53 % 1000, c, 100 + i % 800, i * 71 % 1000
  }
}' > "$graph"
cat > "$work/stack.py" <<'PY'
import collections, re, sys
line_of = re.compile(r'^\s*(\d+)\)\s+(?:[+!#*@$]?\s*([\d.]+) us)?\s*\|(\s+)'
                     r'(?:([\w.]+)(?: \[\w+\])?\(\)(;| \{)|\}(?: /\* ([\w.]+).*\*/)?)')
opened, calls, durations = {}, collections.Counter(), collections.defaultdict(list)
for line in open(sys.argv[1], errors='replace'):
    match = line_of.match(line)
    if not match:
        continue
    cpu, us, indent, name, kind, returned = match.groups()
    if kind == ' {':
        calls[name] += 1
        opened[cpu, len(indent)] = name
    elif kind == ';':
        calls[name] += 1
        if us:
            durations[name].append(float(us))
    else:
        name = returned or opened.get((cpu, len(indent)))
        if name and us:
            durations[name].append(float(us))
for values in durations.values():
    values.sort()
print(len(calls), sum(map(len, durations.values())))
PY
python_time=$(best python3 "$work/stack.py" "$graph")
own_time=$(best "$bin/regress-check" "$graph")
tell "graph text with durations against Python" "$own_time" "$python_time" 8

[ -n "$dat" ] || exit 0
report_time=$(best trace-cmd report -i "$dat")
own_dat=$(best "$bin/regress-check" "$dat")
tell "trace.dat against trace-cmd report" "$own_dat" "$report_time" 8
# Per byte of the text that trace-cmd makes, against ours per byte of the log.
report_bytes=$(trace-cmd report -i "$dat" | wc -c)
log_bytes=$(wc -c < "$log")
own_time=$(best "$bin/regress-check" "$log")
peer=$(echo "$report_time $log_bytes $report_bytes" | awk '{print $1 * $2 / $3}')
tell "function text against trace-cmd, per byte" "$own_time" "$peer" 25
