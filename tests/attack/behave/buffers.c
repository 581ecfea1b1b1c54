/* What is in buffers when a program ends, forks or becomes another; and in which order it is called at its end. */
#include "behave.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

BEHAVIOUR(forks_with_a_full_buffer)
{
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    printf("twice\n");
    pid_t child = fork();
    if (!child)
        exit(3);
    behave_wait(child);
}
BEHAVIOUR(forks_with_a_buffer_that_is_lost)
{
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    printf("once\n");
    pid_t child = fork();
    if (!child)
        _exit(4);
    behave_wait(child);
}
BEHAVIOUR(aborts_with_a_buffer)
{
    printf("lost");
    abort();
}
BEHAVIOUR(dies_with_a_buffer)
{
    printf("lost");
    raise(SIGTERM);
}
BEHAVIOUR(exits_quickly_with_a_buffer)
{
    printf("lost");
    quick_exit(5);
}
BEHAVIOUR(execs_with_a_buffer)
{
    printf("lost");
    execl("/bin/echo", "echo", "instead", (char *)NULL);
}
BEHAVIOUR(execs_with_a_flushed_buffer)
{
    printf("first, ");
    fflush(NULL);
    execl("/bin/echo", "echo", "then", (char *)NULL);
}
BEHAVIOUR(leaves_its_buffers_to_the_end)
{
    FILE *file = fopen("late.txt", "w");
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    fprintf(file, "written at the end\n");
    printf("and this\n");
    exit(0);
}
BEHAVIOUR(has_no_buffer)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int i = 0; i < 20; i++)
        printf("%d ", i);
    _exit(6);
}
BEHAVIOUR(gives_its_input_back)
{
    char line[64];
    say("%d", fgets(line, 4, stdin) != NULL);
    pid_t child = fork();
    if (!child)
        execl("/bin/cat", "cat", (char *)NULL);
    behave_wait(child);
    fclose(stdin);
    child = fork();
    if (!child)
        execl("/bin/cat", "cat", "/dev/null", (char *)NULL);
    behave_wait(child);
}
static ssize_t count_bytes(void *sum, const char *from, size_t n)
{
    *(size_t *)sum += from ? n : 0;
    return (ssize_t)n;
}
BEHAVIOUR(has_streams_of_its_own)
{
    size_t sum = 0;
    char text[16] = "";
    cookie_io_functions_t functions = {.write = count_bytes};
    FILE *own = fopencookie(&sum, "w", functions), *memory = fmemopen(text, sizeof text, "w");
    fprintf(own, "%d bytes", 12345), fclose(own);
    fprintf(memory, "in memory"), fclose(memory);
    say("%zu %s", sum, text);
}
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;
static void *print_lines(void *name)
{
    for (int i = 0; i < 500; i++) {
        flockfile(stdout);
        printf("a line"), printf(" in parts\n");
        funlockfile(stdout);
        pthread_mutex_lock(&lock);
        lines++;
        pthread_mutex_unlock(&lock);
    }
    return name;
}
BEHAVIOUR(prints_in_all_threads)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, print_lines, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    say("%d", lines);
}

static void say_one(void)
{
    say("one");
}
static void say_two(void)
{
    say("two");
}
static void say_status(int status, void *word)
{
    say("%d %s", status, (char *)word);
}
BEHAVIOUR(ends_in_order)
{
    on_exit(say_status, "first");
    atexit(say_one);
    on_exit(say_status, "second");
    atexit(say_two);
    at_quick_exit(say_two);
    exit(9);
}
BEHAVIOUR(ends_quickly_in_order)
{
    atexit(say_one);
    at_quick_exit(say_one);
    at_quick_exit(say_two);
    quick_exit(10);
}
static int n_called;
static void count_calls(void)
{
    if (++n_called % 100 == 0)
        say("%d", n_called);
}
BEHAVIOUR(has_much_to_do_at_its_end)
{
    for (int i = 0; i < 300; i++)
        atexit(count_calls);
}
static void fork_late(void)
{
    pid_t child = fork();
    if (!child)
        _exit(11);
    behave_wait(child);
}
static void *thread_late(void *arg)
{
    work();
    return arg;
}
static void start_late(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, thread_late, NULL);
    pthread_join(thread, NULL);
    say("joined");
}
static void exec_late(void)
{
    execl("/bin/echo", "echo", "late", (char *)NULL);
}
BEHAVIOUR(does_all_at_its_end)
{
    atexit(exec_late);
    atexit(start_late);
    atexit(fork_late);
}
static void exit_there(int number)
{
    exit(number);
}
BEHAVIOUR(exits_in_a_handler)
{
    atexit(say_one);
    signal(SIGUSR1, exit_there);
    raise(SIGUSR1);
}
static void raise_late(void)
{
    raise(SIGUSR2);
}
BEHAVIOUR(dies_at_its_end)
{
    atexit(say_one);
    atexit(raise_late);
    exit(0);
}
static void *exit_while_main_waits(void *status)
{
    exit((int)(intptr_t)status);
}
BEHAVIOUR(exits_while_others_work)
{
    pthread_t thread;
    atexit(say_one);
    pthread_create(&thread, NULL, exit_while_main_waits, (void *)12);
    for (volatile unsigned long i = 0;; i++)
        ;
}
