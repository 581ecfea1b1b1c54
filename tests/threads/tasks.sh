# Programs of oneTBB: predicted speedups by counted instructions, causes, and lines of the program, not of TBB's headers.
. "$SOURCE/tests/lib.sh" || exit 1
unset OMP_NUM_THREADS
TASKS=$SOURCE/tests/threads/tasks.cc
g++ -std=c++17 -O2 -g -pthread "$TASKS" -o tasks -ltbb || fail 'it does not compile (TBB is of the package libtbb-dev: cmake/setup test)'

line() { grep -n "// $1\$" "$TASKS" | cut -d: -f1; }
runs() {
    timeout -s KILL 300 spanwise run --meter=instructions -N "${NS:-1,4,16}" --format=json -o p.prof ./tasks "$1" >out 2>json ||
        fail "$1: status $?, $(head -n 2 json)"
    # TBB divides by chance: each run has up to 2% more or less to do than that on one core, by which speedups go.
    within "$1: all is accounted for" "$(jq '.runs[-1] | .efficiency + ([.lost[]] | add)' json)" 0.98 1.02
}
speedup() { jq ".runs[] | select(.processors == $1).speedup" json; }

# looks NAME CAUSE LINE, and of N cores each: N LOW HIGH
looks() {
    local name=$1 cause=$2 line=$3
    shift 3
    runs "$name"
    while [ $# != 0 ]; do
        within "$name on $1 cores" "$(speedup "$1")" "$2" "$3"
        shift 3
    done
    same "$name: verdict" "$(jq -r '.verdict | "\(.cause) \(.line)"' json)" "$cause $line"
    same "$name: nothing of TBB's is told" "$(jq -r '[.constructs[], .findings[] | .file // "" | select(test("/include/|libtbb"))] | length' json)" 0
}

# TBB deals out pieces of at most a quarter of a thread's share, and steals at random: in the worst case one thread has one more.
looks balanced none 0 4 3.1 4.08 16 12.5 16.32
same 'parallel_for is where it is called' "$(jq -r '.constructs[] | select(.kind == "parallel algorithm").line' json)" "$(line FOR)"
same 'workers are started there, too' "$(jq -r '.constructs[] | select(.kind == "threads").line' json)" "$(line FOR)"
within 'any core could have done any piece' "$(jq .parallelism json)" 20 7000
looks reduce none 0 4 3.1 4.08 16 12.5 16.32
looks algorithm none 0 4 3.1 4.08 16 12.5 16.32
looks recursion none 0 4 3.1 4.08 16 12.5 16.32
looks serial parallelism 0 4 1.43 1.47 16 1.62 1.66
within 'idle workers are no work' "$(jq .runs[-1].lost.serial json)" 0.87 0.92
looks locked contention "$(line LOCK)" 4 3.85 4.02 16 3.9 4.01
looks uneven imbalance "$(line UNEVEN)" 4 1.9 2.01 16 1.9 2.01
within 'who has nothing to do waits for the last piece' "$(jq .runs[-1].lost.wait json)" 0.8 0.9
looks flow parallelism "$(line GRAPH)" 4 1.7 2.03 16 1.8 2.03
looks pipeline parallelism "$(line PIPE)" 4 3.5 4.02 16 3.7 4.02
looks tiny grain "$(line TINY)"
same 'of so many pieces' "$(jq '[.constructs[] | select(.kind == "parallel algorithm").chunks] | add' json)" 799980
finish
