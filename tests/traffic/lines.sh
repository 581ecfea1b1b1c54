# --memory, on all kinds of programs: what comes from memory and goes back, by line, loop, call site and call path, within 5% of
# what kernels.h says; and which line waits for the one before.
. "$SOURCE/tests/lib.sh" || exit 1
CC=${CC:-cc}
cp "$SOURCE"/tests/traffic/*.[ch] .
$CC -g -O2 -fopenmp openmp.c -o openmp || exit 1
$CC -g -O2 -pthread threads.c -o threads || exit 1
$CC -g -O2 -I"$SOURCE/include" annotated.c -o annotated || exit 1
spanwise cc -g -O2 cilk.c -o cilk || exit 1
here=$SOURCE/tests/opencilk
$CC -g -O2 -shared -fPIC "$here/tool.c" -o libtool.so || exit 1
# shellcheck disable=SC2016
$CC -g -O2 -fno-omit-frame-pointer -pthread -I"$here" opencilk.c -o opencilk -L. -ltool '-Wl,-rpath,$ORIGIN' || exit 1
MB=$((1 << 20))

line() { grep -n "/\* $2 \*/" "$1" | cut -d: -f1; } # FILE MARK
# sum LIST FILE MARK MEMBER: of the rows at that line, for 1 MB of cache.
sum() { jq "[.memory.$1[] | select((.file | endswith(\"/$2\")) and .line == $(line "$2" "$3")) | .$4[3]] | add // 0" out.json; }
near() { within "$1" "$2" "$(awk "BEGIN { print 0.95 * $3 }")" "$(awk "BEGIN { print 1.05 * $3 }")"; } # WHAT VALUE WANT
limit() { jq -r "[.memory.lines[] | select((.file | endswith(\"/kernels.h\")) and .line == $(line kernels.h "$1") and .read[3] > $MB) | .limited_by] | unique | join(\" \")" out.json; }

for kind in openmp cilk opencilk threads annotated; do
    n=
    case $kind in openmp | threads) n='-N 4' ;; esac
    # shellcheck disable=SC2086
    timeout -s KILL 300 spanwise run --once --memory=1M $n --format=json -o p.prof "./$kind" >out 2>err
    same "$kind: its status" $? 7
    spanwise report --format=json p.prof >out.json
    same "$kind: its output, once" "$(wc -l <out)" 1
    same "$kind: the capacity" "$(jq -c '[.memory.capacity, .memory.complete]' out.json)" "[$MB,true]"
    within "$kind: hardly any are lost" "$(jq .memory.lost_accesses out.json)" 0 1000
    near "$kind: the triad reads" "$(sum lines kernels.h triad read)" $((2 * 3 * 16 * MB))
    near "$kind: and writes" "$(sum lines kernels.h triad written)" $((2 * 16 * MB))
    near "$kind: the chase reads" "$(sum lines kernels.h chase read)" $((16 * MB))
    same "$kind: and writes nothing" "$(sum lines kernels.h chase written)" 0
    # Of who copies by whole lines, nothing is read of what is written.
    within "$kind: the copy reads" "$(sum lines kernels.h copy read)" $((15 * MB)) $((34 * MB))
    near "$kind: and writes" "$(sum lines kernels.h copy written)" $((16 * MB - MB / 2))
    same "$kind: it is called for it" "$(jq -r "[.memory.lines[] | select(.line == $(line kernels.h copy)) | .through | select(. != \"\")] | length > 0" out.json)" true
    same "$kind: the triad is limited by" "$(limit triad)" bandwidth
    same "$kind: the chase is limited by" "$(limit chase)" latency
    same "$kind: many at a time are limited by" "$(limit gather)" bandwidth
    same "$kind: a chain by numbers is limited by" "$(limit links)" latency
    same "$kind: of structs" "$(limit stones)" latency
    same "$kind: and so are no others" \
        "$(jq -r "[.memory.lines[] | select(.limited_by == \"latency\" and .read[3] > $MB) | .line] | unique | join(\" \")" out.json)" \
        "$(line kernels.h chase) $(line kernels.h links) $(line kernels.h stones)"
    within "$kind: all lines are all" "$(jq '[.memory.lines[].read[3]] | add' out.json)" \
        "$(jq '.memory.bytes_read * 0.99' out.json)" "$(jq '.memory.bytes_read * 1.01' out.json)"
    near "$kind: sites together" "$(jq '[.memory.sites[].read[3]] | add' out.json)" "$(jq .memory.bytes_read out.json)"
    check "$kind: its loops have native times" jq -e '[.memory.loops[] | select(.time_ns > 0 and .bytes_per_second > 0)] | length > 0' out.json >/dev/null
    check "$kind: call paths" jq -e "[.memory.paths[] | select(any(.frames[]; .function == \"chase\"))] | length > 0" out.json >/dev/null
    # Threads that one line makes are one.
    same "$kind: a call site or construct is charged with the triad" \
        "$(jq "[.memory.sites[] | select(.callee != \"serial code\") | .read[3] | select(. > 0.95 * 6 * 16 * $MB and . < 1.05 * 6 * 16 * $MB)] | length" out.json)" 1
done

# Where it cannot be: the rest is as ever.
spanwise run --once --memory --workers=2 -q -o p.prof ./cilk >out 2>err
same 'on two workers: its status' $? 7
names 'on two workers' err '--memory --workers'
spanwise report --format=json p.prof >out.json
same 'on two workers: no traffic' "$(jq .memory out.json)" null
for wrong in 1 64K 512M 1X x; do
    refused "--memory=$wrong" 2 "--memory $wrong" spanwise run --memory=$wrong ./cilk
done

# Without it, nothing of it.
spanwise run --once -q -o p.prof ./cilk >out 2>err
same 'without: no traffic' "$(spanwise report --format=json p.prof | jq .memory)" null
finish
