# Planted truth in a Cilk program (cilk.c): idleness, overhead and blame are where they belong, whatever is stolen.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/idle/lib.sh"
spanwise cc -O2 -g "$SOURCE/tests/idle/cilk.c" -o cilk || exit 1
timing && unit=4000000 numbers='1 2 4 8' || unit=2000000 numbers=2
processors=$(nproc)

# sample WORKERS SUBJECT [OPTIONS]: what is in `how` and profile.json from then on.
sample() {
    how="$2 on $1"
    workers=$1 subject=$2
    shift 2
    CILK_NWORKERS=$workers timeout -s KILL 300 "$BUILD/spanwise" sample -q --rate=2000 "$@" ./cilk "$subject" $unit >out 2>errors
    same "$how: status" $? 0
    same "$how: errors" "$(cat errors)" ''
    spanwise report --format=json >profile.json
}

for n in $numbers; do
    sample $n serial
    measured "$how: work of alone" "$(ratio "$(of alone .work)" "$(all .work)")" 0.19 0.31
    measured "$how: idleness of alone" "$(ratio "$(of alone .idle)" "$(of alone .work)")" \
        $(awk -v n="$processors" 'BEGIN { print 0.9 * (n - 1), 1.1 * (n - 1) }')
    [ "$n" -lt 2 ] || measured "$how: idleness of many" "$(ratio "$(of many .idle)" "$(of many .work)")" 0 \
        $(awk -v n="$processors" -v w="$n" 'BEGIN { print w < n ? n / w : 0.2 }')

    sample $n stolen --rate=4000
    to_main
    ! timing || same "$how: under main" "$(jq -r '.effort.tree[.effort.tree[] | select(.function == "stolen") | .parent].function' profile.json | sort -u)" main
done

sample 2 unbalanced
measured "$how: idleness of big" "$(ratio "$(of big .idle)" "$(all .work)")" 0.1 0.8
measured "$how: idleness of small" "$(ratio "$(of small .idle)" "$(all .work)")" 0 0.1
sample 4 pipeline
measured "$how: idleness of slow" "$(ratio "$(of slow .idle)" "$(all .idle)")" 0.75 1

for n in 1 4; do
    sample $n tiny
    measured "$how: overhead" "$(ratio "$(of tiny '.overhead | add')" "$(of tiny '.work + (.overhead | add)')")" 0.5 1
    measured "$how: making tasks" "$(ratio "$(of tiny .overhead.creation)" "$(of tiny '.overhead | add')")" 0.9 1
    sample $n coarse
    measured "$how: overhead" "$(ratio "$(of coarse '.overhead | add')" "$(of coarse '.work + (.overhead | add)')")" 0 0.1
done

sample 4 lock
measured "$how: blame on hold" "$(ratio "$(of hold .blamed)" "$(all .blamed)")" 0.95 1
measured "$how: blame and waiting" "$(ratio "$(all .blamed)" "$(all .waited)")" 0.75 1.01
! timing || same "$how: name of the lock" "$(jq -r '.effort.locks[0].name' profile.json)" lock

sample 4 reducers
to_main
measured "$how: work of add" "$(of add .work)" 0 0
sample 4 threads
measured "$how: under the threads" "$(ratio "$(of run_serial .work)" "$(all .work)")" 0.99 1
to_main

# What runs serially, and schedulers that tell nothing.
if command -v clang >/dev/null; then
    spanwise cc --spanwise-cc=clang -O2 -g "$SOURCE/tests/idle/cilk.c" -o cilk || exit 1
    sample 4 serial
    measured "$how, by clang: idleness" "$(ratio "$(all .idle)" "$(all .work)")" \
        $(awk -v n="$processors" 'BEGIN { print 0.98 * (n - 1), 1.02 * (n - 1) }')
    same "$how, by clang: threads" "$(all .threads)" 1
fi
echo 'int nothing;' | gcc -shared -fPIC -x c - -Wl,-soname,libopencilk.so.1 -o libopencilk.so.1 || exit 1
echo 'int main(void) { return 0; }' | gcc -x c - -x none -Wl,--no-as-needed ./libopencilk.so.1 -Wl,-rpath,. -o open || exit 1
timeout -s KILL 300 "$BUILD/spanwise" sample -q ./open
spanwise report --format=json >profile.json
has 'OpenCilk' <(jq -r '.warnings[], .findings[].text' profile.json) '\bOpenCilk\b'
finish
