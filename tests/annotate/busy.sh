# While others have the processor nothing is the profiler's own cost, in its replay either; nor is it work, behind the last
# annotation either.
. "$SOURCE/tests/busy-lib.sh" || exit 1
gcc -O2 -g -I "$SOURCE/include" "$SOURCE/tests/annotate/cost.c" -o cost || fail 'it compiles'
cat >tail.c <<'X'
#include <spanwise.h>
static volatile double sum;
static void work(long n)
{
    for (long i = 0; i < n; i++)
        sum += (double)i;
}
int main(void)
{
    PAR_SEC_BEGIN("section");
    PAR_TASK_BEGIN("task");
    work(100000);
    PAR_TASK_END();
    PAR_SEC_END();
    work(200000000);
    return 0;
}
X
gcc -O2 -g -I "$SOURCE/include" tail.c -o tail || fail 'it compiles'
start_rivals
# Tasks with nothing in them: the most of the time is the profiler's.
busily b ./cost 20000 1 150
busily t ./tail
stop_rivals
accounted b
accounted t
finish
