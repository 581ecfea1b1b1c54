# Memory bandwidth in the verdict: programs that stream, in instructions, on a machine that is made up, so that it is the same
# everywhere; healthy ones and repaired twins are not accused. `make verdicts MEMORY=1` has more of them, in time.
. "$SOURCE/tests/lib.sh"
cat >test.machine <<'END'
spanwise machine 1
name = a test
processors = 64
ghz = 2
l2_bytes = 131072
llc_bytes = 1048576
llc_cores = 64
bandwidth_mb_s = points 1:8000 16:48000
END
guilty='flint fennel teal knot' healthy='wren dunlin'
mkdir saved
follow() { # NAME SIZE: into saved/NAME.json
    local at=
    grep -q "^${1%-repaired} cilk" "$SOURCE/tests/corpus/truth" || at='-N 16'
    # shellcheck disable=SC2086
    THREADS=16 spanwise run -q --once --meter=instructions --memory --machine=test.machine $at -o "$1.prof" "$BUILD/corpus/$1" "$2" >"$1.out" 2>&1
    same "$1: status" $? 0
    spanwise report --format=json "$1.prof" | jq '{verdict, findings}' >"saved/$1.json"
}
verdict() { jq -r ".verdict.$1" "saved/$2.json"; }
for p in $guilty $healthy; do
    follow "$p" 0.25
    same "$p: which machine" "$(verdict memory.machine "$p")" 'a test'
done
# shellcheck disable=SC2086
python3 "$SOURCE/tests/corpus/score.py" --saved saved "$BUILD" $guilty $healthy >score
same 'all are right' $? 0
for p in $guilty; do
    same "$p: the cause" "$(verdict cause "$p")" memory
    # How many instructions a line takes is the compiler's matter: what is left is how the figures hang together.
    wants=$(verdict memory.core_bytes_per_second "$p") enough=$(verdict memory.enough_for_processors "$p")
    within "$p: a core wants no more than one gets" "$wants" 1 8e9
    within "$p: enough for" "$enough" "$(awk "BEGIN { print 47.9e9 / $wants }")" "$(awk "BEGIN { print 48.1e9 / $wants }")"
    within "$p: too little for 16" "$enough" 1 15.9
    within "$p: without" "$(verdict speedup_without "$p")" 10 16
    # Code that makes the data needs less of it; by the compiler, that is up to a tenth of the run.
    within "$p: with" "$(verdict speedup "$p")" "$(awk "BEGIN { print 0.6 * $enough }")" "$(awk "BEGIN { print 1.2 * $enough }")"
    within "$p: the slowdown" "$(verdict memory.slowdown "$p")" 1.1 "$(awk "BEGIN { print 17 / $enough }")"
    same "$p: nothing says that it scales" "$(spanwise report --format=json "$p.prof" | jq -c '[.findings[] | .kind] | [.[0], index("scales")]')" '["memory",null]'
    [ "$p" != teal ] || continue
    follow "$p-repaired" 1
    status "$p: repaired: $(verdict memory.slowdown "$p-repaired")" 1 test "$(verdict cause "$p-repaired")" = memory
done
[ "$failures" = 0 ] || cat score

# Threads that are made at two places, one after the other: those of the second stream, and all 16 of them at once.
cat >phases.c <<'END'
#include <pthread.h>
#include <stdlib.h>
enum { THREADS = 16, PART = 1 << 18 };
static double *data, sums[THREADS][8];
static void *compute(void *arg)
{
    double x = 1;
    for (int i = 0; i < 2000000; i++)
        x = x * 0.999 + 1;
    sums[(long)arg][0] = x;
    return NULL;
}
static void *stream(void *arg)
{
    double *mine = data + (long)arg * PART, sum = 0;
    for (int k = 0; k < 24; k++)
        for (int i = 0; i < PART; i += 8) /* a line each: all that a core can get, however few instructions that takes */
            sum += mine[i];
    sums[(long)arg][1] = sum;
    return NULL;
}
static void run(pthread_t *threads)
{
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}
int main(void)
{
    pthread_t threads[THREADS];
    data = calloc(THREADS * PART, sizeof *data);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, compute, (void *)i);
    run(threads);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, stream, (void *)i);
    run(threads);
    return sums[0][0] + sums[0][1] < 0;
}
END
check 'phases' gcc -O1 -g phases.c -o phases -pthread
check 'phases: run' spanwise run -q --once --meter=instructions --memory --machine=test.machine -N 16 -o phases.prof ./phases
spanwise report --format=json phases.prof | jq .verdict >phases.json
check 'phases: memory loses time' jq -e '.memory.slowdown > 1.05 and any(.losses[]; .cause == "memory" and .function == "stream")' phases.json >out

# Which machine: by its file or name, and only with --memory.
status 'no such machine' 2 spanwise run --memory --machine=nowhere "$BUILD/corpus/flint" 2>err
has 'no such machine: told' err "^spanwise: 'nowhere' is neither a file nor a listed machine"
status 'without --memory' 2 spanwise run --machine=graviton2 "$BUILD/corpus/flint" 2>err
has 'without --memory: told' err '^spanwise: --machine is for --memory$'

# What is only watched cannot be followed: it says what to do.
printf '#!/bin/sh\nexec %s/corpus/wren 0.1\n' "$BUILD" >script
chmod +x script
spanwise why --memory --no-html -o watched.prof ./script >out 2>err
followed=$(spanwise report --format=json watched.prof | jq '.memory != null')
check 'a script: told, or simulated and followed' grep -qE -e \
    "--memory: './script' runs another program.*'spanwise why --memory $BUILD/corpus/wren'|^followed true" err - <<<"followed $followed"
spanwise why --memory --no-html -o watched.prof true >out 2>err
has 'one thread: told' err "--memory: 'true' has one thread"
finish
