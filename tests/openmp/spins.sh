# Threads that wait for each other by flags of their own: what they wait is no work, comes when it would, and has a line. Exact in
# instructions; a spin that was work made such programs many times too slow.
. "$SOURCE/tests/openmp/lib.sh"
from=$SOURCE/tests/openmp/spins.c
line() { grep -n "/\* $1 \*/" "$from" | cut -d: -f1; }
near() { within "$1" "$2" "$(jq -n "$3 * 0.98")" "$(jq -n "$3 * 1.03")"; }

# runs KIND N: 20 steps.
runs() {
    status "$compiler, $1 on $2" 0 timeout -s KILL 120 spanwise run -q --meter=instructions -N "$2" -o p.prof "./$compiler" "$1" 20 >out
    same "$compiler, $1 on $2: it runs to its end" "$(cat out)" done
    spanwise report --format=json p.prof >json
}

# takes KIND N UNITS WORK: its time and work in units, which are those of one thread.
takes() {
    runs "$1" "$2"
    near "$compiler, $1 on $2: its work" "$(jq ".work / $unit" json)" "$4"
    near "$compiler, $1 on $2: its time" "$(jq ".runs[0].time / $unit" json)" "$3"
    within "$compiler, $1 on $2: lost to nothing that has a name" "$(jq '.runs[0].lost.other' json)" 0 0.005
}

# waits KIND LABEL: there, and nowhere else, for something.
waits() {
    same "$compiler, $1: the line" "$(jq -c '[.constructs[] | select(.kind == "spin" and .wait * 50 > .busy and .wait > 1000).line] | unique' json)" "[$(line "$2")]"
}

for compiler in gcc clang; do
    command -v $compiler >log || continue
    check "$compiler builds it" $compiler -O2 -g -fopenmp "$from" -o $compiler
    runs counters 1
    unit=$(jq '.work / 20' json)
    for n in 4 8; do
        for kind in pairs counters atomics bytes; do
            takes $kind $n $((20 + n - 1)) $((20 * n))
        done
        takes token $n $((20 * n)) $((20 * n))
        takes late $n 40 $((20 * n + 20))
    done
    waits late late
    runs pairs 8
    waits pairs take
    jq -r '[.findings[] | select(.worth)][0].text' json >text
    has "$compiler: it is told" text "'omp spin' at spins.c:$(line take) in 'take'.*\bwritten\b"
    same "$compiler: nothing is called imbalance of equal shares" "$(jq '[.findings[].text | select(test("unevenly"))] | length' json)" 0
    runs token 4
    waits token token
    near "$compiler: the wait is a wait" "$(jq '.runs[0].lost.wait' json)" 0.75
    # Others may trap too, and the program is as if nobody looked.
    status "$compiler: a trap that is sent" 133 bash -c 'spanwise run -q -N 4 -o p.prof "$@" >out; exit' - "./$compiler" atomics 20 trap 2>log
    # What a pointer leads to is found when it runs: one step is lost for each line at most.
    runs pointers 4
    near "$compiler: by a pointer" "$(jq ".runs[0].time / $unit" json)" 23
    # A trap is a signal, which is none of the program's work: each thread comes to three or more in a step. Signals differ.
    status "$compiler: in time" 0 spanwise run -q --once --level=spawns -N 4 -o p.prof "./$compiler" pairs 2000 >out
    spanwise report --format=json p.prof >json
    within "$compiler: traps are left out, nanoseconds of each" "$(jq '.circumstances.overhead / (4 * 2000 * 3)' json)" "$(($("./$compiler" signal) / 3))" 1000000000
done
finish
