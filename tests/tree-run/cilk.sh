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
check 'one loop, with its own grain' test "$(grep -c ' loop,1 {' tree.txt)" = 1
check 'one scope, fib' test "$(grep -c ' spawn {' tree.txt)" -ge 2
has 'a run of chunks' tree.txt '^ *1[0-9] x (task|group) \{'
has 'where it is' tree.txt 'cilk.c:35|loop'

# predict and what-if of the same tree agree, and are within what run says: T(1) is the work, which has the spawns' cost, and what
# dividing loops costs beside it.
spanwise report --format=json it.prof >run.json
spanwise predict --format=json -P 1,4 it.prof >predict.json
same 'T(1) / T(1)' "$(jq '.predictions[] | select(.processors == 1).speedup' predict.json)" 1
within 'T(1)' "$(ratio "$(jq .time_on_one predict.json)" "$(jq .work run.json)")" 1 1.02
within 'by its steals' "$(jq '.predictions[] | select(.processors == 4).speedup' predict.json)" \
    "$(jq '.work / (.work / 4 + 0.75 * .burdened_span)' run.json)" "$(jq '[4, .work / .span] | min' run.json)"
same 'predict and what-if' "$(spanwise what-if --format=json -P 1,4 fib=1x it.prof | jq -c '[.on[].speedup_after]')" \
    "$(jq -c '[.predictions[].speedup]' predict.json)"
same 'a steal costs' "$(spanwise predict --format=json -P 4 it.prof | jq '.predictions[0].lost.overhead > 0')" true

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

# no WHAT 'WORD ...' OPTIONS...
no() {
    what=$1 message=$2
    shift 2
    status "$what" 2 spanwise run "$@" ./cilk >out 2>err
    names "$what" err "spanwise: $message"
    same "$what: one line" "$(wc -l <err)" 1
    same "$what: not run" "$(cat out)" ''
}
no 'no number' "--tree 'much'" --tree=much
no 'too little' "--tree 1M 16G '1000'" --tree=1000
no 'too much' '--tree 16G' --tree=17G
no 'a wrong letter' '--tree 10Q' --tree-memory=10Q
no 'workers' '--tree serial' --tree --workers=2
no 'a tool' '--tree --tool' --tree --tool=./cilk
finish
