# While others have the processor nothing is the profiler's own cost, in its replay either; nor is it work, behind the last
# annotation either.
. "$SOURCE/tests/lib.sh" || exit 1
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
processor=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
rivals=
for _ in 1 2; do
    taskset -c "$processor" timeout -s KILL 60 sh -c 'while :; do :; done' &
    rivals="$rivals $!"
done
TIMEFORMAT='%R %U %S'
run() { # NAME COMMAND...
    name=$1
    shift
    { time taskset -c "$processor" spanwise run -q -o $name.prof "$@" >/dev/null; } 2>$name.times
}
# Tasks with nothing in them: the most of the time is the profiler's.
run b ./cost 20000 1 150
run t ./tail
kill $rivals
wait $rivals 2>/dev/null
for name in b t; do
    read -r wall user system <$name.times
    spanwise report --format=json $name.prof >$name.json
    sum=$(jq '(.work + .circumstances.overhead) / 1e9' $name.json)
    echo "$name: $wall s, of which $user s and $system s running; told: $sum s of work and our own," \
        "$(jq '.circumstances.preempted / 1e9' $name.json) s preempted"
    check "$name: it was a busy time: $wall s" awk "BEGIN { exit !($wall > 1.5 * ($user + $system)) }"
    within "$name: work and overhead, of the time that it ran" "$(awk "BEGIN { print $sum / ($user + $system) }")" 0.5 1.1
done
finish
