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
    return (long)(x >> 63);
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
        spanwise run -q --meter="$1" -o "$1.prof" ./p ${2-} || fail "$1" && figure .work "$1.prof"
    done | sort -n | head -1
}
time=$(least time)
clock=$(least task-clock)
# near: from that share of the time to that.
near() { measured "$1" "$2" "$(awk "BEGIN { print $time * $3 }")" "$(awk "BEGIN { print $time * $4 }")"; }
same 'names' "$(figure '"\(.meter), \(.unit)"' task-clock.prof)" 'task-clock, ns'
near 'work' "$clock" 0.8 1.2
measured 'parallelism' "$(figure .parallelism task-clock.prof)" 30 2500
near 'sleeping is no work' "$(least task-clock sleeps)" 0.6 1.6
finish
