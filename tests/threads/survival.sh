# What programs with threads do: the same on simulated cores as natively.
. "$SOURCE/tests/lib.sh" || exit 1
HERE=$SOURCE/tests/threads/survival
export SPANWISE_THREADS_COSTS=lock=10,wake=1500,latency=3000,create=10000,start=20000,yield=400
ulimit -c 0

build() {
    if [ -e "$HERE/$1.cc" ]; then
        g++ -std=c++20 -O2 -g -Wall -Werror -pthread "$HERE/$1.cc" -o "$1"
    else
        gcc -O2 -g -Wall -Werror -pthread "$HERE/$1.c" -o "$1"
    fi || exit 1
}

# ours N command...: with a limit that only a hang reaches.
ours() { timeout -s KILL 300 spanwise run -q --once -N "$1" -o p.prof "${@:2}"; }

result() { # command...: output and exit status
    "$@"
    echo "status $?"
}

long && numbers='1 3 16' || numbers=3
for name in kinds attributes cancels cpp processes spawns identity signals timers unseen io; do
    build $name
    for n in $numbers; do
        same "$name on $n cores" "$(result ours $n ./$name 2>&1)" "ok
status 0"
    done
done

# The other library of C++, where it is installed.
if long && command -v clang++ >/dev/null && clang++ -std=c++20 -stdlib=libc++ -O2 -g -pthread "$HERE/cpp.cc" -o cpp-libcxx 2>/dev/null; then
    same 'cpp with libc++' "$(result ours 3 ./cpp-libcxx 2>&1)" "ok
status 0"
fi

# Ctrl-C: the program ends by it, and what it did until then is kept.
cat >busy.c <<'C'
#include <pthread.h>
#include <stdio.h>
static void *run(void *unused)
{
    for (volatile unsigned long i = 0;; i++)
        ;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    puts("up");
    fflush(stdout);
    run(NULL);
}
C
gcc -O2 -g -pthread busy.c -o busy || exit 1
rm -f p.prof
env --default-signal=INT spanwise run -q --once -N 2 -o p.prof ./busy >up &
while ! grep -q up up; do sleep 0.1; done
kill -INT $!
wait $!
same 'interrupted: status' $? 130
same 'interrupted: front end' "$(spanwise report --format=json p.prof | jq -r .front_end)" threads

# Threads of libraries: before main(), opened and closed; the program makes some itself, but opens others.
gcc -O2 -g -Wall -Werror -shared -fPIC -DLIBRARY -pthread "$HERE/early.c" -o libearly.so || exit 1
build early
for n in $numbers; do
    same "early on $n cores" "$(result ours $n --front-end=threads ./early ./libearly.so 2>&1)" "ok
status 0"
done
# A program whose library makes threads, not it itself: known by that, with -N.
cat >uses.c <<'C'
#include <stdio.h>
void ask(void);
int main(void)
{
    ask();
    puts("ok");
}
C
gcc -O2 uses.c -o uses -L. -learly -Wl,-rpath,"$WORK" || exit 1
same 'threads of a library' "$(result ours 2 ./uses 2>&1)" "ok
status 0"
same 'threads of a library: front end' "$(spanwise report --format=json p.prof | jq -r .front_end)" threads

# Limits: what a program gets natively, it gets here.
build limits
for how in as nproc nofile stack cpu fsize; do
    want=$(result timeout -s KILL 300 ./limits $how 2>&1)
    same "limits: $how" "$(result ours 3 ./limits $how 2>&1)" "$want"
done
# Nobody reads what it writes.
build pipes
for how in signal error; do
    { ./pipes $how 2>native; echo "status $?" >>native; } | true
    { ours 3 ./pipes $how 2>ours; echo "status $?" >>ours; } | true
    same "nobody reads: $how" "$(cat ours)" "$(cat native)"
done
# Memory does not grow with the time: less than some pages for each of so many.
build grow
for what in 'threads 3000' 'locks 100000'; do
    # shellcheck disable=SC2086 # words
    within "memory after $what, in kB" "$(ours 4 ./grow $what)" 0 4096
done
build many
same 'many' "$(result ours 8 ./many 2>&1)" "ok
status 0"

build endings
for how in return exit _exit quick_exit abort crash kill raise pthread_exit; do
    for thread in $(some 2 1 0); do
        want=$(result timeout -s KILL 300 ./endings $how $thread 2>/dev/null)
        # Whether another thread comes to its end before is its own business.
        same "$how in thread $thread" "$(result ours 3 ./endings $how $thread 2>/dev/null | grep -v last)" "$(echo "$want" | grep -v last)"
    done
done
same 'the last thread ends the process' "$(ours 3 ./endings pthread_exit 0)" 'last
at exit'
finish
