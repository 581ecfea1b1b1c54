# Grain is the cause where it limits, and only there: programs that spawn too finely, with twins that spawn as little as they should; and
# one that spawns a lot for as much work. By counted instructions.
. "$SOURCE/tests/lib.sh" || exit 1
cat >loops.c <<'C'
#include <cilk/cilk.h>
static double a[64];
/* A small loop that is opened over and over. */
__attribute__((noinline)) static void step(double x)
{
#ifdef MENDED
    for (int i = 0; i < 64; i++)
#else
    cilk_for (int i = 0; i < 64; i++) /* the line */
#endif
        a[i] = a[i] * 0.5 + x;
}
/* What runs in parallel as it should. */
__attribute__((noinline)) static void work(long *p, long n)
{
    for (volatile long i = 0; i < n; i++)
        *p += i;
}
int main(void)
{
    static long sink[64][16];
    for (int i = 0; i < 20000; i++)
        step(i);
    cilk_for (int i = 0; i < 64; i++)
        work(sink[i], 10000);
    return a[3] < 0;
}
C
cat >nodes.c <<'C'
#include <cilk/cilk.h>
#ifdef MENDED
#define LEAST 12
#else
#define LEAST 0
#endif
struct node {
    struct node *left, *right;
    long value;
};
static struct node nodes[1 << 18];
static long called(const struct node *n) { return n ? called(n->left) + called(n->right) + n->value : 0; }
/* A spawn for every node, which is nothing but an addition. */
static long sum(const struct node *n, int height)
{
    if (!n)
        return 0;
    if (height <= LEAST)
        return called(n);
    long left = cilk_spawn sum(n->left, height - 1); /* the line */
    long right = sum(n->right, height - 1);
    cilk_sync;
    return left + right + n->value;
}
int main(void)
{
    long s = 0;
    for (int i = 1; i < 1 << 18; i++)
        nodes[i] = (struct node){2 * i < 1 << 18 ? nodes + 2 * i : 0, 2 * i < 1 << 18 ? nodes + 2 * i + 1 : 0, i};
    for (int i = 0; i < 3; i++)
        s += sum(nodes + 1, 18);
    return s == 1;
}
C
# profile SOURCE NAME FLAGS
profile() {
    spanwise cc -O2 -g $3 "$1" -o "$2" && spanwise run -q --budget=none --meter=instructions -o "$2.prof" "./$2" >out &&
        spanwise report --format=json --top=all "$2.prof" >"$2.json"
}
cause() { jq -r .verdict.cause "$1.json"; }
told() { jq '.verdict.losses[0].on_one_core' nodes.json; }
for name in loops nodes; do
    check "$name" profile $name.c $name ''
    same "$name: the cause" "$(cause $name)" grain
    same "$name: the line" "$(jq .verdict.line $name.json)" "$(grep -n 'the line' $name.c | cut -d: -f1)"
    same "$name: what the findings begin with" "$(jq -r '.findings[0] | .kind + " " + .severity' $name.json)" 'strands advice'
    check "$name: mended" profile $name.c $name-mended -DMENDED
    check "$name: and then it is another" test "$(cause $name-mended)" != grain
done
# Of spawns all instructions are counted, so that the work of both tells what is gained: no less than is promised.
within 'nodes: what was promised' "$(told)" 1.2 "$(jq -s '.[0].work / .[1].work * 1.15' nodes.json nodes-mended.json)"
# Many spawns, each with enough to do.
check 'queens' spanwise cc -O2 -g -I"$SOURCE/bench" "$SOURCE/bench/nqueens.c" -o queens
check 'queens: run' spanwise run -q --meter=instructions -o queens.prof ./queens 11 >out
spanwise report --format=json queens.prof >queens.json
check 'queens: it is not grain' test "$(cause queens)" != grain
same 'queens: nor advice' "$(jq '[.findings[] | select(.severity == "advice" and (.kind == "strands" or .kind == "burden"))] | length' queens.json)" 0
timing || finish
# In time: what one worker takes, as it is and as its twin, and what was promised of that.
best() { for _ in 1 2 3 4 5 6 7; do (TIMEFORMAT=%U && time CILK_NWORKERS=1 "$@" >out) 2>&1; done | sort -g | head -1; }
sed -i 's/i < 3;/i < 100;/' nodes.c
check 'nodes: for longer' spanwise cc -O2 -g nodes.c -o nodes
check 'nodes: its twin' spanwise cc -O2 -g -DMENDED nodes.c -o nodes-mended
check 'nodes: in time' spanwise run -q -o nodes.prof ./nodes
spanwise report --format=json nodes.prof >nodes.json
same 'nodes: in time: the cause' "$(cause nodes)" grain
measured 'nodes: in time: what was promised' "$(told)" 1.3 "$(awk "BEGIN { print 1.15 * $(best ./nodes) / $(best ./nodes-mended) }")"
finish
