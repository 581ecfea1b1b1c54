# spanwise_split(): a function's own time by parts; see split.c. How much time, tests/engine/splits.c
# knows to the integer.
. "$SOURCE/tests/tool/lib.sh"
parts() { value '.sites[] | select(.kind == "split") | "\(.on_work.local.count) \(.callee) in \(.caller)"' | sort -k2; }
others() { value '.sites[] | select(.kind != "split") | "\(.on_work.local.count) \(.kind) \(.line) \(.callee) in \(.caller)"' | sort; }
figures() { value '"\(.spawns) \(.syncs)"'; }
cat >want <<'END'
1 a label that is longer than the sixty-three bytes that are kept in main
10 deep in depth
3 first in work
16 loop a in main
16 loop b in main
2 one in many
3 second in work
1 small in small
2 three in many
2 two in many
END
for flags in -O0 -O2; do
    check "$flags: build" spanwise cc --spanwise-cc=gcc $flags -g -w "$here/split.c" -o split
    check "$flags: build it unsplit" spanwise cc --spanwise-cc=gcc $flags -g -w -DUNSPLIT "$here/split.c" -o unsplit
    spanwise run -q -o it.prof ./unsplit
    others >others.want
    figures >figures.want
    same "$flags, unsplit: no parts" "$(parts)" ''
    for workers in 1 2 4; do
        spanwise run -q -o it.prof --workers=$workers ./split
        same "$flags, $workers workers: parts" "$(parts)" "$(cat want)"
        same "$flags, $workers workers: other sites" "$(others)" "$(cat others.want)"
        same "$flags, $workers workers: spawns and syncs" "$(figures)" "$(cat figures.want)"
    done
done
same 'the line of a part' "$(value '.sites[] | select(.callee == "first") | .line')" \
    "$(grep -n '"first"' "$here/split.c" | cut -d: -f1)"
spanwise report --top=all it.prof >report
has 'the report' report "part 'first' of work"

# Parts of functions that are not followed are their callers', who do not go on as a part.
spanwise run -q -o it.prof --level=spawns ./split
same 'level spawns' "$(parts | grep -vE '(first|second) in work|loop [ab] in main|sixty-three')" ''

# A tool is told; unprofiled nothing happens, with any compiler.
tool "$here/frames.c"
spanwise run -q -o it.prof --tool=./frames.so ./split 2>err
same 'a tool: parts' "$(grep '^split [^0-9]' err | sed -n '1,3p' | tr '\n' ';')" \
    'split first in work;split second in work;split - in work;'
same 'a tool: splits' "$(sed -n 's/^split \([0-9]*\)$/\1/p' err)" 59
same 'a tool: wrong' "$(sed -n 's/^wrong //p' err)" 0
same 'unprofiled' "$(./split 2>&1)" ''
printf '#include <spanwise.h>\nint main() { spanwise_split("x"); spanwise_split(0); return 0; }\n' >plain.c
for compiler in 'gcc -Wall -Wextra -Werror' 'g++ -xc++ -Wall -Wextra -Werror'; do
    check "$compiler builds it" $compiler -I"$SOURCE/include" plain.c -o plain
    status "$compiler: unprofiled" 0 ./plain
done

# C++.
cat >plus.cc <<'END'
#include <spanwise.h>
__attribute__((noinline)) static void part(volatile long *sum)
{
    spanwise_split("plus");
    for (int i = 0; i < 1000; i++)
        *sum += i;
}
int main()
{
    volatile long sum = 0;
    part(&sum);
    part(&sum);
}
END
check 'build C++' spanwise cc --spanwise-cc=g++ -O2 -g plus.cc -o plus
spanwise run -q -o it.prof ./plus
same 'C++' "$(parts)" '2 plus in part'
finish
