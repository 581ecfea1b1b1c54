# A frame's data and its way to the root survive steals; see frames.c.
. "$SOURCE/tests/tool/lib.sh"
tool "$here/frames.c"
subject
count() { sed -n "s/^$1 //p" err; }

for workers in 1 2 4 8; do
    for steals in 0 12; do
        [ "$workers,$steals" != 1,12 ] || continue
        what="$workers workers, $steals steals"
        timeout 300 spanwise run -o it.prof -q --workers=$workers --tool=./frames.so ./subject $steals >out 2>err
        same "$what: status" $? 5
        same "$what: wrong" "$(count wrong)" 0
        same "$what: nothing else is said" "$(grep -vcE '^[a-z]+ [0-9]+$' err)" 0
        same "$what: workers" "$(count workers)" $workers
        # Each of the forced ones: the function, what it spawns, leaf.
        same "$what: entered" "$(count entered)" $((2061 + 3 * steals))
        same "$what: left, all but the root" "$(count left)" $((2060 + 3 * steals))
        same "$what: spawned" "$(count spawned)" "$(value .spawns)"
        same "$what: synced" "$(count synced)" "$(value .syncs)"
        within "$what: steals" "$(count stolen)" $((steals)) 100000
        within "$what: joins" "$(count joined)" $((steals)) "$(count stolen)"
        within "$what: frames that ended on another worker" "$(count elsewhere)" 0 100000
        # What is before the first frame and after the last is told to nobody.
        within "$what: the costs are of the work" "$(value "$(count ns) / .work")" 0.0001 1.0001
    done
done
finish
