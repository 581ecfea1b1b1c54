# The same exact counts as in counts.sh, of programs that have the other machine's profiler linked in.
. "$SOURCE/tests/cross/lib.sh"
for link in -static -static-pie; do
    check "$link builds" build "$OTHER" -O2 -g -w $link "$here/counts.c" -o counts
    same "$link: no dynamic linker" "$(readelf -lW counts | grep -c INTERP)" 0
    for workers in 1 4; do
        what="$link $workers"
        profile "$OTHER" --budget=none --workers=$workers -- ./counts >out
        same "$what: status" $? 42
        check "$what: output" diff out "$here/counts.out.expected"
        same "$what: spawns" "$(figure .spawns)" 103
        same "$what: syncs" "$(figure .syncs)" 96
        sites counts.c | sed "/spawn/ s/spawn [^ ]*/spawn/" >sites
        check "$what: sites" diff sites "$here/counts.full.expected"
    done
done
# gold applies this relocation wrongly: a stub would jump to 0. Labels of the file's own need none.
same 'relocations that gold applies wrongly' "$(readelf -rW "$CROSS/link/libspanwise-static.a" "$CROSS/spanwise-cilk.o" | grep -c R_AARCH64_LD_PREL_LO19)" 0
# The compiler's own atomics and divisions are called from events: they are the profiler's code too.
for file in "$CROSS/libspanwise.so" counts; do
    nm -n "$file" | awk '/ sw_own_code_low$/ { own = 1 } / sw_own_code_high$/ { own = 0 }
        own && / (__udivti3|__aarch64_swp4_acq)$/ { print $3 }' >own
    same "${file##*/}: divisions" "$(grep -c __udivti3 own)" 1
    [ "$OTHER" = aarch64 ] && same "${file##*/}: atomics" "$(grep -c __aarch64_swp4_acq own)" 1
done
finish
