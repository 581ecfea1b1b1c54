/* A program that lowers its own limits, and what it gets then: threads, memory, files, time. */
#include "survival.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void *add(void *unused)
{
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&m);
        count++;
        pthread_mutex_unlock(&m);
        work(1000);
    }
    return unused;
}

static void threads(int n)
{
    pthread_t all[16];
    count = 0;
    for (int i = 0; i < n; i++)
        all[i] = start(add, NULL);
    for (int i = 0; i < n; i++)
        join(all[i]);
    CHECK(count == 100 * n);
}

static void limit(int which, rlim_t to)
{
    struct rlimit l = {to, to};
    CHECK(!setrlimit(which, &l));
}

static void *burn(void *unused)
{
    for (;;)
        work(1000);
    return unused;
}

static void *write_much(void *unused)
{
    static char block[1 << 16];
    int fd = open("limited", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    CHECK(fd >= 0 && write(fd, block, sizeof block) == 4096);
    CHECK(write(fd, block, 1) == -1 && errno == EFBIG);
    close(fd);
    unlink("limited");
    return unused;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    threads(4);
    if (!strcmp(how, "as")) {
        /* Nothing more than what is there: as much as a thread needs, and some. */
        char line[100];
        unsigned long pages = 0;
        FILE *in = fopen("/proc/self/statm", "r");
        CHECK(in && fgets(line, sizeof line, in) && sscanf(line, "%lu", &pages) == 1);
        fclose(in);
        limit(RLIMIT_AS, pages * (unsigned long)sysconf(_SC_PAGESIZE) + (160u << 20));
        CHECK(mmap(NULL, 1 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
        threads(8);
    } else if (!strcmp(how, "nproc")) {
        limit(RLIMIT_NPROC, 0); /* root is not bound by it */
        pthread_t t;
        int error = pthread_create(&t, NULL, add, NULL);
        if (!error)
            join(t);
        printf("%s\n", error ? "refused" : "made");
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    } else if (!strcmp(how, "nofile")) {
        limit(RLIMIT_NOFILE, 3);
        CHECK(open("/dev/null", O_RDONLY) == -1 && errno == EMFILE);
        threads(8);
        work(20000000);
    } else if (!strcmp(how, "stack")) {
        limit(RLIMIT_STACK, 256 << 10);
        threads(8);
    } else if (!strcmp(how, "cpu")) {
        limit(RLIMIT_CPU, 2);
        start(burn, NULL);
        start(burn, NULL);
        burn(NULL);
    } else if (!strcmp(how, "fsize")) {
        signal(SIGXFSZ, SIG_IGN);
        limit(RLIMIT_FSIZE, 4096);
        join(start(write_much, NULL));
    }
    puts("ok");
    return 0;
}
