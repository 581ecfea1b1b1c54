. "$SOURCE/tests/sharing/lib.sh"
spanwise cc -O2 -g "$SOURCE/tests/sharing/cilk.c" -o cilk || fail build

planted cilk.c cilk array false counts
planted cilk.c cilk counter true total
planted cilk.c cilk atomics atomic all_atomic
planted cilk.c cilk now-and-then atomic all_atomic
planted cilk.c cilk steps false counts --burden=1000
planted cilk.c cilk structs false ''
allocated cilk.c structs
# Communication on 16 cores. Of 8192 lines in 16 parts, the first part and the last change cores in each loop that goes the other way, and 14 of 15 of the
# others: a thief may come to what it had before. Before the first spawn nothing is followed.
moves() { # case from to theory
    healthy cilk "$1" --burden=1000
    all=$(jq --argjson from "$(line_of cilk.c "$2")" --argjson to "$(line_of cilk.c "$3")" \
        '[.sharing.communication[] | select([.places[].line] == [$from, $to]).transfers] | add // 0' "$1.json")
    check "$1: $all lines move from '$2' to '$3', not $4" [ $((all * 100)) -ge $(($4 * 92)) -a $((all * 100)) -le $(($4 * 108)) ]
}
moves reverse there 'and back' $((8 * 8192 * 226 / 240))
moves reverse 'and back' there $((7 * 8192 * 226 / 240))
moves serial-between serial parallel $((7 * 8192 * 15 / 16))

# Nobody would steal from these.
healthy cilk short-loops
same "short loops stay on one core" "$(jq '[.sharing.communication[].transfers] | add // 0 | . < 2000' short-loops.json)" true

for case in array-repaired reducer loops tasks copies blocked; do
    healthy cilk "$case"
done
# Frames may be shared with a thief; a worker's own lines, which each spawn uses, are not.
same "spawns: few lines are shared" "$(jq '[.sharing.shared_lines[].transfers] | add // 0 | . < 2000' tasks.json)" true

# Reducers of C++.
spanwise c++ -O2 -g "$SOURCE/tests/sharing/reducers.cpp" -o reducers || fail build
planted reducers.cpp reducers counter true ''
allocated reducers.cpp counter
for case in plus opencilk list; do
    healthy reducers "$case"
done

# Variables on the stack of who spawns, in C and in C++, as gcc and clang tell where they are.
on_stack() { # program
    planted stack.c "$1" loop false 'mine in loop'
    planted stack.c "$1" scopes false 'second in scopes'
    healthy "$1" calls
    look "$1" fields
    same "$1 fields" "$(jq -r '.sharing.shared_lines[0] | "\(.sharing) \(.name) \([.places[].line] | unique)"' fields.json)" \
        "false stats.made and stats.used in fields [$(line_of stack.c fields)]"
}
spanwise cc -O2 -g "$SOURCE/tests/sharing/stack.c" -o stack || fail build
spanwise c++ -O2 -g -x c++ "$SOURCE/tests/sharing/stack.c" -o stack-cxx || fail build
spanwise cc --spanwise-cc=clang -O2 -g "$SOURCE/tests/sharing/stack.c" -o stack-clang || fail build
for program in stack stack-cxx stack-clang; do
    on_stack $program
done
planted stack.c stack children false 'counts in children'
planted stack.c stack-cxx children false 'counts in children'
finish
