# spanwise why of programs with threads: simulated where that can be done, else watched; the output is seen once.
. "$SOURCE/tests/lib.sh" || exit 1
export SPANWISE_THREADS_COSTS=lock=10,wake=1500,latency=3000,create=10000,start=20000,yield=400
HERE=$SOURCE/tests/threads
g++ -std=c++17 -O2 -g -pthread "$HERE/planted.cc" -o planted || exit 1
gcc -O2 -g -pthread "$HERE/spins.c" -o spins || exit 1

# The simulation is given up where it would take too long: then once more.
for try in 1 2 3 4 5 6 7 8; do
    timeout -s KILL 300 spanwise why -N 16 -q --no-html --json=json -o p.prof ./planted locked >out 2>err || fail "status $?: $(cat err)"
    [ "$(jq -r .front_end json)" = threads ] && break
done
same "it is simulated, $try" "$(jq -r .front_end json)" threads
same 'what holds it back' "$(jq -r '.verdict | "\(.processors) \(.cause) \(.line)"' json)" \
    "16 contention $(grep -n '// LOCK$' "$HERE/planted.cc" | cut -d: -f1)"
within 'half of it is under a lock' "$(jq .verdict.speedup json)" 0.05 2.1
within 'the ledger has it all' "$(jq '[.verdict.losses[].lost] | add' json)" 0.7 1

timeout -s KILL 300 spanwise why -N 4 -q --no-html --json=json -o p.prof ./spins >out 2>err || fail "status $?: $(cat err)"
same 'who spins is watched instead' "$(jq -r '.front_end == "threads"' json)" false
same 'its output is seen once' "$(cat out)" 'done'
# Its simulation may be given up before that is known.
same 'why it is watched' "$(jq -r '.verdict.not_simulated | if IN("spin", "time") then "known" else "\(.): " + $said end' --rawfile said err json)" known
# What a run that was given up had shown by then is known, if it had time to.
gcc -O2 -g -pthread -DUNITS=300000 "$HERE/spins.c" -o endless || exit 1
timeout -s KILL 300 spanwise why -N 13 -q --no-html --json=json -o p.prof ./endless >out 2>err || fail "status $?: $(cat err)"
! timing || check 'a run that does not end: why it is watched' jq -e '.verdict.not_simulated | IN("spin", "time")' json
! timing || same 'a run that does not end: that it spins' "$(jq -r .verdict.not_simulated json)" spin
gcc -O2 -g -pthread "$HERE/hot.c" -o hot || exit 1
timeout -s KILL 300 spanwise why -N 4 -q --no-html --json=json -o p.prof ./hot >out 2>err || fail "status $?: $(cat err)"
check 'why it is watched: a lock' jq -e '.verdict.not_simulated | IN("lock", "time")' json
finish
