# Pieces of a cilk_for that are too short to be timed alone are timed several at once, where nothing else happens in them; and what is counted of them is the
# same as ever: spawns, syncs, events, and how often each call site was come by.
. "$SOURCE/tests/lib.sh"
cat >pieces.c <<'C'
#include <cilk/cilk.h>
#include <stdlib.h>
#include <string.h>
static unsigned char a[1 << 16];
__attribute__((noinline)) static void called(unsigned i) { a[i] += i; }
static void fine(unsigned n)
{
#pragma cilk grainsize 1
    cilk_for (unsigned i = 0; i < n; i++)
        a[i] += i * i;
}
static void some(unsigned n)
{
#pragma cilk grainsize 3
    cilk_for (unsigned i = 0; i < n; i++)
        if (i % 1000 == 999)
            called(i);
        else
            a[i] += i;
}
static void calls(unsigned n)
{
#pragma cilk grainsize 1
    cilk_for (unsigned i = 0; i < n; i++)
        called(i);
}
static void nested(unsigned n)
{
#pragma cilk grainsize 1
    cilk_for (unsigned i = 0; i < 16; i++)
        fine(n / 16);
}
static void ends(unsigned n)
{
#pragma cilk grainsize 1
    cilk_for (unsigned i = 0; i < n; i++)
        if (i == n / 2)
            exit(0);
        else
            a[i] += i;
}
int main(int argc, char **argv)
{
    void (*loop)(unsigned) = !strcmp(argv[1], "fine") ? fine : !strcmp(argv[1], "some") ? some : !strcmp(argv[1], "calls") ? calls : !strcmp(argv[1], "ends") ? ends : nested;
    for (unsigned n = 1; argc > 1 && n <= 1 << 16; n = 2 * n + n % 7)
        loop(n);
    return 0;
}
C
check 'it compiles' spanwise cc -O2 -g pieces.c -o pieces
figures='[.spawns, .syncs, .circumstances.events, ([.sites[] | [.line, .kind, .on_work.local.count, .on_work.top_site.count]] | sort)]'
for case in fine some calls nested; do
    spanwise run -q --once --budget=none -o time.prof ./pieces $case 2>err
    spanwise run -q --budget=none --meter=instructions -o counted.prof ./pieces $case 2>err
    for p in time counted; do spanwise report --format=json --top=all $p.prof >$p.json; done
    same "$case: what is counted" "$(jq -c "$figures" time.json)" "$(jq -c "$figures" counted.json)"
    same "$case: instructions are counted one by one" "$(jq .circumstances.pieces_together counted.json)" 0
    case $case in
    fine | nested) check "$case: most pieces are timed together" jq -e '.circumstances.pieces_together * 2 > .spawns' time.json ;;
    calls) same "$case: pieces with events in them are not" "$(jq .circumstances.pieces_together time.json)" 0 ;;
    esac
done
spanwise run -q --once -o ends.prof ./pieces ends 2>err
same 'a program that ends in a piece' $? 0
check 'its profile is read' spanwise report --format=json ends.prof
spanwise run -q --level=sampled --once -o sampled.prof ./pieces fine 2>err
same 'samples have to know what runs' "$(spanwise report --format=json sampled.prof | jq .circumstances.pieces_together)" 0
finish
