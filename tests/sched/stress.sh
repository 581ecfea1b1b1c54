# The stress program is right on 1, 2, 4 and 8 workers, however it is compiled. STRESS_SECONDS is how long it runs, builds aside
# (`make stress`: hours); each round over all builds takes other seeds.
. "$SOURCE/tests/sched/lib.sh" || exit 1
seconds=${STRESS_SECONDS:-$(long && echo 60 || echo 3)}

case $(uname -m) in
x86_64) landing_pads=-fcf-protection=full ;;
aarch64) landing_pads=-mbranch-protection=standard ;;
esac
names=O2
long && names='O0 O2 O3 Os protector clash frames pads lto undefined'
flags() {
    case $1 in
    O0 | O2 | O3 | Os) echo "-$1" ;;
    protector) echo -O2 -fstack-protector-all ;;
    clash) echo -O2 -fstack-clash-protection ;;
    frames) echo -O2 -fno-omit-frame-pointer ;;
    pads) echo -O2 "$landing_pads" ;;
    lto) echo -O2 -flto ;;
    undefined) echo -O1 -fsanitize=undefined -fno-sanitize-recover=undefined ;;
    esac
}

# At most as many builds at a time as there are cores; a twin is the same in all of them.
warnings='-Wall -Wextra -Werror'
limit() { while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do wait -n; done; }
for file in "$here"/stress_*.c; do
    limit
    # shellcheck disable=SC2086
    gcc -O2 $warnings -DSTRESS_TWIN -I"$SOURCE/include" -c "$file" -o "$(basename "$file" .c)-twin.o" &
done
wait
for name in $names; do
    limit
    # shellcheck disable=SC2086,SC2046
    spanwise cc --spanwise-cc=gcc $(flags "$name") $warnings "$here"/stress*.c ./*-twin.o -pthread \
        -o "stress-$name" >"$name.messages" 2>&1 &
done
wait
for name in $names; do
    if [ -x "stress-$name" ]; then pass; else fail "it does not build, $name: $(cat "$name.messages")"; fi
done
[ "$failures" = 0 ] || finish

# It can fail: every case notices a wrong result.
for case in $(./stress-O2 -l); do
    status "$case: a wrong result is found" 1 ./stress-O2 -w -n 1 -c "$case" >out
    has "$case: and told" out "^stress: $case is wrong: .* seed 1,"
done

iterations=0 steals=0 seed=0

# run NAME WORKERS SECONDS
run() {
    seed=$((seed + 1))
    # What it steals is not worth it: workers would wait most of the time.
    if [ "$2" = 4 ]; then unset SPANWISE_EAGER; else export SPANWISE_EAGER=1; fi
    CILK_NWORKERS=$2 timeout $((${3%.*} + 60)) "./stress-$1" -t "$3" -s $seed >out 2>&1
    got=$?
    if [ $got = 0 ]; then pass; else
        fail "$(flags "$1"), CILK_NWORKERS=$2, seed $seed: status $got: $(tail -n 20 out)"
        cp "stress-$1" "$BUILD/stress-failed-$1" # to be run again, after hours
    fi
    read -r i s < <(sed -n 's/^\([0-9]*\) iterations, all right, \([0-9]*\) steals.*/\1 \2/p' out)
    iterations=$((iterations + ${i:-0})) steals=$((steals + ${s:-0}))
}

# The share of the time that each build has, on each number of workers; long runs go round often.
share=$(awk -v s="$seconds" -v names="$names" 'BEGIN {
    share = s / (4 * split(names, n, " "))
    print (share > 20 ? 20 : share)
}')
if ! parallel stress-O2; then
    echo 'no scheduler is linked in: one worker, briefly'
    share=0.1 seconds=0
fi

begin=$SECONDS
for ((round = 1; round == 1 || SECONDS - begin < seconds; round++)); do
    for name in $names; do
        for workers in 1 2 4 8; do
            run "$name" $workers "$share"
        done
    done
    echo "round $round, $((SECONDS - begin)) s: $iterations iterations, $steals steals, $failures failures"
done
finish
