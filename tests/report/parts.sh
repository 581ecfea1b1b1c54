# A serial phase that is spread over many functions, none of which is much of the span: the verdict names the call that
# makes them, below those that only hand on. What it says to be gained holds for the program where it is mended.
. "$SOURCE/tests/lib.sh" || exit 1
cat >phases.c <<'X'
#include <cilk/cilk.h>
#ifdef MENDED
#define STEP cilk_spawn
#else
#define STEP
#endif
#define NOINLINE __attribute__((noinline, noipa))
static long sink[8][64];
static NOINLINE void work(long *p, long n)
{
    for (volatile long i = 0; i < n; i++)
        *p += i;
}
#define PART(name, k) static NOINLINE void name(void) { work(sink[k], 20000 + 1000 * k); asm volatile("" : : : "memory"); }
PART(headers, 0)
PART(names, 1)
PART(numbers, 2)
PART(edges, 3)
PART(weights, 4)
PART(index_all, 5)
static NOINLINE void parse(void)
{
    STEP headers();
    STEP names();
    STEP numbers();
    STEP edges();
    STEP weights();
    index_all();
    cilk_sync;
}
static NOINLINE void load(void)
{
    parse();
    asm volatile("" : : : "memory");
}
static NOINLINE void solve(int depth, long *p)
{
    if (!depth) {
        work(p, 20000);
        return;
    }
    long other[64] = {0};
    cilk_spawn solve(depth - 1, p);
    solve(depth - 1, other);
    cilk_sync;
}
int main(void)
{
    load();
    solve(5, sink[6]);
    asm volatile("" : : : "memory");
    return 0;
}
X
profile() { # NAME FLAGS
    spanwise cc -O2 -g $2 phases.c -o "$1" && spanwise run -q --budget=none --meter=instructions -o "$1.prof" "./$1" &&
        spanwise report --format=json --top=all "$1.prof" >"$1.json"
}
check 'as it is' profile phases ''
check 'mended' profile mended -DMENDED
v='.verdict'
same 'the line' "$(jq -r "$v.called_at.line" phases.json)" "$(grep -n '^    parse();' phases.c | cut -d: -f1)"
same 'the cause' "$(jq -r "$v.cause" phases.json)" parallelism
same 'what' "$(jq -r "$v.function" phases.json)" parse
jq -r '.findings[] | select(.kind == "part").text' phases.json >sentences
has 'in words' sentences "'parse'.* phases.c:[0-9]+.* 'load'.* [0-9]+%"
# work() is called by all of them; what it does for solve() has nothing to do with it.
share=$(jq '(.sites[] | select(.callee == "parse").on_span.span) / .span' phases.json)
same 'how much' "$(grep "'parse'" sentences | grep -o '[0-9]*%' | head -1 | tr -d %)" "$(awk "BEGIN { printf \"%.0f\", 100 * $share }")"
# Six steps at once, the longest of which is a fifth of them all.
within 'what is promised' "$(jq "$v.losses[0] | .speedup_alone // .speedup_without" phases.json)" $(jq '.verdict.speedup * (1, 1.6)' mended.json)
finish
