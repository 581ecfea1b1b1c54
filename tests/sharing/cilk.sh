. "$SOURCE/tests/sharing/lib.sh"
spanwise cc -O2 -g "$SOURCE/tests/sharing/cilk.c" -o cilk || fail build

planted cilk.c cilk array false counts
planted cilk.c cilk counter true total
for case in array-repaired reducer loops tasks; do
    healthy cilk "$case"
done
finish
