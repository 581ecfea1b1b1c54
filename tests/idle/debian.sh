# Programs as Debian has them, without symbols, and that nobody has written for the sampler: the same output and status, and
# a report that fits what they are.
. "$SOURCE/tests/lib.sh"
sample() { timeout -s KILL 300 "$BUILD/spanwise" sample "$@"; }
value() { jq -r "$1" it.json; }
seq 1 400000 >numbers # 3 MB

# alike COMMAND: as by itself; then there is a profile of its own work.
alike() {
    timeout -s KILL 300 "$@" >native 2>native.err
    wanted=$?
    sample -q -o it.prof "$@" >out 2>err
    same "$*: status" $? "$wanted"
    check "$*: output" cmp -s native out
    same "$*: errors" "$(cat err)" "$(cat native.err)"
    check "$*: profile" spanwise report --format=json it.prof -o it.json
    check "$*: work" test "$(value '.effort.work')" -gt 0
    same "$*: threads that were not sampled" "$(value .samples.threads_refused)" 0
    check "$*: nothing to doubt in its end" test -z "$(value '.findings[] | select(.kind == "incomplete") | .text')"
}
# root FUNCTION: what was started is below the program's own code, which is below nothing.
root() {
    within "$1: work below it" "$(value "([.effort.tree[] | select(.parent == null and .function == \"$1\") | .total.work] | add) / .effort.work")" 0.9 1
    check "$1: has started threads" test "$(value '[.effort.tree[] | select(.started)] | length')" -gt 0
}

# Threads and conditions.
alike pigz -p 2 -c numbers
root '[pigz]'
within 'pigz: threads' "$(value .effort.threads)" 3 5
within 'pigz: in zlib, of its work' "$(value '([.effort.functions[] | select(.module | startswith("libz.")) | .self.work] | add) / .effort.work')" 0.6 1
alike xz -T2 -0 --block-size=1MiB -c numbers
check 'xz: has started threads' test "$(value '[.effort.tree[] | select(.started)] | length')" -gt 0
# It ends by _exit().
alike lbzip2 -n 2 -c numbers
root '[lbzip2]'
# A merge sort in two threads.
alike sort --parallel=2 -S 200M -r numbers
within 'sort: threads' "$(value .effort.threads)" 2 3
# OpenMP; functions of its libraries are known by name.
gm convert -size 700x700 plasma:red-blue in.ppm || exit 1
alike env OMP_NUM_THREADS=2 gm convert in.ppm -blur 0x4 ppm:-
same 'gm: parallel by' "$(spanwise report it.prof | sed -n 's/^ *parallel by //p')" 'OpenMP (libgomp)'
check 'gm: the function with the region' test "$(value '[.effort.tree[] | select(.function == "BlurImage")] | length')" -gt 0

# A failure stays one.
sample -q -o it.prof pigz -d -c numbers >out 2>err
same 'a failure' $? 1
has 'its message' err '^pigz: '
finish
