/* Memory does not grow with how long a program runs: threads that come and go, locks that are made, used and destroyed. Prints by how many kB it
 * grew from a tenth of them on. */
#include "survival.h"

#include <semaphore.h>

static void *nothing(void *unused)
{
    return unused;
}

static long resident(void)
{
    long pages = 0;
    char line[100] = "";
    FILE *in = fopen("/proc/self/statm", "r");
    CHECK(in && fgets(line, sizeof line, in) && sscanf(line, "%*d %ld", &pages) == 1);
    fclose(in);
    return pages * sysconf(_SC_PAGESIZE) / 1024;
}

static void a_thread(long i)
{
    pthread_t t = start(nothing, NULL);
    if (i % 2)
        join(t);
    else
        CHECK(!pthread_detach(t));
}

static void some_locks(long i)
{
    static struct {
        pthread_mutex_t m;
        pthread_cond_t c;
        pthread_rwlock_t l;
        sem_t s;
    } all[1000]; /* as if from a heap: addresses come again, in another order */
    long k = i * 7919 % 1000;
    CHECK(!pthread_mutex_init(&all[k].m, NULL) && !pthread_cond_init(&all[k].c, NULL));
    CHECK(!pthread_rwlock_init(&all[k].l, NULL) && !sem_init(&all[k].s, 0, 1));
    CHECK(!pthread_mutex_lock(&all[k].m) && !pthread_cond_signal(&all[k].c));
    CHECK(!pthread_rwlock_rdlock(&all[k].l) && !sem_wait(&all[k].s));
    CHECK(!sem_post(&all[k].s) && !pthread_rwlock_unlock(&all[k].l));
    CHECK(!pthread_mutex_unlock(&all[k].m) && !pthread_mutex_destroy(&all[k].m));
    CHECK(!pthread_rwlock_destroy(&all[k].l) && !pthread_cond_destroy(&all[k].c));
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    long n = atol(argv[2]), before = 0;
    for (long i = 0; i < n; i++) {
        if (i == n / 10)
            before = resident();
        if (!strcmp(argv[1], "threads"))
            a_thread(i);
        else
            some_locks(i);
    }
    printf("%ld\n", resident() - before);
    return 0;
}
