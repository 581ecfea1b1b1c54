# What a newcomer does wrong, and what they are told.
. "$SOURCE/tests/lib.sh" || exit 1
cat >tree.c <<'END'
#include <cilk/cilk.h>
#include <stdio.h>

__attribute__((noinline)) static long leaves(int depth)
{
    if (depth == 0)
        return 1;
    long left = cilk_spawn leaves(depth - 1);
    long right = leaves(depth - 1);
    cilk_sync;
    return left + right;
}

int main(void)
{
    printf("%ld\n", leaves(18));
}
END

# Tasks that are far too small.
check 'build' spanwise cc -O2 -g tree.c -o tree
check 'run' spanwise run -o tree.prof ./tree >out 2>err
same 'the output is the program'"'"'s' "$(cat out)" 262144
spanwise report --width=1000 tree.prof >wide
has 'tiny tasks' <(spanwise report --format=json tree.prof | jq -r '.findings[] | select(.kind == "strands").text') \
    "'leaves'.* tree.c:8 .*\b262,143\b"
status 'with -g, no hint' 1 grep -q '\bwith -g\b' wide

# Without -g: names, and a hint.
check 'build without -g' spanwise cc -O2 tree.c -o nameless
spanwise run -q -o nameless.prof ./nameless >out
spanwise report --width=1000 nameless.prof >wide
has 'without -g: names' wide 'spawn leaves in leaves'
same 'without -g: one hint below the sites' "$(grep '\bwith -g\b' wide | grep -vc -e '^  warning ' -e 'to see the line')" 1

# Without the header.
sed 1d tree.c >bare.c
check 'build without cilk.h' spanwise cc -O2 -g bare.c -o bare
spanwise run -q -o bare.prof ./bare >out
same 'without cilk.h: spawns' "$(spanwise report --format=json bare.prof | jq .spawns)" 262143

# Built by gcc: it runs, and why there is no profile is said.
gcc -O2 -I"$BUILD/include" tree.c -o plain
status 'built by gcc' 1 spanwise run -o plain.prof ./plain >out 2>err
same 'built by gcc: output' "$(cat out)" 262144
has 'built by gcc: told' err "'./plain'.*'spanwise cc'"
check 'built by gcc: no profile' test ! -e plain.prof
status 'no profile' 1 spanwise report plain.prof 2>err
has 'no profile: told' err "^spanwise: .*'plain.prof'.*'spanwise run "

# Nothing spawned: no promise.
cat >serial.c <<'END'
int main(void)
{
    volatile double x = 1;
    for (int i = 0; i < 20000000; i++)
        x = x * 1.0000001;
    return 0;
}
END
check 'build serial' spanwise cc -O2 -g serial.c -o serial
spanwise run -q -o serial.prof ./serial
spanwise report --width=1000 serial.prof >wide
same 'serial: told' "$(spanwise report --format=json serial.prof | jq '[.findings[] | select(.kind == "serial")] | length')" 1

# A loop of one long iteration among short ones: it is the loop's chunks that hold the span.
cat >loop.c <<'END'
#include <cilk/cilk.h>
static volatile double out[1024];
int main(void)
{
    cilk_for (int i = 0; i < 1024; i++) {
        double x = 1;
        for (int k = 0; k < (i == 512 ? 50000000 : 10000); k++)
            x = x * 1.0000001;
        out[i] = x;
    }
    return 0;
}
END
check 'build loop' spanwise cc -O1 -g loop.c -o loop
spanwise run -q -o loop.prof ./loop
spanwise report --width=1000 loop.prof >wide
has 'a loop: its chunks' wide \
    '\bcilk_for at loop.c:5 .*\bchunks\b.*\b[0-9]+% '
finish
