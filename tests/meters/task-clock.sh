# The kernel's clock of a thread and the processor's agree, whatever profiling costs.
. "$SOURCE/tests/meters/lib.sh"
works task-clock || exit 0
cat >p.c <<'C'
#include <cilk/cilk.h>
#include <unistd.h>
static __attribute__((noinline)) long spin(long n)
{
    unsigned long x = 1;
    for (long i = 0; i < n; i++)
        x = x * 6364136223846793005u + 1;
    return (long)(x >> 1);
}
static long tree(int depth)
{
    if (!depth)
        return spin(6000);
    long a = cilk_spawn tree(depth - 1), b = tree(depth - 1);
    cilk_sync;
    return a + b;
}
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        usleep(200000);
    return tree(11) < 0;
}
C
spanwise cc -O2 -g p.c -o p || exit 1

# least METER [ARGUMENT]: the least work of three runs: the machine's speed changes.
least() {
    for i in 1 2 3; do
        spanwise run -q --meter="$1" -o "$1.prof" ./p ${2-} || fail "$1"
        figure .work "$1.prof"
    done | sort -n | head -1
}
time=$(least time)
clock=$(least task-clock)
low=$(awk "BEGIN { print $time * 0.85 }") high=$(awk "BEGIN { print $time * 1.15 }")
same 'names' "$(figure '"\(.meter), \(.unit)"' task-clock.prof)" 'task-clock, ns'
within 'work' "$clock" "$low" "$high"
within 'parallelism' "$(figure .parallelism task-clock.prof)" 200 2500
within 'sleeping is no work' "$(least task-clock sleeps)" "$low" "$high"
finish
