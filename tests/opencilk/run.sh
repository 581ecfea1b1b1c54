# How `spanwise run` finds OpenCilk's programs, what it says of those that it cannot profile, levels,
# the budget, Cilkscale's own functions, what a program starts, and how it may end.
. "$SOURCE/tests/opencilk/lib.sh"
build_tool gcc
flags='-O2 -fno-omit-frame-pointer'
build gcc "$flags" fib "$here/fib.c"
build gcc "$flags" counts "$here/counts.c" "$here/unit.c"
build gcc "$flags" truth "$here/truth.c"
build gcc "$flags" wsp "$here/wsp.c"

# fib(15): 986 spawns of 1973 invocations.
status 'fib' 0 spanwise run -o it.prof ./fib 15 >out 2>err
same 'fib: its output' "$(cat out)" 610
has 'fib: the front end is told' err '\bopencilk\b.*\bfull\b'
show
same 'fib: front end' "$(value .front_end)" opencilk
same 'fib: counts' "$(table | tr '\n' ';')" \
    "986 986;986 $(grep -n 'SPAWN(0, spawn_fib' "$here/fib.c" | cut -d: -f1) spawn fib in fib;986 $(grep -n 'b = fib(n - 2)' "$here/fib.c" | cut -d: -f1) call fib in fib;1 $(grep -n 'printf' "$here/fib.c" | cut -d: -f1) call fib in main;"
same 'fib: nothing to warn of' "$(value '.warnings | length')" 0
status 'quiet' 0 spanwise run -q -o it.prof ./fib 15 >out 2>err
same 'quiet' "$(wc -c <err)" 0

# main() is on a fiber when its hook comes, the first one: who has called it is known.
build gcc "$flags" first "$here/first.c"
status 'on a fiber from the start' 0 spanwise run -q -o it.prof ./first >out
same 'on a fiber from the start: its output' "$(cat out)" 'done'
show
same 'on a fiber from the start: nothing to warn of' "$(value '.warnings | length')" 0
same 'on a fiber from the start: it is main()' "$(value '[.sites[] | select(.callee == "main")] | length')" 1

# Loops have the grain of 16 workers; if that cannot be, it is told.
warnings() { value '[.warnings[] | select(test("grain"))] | length'; }
same 'grain' "$(spanwise run -q -o it.prof ./counts grain outlined | head -1)" 16
show
same 'grain: nothing to tell' "$(warnings)" 0
same 'grain: unprofiled' "$(./counts grain | head -1)" 1
mkdir unknown
check 'a runtime that is not known' gcc -DUNKNOWN -O2 -g -shared -fPIC "$here/tool.c" -o unknown/libtool.so
LD_LIBRARY_PATH=$PWD/unknown spanwise run -q -o it.prof ./counts outlined >out
show
same 'grain: told' "$(warnings)" 1

# Levels and the budget: hooks that return at once.
spanwise run -q --level=spawns -o it.prof ./counts par unit >out
show
same '--level=spawns' "$(table | awk '{ print $1, $3, $4, $6 }' | tr '\n' ';')" \
    '3   ;1 spawn ? unit_par;1 spawn ? unit_par;1 spawn ? par;1 call par act;1 call unit_par act;'
spanwise run -q -o it.prof ./truth many
show
same 'the budget: what it took out' "$(value '[.unpatched[].function] | join(" ")')" tiny
within 'the budget: calls until then' "$(value '.unpatched[0].calls')" 1000 4000000
same 'the budget: what calls it stays' \
    "$(value '[.sites[] | select(.callee == "many") | .on_work.count] | add')" 1
spanwise run -q --budget=none -o it.prof ./truth many
show
same 'no budget' "$(value '[.sites[] | select(.callee == "tiny") | .on_work.count] | add')" 5000000

# Cilkscale's functions are ours when profiled, the tool's when not.
CILKSCALE_OUT=$PWD/out.csv spanwise run -q --meter=instructions -o it.prof ./wsp >out
read -r work span burdened sums <out
within 'wsp: work' "$work" 1000000 1000000000
within 'wsp: parallelism' "$(awk "BEGIN { print $work / $span }")" 1.5 2.1
check 'wsp: burdened' test "$burdened" -ge "$span"
same 'wsp: sums' "$sums" 1
has 'wsp: dump' out.csv '^both,[0-9.e-]+,[0-9.e-]+,[12]\.'
has 'wsp: header' out.csv '^tag,work \(seconds\),span \(seconds\),parallelism,'
./wsp >out
has 'wsp: unprofiled' out "^the tool's both"
build g++ "$flags" stream "$here/stream.cc"
same 'into a stream of C++' "$(spanwise run -q -o it.prof ./stream)" '3, 1.5, 2, 2, 1.5'
same 'into a stream of C++, unprofiled' "$(./stream)" "the tool's <<"

# --check compares with hooks that do nothing.
status '--check' 0 spanwise run --check -o it.prof ./truth wide 2>err
has '--check' err '^  [0-9]\. Check: '
show
check '--check: the work, and what it was without' test "$(value '.work > 0 and .circumstances.unprofiled_work > 0')" = true

# Found in a library that the program needs.
# shellcheck disable=SC2016
check 'build a library' gcc -O2 -g -fPIC -fno-omit-frame-pointer -shared -I "$here" "$here/unit.c" -o libunit.so -L. -ltool '-Wl,-rpath,$ORIGIN'
cat >main.c <<'END'
long unit_par(long n);
int main(void) { return (int)unit_par(3); }
END
# shellcheck disable=SC2016
check 'build a plain main' gcc -g main.c -o plain-main -L. -lunit -ltool '-Wl,-rpath,$ORIGIN'
status 'a library' 7 spanwise run -o it.prof ./plain-main 2>err
has 'a library: the front end is told' err '\bopencilk\b'
show
same 'a library: spawns' "$(value .spawns)" 2

# The tool linked in: hooks cannot be replaced. Stripped of symbols too, nothing is known of them.
check 'build with the tool in it' gcc -g -O2 -pthread -I "$here" "$here/fib.c" "$here/tool.c" -o with-tool
status 'the tool linked in' 1 spanwise run -o no.prof ./with-tool >out 2>err
has 'the tool linked in: said first' <(head -1 err) "^spanwise: './with-tool' .*\bCilkscale\b"
has 'the tool linked in: what to do' err "'-fopencilk -fcilktool=cilkscale -shared-libcilktool'"
check 'the tool linked in: nothing measured' test ! -e no.prof
check 'the tool linked in: no profile' test ! -e no.prof
if gcc -static -O2 -I "$here" "$here/fib.c" "$here/tool.c" -o with-tool-static 2>/dev/null; then
    spanwise run -o no.prof ./with-tool-static >out 2>err
    has 'a static program' err "without '-static'"
fi
gcc -x c - -o plain <<<'int main(void) { return 3; }'
status 'a plain program' 3 spanwise run -o no.prof ./plain 2>err
has "a plain program: OpenCilk's flags" err "'-fopencilk -fcilktool=cilkscale -shared-libcilktool'"

# What it starts: another program of OpenCilk's has a profile of its own, others none, and are not
# disturbed. What was preloaded before still is.
cat >starter.c <<'END'
#include "csi.h"
#include <stdio.h>
#include <stdlib.h>
UNIT(1)
int main(void)
{
    ENTRY(0, 0);
    int status = system("./fib 15; /bin/echo preloaded: $LD_PRELOAD; ./plain; echo $?");
    EXIT(0);
    return status != 0;
}
END
build gcc "$flags" starter starter.c
: >preload.c
gcc -shared -fPIC preload.c -o preload.so
LD_PRELOAD=$PWD/preload.so spanwise run -q -o it.prof ./starter >out 2>err
same 'what it starts: output' "$(tr '\n' ';' <out | sed "s#$BUILD/lib/spanwise/[^:]*/##g")" \
    "610;preloaded: libspanwise.so:libspanwise-locks.so:libspanwise-calls.so:$PWD/preload.so;3;"
same 'what it starts: nothing said' "$(cat err)" ''
same 'what it starts: profiles' "$(for p in it.prof it.prof.2; do spanwise report --format=json $p | jq .spawns; done | sort -n | tr '\n' ' ')" '0 986 '

# Ends: killed in the middle of notes.
cat >killed.c <<'END'
#include "csi.h"
#include <signal.h>
UNIT(2)
NOINLINE static void f(int n)
{
    ENTRY(1, 0);
    if (n == 0)
        raise(SIGKILL);
    f(n - 1);
    EXIT(1);
}
int main(void)
{
    ENTRY(0, 0);
    f(100);
    EXIT(0);
}
END
build gcc "$flags" killed killed.c
(
    spanwise run -q -o it.prof ./killed
    echo $? >got
) 2>/dev/null
same 'killed: status' "$(cat got)" 137
show
same 'killed: all was counted' "$(value '[.sites[] | select(.callee == "f") | .on_work.local.count] | add')" 101
same 'killed: marked' "$(value .complete)" false
# A tool of the user's has no place here.
cat >mine.c <<'END'
#include <spanwise_tool.h>
const struct spanwise_tool spanwise_tool = {.version = SPANWISE_TOOL_VERSION};
END
gcc -shared -fPIC -I"$SOURCE/include" mine.c -o mine.so
status '--tool' 2 spanwise run -o no.prof --tool=./mine.so ./fib 15 >out 2>err
names '--tool: said' err "spanwise: --tool OpenCilk './fib' 'spanwise cc'"
finish
