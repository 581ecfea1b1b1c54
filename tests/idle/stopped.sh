# A program that a signal ends, as Ctrl-C does, on a processor that another one uses too: what that took is not the program's.
. "$SOURCE/tests/lib.sh" || exit 1
test -r /proc/self/schedstat || exit 77
cat >stopped.c <<'C'
#include <signal.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    struct timespec used;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec == 0 && used.tv_nsec < 300000000);
    return kill(getpid(), SIGINT);
}
C
gcc -O1 -g stopped.c -o stopped || fail 'gcc'
one=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
taskset -c "$one" sh -c 'while :; do :; done' &
other=$!
taskset -c "$one" spanwise sample -q -o s.prof ./stopped
same 'it was killed' $? 130
kill "$other"
spanwise report --format=json s.prof >it.json
# The other one had about half of the processor: a quarter is sure.
same 'what it would have taken' "$(jq '.effort | .due_time > 0 and .due_time < 0.75 * .time' it.json)" true
finish
