# What `spanwise run` says of the locks of a Cilk program: how often they are taken, how long they are held, by whom, and what bound
# that is. Counted in instructions, so that figures are the same in every run.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/run
value() { jq -r "$1" it.json; }
line_of() { grep -n "/\* $1 \*/\|// $1\$" "$here/$2" | cut -d: -f1; }

check 'build' spanwise cc -O2 -g -D_GNU_SOURCE "$here/locks.c" -o locks
# run_as WAY [OPTIONS]: the program does as it does alone, and its profile is in it.json.
run_as() {
    way=$1
    shift
    status "$way" 0 spanwise run -q --meter=instructions -o it.prof "$@" ./locks "$way" >out 2>err
    same "$way: its output" "$(cat out err)" "$way"
    spanwise report --format=json it.prof >it.json
}

# held WAY NAME TAKEN LOCKS FUNCTION BOUND: the first lock.
held() {
    run_as "$1"
    same "$1: lock" "$(value '.locks[0] | "\(.name) \(.taken) \(.locks)"')" "$2 $3 $4"
    same "$1: place" "$(value '.locks[0].sites[0] | "\(.function) \(.line)"')" "$5 $(line_of "$1" locks.c)"
    within "$1: bound" "$(value '.locks[0].bound')" "$(awk "BEGIN { print $6 * 0.99 }")" "$(awk "BEGIN { print $6 * 1.01 }")"
    same "$1: no warning" "$(value '.warnings | length')" 0
}
# limits WAY: that is what the report is about.
limits() {
    same "$1: finding" "$(value '.findings[] | select(.kind == "lock") | "\(.severity) \(.file | split("/") | last) \(.line) \(.function)"')" \
        "advice locks.c $(line_of "$1" locks.c) $2"
    same "$1: cause" "$(value '.verdict | "\(.cause) \(.line) \(.function)"')" "contention $(line_of "$1" locks.c) $2"
    within "$1: at most" "$(value '.speedup[] | select(.processors == 64) | .upper')" 2.47 2.53
}
held mutex mutex 256 1 by_mutex 2.5
limits mutex by_mutex
held spin spinlock 256 1 by_spin 2.5
limits spin by_spin
held writer rwlock 256 1 by_writer 2.5
held c11 of_c11 256 1 by_c11 2.5
held recursion recursive 256 1 by_recursion 2.5
# Sites of one lock: both ways to take it, and each half of a wait.
run_as trying
same 'trying' "$(value '.locks[0] | "\(.name) \(.taken) \(.sites | length)"')" 'mutex 256 2'
within 'trying: bound' "$(value '.locks[0].bound')" 2.47 2.53
run_as waiting
same 'waiting' "$(value '.locks[0] | "\(.name) \(.taken)"')" 'mutex 512'
within 'waiting: bound' "$(value '.locks[0].bound')" 2.47 2.53
run_as others
same 'taken and released by functions' "$(value '.locks[0] | "\(.name) \(.taken) \(.sites[0].function)"')" 'mutex 256 take_it'
within 'others: bound' "$(value '.locks[0].bound')" 2.47 2.53
# Four locks of an array: each has a quarter, and it is no cause on 16 processors.
held table table 256 4 by_table 10
same 'table: finding' "$(value '.findings[] | select(.kind == "lock") | .severity')" advice
# Readers do not exclude each other.
run_as reader
same 'reader' "$(value '.locks[0] | "\(.name) \(.taken) \(.shared_taken) \(.bound)"')" 'rwlock 0 256 null'
same 'reader: no finding' "$(value '[.findings[] | select(.kind == "lock")] | length')" 0
# A lock that only one task knows is none; nor is there one where none is taken.
for way in own nothing; do
    run_as $way
    same "$way: no locks" "$(value 'has("locks")')" false
done
# One of a function's that has spawned is another one in each call.
run_as local
same 'local' "$(value '.locks[0] | "\(.name) \(.taken) \(.locks) \(.sites[0].function)"')" ' 256 4 with_local'
within 'local: bound' "$(value '.locks[0].bound')" 9.9 10.1

# By the span, and said; not known, and said.
run_as across
within 'across: as long as its span' "$(value '.locks[0].held / .span')" 0.9 1
same 'across: warned of' "$(value '.warnings | length')" 1
run_as elsewhere
same 'elsewhere' "$(value '.locks[0] | "\(.taken) \(.held)"')" '1 0'
same 'elsewhere: warned of' "$(value '.warnings | length')" 1

# What came before one is made is the program's.
run_as plain
plain=$(value .work)
run_as made
within 'made' "$(value .work)" "$plain" $((plain + plain / 100))

# In the tree: the emulator has the lock.
run_as mutex --tree
spanwise predict --format=json it.prof >it.json
within 'emulated on 16' "$(value '[.. | objects | select(.processors? == 16 and .speedup?) | .speedup] | max')" 2.4 2.51
for way in others across elsewhere table; do
    run_as $way --tree
    "$BUILD/tests/tree-run/tree-run-figures" it.prof >figures
    within "$way: the tree's work" "$(awk '{ print $2 / $3 }' figures)" 0.9999 1.0001
    within "$way: the tree's span" "$(awk '{ print $5 / $6 }' figures)" 0.98 1.02
done
run_as others --tree
same 'one node a lock' "$("$BUILD/tests/tree-run/tree-run-figures" it.prof | awk '{ print $12 }')" 256

# In time, as far as it is certain.
status 'time' 0 spanwise run -q --once -o it.prof ./locks mutex >out
spanwise report --format=json it.prof >it.json
same 'time: lock' "$(value '.locks[0] | "\(.name) \(.taken)"')" 'mutex 256'
spanwise report it.prof >out
names 'the table' out 'mutex by_mutex locks.c'

# What stands in front of libc's locks needs libc only, and has no names but theirs.
library=$BUILD/lib/spanwise/libspanwise-locks.so
same 'it needs libc only' "$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v -e '^libc\.so' -e '^ld-linux')" ''
same 'its names' "$(nm -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//' |
    grep -vE '^(pthread_(mutex|spin|rwlock|cond)|mtx|cnd)_|^spanwise_locks$' | tr '\n' ' ')" ''

# C++: not the header's function.
check 'build C++' spanwise cc -O2 -g -c "$here/locks.cc" -o cxx.o
check 'build with C++' spanwise cc -O2 -g -D_GNU_SOURCE -DCXX "$here/locks.c" cxx.o -lstdc++ -o locks
run_as cxx
same 'C++' "$(value '.locks[0] | "\(.name) \(.taken) \(.sites[0].function) \(.sites[0].line)"')" \
    "Cache::m 256 Cache::get $(line_of here locks.cc)"
finish
