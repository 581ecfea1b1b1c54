# Updates by spawned calls; see updates.c.
. "$SOURCE/tests/sched/lib.sh" || exit 1
want='1638400 4999750000 4999950000 0 33334 33333 33333 100000 11'
for cc in gcc clang; do
    for level in -O0 -O2; do
        check "it builds, $cc $level" spanwise cc --spanwise-cc=$cc $level "$here/updates.c" -o updates
        for workers in 1 2 4; do
            same "$cc $level, $workers workers" "$(CILK_NWORKERS=$workers ./updates)" "$want"
        done
    done
done
same 'profiled' "$(spanwise run -q -o it.prof ./updates)" "$want"
finish
