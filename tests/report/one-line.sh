# A verdict is true of the line that it names: what it loses is that line's, and what it promises is what the program has in
# which that line alone is mended. By counted instructions.
. "$SOURCE/tests/lib.sh" || exit 1
cat >lines.c <<'C'
#include <cilk/cilk.h>
#define NOINLINE __attribute__((noinline, noipa))
#define WORK     800000
static long sink[64][16];
static NOINLINE void burn(long *p, long n)
{
    for (volatile long i = 0; i < n; i++)
        *p += i;
}
#ifdef MENDED /* the line, in many parts at once */
static NOINLINE void first(long n)
{
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 64; i++)
        burn(sink[i], n / 64);
}
#else
#define first(n) burn(sink[0], n)
#endif
static NOINLINE void rest(void)
{
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 64; i++)
        burn(sink[i], WORK / 16);
}
int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1) { /* two lines, one after the other */
        first(WORK);
        burn(sink[1], WORK / 10);
    } else if (argc == 2) { /* two at once, one of them nearly as long */
        cilk_spawn burn(sink[2], WORK / 5 * 4);
        first(WORK);
        cilk_sync;
    } else { /* many lines, none of which has much */
        burn(sink[0], WORK / 10);
        burn(sink[1], WORK / 10);
        burn(sink[2], WORK / 10);
        burn(sink[3], WORK / 10);
        burn(sink[4], WORK / 10);
        burn(sink[5], WORK / 10);
        burn(sink[6], WORK / 10);
        burn(sink[7], WORK / 10);
        burn(sink[8], WORK / 10);
        burn(sink[9], WORK / 10);
        burn(sink[10], WORK / 10);
        burn(sink[11], WORK / 10);
    }
    rest();
    return 0;
}
C
profile() { # NAME FLAGS ARGUMENTS...
    name=$1 flags=$2
    shift 2
    spanwise cc -O2 -g $flags lines.c -o "$name" &&
        spanwise run -q --budget=none --meter=instructions -o "$name.prof" "./$name" "$@" &&
        spanwise report --format=json --top=all "$name.prof" >"$name.json"
}
# What mending that line alone gains on 16 cores, and what it gained.
told() { jq '.verdict.losses[0] | .speedup_alone // .speedup_without' "$1.json"; }
line() { jq .verdict.called_at.line "$1.json"; }
line_of() { grep -n 'first(WORK);' lines.c | sed -n "$1p" | cut -d: -f1; }

check 'two lines' profile two ''
same 'two lines: the longer one' "$(line two)" "$(line_of 1)"
has 'two lines: what' <(jq -r '.verdict.sentences[1]' two.json) "^lines.c:[0-9]+  burn, called at lines.c:$(line_of 1), "
check 'two lines: mended' profile two-mended -DMENDED
within 'two lines: what was promised' "$(told two)" $(jq '.verdict.speedup * (0.95, 1.15)' two-mended.json)

check 'at once' profile once '' x
same 'at once: the longer one' "$(line once)" "$(line_of 2)"
check 'at once: mended' profile once-mended -DMENDED x
within 'at once: what was promised' "$(told once)" $(jq '.verdict.speedup * (0.95, 1.05)' once-mended.json)
check 'at once: in JSON' jq -e --argjson line "$(line_of 2)" '.sites[] | select(.callee == "burn" and .line == $line).on_span |
    (.relief / .local.span - 0.2 | fabs) < 0.01' once.json >relief

check 'many lines' profile many '' x x
same 'many lines: the function' "$(jq -c '[.verdict.line, .verdict.function]' many.json)" "[$(grep -n 'void burn' lines.c | cut -d: -f1),\"burn\"]"
finish
