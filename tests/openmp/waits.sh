# What threads wait for each other, by means of their own, is in simulated time and is no work.
. "$SOURCE/tests/lib.sh"
gcc -O2 -g -fopenmp "$SOURCE/tests/openmp/survival/waits.c" -o waits || exit 1
export SPANWISE_OPENMP_COSTS=0,0,0,0,0,0,0,0

# of KIND N TIME WORK: in units of the program, without the first. Time is compared with the same run's work:
# a machine has its faster and its slower days.
spanwise run -q -N 1 -o p.prof ./waits none || exit 1
unit=$(spanwise report --format=json p.prof | jq '.runs[0].time / 9')
of() {
    status "$1 on $2" 0 timeout -s KILL 300 spanwise run -q -N "$2" -o q.prof ./waits "$1"
    read -r time work < <(spanwise report --format=json q.prof | jq -r '.runs[0] | "\(.time) \(.work)"')
    measured "$1 on $2: time" "$(jq -n "$time / $work * ($4 + 1) / ($3 + 1)")" 0.88 1.12
    measured "$1 on $2: work" "$(jq -n "$work / $unit / ($4 + 1)")" 0.75 1.25
}
timing && numbers='2 6' || numbers=2
for n in $numbers; do
    of none $n 8 $((8 * n))
    for kind in spin pause yield sleep; do
        of $kind $n 16 $((8 * n))
    done
    of mutex $n "$(jq -n "0.5 + 6 * $n")" $((8 * n))
    of condition $n $((4 * n)) $((4 * n))
done
finish
