# A computation leaves nothing behind, and workers without work sleep.
. "$SOURCE/tests/sched/lib.sh" || exit 1
build resources

for CILK_NWORKERS in 1 2 4 8; do
    export CILK_NWORKERS
    for act in short $(emulated 'threads of its own' >&2 || echo threads) $(timing && echo idle); do
        status "$act, $CILK_NWORKERS workers" 0 timeout 300 ./resources $act >out
        same "$act, $CILK_NWORKERS workers: too much" "$(cat out)" ''
    done
done
timing || finish # what they take of processors
status 'a thousand workers' 0 env CILK_NWORKERS=1024 timeout 120 ./resources crowd >out
same 'a thousand workers: too much' "$(cat out)" ''
finish
