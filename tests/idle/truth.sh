# Idleness and blame are where threads.c has them, and as much: on two processors, with as many threads and more.
. "$SOURCE/tests/lib.sh"
gcc -O2 -g -Wall -pthread "$SOURCE/tests/idle/threads.c" -o threads || exit 1
two=$(taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' | awk -F- '{ for (i = $1; i <= ($2 == "" ? $1 : $2); i++) print i }' | head -2 | paste -sd,)
case $two in *,*) ;; *)
    echo 'one processor only: nothing to see'
    exit 0
    ;;
esac

# sampled PHASE THREADS: 250 ms of processor time for a unit of it, less where only the run is of interest.
timing && unit=250 threads='2 4 8' more='4 8' || unit=50 threads=2 more=4
sampled() {
    what="$1, $2 threads"
    status "$what" 0 timeout -s KILL 300 taskset -c "$two" ${wrapper-} "$BUILD/spanwise" sample -q -o it.prof ./threads "$1" "$2" $unit >out
    spanwise report --format=json it.prof >it.json
    same "$what: processors" "$(jq .effort.processors it.json)" 2
}

# of FUNCTION FIGURE: in ms, with what it calls.
of() { jq -r "[.effort.functions[] | select(.function == \"$1\") | .total.$2] | add // 0 | . / 1e6" it.json; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print b ? a / b : "none" }'; }
# share FUNCTION OTHER LOW HIGH: the first's idleness by the second's work.
idles() { measured "$what: idleness of $1 by work of $2" "$(ratio "$(of "$1" idle)" "$(of "$2" work)")" "$3" "$4"; }
# planted FUNCTION: it has the idleness that the program has seen itself.
planted() {
    measured "$what: idleness of $1, in ms, where the program saw $(cat out)" "$(of "$1" idle)" \
        "$(awk '{ print $1 * 0.9 - 10 }' out)" "$(awk '{ print $1 * 1.1 + 10 }' out)"
}
works() { measured "$what: work of $1 by that of $2" "$(ratio "$(of "$1" work)" "$(of "$2" work)")" "$3" "$4"; }

for n in $threads; do
    sampled serial $n
    within "$what: work of alone, in ms" "$(of alone work)" $((unit / 3)) $((unit * 3))
    idles alone alone 0.9 1.1
    idles together together 0 0.2
    works together alone "$(ratio $((n * 9)) 10)" "$(ratio $((n * 11)) 10)"
    measured "$what: all have a path to main" "$(ratio "$(of main work)" "$(jq '.effort.work / 1e6' it.json)")" 0.995 1
    same "$what: by what" "$(jq -r .front_end it.json)" 'POSIX or C11 threads'

    sampled lock $n
    ! timing || same "$what: the lock" "$(jq -r '.effort.locks[0] | .name, .holder.function, .waiter.function' it.json | paste -sd' ')" \
        'the_lock take_and_hold take_and_hold'
    planted hold
    measured "$what: idleness of hold, of all" "$(ratio "$(of hold idle)" "$(of main idle)")" 0.65 1 # others wake up, and wait for a processor
    measured "$what: blame where it is held, of all" "$(ratio "$(of take_and_hold blamed)" "$(of main blamed)")" 0.99 1
    measured "$what: blame, of what was waited for it" \
        "$(ratio "$(of main blamed)" "$(jq '.effort.locks[0].waited / 1e6' it.json)")" 0.3 1.05

    sampled quartz $n
    idles phase_x phase_x 0.9 1.1
    idles phase_y phase_y 0 0.2
done

for n in $more; do
    sampled balance $n
    planted most
    idles little little 0 0.2
done

sampled pipeline 2
idles slow slow 0.53 0.83
measured "$what: idleness of slow, of all" "$(ratio "$(of slow idle)" "$(of main idle)")" 0.8 1

# Threads that are shorter than the time between two samples.
sampled short 2
measured "$what: work of piece, in ms" "$(of piece work)" 180 320

# By a timer, where the task clock is not allowed.
gcc -O2 "$SOURCE/tests/meters/refuse.c" -o refuse || exit 1
wrapper='./refuse 1'
sampled serial 2
idles alone alone 0.9 1.1
idles together together 0 0.2
sampled lock 4
measured "$what: idleness of hold, of all" "$(ratio "$(of hold idle)" "$(of main idle)")" 0.65 1 # others wake up, and wait for a processor
measured "$what: blame where it is held, of all" "$(ratio "$(of take_and_hold blamed)" "$(of main blamed)")" 0.99 1
finish
