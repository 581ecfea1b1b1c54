# spanwise sample -p: a process that runs already is watched from outside, and goes on. What is certain: who runs, where, which lock is
# waited for and who has it, that its signals and its calls are undisturbed, and how the watching ends.
. "$SOURCE/tests/lib.sh" || exit 1
. "$SOURCE/tests/idle/lib.sh"
cat >server.c <<'C'
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long sum;
static volatile sig_atomic_t signals;
static void spin(void)
{
    for (;;)
        sum++;
}
static void *hold(void *of)
{
    pthread_mutex_lock(&queue_lock);
    spin();
    return of;
}
static void *want(void *of)
{
    pthread_mutex_lock(&queue_lock);
    return of;
}
/* In a call that a stop would end. */
static void *poll_it(void *of)
{
    struct epoll_event event;
    int fd = epoll_create1(0);
    if (epoll_wait(fd, &event, 1, -1) < 0 && errno == EINTR)
        _exit(3);
    return of;
}
static void count(int signal)
{
    (void)signal;
    signals++;
}
int main(void)
{
    pthread_t t;
    char line[8];
    struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
    sigset_t usr1;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    sigaction(SIGUSR1, &action, NULL);
    pthread_sigmask(SIG_BLOCK, &usr1, NULL); /* the others' is main's */
    pthread_create(&t, NULL, hold, NULL);
    while (!sum)
        ;
    pthread_create(&t, NULL, want, NULL);
    pthread_create(&t, NULL, poll_it, NULL);
    pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
    puts("ready");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        return 4;
    printf("%d\n", (int)signals);
    fflush(stdout);
    _exit(0);
}
C
gcc -O1 -g -pthread server.c -o server || fail 'gcc'
mkfifo in
serve() { # starts it, by that name; its process is $!
    "./${1-server}" <in >out &
    server=$!
    exec 3>in
    until grep -q ready out; do sleep 0.05; done
    # All but who spins sleep in their calls: who enters one just when it is stopped would see that, as under a debugger.
    until [ "$(cat /proc/$server/task/*/status 2>/dev/null | grep -c '^State:.S')" -ge 3 ]; do sleep 0.05; done
}
serve
spanwise sample -p $server --duration=2 -o it.prof 2>err
code=$?
if [ $code = 1 ] && grep -q 'cannot watch' err; then
    kill -9 $server
    echo "nobody may trace here: $(cat err)"
    exit 0
fi
same 'status' $code 0
has 'it is said how to end it' err "^watching process $server, .*Ctrl-C"
check 'the process goes on' kill -0 $server
spanwise report --format=json it.prof >profile.json
same 'the program' "$(jq -r .program profile.json)" "$WORK/server"
same 'its threads' "$(jq .effort.threads profile.json)" 4
how='attached'
check 'spin ran' test "$(of spin .work)" -gt 0
same 'and nothing else is on top of the work' "$(jq -r '[.effort.functions | sort_by(-.self.work)[0].function][0]' profile.json)" spin
same 'who called it' "$(jq -r '[.effort.tree[] | select(.function == "hold") | .total.work > 0] | any' profile.json)" true
same 'the lock that is waited for' "$(jq -r '[.effort.locks[] | .name] | join(" ")' profile.json)" queue_lock
check 'it was waited for' test "$(jq '.effort.locks[0].waited' profile.json)" -gt 0
has 'who waits, who has it' <(jq -r '.effort.locks[0] | tostring' profile.json) 'want.*(hold|spin)|(hold|spin).*want'
has 'it is said that it was from outside' <(jq -r '.warnings[]' profile.json) "process $server"

# Signals reach it while it is watched; the thread in epoll_wait() sees nothing of it.
spanwise sample -q -p $server --duration=2 --rate=1000 -o it.prof 2>err &
watcher=$!
for i in 1 2 3 4 5; do
    kill -USR1 $server
    sleep 0.1
done
wait $watcher
same 'watched with signals' $? 0
echo x >&3
wait $server
same 'its own end' $? 0
same 'signals came' "$(tail -1 out | awk '{ print ($1 >= 1 && $1 <= 5) }')" 1
exec 3>&-

# By the name that it was started by.
ln -s server linked
serve linked
status 'a link: status' 0 spanwise sample -q -p $server --duration=1 -o linked.prof
same 'a link' "$(spanwise report --format=json linked.prof | jq -r .program)" "$WORK/linked"
echo x >&3
wait $server
exec 3>&-

# Ctrl-C ends the watching, and not the process; the end of the process ends the watching.
serve
env --default-signal=INT spanwise sample -p $server -o it.prof 2>err &
watcher=$!
until grep -q watching err; do sleep 0.05; done
sleep 1
kill -INT $watcher
wait $watcher
same 'Ctrl-C: status' $? 0
has 'Ctrl-C: the report' err '^Spanwise samples of'
check 'Ctrl-C: the process goes on' kill -0 $server
spanwise sample -q -p $server -o it.prof 2>err &
watcher=$!
sleep 1
kill -9 $server
wait $watcher
same 'the process ends: status' $? 0
wait $server 2>/dev/null
exec 3>&-

# What is refused.
refused 'no such process' 1 '4000000' spanwise sample -p 4000000
refused 'a program too' 2 "--pid './server'" spanwise sample -p 1 ./server
refused 'a duration of a program' 2 '--duration --pid' spanwise sample --duration=3 ./server
refused 'a rate' 2 '--pid --rate 1000' spanwise sample -p 1 --rate=5000
spanwise diff it.prof >out 2>err
same 'diff of it: status' $? 1
names 'diff of it' err 'it.prof process -p'
for text in <(spanwise sample --help) "$SOURCE/doc/sample.md"; do
    has 'Ctrl-C on a server is documented' "$text" 'Ctrl-C'
done
finish
