# Programs that do little but to call the OpenMP runtime: what is predicted for two processors, over what two real threads take. How they
# come to take turns is luck, and how long a cache line takes from one processor of a virtual machine to the other changes from minute to
# minute (the same program took 13 ms, and 50 ms later). So the middle of five predictions is held against the shortest and the longest of
# the real runs before and after it: within 1, over 1 by what it is longer than the longest, under 1 by what it is shorter than the
# shortest. For a machine that does nothing else.
#   ONLY=regex of programs; N=1 and others may be tried by hand
. "$SOURCE/tests/lib.sh" || exit 1
N=${N:-2}
[ "$(nproc)" -ge "$N" ] || finish

# milliseconds COMMAND...: as the program has timed itself, five runs
milliseconds() {
    for _ in 1 2 3 4 5; do
        timeout -s KILL 60 "$@" 2>&1 >/dev/null | head -n 1
    done
}

# compare COMPILER PROGRAM
compare() {
    OMP_NUM_THREADS=$N milliseconds "./$1" "$2" 0 time >real
    ours=$(milliseconds spanwise run --once --level=spawns -N "$N" -o p.prof "./$1" "$2" 0 time | median)
    OMP_NUM_THREADS=$N milliseconds "./$1" "$2" 0 time >>real
    sort -g -o real real
    shortest=$(head -n 1 real) longest=$(tail -n 1 real)
    got=$(awk "BEGIN { o = ${ours:-0}; s = ${shortest:-1}; l = ${longest:-1}; print (o < s ? o / s : (o > l ? o / l : 1)) }")
    printf '%-6s %-16s predicted %9.3f ms, real %9.3f to %9.3f ms: %.2f\n' "$1" "$2" "$ours" "$shortest" "$longest" "$got"
    judge "$1 $2 on $N" "$got" $limits
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    $compiler -O2 -g -fopenmp "$SOURCE/tests/openmp/fine/fine.c" -o $compiler -lm || exit 1
    # libomp's regions of one thread take 140 to 240 ns in these programs, and 280 ns when they are measured by themselves.
    [ $compiler = gcc ] && limits='0.7 1.3' || limits='0.6 1.6'
    for program in fib nqueens health knapsack floorplan fft producer_long each_short each_long \
        crowd_300 crowd_1000 crowd_4000 crowd_apart crowd_locks in_order dynamic singles regions regions_of_one nested_of_one barriers_of_one barriers; do
        echo $program | grep -Eq "${ONLY:-.}" && compare $compiler $program
    done
done
finish
