# make install: what it puts there works from there, without the build tree.
. "$SOURCE/tests/lib.sh" || exit 1
cp "$SOURCE/examples/fib.c" .
unset MAKEFLAGS MFLAGS MAKELEVEL
status 'make install' 0 make -s -C "$SOURCE" install BUILD="$BUILD" PREFIX=/usr DESTDIR="$WORK/root" >log
mv root moved # found from where the executable is, not from where it was put
bin=$WORK/moved/usr/bin
same 'executables' "$(ls "$bin" | tr '\n' ' ')" 'spanwise spanwise-c++ spanwise-cc '
for header in spanwise.h spanwise_annotate.h advisor-annotate.h spanwise_tool.h cilk/cilk.h cilk/cilk_api.h cilk/cilk_stub.h cilk/cilkscale.h; do
    check "$header is there" test -f "moved/usr/include/$header"
done

for file in man/man1/spanwise.1 man/man1/spanwise-what-if.1 bash-completion/completions/spanwise zsh/site-functions/_spanwise \
    fish/vendor_completions.d/spanwise.fish; do
    check "$file is there" test -s "moved/usr/share/$file"
done

# No link leads out of it, and no path of the build tree is in what runs or is linked.
find moved -type l | while read -r link; do
    case $(readlink -f "$link") in
    "$WORK"/moved/*) [ -e "$link" ] || echo "$link is broken" ;;
    *) echo "$link leads to $(readlink -f "$link")" ;;
    esac
done >outside
same 'links stay inside' "$(cat outside)" ''
for file in $(find moved -type f -path '*/lib/*'; echo "$bin/spanwise"); do
    same "$(basename "$file"): run path" "$(readelf -d "$file" 2>/dev/null | grep -E 'R(UN)?PATH')" ''
    objcopy --strip-debug "$file" stripped 2>/dev/null || cp "$file" stripped
    check "$(basename "$file") names no build tree" sh -c "! grep -qF '$BUILD' stripped"
done

# It builds and profiles, alone on the path, under both names.
PATH=$bin:/usr/bin:/bin
for compiler in 'spanwise cc' spanwise-cc 'spanwise cc -static'; do
    rm -f fib
    check "$compiler" $compiler -O2 -g fib.c -o fib
    status "$compiler: run" 0 spanwise run -o fib.prof ./fib 25 >out 2>err
    has "$compiler: report" err "'?fib'?.* in '?fib'?"
    same "$compiler: spawns" "$(spanwise report --format=json fib.prof | jq .spawns)" 121392
done

# Annotations: by the installed header and library.
check 'build an annotated program' gcc -O2 -g -I"$WORK/moved/usr/include" "$SOURCE/examples/annotated/words.c" -o words
status 'run it' 0 spanwise run -q -o words.prof ./words 100 >out 2>err
same 'its tasks' "$(spanwise report --format=json words.prof | jq .spawns)" 100

# The example of a tool, as it is installed.
check 'build fib' spanwise cc -O2 -g fib.c -o fib
check 'build the tool' gcc -O2 -Wall -Wextra -Werror -shared -fPIC -I"$WORK/moved/usr/include" \
    "$WORK/moved/usr/share/doc/spanwise/examples/tool/calls.c" -o calls.so
status 'run with the tool' 0 spanwise run -q -o fib.prof --tool=./calls.so ./fib 20 >out 2>err
has 'the tool' err '^ +10946 +10945  fib$'

# A place from where the dynamic loader loads nothing: what is built by us does without it, and the rest is told.
cp -r moved 'a place' && elsewhere="$WORK/a place/usr/bin/spanwise"
check 'a blank in the path: build' "$elsewhere" cc -O2 -g fib.c -o fib
status 'a blank in the path: run' 0 "$elsewhere" run -q -o fib.prof ./fib 20 >out 2>err
for command in 'run -q -N 2' 'sample -q'; do
    status "a blank in the path: $command" 1 "$elsewhere" $command true 2>err
    has "a blank in the path: $command" err "^spanwise: .*'$WORK/a place/.*\.so'"
done

# It is the installed library that is loaded.
cat >maps.c <<'END'
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "libspanwise.so"))
            fputs(strchr(line, '/'), stdout);
    return 0;
}
END
check 'build maps' spanwise cc -O2 maps.c -o maps
spanwise run -q -o maps.prof ./maps | sort -u >loaded
same 'the library that is loaded' "$(sed "s,^$WORK/moved/usr/lib/.*/\?spanwise/libspanwise.so$,ours," loaded)" ours
finish
