# However the program ends and whatever it does meanwhile, what it came to is in the profile.
. "$SOURCE/tests/lib.sh" || exit 1
gcc -O2 -g -Wall -Wextra -Werror -I "$SOURCE/include" "$SOURCE/tests/annotate/endings.c" -o endings -lpthread ||
    fail 'it compiles'
gcc -O2 -g -shared -fPIC -I "$SOURCE/include" "$SOURCE/tests/annotate/library.c" -o library.so

# count FILE CALLEE: how often that was there.
count() {
    spanwise report --format=json "$1" |
        jq --arg name "$2" '[.sites[] | select(.callee == $name) | .on_work.count] | add // 0'
}

# run STATUS HOW...: into p.prof.
run() {
    want=$1
    shift
    rm -f p.prof p.prof.2
    status "$*: its own status" "$want" spanwise run -q -o p.prof ./endings "$@" 2>err
}

run 0 ''
same 'nothing special: tasks' "$(count p.prof 'task t')" 1000
same 'nothing special: no word' "$(cat err)" ''
run 137 kill
same 'killed: tasks' "$(count p.prof 'task t')" 1000
check 'killed: incomplete' sh -c 'spanwise report --format=json p.prof | jq -e ".complete | not"'
run 3 _exit
same '_exit: tasks' "$(count p.prof 'task t')" 1000
run 137 inside
same 'killed inside: what was open' "$(count p.prof 'task short') $(count p.prof 'section cut')" '1 1'
# 2 for each level, a lock, and a loop's section and task.
depth() { spanwise report --format=json p.prof | jq .circumstances.max_depth; }
run 0 ''
same 'a loop: depth' "$(depth)" 2
run 0 deep 1
same 'one level: depth' "$(depth)" 5
run 0 deep 6
same 'six levels: depth' "$(depth)" 15
run 137 deep 2 kill
same 'killed, and marks are left: depth' "$(depth)" 7
run 0 fork
same 'fork: tasks of the parent only' "$(count p.prof 'task t')" 2000
run 0 exec
same 'exec: both' "$(count p.prof 'task t') $(count p.prof.2 'task t')" '1000 1000'
run 0 threads
same 'threads: the first' "$(count p.prof 'task t')" 2000
spanwise report p.prof >report
has 'threads: the other is counted' report '\b1002 events\b'
run 0 thread
same 'another thread alone' "$(count p.prof 'task t')" 500
run 0 names
same 'names at run time' "$(count p.prof 'task name 0') $(count p.prof 'task name 1')" '3 3'
run 0 handler
same 'a signal handler: tasks' "$(count p.prof 'task t')" 300000
check 'a signal handler: no error' sh -c '! grep -q "annotations" err'
run 0 longjmp
has 'longjmp out of a section' err "^spanwise: annotations .*'left'.* .*endings.c:[0-9]+"
run 0 open ./library.so
same 'a library that is opened' "$(count p.prof 'task in the library')" 10

# The ways to build it.
for flags in -O0 -O3 '-O2 -flto' '-O2 -fno-pie -no-pie' '-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections' '-O2 -s'; do
    for compiler in gcc clang; do
        $compiler $flags -I "$SOURCE/include" "$SOURCE/tests/annotate/endings.c" -o endings -lpthread || fail "$compiler $flags"
        run 0 ''
        same "$compiler $flags: tasks" "$(count p.prof 'task t')" 1000
    done
done

# Nothing has to be linked, and the library needs libc only.
check 'it needs nothing' sh -c '! readelf -d endings | grep -q spanwise'
same 'what the library needs' "$(readelf -d "$BUILD/lib/spanwise/libspanwise-annotate.so" |
    sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v -e '^libc\.so' -e '^ld-linux' | tr '\n' ' ')" ''
same 'its names' "$(nm -D --defined-only "$BUILD/lib/spanwise/libspanwise-annotate.so" | awk '{ print $NF }' |
    but_hooks |
    grep -vE '^(__itt_(model|api)_.*|dlopen|dlsym|spanwise_(un)?register|spanwise_(sandbox|forked))$' | tr '\n' ' ')" ''
finish
