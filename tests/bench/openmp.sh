# bench/openmp-run runs all programs, of which `make test` has some, and says what it should.
. "$SOURCE/tests/lib.sh"
ln -s "$BUILD" build # a name as make gives it
names='memory balanced tasks'
! long || names='balanced triangular dynamic stencil tasks critical amdahl memory'
# shellcheck disable=SC2086 # words
check 'it runs' "$SOURCE/bench/openmp-run" --quick build $(long || echo $names) >out 2>err
for name in $names mean barrier chunk task; do
    has "$name" out "^$name "
done
has 'what is not simulated' out 'memory .*not simulated'
status 'no such program' 2 "$SOURCE/bench/openmp-run" "$BUILD" nothing 2>err
has 'no such program' err "no program 'nothing'"
finish
