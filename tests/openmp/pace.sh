# Threads that take turns may work longer than they do natively: then the program runs by itself as well, with as many threads, and times are
# those of that run. Work that is there natively, too, stays.
. "$SOURCE/tests/openmp/lib.sh"
check "gcc builds it" gcc -O2 -g -fopenmp "$SOURCE/tests/openmp/pace.c" -o pace

# runs KIND [OPTION...]
runs() {
    kind=$1
    shift
    rm -f log
    : >log
    status "$kind $*" 0 timeout -s KILL 120 spanwise run -q "$@" -o p.prof ./pace "$kind" log
    spanwise report --format=json p.prof >json
}

grows() { jq '.runs | (last.work / first.work)' json; }

runs turns -N 1,4 --steady
same "with as many threads, who sleep when they wait" "$(cat log)" "4 passive"
same "times are scaled" "$(jq '.circumstances.slowed > 0' json)" true
within "to the work of one thread, which is a fourth" "$(grows)" 0.9 3
same "which is said" "$(jq '[.findings[] | select(.kind == "check")] | length > 0' json)" true

runs turns -N 1,4
same "no more runs than those" "$(cat log)" ""
within "as measured" "$(grows)" 2 100
same "not scaled" "$(jq .circumstances.slowed json)" 0

runs each -N 1,4 --steady
same "it is looked at" "$(cat log)" "4 passive"
within "what all threads do is work, really: four times as much" "$(grows)" 2 100

runs turns -N 4 --steady
same "without one thread nothing is known" "$(cat log)" ""
runs turns -N 1 --steady
same "one thread takes no turns" "$(cat log)" ""
finish
