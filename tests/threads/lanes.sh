# Threads over time, on simulated cores: who ran when, and whom it waited for. By counted instructions, with wake-ups that cost nothing.
. "$SOURCE/tests/lib.sh" || exit 1
export SPANWISE_THREADS_COSTS=lock=0,wake=0,latency=0,create=0,start=0,yield=1
PLANTED=$SOURCE/tests/threads/planted.cc
g++ -std=c++17 -O2 -g -pthread "$PLANTED" -o planted || exit 1
line() { grep -n "// $1\$" "$PLANTED" | cut -d: -f1; }
runs() { # NAME N
    timeout -s KILL 300 spanwise run --meter=instructions --once -N "$2" --format=json -o p.prof ./planted "$1" >out 2>json ||
        fail "$1: status $?, $(head -n 2 json)"
}
# share LANE DOING: of the run with most cores, how much of its time the lane did that.
share() { jq ".lanes[-1] | .time as \$all | [.lanes[$1].segments[] | select(.doing == \"$2\") | (.to - .from) * .share / \$all] | add // 0" json; }
of() { jq -c "[.lanes[-1].lanes[$1].segments[] | select(.doing == \"$2\") | $3] | unique" json; }

# One holds the lock half of its time; with 4 of them it is never free.
runs locked 1,4
same 'a run each' "$(jq -c '[.lanes[].processors]' json)" '[1,4]'
same 'a lane each' "$(jq -c '[.lanes[] | [.lanes[].threads]]' json)" '[[1,1],[1,1,1,1,1]]'
same 'main waits for all' "$(of 0 threads '[.at, .line]')" "[[\"join\",$(line JOIN)]]"
same 'the first first, then for others' "$(of 0 threads .whom | jq -c '[.[0] == 1, .[-1] > 1]')" '[true,true]'
for i in 1 2 3 4; do
    same "thread $i: where it waits" "$(of $i lock '[.at, .line]')" "[[\"lock\",$(line LOCK)]]"
    within "thread $i: works" "$(share $i work)" 0.43 0.56
    within "thread $i: waits for the lock" "$(share $i lock)" 0.38 0.55
    same "thread $i: not for itself" "$(of $i lock ".whom == $i")" '[false]'
done

# The first has eight times as much to do as the others.
runs uneven 8
within 'it works all the time' "$(share 1 work)" 0.95 1
within 'the others are early' "$(share 5 work)" 0.1 0.15
same 'main waits for that one' "$(jq '[.lanes[0].lanes[0].segments[] | select(.doing == "threads") | [.to - .from, .whom]] | max | .[1]' json)" 1
within 'almost all the time' "$(share 0 threads)" 0.9 1

# Workers that starve wait for whoever signals, which is main.
runs starved 8
same 'whom they wait for' "$(of 3 threads 'select(.at == "condition wait") | [.line, .whom]')" "[[$(line WAIT),0]]"

# On the page, a tab each; for viewers of traces, a process each.
runs locked 1,4
spanwise report --format=html -o p.html p.prof
check 'the page is as agreed' python3 "$SOURCE/tests/report/page.py" p.html data
same 'tabs' "$(jq -c '[.sections[] | select(.kind == "lanes") | .runs[] | [.label, (.lanes | length)]]' data)" '[["1 core",2],["4 cores",5]]'
same 'where it waits' "$(jq -r '.strings as $s | .sections[] | select(.kind == "lanes").runs[1].lanes[2].segments as $g | [range(0; $g | length; 6) | select($g[. + 2] == 2) | $s[$g[. + 5]]] | unique[]' data)" \
    "planted.cc:$(line LOCK) in insert"
spanwise report --format=trace p.prof >trace
same 'processes of a trace' "$(jq -c '[.traceEvents[] | select(.name == "process_labels") | [.pid, .args.labels]]' trace)" \
    '[[1,"1 simulated core"],[2,"4 simulated cores"]]'
same 'rows' "$(jq '[.traceEvents[] | select(.name == "thread_name")] | length' trace)" 7
same 'which do not overlap' "$(jq '[.traceEvents[] | select(.ph == "X")] | group_by([.pid, .tid]) | map(sort_by(.ts) | [.[1:], .[:-1]] | transpose | map(select(.[0].ts < .[1].ts + .[1].dur - 1)) | length) | add' trace)" 0
same 'whom a row waits for' "$(jq -c '[.traceEvents[] | select(.pid == 2 and .tid == 1 and .cat == "threads").args | [.at, .line]] | unique' trace)" "[[\"join\",$(line JOIN)]]"

# Threads in turn share a lane, and there are never more than 64.
cat >turns.c <<'C'
#include <pthread.h>
static void *run(void *unused) { return unused; }
int main(void)
{
    pthread_t t[100];
    for (int i = 0; i < 30; i++) {
        pthread_create(&t[0], NULL, run, NULL);
        pthread_join(t[0], NULL);
    }
    for (int i = 0; i < 100; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 100; i++)
        pthread_join(t[i], NULL);
}
C
gcc -pthread turns.c -o turns || exit 1
timeout -s KILL 300 spanwise run --meter=instructions --once -N 2 --format=json -o p.prof ./turns >out 2>json || fail "turns: status $?"
same 'lanes' "$(jq '.lanes[0].lanes | length' json)" 64
within 'several in turn' "$(jq '.lanes[0].lanes[1].threads' json)" 31 130
finish
