# Strands of a fifth of a millisecond, with others on the processor: a run that is mostly waiting for its turn, between
# events and inside them. None of that is work, nor the profiler's own cost; no finding says that strands are short.
. "$SOURCE/tests/busy-lib.sh" || exit 1
cat >strands.c <<'X'
#include <stdlib.h>
#ifdef _OPENMP
#define SPAWN _Pragma("omp task")
#define SYNC  _Pragma("omp taskwait")
#define START _Pragma("omp parallel") _Pragma("omp single")
#else
#include <cilk/cilk.h>
#define SPAWN cilk_spawn
#define SYNC  cilk_sync
#define START
#endif
static void strand(void)
{
    for (volatile int i = 0; i < 200000; i++) {
    }
}
static void tree(int depth)
{
    if (!depth) {
        strand();
        return;
    }
    SPAWN tree(depth - 1);
    tree(depth - 1);
    SYNC;
}
int main(void)
{
    START tree(11);
    return 0;
}
X
spanwise cc -O2 -g strands.c -o cilk || fail 'it compiles'
gcc -fopenmp -O2 -g strands.c -o openmp || fail 'it compiles'
start_rivals
busily cilk ./cilk
busily parallel --workers=2 ./cilk
busily openmp -N 2 ./openmp
stop_rivals
accounted cilk
accounted parallel
accounted openmp
for name in cilk parallel openmp; do
    same "$name: findings of what it cost" "$(jq '[.findings[] | select(.kind == "overhead")] | length' $name.json)" 0
    measured "$name: the profiler's own, of the work" "$(jq '.circumstances.overhead / .work' $name.json)" 0 0.2
done
finish
