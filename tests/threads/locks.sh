# Locks that are no variable are named by class and field, by where they were made, or by the function whose frame they are in: in samples of real
# runs, and of simulated threads, whose places are the reader's own lines too.
. "$SOURCE/tests/lib.sh" || exit 1
HERE=$SOURCE/tests/threads
line() { grep -n "/[/*] $2\b" "$HERE/$1" | cut -d: -f1; }
PLAIN="made at locks.c:$(line locks.c PLAIN) in make_locks" C11="made at locks.c:$(line locks.c C11) in make_locks"

gcc -O0 -g -pthread "$HERE/locks.c" -o locks || exit 1
gcc -O0 -g -pthread -DSIMULATED "$HERE/locks.c" -o simulated || exit 1
g++ -std=c++17 -O2 -g -pthread "$HERE/locks.cc" -o cxx || exit 1
g++ -std=c++17 -O2 -g -pthread -DSIMULATED "$HERE/locks.cc" -o cxx-simulated || exit 1

sampled() { spanwise sample --format=json -o p.prof "./$1" >out 2>json && jq -r '.effort.locks[].name' json | sort -u; }
simulated() {
    spanwise run --meter=instructions --once -N 4 --format=json -o p.prof "./$1" >out 2>json &&
        jq -r '.constructs[] | select(.kind == "lock").lock' json | sort -u
}
wanted() { printf '%s\n' "$@" | sort -u; }

same 'sampled: of C' "$(sampled locks)" "$(wanted "$PLAIN" "$C11" 'own in hold_own')"
same 'sampled: of a class' "$(sampled cxx)" Cache::m
same 'simulated: of C, the one that is held longest' "$(simulated simulated | grep -cE "^($PLAIN|$C11|own in hold_own)\$")" 1
same 'simulated: of a class' "$(simulated cxx-simulated)" Cache::m

same "simulated: places are the reader's" "$(jq -r '.constructs[] | select(.line > 0).file' json | sort -u)" "$HERE/locks.cc"
for mark in START JOIN ASYNC GET; do
    same "simulated: $mark" "$(jq "[.constructs[] | select(.line == $(line locks.cc $mark))] | length" json)" 1
done
same 'simulated: in main' "$(jq -r '.constructs[] | select(.kind == "join" or .kind == "threads").function' json | sort -u)" main
finish
