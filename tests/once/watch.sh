# What is watched while a program runs (agent/calls/): what cannot be repeated is seen, nothing else is; and a later run is stopped before it
# does it, or writes files that have no name.
. "$SOURCE/tests/once/lib.sh"
library=$BUILD/lib/spanwise/libspanwise-calls.so
# watch first|later|both PROGRAM
watch() { with_input "$2" env OMP_NUM_THREADS=2 timeout -s KILL 60 "$BUILD/tests/watch-effects" "$1" "$library" "$PROGRAMS" "$2" >watched 2>err; }

for program in $("$PROGRAMS" --once); do
    fresh
    watch first "$program"
    same "$program: once" "$(times "$program")" 1
    if [ "$program" = append_unseen ]; then
        has 'what it becomes without our library' watched '^fine unseen 0'
        continue
    fi
    has "$program: is seen" watched '^fine seen [1-9]'
    fresh
    watch later "$program"
    same "$program: stopped before" "$(times "$program")" 0
    # Files that it writes are not the real ones then, and what it has read does not matter.
    [[ $program = count || $program = count_renamed ]] || has "$program: stopped" watched '^failed seen [1-9]'
done

for program in $("$PROGRAMS" --any); do
    fresh
    watch both "$program"
    same "$program: twice, and nothing in it" "$(grep -c '^fine seen 0 $' watched)" 2
    check "$program: the first run's bytes" its_bytes watched
    same "$program: nothing else" "$(find . -newer input -type f | grep -Ev '^./(output|new|watched|err)$')" ''
done
finish
