# Static programs have the profiler linked in: their profiles are those of dynamic ones, and unprofiled they
# know nothing of it. How they end and what they start is tested by the other tests, see CMakeLists.txt.
. "$SOURCE/tests/lib.sh"
lib=$BUILD/lib/spanwise
examples=$SOURCE/examples
if ! printf 'int main(void) { return 0; }\n' | gcc -static -xc - -o /dev/null 2>/dev/null; then
    echo 'there is no static libc'
    check 'nothing' true
    finish
fi

# profile PROGRAM ARGUMENTS...: its counts, a line a site; output in out, the report in err.
profile() {
    rm -f it.prof
    spanwise run --budget=none ${workers-} -o it.prof "$@" >out 2>err
    echo "status $?"
    spanwise report --format=json it.prof | jq -r '"\(.complete) \(.spawns) \(.syncs)",
        (.sites[] | "\(.file):\(.line) \(.kind) \(.callee) in \(.caller): \(.on_work.local.count)")' | sort
}

# The same sites, lines, names and counts, however it is linked.
for compiler in gcc clang; do
    for link in '' $(some 3 -static -no-pie -static-pie); do
        for program in 'fib 16' 'pqsort 30000'; do
            name=${program% *}
            long || [ "$compiler $name" != 'clang pqsort' ] || continue
            what="$compiler $link $name"
            check "$what builds" spanwise cc --spanwise-cc=$compiler -O2 -g $link "$examples/$name.c" -o "$name" 2>messages
            same "$what builds quietly" "$(cat messages)" ''
            profile "./$name" "${program#* }" >"$name$link.counts"
            check "$what: there are sites" test "$(wc -l <"$name$link.counts")" -gt 5
            check "$what: counts" diff "$name.counts" "$name$link.counts"
            workers=--workers=2
            profile "./$name" "${program#* }" >workers.counts
            unset workers
            check "$what: counts on two workers" diff "$name.counts" workers.counts
        done
    done
done
same 'a static program is one' "$(readelf -lW fib | grep -c INTERP)" 0

# code PROGRAM: how many bytes of code the profiler knows to be its own in it, and whether that is its section.
code() {
    nm "$1" | awk '$3 == "sw_own_code_low" { l = $1 } $3 == "sw_own_code_high" { h = $1 } END { print l, h }' >ends
    read -r low high <ends
    section=$(readelf -SW "$1" | sed -n 's/.* spanwise_text *PROGBITS *\([0-9a-f]*\) .* AX .*/\1/p')
    same "$1: the section begins it" $((0x$section)) $((0x$low))
    echo $((0x$high - 0x$low))
}
cp "$lib/link/libspanwise-static.a" object
all=$(code object)
check 'the profiler has code' test "$all" -gt 10000
same 'all its code is in one section' "$(readelf -SW object | grep -c ' AX ')" 1

# Ways to link. The compiler need not know when it compiles.
spanwise cc -O2 -g -c "$examples/fib.c" -o fib.o
spanwise cc -O2 -g "$examples/fib.c" -o fib
profile ./fib 16 >fib.counts
ways=('-static -Wl,--gc-sections' '-static -flto' '-static-pie -fuse-ld=lld')
! long || ways+=(-static --static '-static -s' '-static -Wl,-z,noseparate-code' '-no-pie -static-libgcc -Wl,-static' '-static -fuse-ld=gold'
    '-static -fuse-ld=lld')
for link in "${ways[@]}"; do
    case $link in
    *fuse-ld*) command -v "ld.${link##*=}" >/dev/null || continue ;;
    *flto*) spanwise cc -O2 -g $link "$examples/fib.c" -c -o fib-lto.o ;;
    esac
    object=fib.o
    [ "$link" = '-static -flto' ] && object=fib-lto.o
    check "$link links" spanwise cc -g $link $object -o program
    profile ./program 16 >counts
    [ "$link" = '-static -s' ] && continue # without names
    check "$link: counts" diff fib.counts counts
    same "$link: the profiler's code" "$(code program)" "$all"
done

# Names of the program's own; its destructors are in the profile; and a crash.
for link in '' -static -static-pie; do
    check "names, $link" spanwise cc -O1 -g $link "$SOURCE/tests/run/static.c" -o names
    profile ./names >names.counts
    same "names, $link: output" "$(cat out)" '64 10 5'
    same "names, $link: counts" "$(sed -n '/^status/p; /^true/p' names.counts | tr '\n' ' ')" 'status 0 true 126 126 '
    (profile ./names crash) >names.counts 2>/dev/null
    same "crash, $link: counts" "$(sed -n '/^status/p; /^false/p' names.counts | tr '\n' ' ')" 'status 134 false 126 126 '
done

# Unprofiled: no file, no socket; and not much larger than without.
spanwise cc -O2 -static "$examples/fib.c" -o fib
spanwise cc -O2 -c "$examples/fib.c" -o fib.o
gcc -static fib.o "$lib/spanwise-cilk.o" -o without
within 'kilobytes of the profiler' $((($(stat -c %s fib) - $(stat -c %s without)) / 1024)) 20 320
if command -v "qemu-$(uname -m)" >/dev/null; then
    CILK_NWORKERS=1 "qemu-$(uname -m)" -strace ./fib 5 >out 2>calls
    has 'system calls are seen' calls '^[0-9]+ (exit|exit_group)\('
    same 'unprofiled, nothing is opened' "$(grep -E '^[0-9]+ (open|openat|socket|connect|memfd_create)\(' calls)" ''
fi
same 'the same output' "$(./fib 20)" "$(./without 20)"
check 'a dynamic program has no profiler in it' spanwise cc -O2 -g "$examples/fib.c" -o fib
same 'a dynamic program has no profiler in it' "$(nm fib | grep -c sw_own_code)" 0
printf 'int f(void) { return 1; }\n' >f.c
check 'a library' spanwise cc -shared -fPIC -nostdlib f.c -Wl,-Bstatic -o f.so
same 'a library has no profiler in it' "$(nm f.so | grep -c sw_own_code)" 0

# Tools cannot be loaded.
printf '#include <spanwise_tool.h>\nconst struct spanwise_tool spanwise_tool = {.version = SPANWISE_TOOL_VERSION};\n' >tool.c
gcc -shared -fPIC -I"$SOURCE/include" tool.c -o tool.so
for link in -static -static-pie; do
    spanwise cc -O2 $link "$examples/fib.c" -o fib
    status "a tool, $link" 2 spanwise run --tool=./tool.so ./fib 5 >out 2>err
    same "a tool, $link: nothing ran" "$(cat out)" ''
    names "a tool, $link: why" err "spanwise: --tool './fib' '-static'"
done
status 'a tool, started by another' 0 spanwise run -o it.prof --tool=./tool.so env ./fib 5 >out 2>err
has 'a tool, started by another: says so' err '^spanwise: .*\bstatic\b.*\btool\b'
finish
