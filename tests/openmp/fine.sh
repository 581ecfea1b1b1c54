# Programs that do little but to call the OpenMP runtime: what is predicted for two processors, over what two real threads take. The
# middle of some runs each, since how threads come to take turns is luck. For a machine that does nothing else.
#   ONLY=regex of programs; N=1 and others may be tried by hand
. "$SOURCE/tests/lib.sh" || exit 1
N=${N:-2}
[ "$(nproc)" -ge "$N" ] || finish

# milliseconds COMMAND...: as the program has timed itself, in the middle of five runs
milliseconds() {
    for _ in 1 2 3 4 5; do
        timeout -s KILL 60 "$@" 2>&1 >/dev/null | head -n 1
    done | sort -g | sed -n 3p
}

# compare COMPILER PROGRAM
compare() {
    real=$(OMP_NUM_THREADS=$N milliseconds "./$1" "$2" 0 time)
    ours=$(milliseconds spanwise run --once --level=spawns -N "$N" -o p.prof "./$1" "$2" 0 time)
    got=$(awk "BEGIN { print ${ours:-0} / ${real:-1} }")
    printf '%-6s %-16s predicted %9.3f ms, real %9.3f ms: %.2f\n' "$1" "$2" "$ours" "$real" "$got"
    judge "$1 $2 on $N" "$got" $limits
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    $compiler -O2 -g -fopenmp "$SOURCE/tests/openmp/fine/fine.c" -o $compiler -lm || exit 1
    # Threads of libomp spin, so what they take is how long a cache line takes from one core to the other. Between the two of a virtual
    # machine of x86-64 that changes from hour to hour: the same barriers took 36 ms and 55 ms.
    [ $compiler = gcc ] && limits='0.7 1.3' || limits='0.4 1.6'
    for program in fib nqueens health knapsack floorplan fft producer_long each_short each_long \
        crowd_300 crowd_1000 crowd_4000 crowd_apart crowd_locks in_order dynamic singles regions regions_of_one nested_of_one barriers_of_one barriers; do
        echo $program | grep -Eq "${ONLY:-.}" && compare $compiler $program
    done
done
finish
