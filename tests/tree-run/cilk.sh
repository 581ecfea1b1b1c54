# spanwise run --tree of a Cilk program: counted in instructions, so that its figures are the same in every run.
. "$SOURCE/tests/tree-run/lib.sh"
check 'build' spanwise cc -O2 -g "$here/cilk.c" -o cilk

status 'with a tree' 0 spanwise run -q --tree --meter=instructions -o it.prof ./cilk >out
same 'its output' "$(cat out)" 55
figures it.prof
agree 'cilk'
# 88 calls of fib that spawn, the loop, the scope; a task for each spawn, 16 chunks, 2.
same 'sections' "$sections" 90
same 'tasks' "$tasks" 106
"$BUILD/tests/tree-run/tree-run-figures" -t it.prof >tree.txt
check 'one loop' test "$(grep -c ' loop {' tree.txt)" = 1
check 'one scope, fib' test "$(grep -c ' spawn {' tree.txt)" -ge 2
has 'a run of chunks' tree.txt '^ *1[0-9] x (task|group) \{'
has 'where it is' tree.txt 'cilk.c:35|loop'

status 'without' 0 spanwise run -q --meter=instructions -o it.prof ./cilk >out
same 'no tree' "$("$BUILD/tests/tree-run/tree-run-figures" it.prof)" 'no tree'

status 'killed' 137 spanwise run -q --tree --meter=instructions -o it.prof ./cilk kill >out 2>err
figures it.prof
agree 'killed'
same 'killed: sections' "$sections" 89

# In time: what is measured while it is recorded adds up too.
status 'time' 0 spanwise run -q --tree -o it.prof ./cilk >out
figures it.prof
within 'time: work' "$(ratio "$work" "$work0")" 0.99 1.01
same 'time: sections' "$sections" 90

# So little memory holds as well.
status 'little memory' 0 spanwise run -q --tree=1M -o it.prof ./cilk >out
figures it.prof
check 'bound' test "$bytes" -le 1048576

# refused WHAT MESSAGE OPTIONS...
refused() {
    what=$1 message=$2
    shift 2
    status "$what" 2 spanwise run "$@" ./cilk >out 2>err
    has "$what" err "^spanwise: $message"
    same "$what: one line" "$(wc -l <err)" 1
    same "$what: not run" "$(cat out)" ''
}
refused 'no number' '--tree takes .*, not .much' --tree=much
refused 'too little' '--tree takes from 1M to 16G of memory, not .1000.' --tree=1000
refused 'too much' '--tree takes' --tree=17G
refused 'a wrong letter' '--tree takes' --tree-memory=10Q
refused 'workers' '--tree records a serial run' --tree --workers=2
refused 'a tool' '--tree and --tool' --tree --tool=./cilk
finish
