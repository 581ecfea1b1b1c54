# Programs with AddressSanitizer or ThreadSanitizer on several workers: what is wrong is found, and nothing else.
# Leaks are looked for where that works (a debugger, or a container, forbids it); frames take more room.
. "$SOURCE/tests/sched/lib.sh" || exit 1
ulimit -S -s 65536 2>/dev/null || echo 'the stack stays small: a deep recursion may overflow it'

cat >plain.c <<'END'
#include <stdlib.h>
void *volatile p;
int main(void)
{
    p = malloc(1);
    p = 0;
}
END
gcc -fsanitize=address plain.c -o plain 2>/dev/null && ./plain 2>plain.messages
grep -q 'detected memory leaks' plain.messages && leaks=1 || leaks=0
gcc -fsanitize=thread plain.c -o plain 2>/dev/null && ./plain 2>/dev/null && races=thread || races=
gcc -fsanitize=address plain.c -o plain 2>/dev/null && ASAN_OPTIONS=detect_leaks=0 ./plain 2>/dev/null &&
    addresses=address || addresses=
for one in "address:$addresses" "thread:$races"; do
    [ "${one#*:}" ] || echo "left out: a plain program with -fsanitize=${one%:*} does not run here"
done
export ASAN_OPTIONS=detect_leaks=0

for file in "$here"/stress_*.c; do
    gcc -O2 -w -DSTRESS_TWIN -I"$SOURCE/include" -c "$file" -o "$(basename "$file" .c)-twin.o" || fail "$file"
done
for sanitizer in $addresses $races; do
    check "it builds, $sanitizer" spanwise cc --spanwise-cc=gcc -O1 -g -Wall -Wextra -Werror \
        -fsanitize="$sanitizer" "$here/sanitized.c" -pthread -o "sanitized-$sanitizer"
    check "stress builds, $sanitizer" spanwise cc --spanwise-cc=gcc $(long && echo -O1 -g || echo -O0) -w -fsanitize="$sanitizer" \
        "$here"/stress*.c ./*-twin.o -pthread -o "stress-$sanitizer"
done

# quiet PROGRAM ARGUMENTS...: ends well, and says nothing of a sanitizer's.
quiet() {
    timeout 300 "$@" >out 2>&1
    same "$*, $CILK_NWORKERS workers, $ASAN_OPTIONS: status" $? 0
    same "$*, $CILK_NWORKERS workers, $ASAN_OPTIONS: reports" "$(grep -E 'Sanitizer' out)" ''
}

long && some='2 4 8' stress='-t 1' || some=4 stress='-n 5'
for CILK_NWORKERS in $some; do
    export CILK_NWORKERS
    for sanitizer in $addresses $races; do
        for return in 0 $(! long || echo 1); do
            export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=$return
            quiet ./sanitized-$sanitizer reused
            quiet ./sanitized-$sanitizer ordered
            # shellcheck disable=SC2086
            SPANWISE_EAGER=1 quiet ./stress-$sanitizer $stress -s $CILK_NWORKERS
            [ $sanitizer = address ] || break
        done
    done
    if [ "$addresses" ]; then
        ASAN_OPTIONS=detect_leaks=$leaks quiet ./sanitized-address reused
        timeout 300 ./sanitized-address overflow >out 2>&1
        same "an overflow, $CILK_NWORKERS workers: status" $? 1
        has 'it is told' out 'ERROR: AddressSanitizer: stack-buffer-overflow'
    fi
    [ "$races" ] || continue
    timeout 300 ./sanitized-thread race >out 2>&1
    same "a race, $CILK_NWORKERS workers: status" $? 66
    has 'it is told' out 'WARNING: ThreadSanitizer: data race'
done
finish
