# cilk/cilk_stub.h: the serial elision of a file, under spanwise cc as under a plain compiler.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cc
cat >words.c <<'X'
#include <stdio.h>
static int one(void) { return 1; }
int main(void)
{
    int x = cilk_spawn one(), y;
    y = _Cilk_spawn one();
    cilk_sync;
    _Cilk_for (int i = 0; i < 3; i++)
        x += i;
    cilk_scope { y += 2; }
    int cilk_reducer(a, b) z = 4;
    printf("%d %d %d\n", x, y, z);
    return 0;
}
X
for cc in 'spanwise cc' "gcc -I$SOURCE/include"; do
    for first in '' '-include cilk/cilk.h'; do
        check "$cc $first builds" $cc $first -include cilk/cilk_stub.h words.c -o words
        same "$cc $first: output" "$(./words)" '4 3 4'
    done
done
spanwise cc --spanwise-rewrite -include cilk/cilk_stub.h words.c >rewritten
same 'nothing of Cilk is left' "$(grep -c '__spanwise_' rewritten)" 0
for program in forms loops; do
    gcc -w -I"$SOURCE/include" "$here/$program.c" -o serial && ./serial >want
    check "$program builds" spanwise cc -w -include cilk/cilk_stub.h "$here/$program.c" -o it
    same "$program: the same" "$(./it)" "$(cat want)"
done
finish
