# The module's side of a profile: what it tells the profiler, and what it forwards, by a stand-in.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cc
gcc -shared -fPIC -O1 -fvisibility=hidden -I"$SOURCE" "$here/counter.c" -o counter.so
counter=$WORK/counter.so

# Loops in chunks give what they give in one piece; they print in serial order.
export CILK_NWORKERS=1
for cc in gcc clang; do
    for level in $(some 3 -O2 -O0 -O3); do
        spanwise cc --spanwise-cc=$cc -w $level "$here/loops.c" -o loops
        ./loops >whole 2>unprofiled
        same "unprofiled it is quiet ($cc $level)" "$(cat unprofiled)" ''
        SPANWISE_LIB=$counter ./loops >chunked 2>counted
        check "chunks change nothing ($cc $level)" cmp whole chunked
        has "loops are counted ($cc $level)" counted '^counted 77 loops, 270 iterations, site known$'
    done
done
COUNTER=loud SPANWISE_LIB=$counter ./loops 2>&1 >/dev/null | grep grain | grep -v 'grain 0' >grains
same 'grain sizes' "$(tr '\n' ' ' <grains)" \
    'loop of 6, grain 4 loop of 6, grain 3 loop of 3, grain 1 loop of 3, grain 1 loop of 3, grain 1 loop of 6, grain 4 loop of 6, grain 5 loop of 3, grain 1 '

# Regions and cilkscale's interface: forwarded when profiled, zeros and nothing when not.
cat >regions.c <<'X'
#include <cilk/cilkscale.h>
#include <spanwise.h>
#include <stdio.h>
int main(void)
{
    spanwise_begin("outer");
    wsp_t start = wsp_getworkspan();
    spanwise_region_t r = spanwise_open("handle");
    spanwise_end("outer");
    spanwise_close(r);
    wsp_t end = wsp_getworkspan(), d = wsp_add(wsp_zero(), wsp_sub(end, start));
    wsp_dump(d, "tag");
    return printf("%ld %ld %ld\n", (long)d.work, (long)d.span, (long)d.bspan) < 0;
}
X
cp regions.c regions.cc
strict='-Wall -Wextra -Wshadow -pedantic -Werror'
for build in "spanwise cc $strict regions.c" "spanwise cc $strict regions.cc" \
    "gcc $strict -I$SOURCE/include regions.c" "clang $strict -I$SOURCE/include regions.c" \
    "g++ $strict -I$SOURCE/include regions.cc" "spanwise cc -O2 -static regions.c"; do
    rm -f a.out
    check "$build" $build
    same "unprofiled: $build" "$(./a.out 2>&1)" '0 0 0'
done
spanwise cc regions.c -o regions
same 'profiled' "$(SPANWISE_LIB=$counter ./regions 2>&1 >/dev/null | tr '\n' ';')" \
    'begin outer;open handle;end outer;close 7;dump tag 100 10 20;'
same 'profiled values' "$(SPANWISE_LIB=$counter ./regions 2>/dev/null)" '100 10 20'

# The scheduler's interface: the number of workers is that of a parallel run.
cat >workers.c <<'X'
#include <cilk/cilk_api.h>
#include <stdio.h>
int set(const char *n);
#ifdef OTHER
int set(const char *n)
{
    return __cilkrts_set_param("nworkers", n);
}
#else
int main(int argc, char **argv)
{
    if (argc > 1 && set(argv[1]))
        return 1;
    printf("%d %d\n", __cilkrts_get_nworkers(), __cilkrts_get_worker_number());
    __cilkrts_end_cilk();
    return 0;
}
#endif
X
cp workers.c workers.cc
for build in "spanwise cc $strict" "gcc -std=c99 $strict -I$SOURCE/include" "clang $strict -I$SOURCE/include"; do
    check "$build workers" eval "$build -DOTHER -c workers.c -o other.o && $build workers.c other.o -o workers"
    same "workers of $build" "$(CILK_NWORKERS=7 ./workers)" '7 0'
    same "workers set, of $build" "$(CILK_NWORKERS=7 ./workers 5)" '5 0'
    same "workers here, of $build" "$(env -u CILK_NWORKERS ./workers)" "$(getconf _NPROCESSORS_ONLN) 0"
done
check 'workers in C++' g++ $strict -I"$SOURCE/include" -fsyntax-only workers.cc

# Trouble: one line, and the program runs on unprofiled, with its own status.
printf 'int main(void) { return 5; }\n' >five.c
spanwise cc five.c -o five && gcc -static five.c "$BUILD/lib/spanwise/spanwise-cilk.o" -o five-static
SPANWISE_LIB=/nowhere/lib.so ./five 2>messages
same 'status without the library' $? 5
same 'lines without the library' "$(grep -c '^spanwise: .*/nowhere/lib.so' messages)" 1
SPANWISE_LIB=$counter ./five-static 2>messages
same 'status of a static program without the profiler' $? 5
has 'a static program without the profiler says so' messages \
    "^spanwise: .*\bstatic\b.*'spanwise cc'"
COUNTER=refuse SPANWISE_LIB=$counter ./five 2>messages
same 'status when refused' $? 5
has 'refused' messages '^spanwise: .*\bversion\b'
gcc -shared -fPIC -x c /dev/null -o other.so
SPANWISE_LIB=$WORK/other.so ./five 2>messages
same 'status with another library' $? 5
has 'another library' messages "^spanwise: .*other.so"
same 'no library is needed' "$(readelf -d five | grep NEEDED | grep -vc 'libc.so')" 0
finish
