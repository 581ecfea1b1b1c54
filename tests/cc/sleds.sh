# The sleds of a file, as abi/cilk.h says: their number, kinds, order and places.
. "$SOURCE/tests/lib.sh"

# kinds FILE: the kinds in its table but for the filter's (1, 2, 3, 10, 11), in the order of the text.
kinds() {
    readelf -W -x __spanwise_sleds "$1" 2>/dev/null |
        awk '/^  0x/ { k = substr($5, 1, 2) + 0; if (k > 3 && k < 10) printf "%s%d", n++ ? " " : "", k }'
}

for cc in gcc clang; do
    spanwise cc --spanwise-cc=$cc -O1 -c "$SOURCE/tests/cc/sleds.c" -o sleds.o
    # gcc's tasks and ranges of loops are functions, which it writes out when it likes.
    case $cc in
    gcc) want='4 4 5 5 5 6 6 6 7 7 8 8 9 ' ;;
    *) want='4 4 5 5 6 6 7 7 8 8 ' ;;
    esac
    same "sleds by $cc" "$(kinds sleds.o | tr ' ' '\n' | sort | tr '\n' ' ')" "$want"
    readelf -SW sleds.o >sections
    has "entries go with their code under $cc" sections '__spanwise_sleds +PROGBITS .* AL '
done

# Code that the linker drops takes its entries along; what stays keeps them.
cat >drop.c <<'X'
#include <cilk/cilk.h>
int f(int x) { return x; }
int kept(void) { int x = cilk_spawn f(1); cilk_sync; return x; }
int dropped(void) { int x = cilk_spawn f(1); cilk_spawn f(2); cilk_sync; return x; }
int main(void) { return kept() - 1; }
X
for cc in gcc clang; do
    spanwise cc --spanwise-cc=$cc -O1 drop.c -o all
    same "all sleds with $cc" "$(kinds all | tr ' ' '\n' | sort | tr '\n' ' ')" '4 4 4 5 5 5 6 6 '
    spanwise cc --spanwise-cc=$cc -O1 -ffunction-sections -Wl,--gc-sections drop.c -o some
    same "sleds with $cc and --gc-sections" "$(kinds some | tr ' ' '\n' | sort | tr '\n' ' ')" '4 5 6 '
    check 'it runs' ./some
    spanwise cc --spanwise-cc=$cc -O2 -flto drop.c -o lto
    same "sleds with $cc and LTO" "$(kinds lto | tr ' ' '\n' | sort | tr '\n' ' ')" '4 5 6 '
    check 'it runs' ./lto
done

# Arguments, callee and target are evaluated before the spawn; the call lies between its two sleds.
cat >order.c <<'X'
#include <cilk/cilk.h>
int work(int), argument(void), *target(void);
int (*callee(void))(int);
int nop(void);
static inline int spawner(void)
{
    int x = cilk_spawn work(argument());
    *target() = cilk_spawn callee()(argument());
    cilk_sync;
    return x;
}
int user(void) { return spawner() + 1; }
X
for cc in gcc clang; do
    case $cc in
    gcc) want='4 indirect 5 4 work 5 argument task target callee argument task 6 ' ;;
    *) want='argument 4 work 5 target callee argument 4 indirect 5 6 ' ;;
    esac
    spanwise cc --spanwise-cc=$cc -O2 -S order.c -o order.s
    same "order under $cc" "$(sed -nE 's/.*[[:space:]](bl|callq?)[[:space:]]+(work|argument|target|callee)\b.*/\2/p
        s/.*[[:space:]](bl|callq?)[[:space:]]+__spanwise_task.*/task/p
        s/.*[[:space:]](blr|callq?)[[:space:]]+[x%*].*/indirect/p
        s/.*\.byte[[:space:]]+([4-8]),0,0,0.*/\1/p' order.s | tr '\n' ' ')" \
        "$want"
    spanwise cc --spanwise-cc=$cc -O2 -c order.c
    check "a function that spawns keeps its frame under $cc" sh -c 'nm order.o | grep -q " t spawner"'
done

# A sync that straight code leads from to a return; the table's checker looks at the code between.
last_syncs() { sed -n 's/^LAST_SYNC \([a-z_]*\).*/\1/p' list | sort | tr '\n' ' '; }
for cc in gcc clang; do
    for level in '-O2' $(! long || echo -O1 -Os) '-O2 -g -fPIC'; do
        spanwise cc --spanwise-cc=$cc $level "$SOURCE/tests/cc/syncs.c" -o syncs
        check "$cc $level runs" ./syncs
        check "table by $cc $level" "$BUILD/tests/sleds-table" --list syncs objdump >list
        case "$cc $level" in
        'gcc -O1' | 'gcc -Os') ;; # jump around what is hardly ever done, not to it
        *) same "last syncs by $cc $level" "$(last_syncs)" 'last_fib last_of_two ' ;;
        esac
    done
done

# The prelude's own declarations agree with abi.h.
cat >agree.c <<'X'
#include <cilk/cilk.h>
#include <stddef.h>
#include "abi/cilk.h"
void here(void);
void here(void) { cilk_for (int i = 0; i < 2; i++) ; }
#define SAME(member, other) \
    _Static_assert(offsetof(struct sw_cilk_loop, member) == offsetof(struct __spanwise_loop, other), #member)
_Static_assert(sizeof(struct sw_cilk_loop) == sizeof(struct __spanwise_loop), "size");
SAME(at, at);
SAME(grain, grain);
SAME(depth, depth);
SAME(end, end);
_Static_assert(offsetof(struct sw_cilk_hooks, loop_begin) == offsetof(struct __spanwise_hooks, loop_begin), "begin");
_Static_assert(offsetof(struct sw_cilk_hooks, loop_next) == offsetof(struct __spanwise_hooks, loop_next), "next");
X
check 'the prelude agrees with abi.h' spanwise cc -I"$SOURCE" -c agree.c
finish
