# Programs that end in the middle of a parallel region, by a signal or by exit(): what is told holds until there, is said to,
# and nothing is predicted from it. The same between regions, where all is as it is at the end.
. "$SOURCE/tests/lib.sh" || exit 1
cat >cut.c <<'END'
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
static volatile int sink;
static void work(void)
{
    for (int i = 0; i < 1000000; i++)
        sink += i;
}
static void end(int how)
{
    if (how < 0)
        exit(0);
    if (how == 0)
        _exit(0);
    kill(getpid(), how);
    for (;;)
        pause();
}
int main(int argc, char **argv)
{
    int how = atoi(argv[2]);
    if (argc != 3)
        return 1;
#pragma omp parallel
    work();
    if (!strcmp(argv[1], "outside")) {
        work();
        omp_get_wtime();
        end(how);
    }
#pragma omp parallel
    {
        if (!strcmp(argv[1], "nested")) {
#pragma omp parallel num_threads(2)
            work();
        } else {
            work();
        }
#pragma omp barrier
        work();
        omp_get_wtime();
#pragma omp barrier
#pragma omp master
        end(how);
#pragma omp barrier
    }
    return 1;
}
END
gcc -O1 -g -fopenmp cut.c -o cut || exit 1

value() { jq -r "$1" cut.json; }
# ends WHERE HOW: on two numbers of processors.
ends() {
    spanwise run -N 2,4 -o cut.prof --html=cut.html ./cut "$1" "$2" >out 2>err
    spanwise report --format=json cut.prof >cut.json || fail "$1, $2: no profile: $(cat err)"
    same "$1, $2: no more work than the processors have time" \
        "$(value '[.runs[] | select(.work > 1.01 * .processors * .time)] | length')" 0
    same "$1, $2: no shorter than the span" "$(value '[.runs[] | select(.span > .time)] | length')" 0
}
# in_region WHERE HOW WORDS: nothing is predicted.
in_region() {
    ends "$1" "$2"
    same "$1, $2: one finding" "$(value '[.findings[].kind] - ["too_short"] | join(" ")')" incomplete
    same "$1, $2: it tells" "$(value ".findings[0].text | test(\"$3\")")" true
    same "$1, $2: regions" "$(value '[.runs[].regions] | unique | join(" ")')" 2
    has "$1, $2: the page tells" cut.html "$3"
    same "$1, $2: no predictions" "$(grep -cE '^  Speedup|^Predicted' err)" 0
    spanwise check --min-parallelism=1 cut.prof >out 2>&1
    same "$1, $2: no basis for a check" $? 2
}
for where in inside nested; do
    in_region $where 15 'killed by signal 15'
    same 'one run' "$(value '.runs | length')" 1
    same 'the other is left out' "$(value '.warnings | map(select(test("larger numbers of processors are left out"))) | length')" 1
    in_region $where 9 'killed by signal 9'
    same 'both runs' "$(value '.runs | length')" 2
    in_region $where 0 'did not return from main'
    in_region $where -1 'ended'
done
for how in 9 0 -1; do
    ends outside $how
    same "outside, $how: no region" "$(value '[.findings[].text | select(test("inside a parallel region"))] | length')" 0
    same "outside, $how: regions" "$(value '[.runs[].regions] | unique | join(" ")')" 1
    has "outside, $how: predictions" err 'Speedup, predicted'
done
finish
