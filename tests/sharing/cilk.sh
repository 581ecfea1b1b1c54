. "$SOURCE/tests/sharing/lib.sh"
spanwise cc -O2 -g "$SOURCE/tests/sharing/cilk.c" -o cilk || fail build

planted cilk.c cilk array false counts
planted cilk.c cilk counter true total
planted cilk.c cilk atomics atomic all_atomic
planted cilk.c cilk structs false ''
allocated cilk.c structs
for case in array-repaired reducer loops tasks copies; do
    healthy cilk "$case"
done

# Reducers of C++.
spanwise c++ -O2 -g "$SOURCE/tests/sharing/reducers.cpp" -o reducers || fail build
planted reducers.cpp reducers counter true ''
allocated reducers.cpp counter
for case in plus opencilk list; do
    healthy reducers "$case"
done
finish
