# bench/sample-run runs all programs, of which `make test` has some, and says what it should.
. "$SOURCE/tests/lib.sh"
ln -s "$BUILD" build # a name as make gives it
names=$(some 4 mm strassen cilksort nqueens balanced heat dynamic stencil pool tasks critical)
# shellcheck disable=SC2086 # words
check 'it runs' "$SOURCE/bench/sample-run" --quick build $(long || echo $names) >out 2>err
for name in $names mean; do
    has "$name" out "^$name "
done
status 'no such program' 2 "$SOURCE/bench/sample-run" "$BUILD" nothing 2>err
has 'no such program' err "no program 'nothing'"
finish
