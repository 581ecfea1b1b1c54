# A program with threads that needs an OpenMP runtime, itself or by a library: it is what it did, and the larger part where it did both.
. "$SOURCE/tests/lib.sh" || exit 1
export SPANWISE_THREADS_COSTS=lock=10,wake=1500,latency=3000,create=10000,start=20000,yield=400
HERE=$SOURCE/tests/threads
gcc -O1 -g -fopenmp -fPIC -shared "$HERE/mixed_region.c" -o libregion.so || exit 1
gcc -O1 -g -pthread "$HERE/mixed.c" -o by_library -L. -lregion -Wl,-rpath,"$PWD" || exit 1
gcc -O1 -g -fopenmp "$HERE/mixed.c" "$HERE/mixed_region.c" -o itself || exit 1
gcc -O1 -g -pthread -fPIC -shared -Dmain=start "$HERE/mixed.c" -o libstart.so -L. -lregion -Wl,-rpath,"$PWD" || exit 1
echo 'int start(int, char **); int main(int argc, char **argv) { return start(argc, argv); }' >main.c
gcc -O1 -g main.c -o by_libraries -L. -lstart -lregion -Wl,-rpath,"$PWD" || exit 1

# taken WHAT WANT PROGRAM THREADS REGION: what it is taken for, and why it was not simulated. On a busy machine there may never be the time to
# simulate it: then it is known only that it is no serial program.
taken() {
    what=$1 want=$2
    shift 2
    for try in 1 2 3; do
        timeout -s KILL 300 spanwise why $options -N 16 -q --no-html --json=json -o p.prof "./$@" >out 2>err || fail "$*: status $?: $(cat err)"
        got=$(jq -r '"\(.front_end) \(.verdict.not_simulated)"' json)
        [ "$got" = "$want" ] && break
    done
    case $got in
    *' time') pass ;;
    *' mixed') if timing; then same "$1: $what" "$got" "$want"; else pass; fi ;; # which of both is larger is a matter of time
    *) same "$1: $what" "$got" "$want" ;;
    esac
    check "$1: $what: not serial" jq -e '[.verdict.losses[] | select(.form == "serial" and .lost > 0.9)] == []' json
}

for program in $(some 2 by_library by_libraries itself); do
    options=
    taken 'threads, and no region' 'threads null' $program 30000000 0
    taken 'a region, and no threads' 'openmp null' $program 0 50000
    taken 'threads, and a small region' 'POSIX or C11 threads, OpenMP (libgomp) mixed' $program 100000000 1000
    taken 'a region, and small threads' 'openmp null' $program 3000000 100000
    options=--quick
    taken 'one run tells, too' 'POSIX or C11 threads null' $program 30000000 0
done
finish
