# Programs whose speedup is known by theory: the one predicted for N processors is within 5% of it
# for 2 and 8, within 10% for 64.
#   MODE=native   instead, the speedup of a real run on two processors, printed: no tool involved
#   NS=2,8,64     numbers of processors; ONLY=regex of programs
. "$SOURCE/tests/lib.sh" || exit 1
HERE=$SOURCE/tests/openmp/theory
MODE=${MODE:-ours} NS=${NS:-2,8,64}
unset OMP_NUM_THREADS
# Measured once, where every run would do it again; and after one that was disturbed.
costs() { SPANWISE_OPENMP_COSTS=$("$BUILD/lib/spanwise/openmp-costs") && export SPANWISE_OPENMP_COSTS; }
costs || fail 'no costs'

# truth N PROGRAM: its two bounds
truth() { OMP_NUM_THREADS=$1 "./$2" truth | awk 'END { print $2, $3 }'; }
milliseconds() { date +%s%N | sed 's/......$//'; }

for source in "$HERE"/*.c; do
    name=$(basename "$source" .c)
    echo "$name" | grep -Eq "${ONLY:-.}" || continue
    if ! gcc -O2 -g -fopenmp "$source" -o "$name"; then
        fail "$name does not build"
        continue
    fi
    if [ "$MODE" = native ]; then
        for n in 1 2; do
            start=$(milliseconds)
            OMP_NUM_THREADS=$n timeout -s KILL 20 "./$name" >out || fail "$name: status $?"
            time[n]=$(($(milliseconds) - start))
        done
        read -r low high < <(truth 2 "$name")
        awk -v n="$name" -v a="${time[1]}" -v b="${time[2]}" -v l="$low" -v h="$high" \
            'BEGIN { printf "%-20s %5d ms, on two %5d ms: %.2f, theory %.2f to %.2f\n", n, a, b, a / b, l, h }'
        pass
        continue
    fi
    # What disturbs a run only adds to its time, and a region ends with its slowest thread: so the best of
    # some runs counts, of those numbers that a run had too long.
    left=$NS
    for attempt in 1 2 3 4; do
        [ -n "$left" ] || break
        [ $attempt = 1 ] || costs
        if ! timeout -s KILL 60 spanwise run -N "$left" --format=json -o p.prof "./$name" >out 2>json; then
            fail "$name: status $?, $(head -n 2 json)"
            break
        fi
        again=
        for n in $(echo "$left" | tr , ' '); do
            read -r low high < <(truth "$n" "$name")
            got=$(jq -r ".runs[]? | select(.processors == $n) | .speedup" json)
            slack=$((n > 8 ? 10 : 5))
            low=$(awk "BEGIN { print $low * (1 - $slack / 100) }")
            high=$(awk "BEGIN { print $high * (1 + $slack / 100) }")
            if [ $attempt -lt 4 ] && awk "BEGIN { exit !($got < $low) }"; then
                again=${again:+$again,}$n
                continue
            fi
            within "$name on $n processors" "$got" "$low" "$high"
        done
        left=$again
    done
done
finish
