# Programs of threads do what they do without the sampler: ends of threads, locks, signals, processes, many threads.
. "$SOURCE/tests/lib.sh"
gcc -O2 -g -Wall -pthread "$SOURCE/tests/idle/acts.c" -o acts || exit 1
gcc -O2 "$SOURCE/tests/meters/refuse.c" -o refuse || exit 1

ulimit -n 1024 # as many systems have it
acts='cancel exits locks c11 eintr no_eintr prof waits jumps jumps_deep jumps_waiting forks executes shell many crowd'
for act in $acts; do
    want=0
    [ "$act" = exits ] && want=7
    status "$act" $want timeout -s KILL 300 ./acts "$act"
    status "$act, sampled" $want timeout -s KILL 300 "$BUILD/spanwise" sample -q --rate=2000 -o it.prof ./acts "$act"
    case $act in # a part; signals of another source are nothing to the last of these
    cancel | locks | waits | jumps) ;;
    many | crowd | forks | executes | shell | c11) long || continue ;;
    *) long || timing || continue ;;
    esac
    status "$act, by a timer" $want timeout -s KILL 300 ./refuse 1 "$BUILD/spanwise" sample -q --rate=2000 -o timer.prof ./acts "$act"
done

# Without room for signals in the queue, the kernel would send SIGIO in their place, which ends a program.
no_queue() (ulimit -i 0 && "$@")
status 'no pending signals' 7 no_queue timeout -s KILL 300 "$BUILD/spanwise" sample -q --rate=2000 -o it.prof ./acts exits

# Calls that come before the sampler is there, and an allocator that locks.
here=$SOURCE/tests/idle
gcc -O2 -g -DLIBRARY -shared -fPIC -pthread "$here/early.c" -o libearly.so || exit 1
gcc -O2 -g -fno-builtin -pthread "$here/early.c" -o early -L. -learly "-Wl,-rpath,$PWD" || exit 1
same 'early calls' "$(timeout -s KILL 300 "$BUILD/spanwise" sample -q -o it.prof ./early)" fine
g++ -O2 -g -pthread "$here/cxx.cc" -o cxx || exit 1
same 'C++' "$(timeout -s KILL 300 "$BUILD/spanwise" sample -q -o it.prof ./cxx; echo $?)" "600 number 7
0"

# What is known of them.
sampled() { timeout -s KILL 300 "$BUILD/spanwise" sample -q -o it.prof "$@" && spanwise report --format=json it.prof >it.json; }
value() { jq -r "$1" it.json; }
check 'many' sampled ./acts many
same 'threads, one after the other' "$(value .effort.threads)" 5001
same 'at a time' "$(value .effort.threads_at_once)" 2
check 'crowd' sampled ./acts crowd
same 'threads, all at once' "$(value .effort.threads)" 1501
same 'that could not be sampled' "$(value .samples.threads_refused)" 0
for act in jumps jumps_deep jumps_waiting; do
    check "after a jump: $act" sampled ./acts $act
    measured "work after a jump: $act, in ms" "$(value '.effort.work / 1e6')" 150 600
done
check 'signals are blocked' sampled ./acts waits
measured 'work with signals blocked, in ms' "$(value '.effort.work / 1e6')" 50 90
g++ -O1 -g -pthread "$here/started.cc" -o started || exit 1
"$BUILD/spanwise" sample ./started >/dev/null 2>err
line=$(grep -n 'WANT started' "$here/started.cc" | cut -d: -f1)
has 'what a C++ thread runs, and where it was started' err "while 'grind' \(started.cc:[0-9]+\), started in 'main'"
has 'the line' err "\(started.cc:$line\)"
finish
