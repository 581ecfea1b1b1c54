# Where the processor has counters: what they count is the program's, and none of the profiler's.
. "$SOURCE/tests/meters/lib.sh"
works hw-instructions || exit 0
cat >p.c <<'C'
#include <cilk/cilk.h>
static __attribute__((noinline)) long leaf(long n)
{
    for (long i = 0; i < 100; i++)
        __asm__ volatile("" : "+r"(n));
    return n;
}
static long tree(int depth)
{
    if (!depth)
        return leaf(depth);
    long a = cilk_spawn tree(depth - 1), b = tree(depth - 1);
    cilk_sync;
    return a + b;
}
int main(void) { return tree(14) < 0; }
C
spanwise cc -O2 -g p.c -o p || exit 1
for meter in hw-instructions cycles branches; do
    works $meter || continue
    spanwise run -q --meter=$meter -o $meter.prof ./p || fail $meter
    same "$meter: counted all the time" "$(figure '.warnings | length' $meter.prof)" 0
done
within 'instructions' "$(figure .work hw-instructions.prof)" 3300000 8000000
if works instructions; then
    spanwise run -q --meter=instructions -o emulated.prof ./p || fail 'emulated'
    within 'as the emulator counts them' \
        "$(figure .work hw-instructions.prof)" "$(figure '.work * 0.9' emulated.prof)" "$(figure '.work * 1.1' emulated.prof)"
fi
finish
