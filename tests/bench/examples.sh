# The examples' analytic truths hold in their profiles.
. "$SOURCE/tests/lib.sh"

profile() { # NAME ARGS: leaves NAME.json
    name=$1
    shift
    check "build $name" spanwise cc -O2 -g "$SOURCE/examples/$name.c" -o "$name"
    check "run $name" spanwise run --budget=none -o "$name.prof" "./$name" "$@" >"$name.out" 2>"$name.err"
    check "report $name" spanwise report --format=json "$name.prof" >"$name.json"
}

value() { # NAME JQ-EXPRESSION
    jq -r "$2" "$1.json"
}

timing && elements=10000000 number=33 || elements=500000 number=25
profile pqsort $elements
measured 'pqsort: parallelism' "$(value pqsort .parallelism)" 3 12
partition='[.sites[] | select(.callee == "partition")]'
same 'pqsort: one call of partition' "$(value pqsort "$partition | length")" 1
measured 'pqsort: partition on the span' "$(value pqsort "($partition[0].on_span.local.span) / .span")" 0.95 1
within 'pqsort: partition is serial' \
    "$(value pqsort "$partition[0].on_span | .work / .span")" 0.999 1.001
within 'pqsort: local spans add up' \
    "$(value pqsort '([.sites[].on_span.local.span] | add) / .span')" 0.99 1.01

profile fib $number
# How well such strands can be measured depends on what the clock of the machine costs; if that is
# much more than they do, the report says so.
roughly=$(value fib 'if .circumstances.overhead > 10 * .work then "rough" else "fine" end')
case $roughly in
rough) ratio='1.05 3' least=100 && ! timing || has 'fib: rough' fib.err 'too short to measure well' ;;
*) ratio='1.5 1.75' least=1000 ;;
esac
# Of the call in main: start and end of a process cost more than the whole span of fib.
measured 'fib: parallelism' \
    "$(value fib '.sites[] | select(.caller == "main" and .callee == "fib") | .on_work | .work / .span')" \
    $least 1000000
recursive='[.sites[] | select(.caller == "fib" and .callee == "fib") | .on_work.top_caller.work] | sort'
within 'fib: two events a call, see spared.h' \
    "$(value fib '.circumstances.events / ([.sites[] | select(.callee == "fib") | .on_work.local.count] | add)')" \
    2 2.001
measured 'fib: golden ratio' "$(value fib "$recursive | .[1] / .[0]")" $ratio

profile mm 512
base='.sites[] | select(.callee == "base") | .on_work'
same 'mm: base is not called from the outermost mm' "$(value mm "$base | .top_caller.count")" 0
measured 'mm: base does the work' "$(value mm "($base | .local.work) / .work")" 0.9 1
on_span() { # NAME CALLEE: how often it is on the critical path
    value "$1" "[.sites[] | select(.callee == \"$2\") | .on_span.local.count] | add"
}
# Two groups of products, one after the other, at each of three levels.
same 'mm: base cases on the critical path' "$(on_span mm base)" 8
measured 'mm: parallelism' "$(value mm .parallelism)" 10 64

profile bfs
profile bfs-fixed
same 'bfs: a block a level is on the critical path' "$(on_span bfs visit_block)" 598
measured 'bfs: the fix makes it more parallel' \
    "$(jq -n --slurpfile a bfs.json --slurpfile b bfs-fixed.json '$b[0].parallelism / $a[0].parallelism')" 2 100
within 'bfs: visit_block is serial' \
    "$(value bfs '[.sites[] | select(.callee == "visit_block") | .on_span.local | .work / .span] | max')" \
    0.999 1.001

check 'demo' "$SOURCE/examples/demo" "$BUILD" >demo.out 2>&1
has 'demo shows the culprit' demo.out 'visit_block'
finish
