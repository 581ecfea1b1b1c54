# Registers survive what a task calls before its spawned call, and do not reach other threads.
. "$SOURCE/tests/sched/lib.sh" || exit 1
for flags in -O0 -O2 '-O2 -march=native' '-O2 -fno-inline'; do
    # shellcheck disable=SC2086
    check "it builds, $flags" spanwise cc --spanwise-cc=gcc $flags "$here/kept.c" -pthread -o kept
    # shellcheck disable=SC2086
    check "workers build, $flags" spanwise cc --spanwise-cc=gcc $flags "$here/started.c" -o started
    same "$flags: a worker that is started" "$(CILK_NWORKERS=2 timeout 300 ./started)" right
    for CILK_NWORKERS in 1 2 4; do
        export CILK_NWORKERS
        same "$flags, $CILK_NWORKERS workers" "$(timeout 300 ./kept)" '0 wrong'
        same "$flags, $CILK_NWORKERS workers, fenced" "$(SPANWISE_FENCE=1 timeout 300 ./kept)" '0 wrong'
    done
done
finish
