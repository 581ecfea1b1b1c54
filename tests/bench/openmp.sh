# bench/openmp-run runs all programs, and says what it should.
. "$SOURCE/tests/lib.sh"
ln -s "$BUILD" build # a name as make gives it
check 'it runs' "$SOURCE/bench/openmp-run" --quick build >out 2>err
for name in balanced triangular dynamic stencil tasks critical amdahl memory mean barrier chunk task; do
    has "$name" out "^$name "
done
has 'what is not simulated' out 'memory .*not simulated'
status 'no such program' 2 "$SOURCE/bench/openmp-run" "$BUILD" nothing 2>err
has 'no such program' err "no program 'nothing'"
finish
