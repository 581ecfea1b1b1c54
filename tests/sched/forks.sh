# A program may fork before, inside and after a computation, and both processes go on.
. "$SOURCE/tests/sched/lib.sh" || exit 1
build forks

for CILK_NWORKERS in $(some 2 1 2 4 8); do
    export CILK_NWORKERS
    for when in before inside after; do
        for does in _exit exit exec compute; do
            what="fork $when, then $does, $CILK_NWORKERS workers"
            status "$what" 0 timeout 300 ./forks $when $does >out 2>err
            same "$what: output" "$(cat out)" once
            same "$what: messages" "$(cat err)" ''
        done
    done
done
finish
