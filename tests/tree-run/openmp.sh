# spanwise run --tree of OpenMP programs: the tree has the work and span of the simulated run, and takes as long by the
# emulator, on as many processors. In instructions: the same in every run, and no construct costs any.
. "$SOURCE/tests/tree-run/lib.sh"
check 'build' gcc -O2 -g -fopenmp "$here/openmp.c" -o openmp
export OMP_SCHEDULE=static,3

# run CONSTRUCT [N]
run() {
    status "$1" 0 spanwise run -q --tree -N "${2:-8}" --meter=instructions -o it.prof ./openmp "$1"
    figures it.prof
}
emulated() { # WHAT [LEAST MOST]
    "$BUILD/tests/tree-run/tree-run-emulated" it.prof >emulated.txt
    read -r _ time _ simulated <emulated.txt
    within "$1: emulated $time, simulated $simulated" "$(ratio "$time" "$simulated")" "${2:-0.95}" "${3:-1.05}"
}

# construct, sections (loops, what is between barriers, spawns), tasks, locks; and how much of the span is there at least:
# in a tree it is not known which thread comes late to the second loop
while read -r name n_sections n_tasks n_locks least; do
    run "$name"
    agree "$name" "$least"
    same "$name: sections" "$sections" "$n_sections"
    same "$name: tasks" "$tasks" "$n_tasks"
    same "$name: locks" "$locks" "$n_locks"
    emulated "$name"
done <<'CASES'
share 1 8 0
dynamic 1 50 0
chunks 1 32 0
nowait 2 88 0 0.9
critical 1 8 80
crossed 1 8 48
phases 11 88 0
single 2 16 0
tasks 2 208 0
group 2 48 0
CASES

run critical
"$BUILD/tests/tree-run/tree-run-figures" -t it.prof >tree.txt
line=$(grep -n -m1 'pragma omp critical' "$here/openmp.c" | cut -d: -f1)
has 'a lock is called by its place' tree.txt "lock \"omp critical 1, openmp.c:($line|$((line + 1)))\""

# Chunks as this run took them; a team in each of two threads; tasks in tasks, some of them at once.
for name in guided nested; do
    run $name
    agree $name
    emulated $name
done
run recursion
agree recursion

# As many threads as there may be processors: fewer of these get several shares.
run share 64
emulated '64 threads'
run chunks 64
emulated '64 threads'

# Where there is no room until the barrier, chunks stand for those beside them, with their locks.
status 'many' 0 spanwise run -q --tree=1M -N 8 --meter=instructions -o it.prof ./openmp many
figures it.prof
within 'many: work' "$(ratio "$work" "$work0")" 0.999 1.001
same 'many: tasks' "$tasks" 16384
same 'many: locks' "$locks" 16384
spanwise report it.prof >report.txt
has 'many: a warning' report.txt '^ +warning .*\bchunks\b'
emulated many 0.85 1.15

# What a tree cannot say is said.
run ordered
within 'ordered: work' "$(ratio "$work" "$work0")" 0.999 1.001
same 'ordered: locks' "$locks" 20
spanwise report it.prof >report.txt
has 'ordered: a warning' report.txt '^ +warning .*\bordered\b'
run depend
within 'depend: work' "$(ratio "$work" "$work0")" 0.999 1.001
spanwise report it.prof >report.txt
has 'depend: a warning' report.txt '^ +warning .*\bdependences\b'

run dynamic 1
same 'one processor: no sections' "$sections" 0
spanwise report it.prof >report.txt
has 'one processor: a warning' report.txt '^ +warning .*\bone processor\b'

# run, predict and what-if agree on the same tree, with the costs that were invented for the run: T(1) and T(N) of regions, loops, locks
# and tasks; the speedup, which is 1 on one processor. Where the work grows with the threads, T(1) is the simulated one.
# agreed CONSTRUCT SITE [WITHIN [WORK-ON-ONE-DIFFERS]]
export SPANWISE_OPENMP_COSTS="=fork=3000,fork_thread=500,barrier=2000,barrier_thread=300,chunk=700,task=4000,lock=600,\
hand_over=2500,region_of_one=2000,nested_of_one=1500,barrier_of_one=900,fork_nested=4000,join_nested=1000,lock_moved=300,\
hand_over_back=900,section=3000,hand_over_empty=400,task_make=1500,task_at_once=300,task_wait=400,task_again=250,\
queue_moved=800,queue_busy=900,queue_wake=1200,chunk_of_one=200"
agreed() {
    status "$1 with costs" 0 spanwise run -q --tree -N 1,8 --meter=instructions -o it.prof ./openmp "$1"
    spanwise report --format=json it.prof | jq -r '.runs[] | "\(.processors) \(.time) \(.speedup)"' >run.txt
    spanwise predict --format=json -P 1,8 it.prof |
        jq -r '.predictions[] | select(.plan == "as written") | "\(.processors) \(.time) \(.speedup)"' >predict.txt
    spanwise what-if --format=json -P 1,8 "$2=1x" it.prof |
        jq -r '.. | objects | select(has("speedup_after")) | "\(.processors) \(.time_after) \(.speedup_after)"' >what-if.txt
    same "$1: predict and what-if" "$(cat what-if.txt)" "$(cat predict.txt)"
    read -r _ run_time run_speedup < <(grep '^8 ' run.txt)
    read -r _ time speedup < <(grep '^8 ' predict.txt)
    within "$1: T(8)" "$(ratio "$time" "$run_time")" "$(ratio 1 "${3:-1.02}")" "${3:-1.02}"
    within "$1: speedup" "$(ratio "$speedup" "$run_speedup")" "$(ratio 1 "${3:-1.02}")" "${3:-1.02}"
    if [ -z "${4-}" ]; then
        read -r _ run_time _ < <(grep '^1 ' run.txt)
        read -r _ time speedup < <(grep '^1 ' predict.txt)
        within "$1: T(1)" "$(ratio "$time" "$run_time")" 0.98 1.02
        same "$1: T(1) / T(1)" "$speedup" 1
    fi
}
agreed dynamic 'omp for'
agreed chunks 'omp for' # and its barrier
agreed nowait 'omp for'
agreed guided 'omp for'
agreed critical 'omp critical'
agreed tasks 'omp task' 1.05
agreed group 'omp task' 1.05
agreed recursion 'omp task' 1.05
agreed share 'omp parallel' 1.02 grows
agreed phases 'omp parallel' 1.02 grows
agreed single 'omp parallel' 1.02 grows
unset SPANWISE_OPENMP_COSTS

# In time.
status 'time' 0 spanwise run -q --tree -N 8 -o it.prof ./openmp critical
figures it.prof
within 'time: work' "$(ratio "$work" "$work0")" 0.99 1.01
same 'time: locks' "$locks" 80
# Little memory, many tasks.
status 'little memory' 0 spanwise run -q --tree=1M -N 8 -o it.prof ./openmp tasks
figures it.prof
check 'bound' test "$bytes" -le 1048576
status 'without' 0 spanwise run -q -N 8 -o it.prof ./openmp tasks
same 'no tree' "$("$BUILD/tests/tree-run/tree-run-figures" it.prof)" 'no tree'
finish
