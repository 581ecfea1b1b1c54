# bench/cxx-run runs all programs in C++; they are the same on one and two workers as their serial elisions.
. "$SOURCE/tests/lib.sh"
check 'it runs' "$SOURCE/bench/cxx-run" --quick "$BUILD" >out 2>err
same 'no warnings' "$(cat err)" ''
for source in "$SOURCE"/bench/cxx/*.cc; do
    has "$source" out "^$(basename "$source" .cc) "
done
has mean out '^mean '
status 'no such program' 2 "$SOURCE/bench/cxx-run" "$BUILD" nothing 2>err
finish
