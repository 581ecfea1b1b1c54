# What a finding of a program with threads is worth, by simulating it again without what it is about: by counted instructions on 8 cores.
. "$SOURCE/tests/lib.sh" || exit 1
PLANTED=$SOURCE/tests/threads/planted.cc
g++ -std=c++17 -O2 -g -pthread "$PLANTED" -o planted || exit 1
line() { grep -n "// $1\$" "$PLANTED" | cut -d: -f1; }

# gains NAME CAUSE LINE LEAST MOST: the first finding is simulated again, and is worth so much
gains() {
    timeout -s KILL 300 spanwise run --steady --meter=instructions -N 8 --format=json -o p.prof ./planted "$1" >out 2>json ||
        fail "$1: status $?, $(head -n 2 json)"
    same "$1: verdict" "$(jq -r '.verdict | "\(.cause) \(.certainty)"' json)" "$2 simulated"
    same "$1: the first finding" "$(jq -r '[.findings[] | select(.worth)][0] | "\(.certainty) \(.line)"' json)" "simulated $3"
    within "$1: speedup without it" "$(jq .verdict.speedup_without json)" "$4" "$5"
    same "$1: the ledger says so" "$(jq -r '.verdict.losses[0].simulated' json)" true
}

gains locked contention "$(line LOCK)" 7.8 8
gains two_locks contention "$(line FIRST)" 3.9 4.1
same 'what was not simulated again is an estimate' \
    "$(jq -r '[.findings[] | select(.worth)][1:] | map(.certainty) | unique | join(" ")' json | sed 's/^$/estimated/')" estimated
gains uneven imbalance "$(line JOIN)" 7.8 8
gains ascending imbalance "$(line JOIN)" 7.8 8
gains descending imbalance "$(line JOIN)" 7.8 8
gains serial parallelism null 7.8 8
gains few parallelism "$(line START)" 7.8 8
gains starved parallelism "$(line WAIT)" 7.3 8
spanwise report --width=9999 p.prof >text 2>&1
has 'what waits for another one may not be able to share' text 'would give up to [0-9.]*x instead of [0-9.]*x: simulated again'
gains alternating parallelism "$(line STEP)" 7.8 8
spanwise report --width=9999 p.prof >text 2>&1
has 'text' text 'simulated again'
same 'it is in the file' "$(spanwise report --format=json p.prof | jq .verdict.speedup_without)" "$(jq .verdict.speedup_without json)"

# Eight threads of 40,000 instructions, each of which costs 30,000 to start: without that all eight run beside each other.
export SPANWISE_THREADS_COSTS==create=30000,start=60000,wake=1000,latency=2000
gains brief grain "$(line START)" 7.7 8
spanwise report --width=9999 p.prof >text 2>&1
has 'text' text 'Without that.*up to.*simulated again'

# Only as often as asked for.
timeout -s KILL 300 spanwise run --meter=instructions -N 8 --format=json -o p.prof ./planted locked >out 2>json
same 'once: verdict' "$(jq -r .verdict.certainty json)" estimated
finish
