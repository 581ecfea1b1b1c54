# Programs that end in other ways than by a return, under a tool that prints.
. "$SOURCE/tests/tool/lib.sh"
tool "$here/frames.c"
subject
count() { sed -n "s/^$1 //p" err; }
ends() { # WHAT STATUS FINISHED SUBJECT-ARGUMENTS
    what=$1 want=$2 finished=$3
    shift 3
    for workers in 1 3; do
        timeout 300 spanwise run -o it.prof -q --workers=$workers --tool=./frames.so "$@" >out 2>err
        same "$what, $workers workers: status" $? "$want"
        same "$what, $workers workers: output" "$(head -1 out)" '610 117'
        same "$what, $workers workers: finish" "$(grep -c '^entered ' err)" "$finished"
        same "$what, $workers workers: spawns" "$(value .spawns)" 1026
        [ "$finished" = 0 ] || same "$what, $workers workers: wrong" "$(count wrong)" 0
    done
}
ends 'a return' 5 1 ./subject
ends 'exit()' 7 1 ./subject 0 exit
# main, end() and the root are open.
same 'exit(): frames that are open' "$(($(count entered) - $(count left)))" 3
ends '_exit()' 8 0 ./subject 0 _exit
ulimit -c 0
ends 'abort()' 134 0 sh -c './subject 0 abort; exit 134'

# exit() by a worker while others run; a child after fork() has no tool, and finishes nothing.
cat >middle.c <<'END'
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long sum;
static int ending;
__attribute__((noinline)) static long leaf(long i) { return sum += i; }
__attribute__((noinline)) static long tree(long n, long stop)
{
    if (n == stop && !__atomic_exchange_n(&ending, 1, __ATOMIC_SEQ_CST))
        exit(9); /* one, while the others run on */
    if (n < 3)
        return leaf(n);
    long a = cilk_spawn tree(n - 1, stop), b = tree(n - 2, stop);
    cilk_sync;
    return a + b;
}
int main(int argc, char **argv)
{
    if (!strcmp(argv[1], "fork")) {
        if (!fork())
            exit((int)leaf(tree(12, -1)) * 0);
        wait(NULL);
        return 0;
    }
    tree(22, 4);
    return 0;
}
END
check 'build' spanwise cc --spanwise-cc=gcc -O2 -g -w middle.c -o middle
for workers in 1 2 4; do
    timeout 300 spanwise run -o it.prof -q --workers=$workers --tool=./frames.so ./middle exit >out 2>err
    same "exit() in a task, $workers workers: status" $? 9
    same "exit() in a task, $workers workers: finish" "$(grep -c '^entered ' err)" 1
    same "exit() in a task, $workers workers: wrong" "$(count wrong)" 0
done
timeout 300 spanwise run -o it.prof -q --tool=./frames.so ./middle fork >out 2>err
same 'fork: finish' "$(grep -c '^entered ' err)" 1
same 'fork: the root and main' "$(count entered)" 2

# Threads of the program's own have roots of their own.
cat >threads.c <<'END'
#include <cilk/cilk.h>
#include <pthread.h>
__attribute__((noinline)) static void leaf(void) { __asm__ volatile(""); }
__attribute__((noinline)) static void *run(void *argument)
{
    cilk_spawn leaf();
    leaf();
    cilk_sync;
    return argument;
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
END
check 'build' spanwise cc --spanwise-cc=gcc -O2 -g -w threads.c -pthread -o threads
for workers in 1 2; do
    timeout 300 spanwise run -o it.prof -q --workers=$workers --tool=./frames.so ./threads >out 2>err
    same "threads, $workers workers: wrong" "$(count wrong)" 0
    # Five roots, main, run and two leaves four times.
    same "threads, $workers workers: entered" "$(count entered)" 18
    same "threads, $workers workers: left" "$(count left)" 13
done
# A tool in C++: its objects live until it has finished.
cat >plus.cc <<'END'
#include <spanwise_tool.h>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
struct counts : std::map<std::string, int> {
    ~counts() { std::fputs("gone\n", stderr); }
};
static counts calls;
static std::mutex lock;
static const spanwise_host *host;
static int start(const spanwise_host *of)
{
    host = of;
    return 0;
}
static void enter(spanwise_frame *frame, unsigned long long)
{
    const char *name = frame->function ? host->name(frame->function) : nullptr;
    std::lock_guard<std::mutex> hold(lock);
    calls[name ? name : "-"]++;
}
static void finish()
{
    std::fprintf(stderr, "fib %d\n", calls["fib"]);
}
const struct spanwise_tool spanwise_tool = {SPANWISE_TOOL_VERSION, 0, "plus", start, nullptr, enter,
                                            nullptr, nullptr, nullptr, nullptr, nullptr, finish};
END
check 'build a tool in C++' g++ -O2 -Wall -Wextra -Werror -shared -fPIC -I"$SOURCE/include" plus.cc -o plus.so
for workers in 1 4; do
    spanwise run -o it.prof -q --workers=$workers --tool=./plus.so ./subject >out 2>err
    same "a tool in C++, $workers workers: status" $? 5
    same "a tool in C++, $workers workers" "$(tr '\n' ';' <err)" 'fib 1973;gone;'
done
finish
