# What cannot be predicted is said, with the line, and no verdict is made of it.
. "$SOURCE/tests/lib.sh" || exit 1
export SPANWISE_THREADS_COSTS=lock=10,wake=1500,latency=3000,create=10000,start=20000,yield=400
HERE=$SOURCE/tests/threads

for name in spins hot yields; do
    gcc -O2 -g -pthread "$HERE/$name.c" -o $name || exit 1
    timeout -s KILL 300 spanwise run --once -N 4 --format=json -o p.prof ./$name >out 2>json || fail "$name: status $?"
    same "$name: finding" "$(jq -r '.findings[] | select(.kind == "unpredictable") | "\(.severity) \(.line)"' json)" \
        "warning $(grep -nE '// (SPIN|HOT|YIELD)$' "$HERE/$name.c" | cut -d: -f1)"
    same "$name: no verdict" "$(jq -r '.verdict.cause' json)" unknown
    same "$name: nothing else is advised" "$(jq '[.findings[] | select(.severity == "advice")] | length' json)" 0
done

same 'yields: whether it is too short is not known' "$(jq '[.findings[] | select(.kind == "too_short")] | length' json)" 0
timeout -s KILL 300 spanwise run --once -N 4 --format=json -o p.prof ./yields wait >out 2>json
same 'who only waits is predictable' "$(jq '[.findings[] | select(.kind == "unpredictable")] | length' json)" 0

# Who computes, and takes a lock now and then, is not meant.
g++ -std=c++17 -O2 -g -pthread "$HERE/planted.cc" -o planted || exit 1
timeout -s KILL 300 spanwise run --once -N 4 --format=json -o p.prof ./planted locked >out 2>json
same 'a lock that is held is predictable' "$(jq '[.findings[] | select(.kind == "unpredictable")] | length' json)" 0
finish
