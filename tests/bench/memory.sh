# bench/memory-run follows programs of both kinds, and says what it should.
. "$SOURCE/tests/lib.sh"
ln -s "$BUILD" build # a name as make gives it
check 'it runs' "$SOURCE/bench/memory-run" --quick build mm interp openmp/stencil >out 2>err
for name in mm interp openmp/stencil mean; do
    has "$name" out "^$name "
done
status 'no such program' 2 "$SOURCE/bench/memory-run" "$BUILD" nothing 2>err
has 'no such program' err "no program 'nothing'"
finish
