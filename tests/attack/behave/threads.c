/* Threads: starts, ends, locks, what is each thread's own. */
#include "behave.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>

static pthread_t start(void *(*run)(void *), void *arg)
{
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run, arg);
    if (error) {
        say("no thread: %s", strerror(error));
        exit(1);
    }
    return thread;
}
static void *give_back(void *arg)
{
    return arg;
}
static long join(pthread_t thread)
{
    void *value;
    pthread_join(thread, &value);
    return (long)value;
}
BEHAVIOUR(starts_a_thread)
{
    say("%ld", join(start(give_back, (void *)5)));
}
BEHAVIOUR(starts_many_threads)
{
    pthread_t threads[64];
    long sum = 0;
    for (long i = 0; i < 64; i++)
        threads[i] = start(give_back, (void *)i);
    for (int i = 0; i < 64; i++)
        sum += join(threads[i]);
    say("%ld", sum);
}
static void *in_a_thread(void *arg)
{
    work();
    return arg;
}
BEHAVIOUR(works_in_a_thread)
{
    say("%ld", join(start(in_a_thread, (void *)6)));
}
static sem_t ready;
static void *post(void *arg)
{
    sem_post(&ready);
    return arg;
}
BEHAVIOUR(detaches_a_thread)
{
    sem_init(&ready, 0, 0);
    pthread_detach(start(post, NULL));
    sem_wait(&ready);
}
static void *sleep_for_ever(void *arg)
{
    sem_post(&ready);
    for (;;)
        pause();
    return arg;
}
BEHAVIOUR(ends_beside_a_thread)
{
    sem_init(&ready, 0, 0);
    start(sleep_for_ever, NULL);
    sem_wait(&ready);
}
static void *spin_for_ever(void *arg)
{
    sem_post(&ready);
    for (volatile unsigned long i = 0;; i++)
        ;
    return arg;
}
BEHAVIOUR(ends_beside_a_thread_at_work)
{
    sem_init(&ready, 0, 0);
    start(spin_for_ever, NULL);
    sem_wait(&ready);
}
BEHAVIOUR(cancels_a_thread)
{
    sem_init(&ready, 0, 0);
    pthread_t thread = start(sleep_for_ever, NULL);
    sem_wait(&ready);
    pthread_cancel(thread);
    say("%d", join(thread) == (long)PTHREAD_CANCELED);
}
static void clean(void *word)
{
    say("%s", (char *)word);
}
static void *cleaned(void *arg)
{
    pthread_cleanup_push(clean, arg);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    spin_for_ever(NULL);
    pthread_cleanup_pop(0);
    return NULL;
}
BEHAVIOUR(cancels_a_thread_at_work)
{
    sem_init(&ready, 0, 0);
    pthread_t thread = start(cleaned, "cleaned");
    sem_wait(&ready);
    pthread_cancel(thread);
    say("%d", join(thread) == (long)PTHREAD_CANCELED);
}
static void *leave(void *arg)
{
    pthread_exit(arg);
}
BEHAVIOUR(leaves_a_thread)
{
    say("%ld", join(start(leave, (void *)8)));
}
static pthread_key_t key;
static void destroy(void *value)
{
    say("destroyed %ld", (long)value);
}
static void *set_key(void *arg)
{
    pthread_setspecific(key, arg);
    return NULL;
}
BEHAVIOUR(has_keys)
{
    pthread_key_create(&key, destroy);
    join(start(set_key, (void *)9));
    pthread_setspecific(key, (void *)10);
}
static __thread int own = 7;
static void *show_own(void *arg)
{
    own += (int)(long)arg;
    return (void *)(long)own;
}
BEHAVIOUR(has_its_own_variables)
{
    own = 1;
    work();
    say("%ld %d", join(start(show_own, (void *)3)), own);
}
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void say_once(void)
{
    say("once");
}
static void *do_once(void *arg)
{
    pthread_once(&once, say_once);
    return arg;
}
BEHAVIOUR(does_it_once)
{
    pthread_t other = start(do_once, NULL);
    do_once(NULL);
    join(other);
}
static pthread_barrier_t barrier;
static void *meet(void *arg)
{
    for (int i = 0; i < 50; i++)
        pthread_barrier_wait(&barrier);
    return arg;
}
BEHAVIOUR(meets_at_a_barrier)
{
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t other = start(meet, NULL);
    meet(NULL);
    join(other);
}
static pthread_mutex_t lock;
static void *die_with_lock(void *arg)
{
    pthread_mutex_lock(&lock);
    return arg;
}
BEHAVIOUR(leaves_a_lock_taken)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attr);
    join(start(die_with_lock, NULL));
    say("%s", strerror(pthread_mutex_lock(&lock)));
}
static void try_kind(int kind)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, kind);
    pthread_mutex_init(&lock, &attr);
    pthread_mutex_lock(&lock);
    say("%d", pthread_mutex_lock(&lock));
}
BEHAVIOUR(locks_twice)
{
    try_kind(PTHREAD_MUTEX_RECURSIVE);
}
BEHAVIOUR(locks_twice_in_error)
{
    try_kind(PTHREAD_MUTEX_ERRORCHECK);
}
BEHAVIOUR(waits_too_long)
{
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    struct timespec when;
    clock_gettime(CLOCK_REALTIME, &when);
    when.tv_nsec += 20000000;
    when.tv_sec += when.tv_nsec / 1000000000;
    when.tv_nsec %= 1000000000;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    say("%s", strerror(pthread_cond_timedwait(&never, &lock, &when)));
    say("%d", sem_init(&ready, 0, 0) || sem_timedwait(&ready, &when));
}
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
BEHAVIOUR(shares_a_lock)
{
    say("%d %d", pthread_rwlock_rdlock(&shared), pthread_rwlock_rdlock(&shared));
    say("%s", strerror(pthread_rwlock_trywrlock(&shared)));
}
static volatile sig_atomic_t heard;
static pthread_t hearer;
static void hear(int number)
{
    heard = number && pthread_equal(pthread_self(), hearer) ? 1 : 2;
}
static void *wait_to_hear(void *arg)
{
    hearer = pthread_self();
    sem_post(&ready);
    while (!heard)
        ;
    return arg;
}
BEHAVIOUR(sends_to_a_thread)
{
    signal(SIGUSR1, hear);
    sem_init(&ready, 0, 0);
    pthread_t thread = start(wait_to_hear, NULL);
    sem_wait(&ready);
    pthread_kill(thread, SIGUSR1);
    join(thread);
    say("%d", heard);
}
BEHAVIOUR(names_a_thread)
{
    char name[16] = "";
    say("%d", pthread_setname_np(pthread_self(), "<script>\033]0;x"));
    pthread_getname_np(pthread_self(), name, sizeof name);
    say("%d", !strcmp(name, "<script>\033]0;x"));
}
BEHAVIOUR(has_small_stacks)
{
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    say("%d", pthread_attr_setstacksize(&attr, 65536));
    int error = pthread_create(&thread, &attr, give_back, (void *)4);
    say("%d %ld", error, error ? 0 : join(thread));
}
static void *show_mask(void *arg)
{
    sigset_t set;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    say("%d %d", sigismember(&set, SIGUSR1), sigismember(&set, SIGUSR2));
    return arg;
}
BEHAVIOUR(hands_its_mask_on)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    join(start(show_mask, NULL));
}
static void *fork_there(void *arg)
{
    pid_t child = fork();
    if (!child)
        _exit(9);
    behave_wait(child);
    return arg;
}
BEHAVIOUR(forks_in_a_thread)
{
    join(start(fork_there, NULL));
}
static void *exec_there(void *arg)
{
    execl("/bin/echo", "echo", "of a thread", (char *)NULL);
    return arg;
}
BEHAVIOUR(execs_in_a_thread)
{
    join(start(exec_there, NULL));
}
static int n_before, n_parent, n_child;
static void before(void)
{
    n_before++;
}
static void in_parent(void)
{
    n_parent++;
}
static void in_child(void)
{
    n_child++;
}
BEHAVIOUR(prepares_for_forks)
{
    pthread_atfork(before, NULL, in_child);
    pthread_atfork(NULL, in_parent, NULL);
    pid_t child = fork();
    if (!child)
        _exit(10 * n_before + n_child);
    behave_wait(child);
    say("%d %d", n_before, n_parent);
}
static int c11(void *arg)
{
    return *(int *)arg + 1;
}
BEHAVIOUR(has_threads_of_c)
{
    thrd_t thread;
    int value = 4, got = 0;
    if (thrd_create(&thread, c11, &value) == thrd_success)
        thrd_join(thread, &got);
    say("%d", got);
}
BEHAVIOUR(yields)
{
    for (int i = 0; i < 1000; i++)
        thrd_yield();
}
