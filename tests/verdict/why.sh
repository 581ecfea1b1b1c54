# spanwise why, as a user meets it: what it finds out, its files, the program's own output and end, and what is no program.
. "$SOURCE/tests/lib.sh"
cat >pages.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static volatile double sink;
static void spend(long n) { for (long i = 1; i < n; i++) sink += 1.0 / (double)i; }
static void prepare(void) { spend(45000000); }
static void treat(void)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < 512; i++)
        spend(30000);
}
int main(int argc, char **argv)
{
    char line[16] = "none";
    FILE *runs = fopen("runs", "a");
    fputs("x", runs);
    fclose(runs);
    if (argc > 2 && !fgets(line, sizeof line, stdin))
        return 9;
    prepare();
    treat();
    printf("%.4s\n", line);
    return argc > 1 ? atoi(argv[1]) : 0;
}
C
gcc -O2 -g -fopenmp -fno-inline pages.c -o pages || exit 1
verdict() { jq -r ".verdict | $1" "$2"; }

# Three quarters of it are serial: no machine is so loaded that this is not what holds it back.
check 'why' timeout -s KILL 300 spanwise why -N 16 --json=why.json -o why.prof ./pages >out 2>err
same 'its output' "$(cat out)" none
has 'what it is' err '^\./pages: an OpenMP program; [0-9]+ cores? here$'
has 'the first line' err '^pages on 16 cores: expect (at most )?[0-9.]+x\. Too little parallelism' # all threads write to the sink
has 'the ledger' err '^Where the time of 16 cores goes'
has 'the page' err '^Written: why\.prof, (.*, )?pages\.html\. Next: .*spanwise diff why\.prof'
check 'not more than a screen' test "$(wc -l <err)" -le 24
same 'the page begins with it' "$(python3 "$SOURCE/tests/report/page.py" pages.html page.data && jq -c '[.sections[:2][].kind], .sections[0].sentences[0]' page.data | tr '\n' ' ')" \
    "[\"verdict\",\"ledger\"] $(jq -c '.verdict.sentences[0]' why.json) "
same 'processors' "$(verdict .processors why.json)" 16
same 'cause' "$(verdict .cause why.json)" parallelism
same 'serial code' "$(verdict '.losses[0].form' why.json)" serial
same 'speedups to expect' "$(jq -c '[.verdict.expected[].processors]' why.json)" '[16]'
check 'speedup' jq -e '.verdict | .speedup >= 1 and .speedup < .speedup_without and .speedup_without <= 16' why.json >out
has 'file' <(verdict .file why.json) '/pages\.c$'
has 'function' <(verdict .function why.json) '^(prepare|spend)$'
# Whether there is time for memory depends on the machine, and so does what is worth a second step.
same 'keys' "$(jq -c '.verdict | del(.memory, .then) | keys' why.json)" \
    '["away","cause","certainty","expected","file","function","line","losses","measured","not_looked_at","plan","processors","sentences","speedup","speedup_without","when","work"]'
same 'keys of losses' "$(jq -c ".verdict.losses[0] | del(.speedup_alone) | keys" why.json)" '["bound","cause","file","form","function","line","lost","places","simulated","speedup_without","when"]'
same 'each cause once' "$(jq -c '[.verdict.losses[].cause] | length == (unique | length)' why.json)" true
within 'with the work they are all' "$(jq '[.verdict.losses[].lost] | add' why.json)" 0 1
same 'by what they gain' "$(jq -c '[.verdict.losses[].speedup_without] | . == (sort | reverse)' why.json)" true
same 'memory was looked at, or not' "$(jq -c '(.verdict.not_looked_at == ["memory"]) != (.verdict.not_looked_at == [])' why.json)" true
same 'as the profile has it' "$(jq -c '(.verdict | has("memory")) == (.verdict.not_looked_at == [])' why.json)" true
same 'the report has the same' "$(spanwise report --format=json why.prof | jq -c '.verdict | del(.sentences)')" "$(jq -c '.verdict | del(.sentences)' why.json)"

# One run; the program's name alone; its own end, also by a signal; input that comes once.
rm runs
status 'the exit status is its own' 3 spanwise why --quick -q ./pages 3 >out 2>err
same 'one run' "$(cat runs)" x
same 'quiet' "$(cat err)" ''
check 'the name alone' timeout -s KILL 300 spanwise ./pages >out 2>err
has 'is why' err '^pages on 16 cores: expect '
check 'in $PATH' env PATH=".:$PATH" spanwise pages >out 2>err
echo word >input
status 'input from a pipe' 5 bash -c 'cat input | timeout -s KILL 300 spanwise why -N 4 --json=piped.json ./pages 5 read' >out 2>err
same 'was read' "$(cat out)" word
same 'by all runs' "$(verdict .cause piped.json)" parallelism

# No page; not both.
rm -f pages.html
check 'no page' spanwise why --quick --no-html -q ./pages >out 2>err
same 'is none' "$(ls pages.html 2>&1 | grep -c '^pages')" 0
status 'either' 2 spanwise why --html --no-html ./pages 2>err
has 'either' err 'either --html or --no-html'

# A run that is interrupted, and ends early as if nothing were wrong, is no answer; the one before it is.
cat >twice.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static unsigned long times = 20000000;
static void *work(void *sum)
{
    for (unsigned long i = 0; i < times; i++)
        *(volatile unsigned long *)sum += i;
    return NULL;
}
int main(void)
{
    static unsigned long sums[4][16];
    FILE *runs = fopen("runs", "a+");
    pthread_t threads[4];
    fputs("run\n", runs);
    int is_first = ftell(runs) <= 4;
    fclose(runs);
    if (!is_first) {
        times = 1000;
        kill(getppid(), SIGINT);
    }
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, sums[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
C
check 'twice: build' gcc -g -O2 -pthread twice.c -o twice
status 'interrupted' 130 spanwise why --no-html --json=twice.json ./twice 2>err
has 'interrupted: told' err 'interrupted: runs that had not ended are left out'
same 'interrupted: no simulation' "$(jq 'has("runs")' twice.json)" false
check 'interrupted: a profile' test -s twice.prof
rm runs
check 'a profile of why is replaced' spanwise run --once -N 2 -q ./twice 2>err
same 'a profile of why is replaced: silently' "$(cat err)" ''
check 'a profile of why is replaced: by that name' test ! -e twice-2.prof

# What is no program.
status 'neither' 2 spanwise nosuchthing 2>err
has 'neither' err "^spanwise: 'nosuchthing' is neither a command nor a program; 'spanwise --help' lists the commands$"
status 'mistyped' 2 spanwise reprot x 2>err
has 'mistyped' err "'reprot' is neither .*; did you mean 'report'"
status 'swapped' 2 spanwise wyh x 2>err
has 'swapped' err "did you mean 'why'"
status 'a folder' 126 spanwise why "$PWD" 2>err
has 'a folder' err "it is a folder"
echo 'int main(void) { }' >source.c
status 'a source file' 126 spanwise why ./source.c 2>err
has 'a source file' err "is not executable; a source file has to be compiled first"
status 'no slash' 2 spanwise pages 2>err
has 'no slash' err "did you mean 'spanwise ./pages'\?"
status 'no operand' 2 spanwise why 2>err
has 'no operand' err "spanwise why --help"
finish
