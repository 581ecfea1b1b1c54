# Every refusal, with its place and its words; and nothing else is refused.
. "$SOURCE/tests/lib.sh"

# The lines of case $1 of file $2 with an expectation, as 'line:column: error: message'.
expected() {
    awk -v wanted="$1" '
        /^#(el)?if CASE/ { current = $4 }
        current == wanted && match($0, /\/\/ [0-9]+: /) {
            split(substr($0, RSTART + 3), part, ": ")
            print FNR ":" part[1] ": error: " substr($0, RSTART + RLENGTH)
        }' "$2" | sed 's/\\{/{/'
}

for file in refused.c refused.cc; do
    cp "$SOURCE/tests/cc/$file" "$file"
    cases=$(grep -c '^#e*l*if CASE' "$file")
    number=1
    while [ $number -le "$cases" ]; do
        rm -f refused.o
        spanwise cc -DCASE=$number -c "$file" -o refused.o 2>messages
        same "status of case $number of $file" $? 1
        check "case $number of $file leaves no object" test ! -e refused.o
        expected $number "$file" >wanted
        check "case $number of $file has expectations" test -s wanted
        same "messages of case $number of $file" "$(grep -c . <messages)" "$(grep -c . <wanted)"
        while read -r line; do
            check "case $number says '$line'" grep -qF "$file:$line" messages
        done <wanted
        number=$((number + 1))
    done
done

# What only the compiler knows is one error, on the user's line: in a function on line 3, in a template on line 6.
errors_in() { # FILE WHAT WHY
    spanwise c++ -c "$1" 2>messages
    same "status of $2" $? 1
    same 'errors' "$(grep -c 'error:' messages)" 2
    for line in 3 6; do
        check "it says why, line $line" grep -q "^$1:$line:[0-9]*: error: .*$3" messages
    done
}
printf '%s\n' 'int f(int);' 'void g() {' 'auto &c = cilk_spawn f(1);' 'cilk_sync; c++; }' \
    'template <class T> void h(T t) {' 'auto &d = cilk_spawn f(t);' 'cilk_sync; d++; }' 'template void h(int);' >by_value.cc
errors_in by_value.cc "'auto &' for a result by value" 'a reference that is not const cannot be bound'

printf '%s\n' '#include <list>' 'void g(std::list<int> &l) {' 'cilk_for (auto &x : l)' 'x++; }' 'template <class T> void h(T &t) {' \
    'cilk_for (auto i = t.begin(); i != t.end(); ++i)' '++*i; }' 'template void h(std::list<int> &);' >list.cc
errors_in list.cc 'a cilk_for over a list' 'it needs random-access iterators'
printf '%s\n' '#include <utility>' 'struct V { void add(std::pair<int, int>); void add(int, int); void one(std::pair<int, int>); };' 'void g(V &v) {' \
    'cilk_spawn v.one({1, 2});' 'cilk_spawn v.add({1, 2});' 'cilk_sync; }' >braces.cc
spanwise c++ -c braces.cc 2>messages
same 'status of an argument in braces' $? 1
check 'it says why' grep -q "^braces.cc:5:[0-9]*: error: .*an argument of cilk_spawn in braces" messages
check 'where it is' test "$(grep -c '^braces.cc:4:' messages)" = 0

# A file's first word is one like the others.
printf '%s\n' 'struct s { int b : 3; } s;' 'int f(void);' 'void g(void) {' 's.b = cilk_spawn f();' '}' >first.c
spanwise cc -c first.c 2>messages
same "status of a bit-field in a file's first structure" $? 1
check "it is a bit-field" grep -q 'first.c:4:7: error: .* bit-field' messages
[ $failures = 0 ] || cat messages >&2
finish
