# What the report says of programs of C++ threads: causes, lines, who waited for what, by counted instructions on 8 cores.
. "$SOURCE/tests/lib.sh" || exit 1
PLANTED=$SOURCE/tests/threads/planted.cc
g++ -std=c++17 -O2 -g -pthread "$PLANTED" -o planted || exit 1

line() { grep -n "// $1\$" "$PLANTED" | cut -d: -f1; }
runs() {
    timeout -s KILL 300 spanwise run --meter=instructions --once -N 8 --format=json -o p.prof ./planted "$1" >out 2>json ||
        fail "$1: status $?, $(head -n 2 json)"
}
about() { within "$1" "$2" "$(awk "BEGIN { print $3 * 0.97 }")" "$(awk "BEGIN { print $3 * 1.03 }")"; }

# looks NAME SPEEDUP CAUSE LINE WITHOUT: the speedup, and what the verdict blames
looks() {
    runs "$1"
    about "$1: speedup" "$(jq .runs[0].speedup json)" "$2"
    same "$1: verdict" "$(jq -r '.verdict | "\(.cause) \(.line)"' json)" "$3 $4"
    about "$1: speedup without it" "$(jq .verdict.speedup_without json)" "$5"
    within "$1: nothing is lost to nobody" "$(jq '.runs[0].lost.other' json)" 0 0.01
    within "$1: all is accounted for" "$(jq '.runs[0] | .efficiency + ([.lost[]] | add)' json)" 0.999 1.001
}

looks locked 2 contention "$(line LOCK)" 7.3
same 'the lock was taken so often' "$(jq '[.constructs[] | select(.kind == "lock").chunks] | add' json)" 160
within 'half of the work is under it' "$(jq '([.constructs[] | select(.kind == "lock").busy] | add) / .work' json)" 0.49 0.51
within 'cores wait for it' "$(jq .runs[0].lost.lock json)" 0.7 0.75
looks uneven 1.88 imbalance "$(line JOIN)" 7.97
looks serial 1.78 parallelism 0 7.99
within 'one thread ran' "$(jq .runs[0].lost.serial json)" 0.77 0.79
looks few 2 parallelism "$(line START)" 7.93
within 'there are few threads' "$(jq .runs[0].lost.threads json)" 0.74 0.76
looks starved 4.8 parallelism "$(line WAIT)" 7.5
same 'constructs' "$(jq -r '[.constructs[].kind] | unique | join(",")' json)" 'condition wait,join,lock,serial,threads'

# In words of threads: regions, loops and their clauses are OpenMP's.
for name in uneven serial starved locked; do
    timeout -s KILL 300 spanwise run --meter=instructions --once -N 8 -o p.prof ./planted $name >out 2>text || fail "$name: status $?"
    spanwise report --format=html -o p.html p.prof
    python3 "$SOURCE/tests/report/page.py" p.html data || fail "$name: its page"
    jq -r '[.sections[] | (.title, .lead?, .parts?[]?.title, .columns?[]?.title)] + [.words[]] | .[] | strings' data >words
    for where in text words; do
        if grep -iE "parallel region|barrier wait|\bregions?\b|\bomp|OpenMP|iterations|chunks|the '(threads|lock|join)'" $where; then
            fail "$name: words of OpenMP in its $where"
        fi
    done
done
has 'how often a lock was taken from another thread' text 'from an-'

# The same by arguments, by which a program is told N, and by a name for the front end.
cat >argument.c <<'C'
#include <pthread.h>
#include <stdio.h>
static void *run(void *unused) { return unused; }
int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    for (int i = 1; i < argc; i++)
        puts(argv[i]);
}
C
gcc -pthread argument.c -o argument || exit 1
same 'in place of {}' "$(spanwise run -q --once -N 3 -o p.prof ./argument a -j{} {}{} | xargs)" 'a -j3 33'
same 'in place of {}: the profile keeps it' "$(spanwise report --format=json p.prof | jq -c .args)" '["./argument","a","-j{}","{}{}"]'
same 'why: the cores of this machine' "$(spanwise why -q --quick --no-html -o w.prof ./argument a -j{} | xargs)" "a -j$(nproc)"
same 'why: the profile keeps it' "$(spanwise report --format=json w.prof | jq -c .args)" '["./argument","a","-j{}"]'
same 'in place of an argument' "$(spanwise run -q --once --threads-arg=2 -N 5 -o p.prof ./argument a 1 b | xargs)" 'a 5 b'
spanwise run --once --front-end=threads -N 2 -o p.prof sh -c './argument x; true' >out 2>err
same 'what a script starts' "$(cat out)" x
has 'what a script starts' err 'simulated processors'

# N is what it is told, also if a library asks, and makes the threads: that is known before there is one. What a script starts is told the same.
cat >library.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/sysinfo.h>
#include <unistd.h>
static void *run(void *unused) { return unused; }
static void tell(void)
{
    cpu_set_t set, mine, last;
    CPU_ZERO(&last);
    sched_getaffinity(0, sizeof set, &set);
    pthread_getaffinity_np(pthread_self(), sizeof mine, &mine);
    CPU_SET(CPU_COUNT(&set) - 1, &last);
    printf("%d %d %ld %ld %d %d %d\n", CPU_COUNT(&set), CPU_COUNT(&mine), sysconf(_SC_NPROCESSORS_ONLN), sysconf(_SC_NPROCESSORS_CONF),
           get_nprocs(), get_nprocs_conf(), sched_setaffinity(0, sizeof last, &last));
}
void work(void)
{
    pthread_t t;
    tell();
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    tell();
}
C
printf '%s\n' 'void work(void);' 'int main(void) { work(); }' >main.c
gcc -shared -fPIC -pthread library.c -o libwork.so && gcc main.c -L. -lwork -Wl,-rpath,"$PWD" -o asks || exit 1
same 'a library asks' "$(spanwise run -q --once --front-end=threads -N 37 -o p.prof ./asks | uniq)" '37 37 37 37 37 37 0'
refused 'a program without threads' 1 'true thread' spanwise run --front-end=threads -N 2 -o p.prof true
finish
