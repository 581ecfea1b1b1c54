# Of what spanwise cc has built: annotations are taken where there is nothing of Cilk, in the program or in a library.
. "$SOURCE/tests/lib.sh" || exit 1

cat >marks.c <<'X'
#include <spanwise.h>
extern int both(int n) __attribute__((weak));
volatile double sum;
int main(void)
{
    PAR_SEC_BEGIN("loop");
    for (int i = 0; i < 10; i++) {
        PAR_TASK_BEGIN("step");
        for (int k = 0; k < 100000; k++)
            sum += k;
        PAR_TASK_END();
    }
    PAR_SEC_END();
    return both ? both(3) : 0;
}
X
cat >both.c <<'X'
#include <cilk/cilk.h>
static int one(int n) { return n; }
int both(int n)
{
    int a = cilk_spawn one(n);
    cilk_sync;
    return a - n;
}
X
cat >loop.c <<'X'
#include <cilk/cilk.h>
int seen[8];
int both(int n)
{
    cilk_for (int i = 0; i < 8; i++)
        seen[i] = n;
    return seen[0] - n;
}
X

# takes NAME FRONT_END WORDS PROGRAM [OPTION...]
takes() {
    name=$1 want=$2 words=$3 program=$4
    shift 4
    check "$name: run" spanwise run -q -o p.prof "$@" "./$program" 2>err
    same "$name: front end" "$(spanwise report --format=json p.prof | jq -r .front_end)" "$want"
    if [ "$words" ]; then has "$name: said" err "$words"; else same "$name: nothing to say" "$(cat err)" ''; fi
}

check 'build' spanwise cc -O2 -g marks.c -o marks
takes 'annotations alone' annotate '' marks
takes 'annotations alone, as Cilk' cilk '' marks --front-end=cilk
same 'tasks are none then' "$(spanwise report --format=json p.prof | jq .spawns)" 0
check 'strip' strip marks
takes 'without symbols' annotate '' marks
refused=$(spanwise run --workers=2 ./marks 2>&1)
same 'not of several workers: status' $? 2
echo "$refused" >err
names 'not of several workers: why' err 'spanwise: --workers annotations'

check 'build with a spawn' spanwise cc -O2 -g marks.c both.c -o spawns
takes 'a spawn' cilk 'annotations.*Cilk' spawns
takes 'a spawn, but annotations are asked for' annotate '' spawns --front-end=annotate
check 'build with a loop' spanwise cc -O2 -g marks.c loop.c -o loop
takes 'a loop' cilk 'annotations.*Cilk' loop

# The program has none of it, but a library that it needs.
check 'build a library' spanwise cc -O2 -g -shared -fPIC both.c -o libboth.so
check 'build with it' spanwise cc -O2 -g marks.c -o with -Wl,--no-as-needed -L. -lboth -Wl,-rpath,"$PWD"
takes 'a spawn in a library' cilk 'annotations.*Cilk' with
finish
