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
