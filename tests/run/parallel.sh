# spanwise run --workers=N: what is counted is as in the serial profile, whatever was stolen; the program
# and its end are its own. Nothing here is a time.
. "$SOURCE/tests/run/subject.sh"
sched=$SOURCE/tests/sched
cores=$(getconf _NPROCESSORS_ONLN)

# The scheduler's stress program has all forms of spawns, frames and loops: see tests/sched/stress.sh.
limit() { while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do wait -n; done; }
for file in "$sched"/stress*.c; do
    name=$(basename "$file" .c)
    limit
    [ "$name" = stress ] || gcc -O0 -DSTRESS_TWIN -I"$SOURCE/include" -c "$file" -o "$name-twin.o" &
    limit
    spanwise cc --spanwise-cc=gcc -O1 -g -c "$file" -o "$name.o" &
done
limit
spanwise cc --spanwise-cc=gcc -O1 -g "$sched/endings.c" -o endings &
wait
check 'build stress' spanwise cc --spanwise-cc=gcc ./*.o -pthread -o stress
check 'build regions' spanwise cc --spanwise-cc=gcc -O1 -g "$SOURCE/tests/run/regions.c" -o regions
check 'build regions to run serially' env SPANWISE_SERIAL=1 \
    spanwise cc --spanwise-cc=gcc -O1 -g "$SOURCE/tests/run/regions.c" -o regions-serial
[ "$failures" = 0 ] || finish
if ! nm stress | grep -q ' __spanwise_begin$'; then
    echo 'no scheduler is linked in: nothing runs in parallel'
    finish
fi

# measure NAME WORKERS PROGRAM...: leaves the program's output in NAME.out, the profile as NAME.json.
measure() {
    name=$1 workers=$2
    shift 2
    rm -f it.prof "$name.json"
    (
        timeout 300 spanwise run -q --budget=none "--workers=$workers" -o it.prof "$@" >"$name.out" 2>"$name.err"
        echo $? >got
    ) 2>/dev/null
    got=$(cat got)
    spanwise report --format=json it.prof >"$name.json" 2>report.err ||
        fail "no profile of $* on $workers: $(cat "$name.err" report.err)"
}

# counts NAME: all that is counted, a line a site.
counts() {
    jq -r '"\(.spawns) spawns, \(.syncs) syncs", (.sites | map(
        [.kind, .file, .line, .caller, .callee, .on_work.count, .on_work.spawns, .on_work.syncs,
         .on_work.top_caller.count, .on_work.local.count] | join(" ")) | sort[])' "$1.json"
}

# Seeds go from iteration to iteration, so all runs are of the same calls. Those of this one take none of the cases that start threads.
for workers in 1 2 4 8; do
    measure on$workers $workers ./stress -n 30 -s 4
    what="stress on $workers workers"
    same "$what: status" "$got" 0
    same "$what: nothing on stderr" "$(cat on$workers.err)" ''
    has "$what: its own output" on$workers.out '^30 iterations, all right, [0-9]+ steals seen$'
    counts on$workers >counts.$workers
    same "$what: as many sites" "$(wc -l <counts.$workers)" "$(wc -l <counts.1)"
    same "$what: counts" "$(diff counts.1 counts.$workers | head -20)" ''
    same "$what: complete, with nothing lost" "$(jq -c '[.complete, .damaged, .warnings,
        (.circumstances | .workers, .threads, .events_dropped, .events_elsewhere)]' on$workers.json)" \
        "[true,false,[],$workers,1,0,0]"
    within "$what: local works make up the work" \
        "$(jq '([.sites[].on_work.local.work] | add) / .work' on$workers.json)" 0.999 1
    within "$what: local spans make up the span" \
        "$(jq '([.sites[].on_span.local.span] | add) / .span' on$workers.json)" 0.999 1
done
within 'there are many sites' "$(wc -l <counts.1)" 500 1e9
same 'no steals on one worker' "$(jq .circumstances.steals on1.json)" 0
[ "$cores" = 1 ] || within 'steals' "$(jq -s 'map(.circumstances.steals) | add' on[248].json)" 10 1e9

# Its end in the middle of a computation, in a spawned child or in a continuation.
# It may hit a thread inside the profiler, which is said. In main nothing that was spawned needs to have begun.
is_there() { # SPAWNS: at least
    jq -c --argjson least "$1" '[.complete, .circumstances.workers, .damaged or (.spawns >= $least and
        ([.sites[] | select(.callee == "main") | .on_work.local.count] == [1]))]' end.json
}
ends() { # STATUS OUTPUT COMPLETE WHERE HOW
    measure end 4 ./endings "$4" "$5"
    same "$4 $5: status" "$got" "$1"
    same "$4 $5: output" "$(paste -sd, end.out)" "$2"
    same "$4 $5: profile" "$(is_there "$([ "$4" = main ]; echo $?)")" "[$3,4,true]"
}
ends 7 'end,at exit' true left exit
ends 8 '' false left _exit
ends 134 '' false left abort
ends 143 '' false left signal
ends 139 '' false left fault
ends 7 'end,at exit' true right exit
ends 134 '' false right abort
ends 7 'end,at exit' true main exit
ends 8 '' false main _exit

# Killed from outside, while a child runs for ever and its parent waits.
mkfifo ready
stdbuf -oL spanwise run -q --workers=4 -o it.prof ./endings running never >ready 2>err &
pid=$!
read -r line <ready
same 'killed: is there' "$line" end
# shellcheck disable=SC2046
kill -KILL $(cat "/proc/$pid/task/$pid/children")
wait $pid 2>/dev/null
same 'killed: status' $? 137
spanwise report --format=json it.prof >end.json || fail "killed: no profile: $(cat err)"
same 'killed: profile' "$(is_there 0)" '[false,4,true]'

# Regions, in parallel and not.
regions() { jq -c '[.regions[] | [.label, .count, .spawns, .syncs]]' "$1.json"; }
export CILKSCALE_OUT=$PWD/scale.csv
measure regions1 1 ./regions
for workers in 2 4; do
    measure regions$workers $workers ./regions
    same "regions on $workers workers: status" "$got" 0
    same "regions on $workers workers" "$(regions regions$workers)" "$(regions regions1)"
    same "regions on $workers workers: none is lost" "$(jq -c .warnings regions$workers.json)" '[]'
    same "regions on $workers workers: spawns" "$(jq .spawns regions$workers.json)" $((9 * SPAWNS + 2))
done

# One that can only run serially has its profile too.
measure serial 2 ./regions-serial
same 'built serially: status' "$got" 0
same 'built serially: regions' "$(regions serial)" "$(regions regions1)"
same 'built serially: no steals' "$(jq .circumstances.steals serial.json)" 0

for workers in 0 -1 many 100000 ''; do
    rm -f it.prof
    status "--workers=$workers" 2 spanwise run "--workers=$workers" -o it.prof ./regions >out 2>err
    same "--workers=$workers: one line" "$(wc -l <err)" 1
    names "--workers=$workers" err "spanwise: --workers 1024 '$workers'"
    check "--workers=$workers: nothing ran" test ! -e it.prof -a ! -s out
done
finish
