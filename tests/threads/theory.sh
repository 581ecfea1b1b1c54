# Programs of threads whose speedup is known by theory: the one predicted for N cores is within 2% of it, where instructions are counted and
# waking a thread costs nothing.
. "$SOURCE/tests/lib.sh" || exit 1
unset OMP_NUM_THREADS
NS=${NS:-$(long && echo 1,4,16,64 || echo 1,16)}
gcc -O2 -g -pthread "$SOURCE/tests/threads/theory.c" -o theory || exit 1
g++ -std=c++20 -O2 -g -pthread "$SOURCE/tests/threads/waits.cc" -o waits || exit 1

# told PROGRAM NAME N: what the program says that it must be.
told() { "$@" | awk '{ print $2 * 0.98, $3 * 1.02 }'; }

# asks PROGRAM NAME...
asks() {
    for name in "${@:2}"; do
        check "$name" timeout -s KILL 300 spanwise run --meter=instructions -N "$NS" --format=json -o p.prof "$1" "$name" >out 2>json
        same "$name: runs" "$(jq -r '[.runs[].processors] | join(",")' json)" "$NS"
        same "$name: the program is told of one processor first" "$(awk '{ print $1 }' out)" 1
        within "$name: nothing is waited for outside" "$(jq -r '[.runs[].lost.other] | max' json)" 0 0.001
        for n in ${NS//,/ }; do
            [ "$n" = 1 ] && continue
            read -r low high < <(told "$1" "$name" "$n")
            within "$name on $n cores" "$(jq -r ".runs[] | select(.processors == $n).speedup" json)" "$low" "$high"
        done
    done
}
asks ./theory locked pipeline imbalance barriers serial many semaphores readers
asks ./waits barrier latch flag semaphore
finish
