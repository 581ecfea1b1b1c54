# Programs of oneTBB: predicted speedups by counted instructions, causes, and lines of the program, not of TBB's headers.
. "$SOURCE/tests/lib.sh" || exit 1
unset OMP_NUM_THREADS
TASKS=$SOURCE/tests/threads/tasks.cc
NS=${NS:-$(long && echo 1,4,16 || echo 1,16)}
g++ -std=c++17 -O2 -g -pthread "$TASKS" -o tasks -ltbb || fail 'it does not compile (TBB is of the package libtbb-dev: cmake/setup test)'

line() { grep -n "// $1\$" "$TASKS" | cut -d: -f1; }
runs() {
    timeout -s KILL 300 spanwise run --meter=instructions -N "$NS" --format=json -o p.prof ./tasks "$1" >out 2>json ||
        fail "$1: status $?, $(head -n 2 json)"
    within "$1: all is accounted for" "$(jq '.runs[-1] | .efficiency + ([.lost[]] | add)' json)" 0.999 1.001
}
speedup() { jq ".runs[] | select(.processors == $1).speedup" json; }

# All that one core does is done on 16, before the end: who waits for the tasks does not go on before the last one.
all_is_done() {
    within "$1: work before the end" \
        "$(jq '([.lanes[-1].lanes[].segments[] | select(.doing == "work") | (.to - .from) * .share] | add) / .runs[0].time' json)" 0.999 1.002
}

# looks NAME CAUSE LINE, and of N cores each: N LOW HIGH. CAUSE is a regular expression; no line: of none.
looks() {
    local name=$1 cause=$2 line=$3 verdict
    shift 3
    runs "$name"
    while [ $# != 0 ]; do
        [[ ,$NS, != *,$1,* ]] || within "$name on $1 cores" "$(speedup "$1")" "$2" "$3"
        shift 3
    done
    verdict=$(jq -r '.verdict | "\(.cause) \(.line)"' json)
    check "$name: verdict: $verdict" grep -qxE "none 0|($cause) $line" <<<"$verdict"
    [[ $cause == *none* ]] || check "$name: it has a cause" test "$verdict" != 'none 0'
    same "$name: nothing of TBB's is told" "$(jq -r '[.constructs[], .findings[] | .file // "" | select(test("/include/|libtbb"))] | length' json)" 0
}

# TBB hands out pieces of at most a quarter of a thread's share, and steals at random: in the worst case one thread has one more, which is imbalance.
looks balanced 'none|imbalance' "$(line FOR)" 4 3.1 4.02 16 12.5 16.02
all_is_done balanced
same 'parallel_for is where it is called' "$(jq -r '.constructs[] | select(.kind == "parallel algorithm").line' json)" "$(line FOR)"
same 'workers are started there, too' "$(jq -r '.constructs[] | select(.kind == "threads").line' json)" "$(line FOR)"
within 'any core could have done any piece' "$(jq .parallelism json)" 20 7000
for name in $(some 3 recursion reduce algorithm); do
    looks $name 'none|imbalance' '[0-9]+' 4 3.1 4.02 16 12.5 16.02
    all_is_done $name
done
looks serial parallelism 0 4 1.43 1.47 16 1.62 1.66
within 'idle workers are no work' "$(jq .runs[-1].lost.serial json)" 0.87 0.92
looks locked contention "$(line LOCK)" 4 3.85 4.02 16 3.9 4.01
looks uneven imbalance "$(line UNEVEN)" 4 1.9 2.01 16 1.9 2.01
within 'who has nothing to do waits for the last piece' "$(jq .runs[-1].lost.wait json)" 0.8 0.9
looks flow parallelism "$(line GRAPH)" 4 1.7 2.03 16 1.8 2.03
long || finish
looks pipeline parallelism "$(line PIPE)" 4 3.5 4.02 16 3.7 4.02
looks tiny grain "$(line TINY)"
same 'of so many pieces' "$(jq '[.constructs[] | select(.kind == "parallel algorithm").chunks] | add' json)" 799980
finish
