# bench/sample-run runs all programs, and says what it should.
. "$SOURCE/tests/lib.sh"
ln -s "$BUILD" build # a name as make gives it
check 'it runs' "$SOURCE/bench/sample-run" --quick build >out 2>err
for name in mm strassen cilksort nqueens heat balanced dynamic stencil tasks critical pool mean; do
    has "$name" out "^$name "
done
status 'no such program' 2 "$SOURCE/bench/sample-run" "$BUILD" nothing 2>err
has 'no such program' err "no program 'nothing'"
finish
