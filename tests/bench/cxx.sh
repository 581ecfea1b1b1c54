# bench/cxx-run runs all programs in C++, of which `make test` has some; they are the same on one and two workers as their serial elisions.
. "$SOURCE/tests/lib.sh"
# shellcheck disable=SC2046 # words
names=$(some 3 $(basename -s .cc "$SOURCE"/bench/cxx/*.cc))
# shellcheck disable=SC2086 # words
check 'it runs' "$SOURCE/bench/cxx-run" --quick "$BUILD" $names >out 2>err
same 'no warnings' "$(cat err)" ''
for name in $names; do
    has "$name" out "^$name "
done
has mean out '^mean '
status 'no such program' 2 "$SOURCE/bench/cxx-run" "$BUILD" nothing 2>err
finish
