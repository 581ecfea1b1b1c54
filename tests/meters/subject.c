/*
 * subject WHAT N: page faults whose number and place are known.
 *   pages     a spawned child touches N fresh pages, its parent 2 N
 *   tree      N pages, halved by spawns down to one each
 *   deep      N calls, nested, on a stack that has been touched: the profiler needs memory for them
 *   threads   four threads touch N each; main none
 *   many      N threads, one after the other, touch 16 each
 *   fork      a child process touches 8 N, the parent N
 *   close     touches N, closes all files, opens one where the counter's was, and touches 2 N more
 *   exec      touches N, and executes 'subject pages N'
 */
#include <cilk/cilk.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static long page;

static char *fresh(long n)
{
    char *p =
        mmap(NULL, (size_t)(n * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        exit(99);
    madvise(p, (size_t)(n * page), MADV_NOHUGEPAGE);
    return p;
}

static NOINLINE void touch(char *p, long n)
{
    for (long i = 0; i < n; i++)
        ((volatile char *)p)[i * page] = 1;
}

static NOINLINE void spawned(char *p, long n)
{
    touch(p, n);
}

/* Backwards, so that the two are not one function. */
static NOINLINE void called(char *p, long n)
{
    while (n--)
        ((volatile char *)p)[n * page] = 2;
}

static void pages(long n)
{
    char *a = fresh(n), *b = fresh(2 * n);
    cilk_spawn spawned(a, n);
    called(b, 2 * n);
    cilk_sync;
}

static void tree(char *p, long n)
{
    if (n == 1) {
        touch(p, 1);
        return;
    }
    cilk_spawn tree(p, n / 2);
    tree(p + n / 2 * page, n - n / 2);
    cilk_sync;
}

static NOINLINE void deep(long n)
{
    if (n)
        deep(n - 1);
    __asm__ volatile("" ::: "memory"); /* no tail call */
}

static NOINLINE void touch_stack(void)
{
    char below[4 << 20];
    touch(below, (long)sizeof below / page);
}

static void *run(void *n)
{
    called(fresh((long)n), (long)n);
    return NULL;
}

static void threads(long n, int count, int at_once)
{
    pthread_t id[16];
    for (int i = 0; i < count; i += at_once) {
        for (int k = 0; k < at_once; k++)
            if (pthread_create(&id[k], NULL, run, (void *)n))
                exit(98);
        for (int k = 0; k < at_once; k++)
            pthread_join(id[k], NULL);
    }
}

/* All that the program opens later is left alone. */
static void close_all(long n)
{
    char text[4] = "";
    called(fresh(n), n);
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = 3; fd < most; fd++)
        close(fd);
    called(fresh(2 * n), 2 * n);
    int file = open("text", O_RDONLY);
    for (int fd = 3; fd < most; fd++)
        if (fd != file)
            dup2(file, fd);
    called(fresh(8), 8);
    if (read(file, text, 3) != 3 || strcmp(text, "abc"))
        exit(97);
}

int main(int argc, char **argv)
{
    long n = argc > 2 ? atol(argv[2]) : 0;
    page = sysconf(_SC_PAGESIZE);
    if (n < 1)
        return 2;
    if (!strcmp(argv[1], "pages"))
        pages(n);
    if (!strcmp(argv[1], "tree"))
        tree(fresh(n), n);
    if (!strcmp(argv[1], "deep")) {
        touch_stack();
        deep(n);
    }
    if (!strcmp(argv[1], "threads"))
        threads(n, 4, 4);
    if (!strcmp(argv[1], "many"))
        threads(16, (int)n, 1);
    if (!strcmp(argv[1], "close"))
        close_all(n);
    if (!strcmp(argv[1], "fork")) {
        pid_t child = fork();
        called(fresh(8 * n), child ? n : 8 * n);
        if (!child)
            _exit(0);
        waitpid(child, NULL, 0);
    }
    if (!strcmp(argv[1], "exec")) {
        called(fresh(n), n);
        execl(argv[0], argv[0], "pages", argv[2], NULL);
    }
    return 0;
}
