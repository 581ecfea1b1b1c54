# C++: exceptions and objects on 1 to 8 workers, also under sanitizers; and a million steals with objects that count.
. "$SOURCE/tests/sched/lib.sh" || exit 1
ulimit -S -s 65536 2>/dev/null || echo 'the stack stays small: a deep recursion may overflow it'
export SPANWISE_EAGER=1 ASAN_OPTIONS=detect_leaks=0
g++ -std=c++17 -O1 -w -I"$SOURCE/include" "$here/exceptions.cc" -o serial || fail 'the serial elision does not build'
long && times=2000 || times=20
want=$(./serial $times)
check 'the serial elision prints something' test "$want"

# prints WHAT PROGRAM ARGUMENTS...: the same on every number of workers.
prints() {
    local what=$1 n
    shift
    for n in 1 2 4 8; do
        same "$what, $n workers" "$(CILK_NWORKERS=$n timeout 300 "$@" 2>messages)" "$want"
        same "$what, $n workers: messages" "$(head -c 500 messages)" ''
    done
}
levels=(-O2)
! long || levels=(-O2 -O0 -O1 -O3 '-O2 -flto' '-O2 -static')
for level in "${levels[@]}"; do
    # shellcheck disable=SC2086
    check "it builds, $level" spanwise c++ -std=c++17 $level -g -Wall -Wextra -Werror "$here/exceptions.cc" -o exceptions
    prints "exceptions, $level" ./exceptions $times
done

# Linked without the runtime, it is serial.
check 'an object' spanwise c++ -std=c++17 -O2 -g -c "$here/exceptions.cc" -o exceptions.o
check 'linked by g++' g++ exceptions.o -o exceptions
same 'linked by g++: what it prints' "$(SPANWISE_QUIET=1 ./exceptions $times 2>&1)" "$want"

printf '%s\n' 'int main() {}' >plain.cc
for sanitizer in $(some 2 address undefined); do
    if ! g++ -fsanitize=$sanitizer plain.cc -o plain || ! ./plain; then
        echo "left out: -fsanitize=$sanitizer"
        continue
    fi
    check "it builds, $sanitizer" spanwise c++ -std=c++17 -O1 -g -Wall -Wextra -Werror -fsanitize=$sanitizer \
        -fno-sanitize-recover "$here/exceptions.cc" -o "exceptions-$sanitizer"
    prints "exceptions, $sanitizer" "./exceptions-$sanitizer" $times
done

# What leaves a function that must not throw ends the program, whoever runs it.
for n in 1 4; do
    printf '%s\n' '#include <cilk/cilk.h>' 'static void f() { throw 1; }' 'static void g() noexcept { cilk_spawn f(); cilk_spawn f(); cilk_sync; }' \
        'int main() { try { g(); } catch (...) {} }' >noexcept.cc
    check 'noexcept builds' spanwise c++ -O1 noexcept.cc -o noexcept
    (CILK_NWORKERS=$n ./noexcept) 2>messages
    same "noexcept terminates, $n workers" $? 134
done

long && steals=1000000 || steals=2000
check 'steals builds' spanwise c++ -std=c++17 -O2 -g -Wall -Wextra -Werror "$here/steals.cc" -o steals
for n in 2 4 8; do
    CILK_NWORKERS=$n timeout 600 ./steals $steals >out
    same "steals, $n workers" $? 0
done
finish
