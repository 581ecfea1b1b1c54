/* Threads: starts, ends, locks, what is each thread's own. */
#include "behave.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
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

BEHAVIOUR(starts_thousands_in_turn)
{
    long sum = 0;
    for (long i = 0; i < 2000; i++)
        sum += join(start(give_back, (void *)i));
    say("%ld", sum);
}
BEHAVIOUR(starts_hundreds_at_once)
{
    static pthread_t threads[300];
    long sum = 0;
    for (long i = 0; i < 300; i++)
        threads[i] = start(give_back, (void *)i);
    for (int i = 0; i < 300; i++)
        sum += join(threads[i]);
    say("%ld", sum);
}
BEHAVIOUR(detaches_hundreds)
{
    sem_init(&ready, 0, 0);
    for (int i = 0; i < 300; i++)
        pthread_detach(start(post, NULL));
    for (int i = 0; i < 300; i++)
        sem_wait(&ready);
}
static void *start_more(void *depth)
{
    return (void *)(depth ? join(start(start_more, (char *)depth - 1)) + 1 : 0);
}
BEHAVIOUR(starts_threads_in_threads)
{
    say("%ld", join(start(start_more, (void *)50)));
}
/* Cancelled where it waits; 'kind': in which call. */
static int pipe_ends[2];
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static void unlock(void *unused)
{
    (void)unused;
    say("%d", pthread_mutex_unlock(&lock));
}
static void *wait_in_call(void *kind)
{
    sem_t none;
    sem_init(&none, 0, 0);
    sem_post(&ready);
    if (kind == (void *)1)
        return (void *)read(pipe_ends[0], &none, 1);
    if (kind == (void *)2)
        return (void *)(long)sem_wait(&none);
    if (kind == (void *)3)
        return (void *)(long)nanosleep(&(struct timespec){1000, 0}, NULL);
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, NULL);
    for (;;)
        pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(0);
    return NULL;
}
BEHAVIOUR(cancels_threads_that_wait)
{
    sem_init(&ready, 0, 0);
    if (pipe(pipe_ends))
        abort();
    for (long kind = 1; kind <= 4; kind++) {
        pthread_t thread = start(wait_in_call, (void *)kind);
        sem_wait(&ready);
        pthread_cancel(thread);
        say("%d", join(thread) == (long)PTHREAD_CANCELED);
    }
}
static void *refuse_to_end(void *arg)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_post(&ready);
    sem_wait((sem_t *)arg);
    say("still here");
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    return arg;
}
BEHAVIOUR(cancels_a_thread_that_refuses)
{
    sem_t go;
    sem_init(&go, 0, 0);
    sem_init(&ready, 0, 0);
    pthread_t thread = start(refuse_to_end, &go);
    sem_wait(&ready);
    pthread_cancel(thread);
    sem_post(&go);
    say("%d", join(thread) == (long)PTHREAD_CANCELED);
}
static void *clean_in_order(void *arg)
{
    pthread_cleanup_push(clean, "outer");
    pthread_cleanup_push(clean, "inner");
    pthread_exit(arg);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
}
BEHAVIOUR(cleans_in_order)
{
    say("%ld", join(start(clean_in_order, (void *)3)));
}
static int rounds;
static void destroy_again(void *value)
{
    rounds++;
    pthread_setspecific(key, value);
}
BEHAVIOUR(has_keys_that_come_again)
{
    pthread_key_create(&key, destroy_again);
    join(start(set_key, (void *)1));
    say("%d", rounds);
}
static pthread_key_t keys[200];
static void add_value(void *value)
{
    __atomic_add_fetch(&rounds, (int)(long)value, __ATOMIC_RELAXED);
}
static void *set_keys(void *arg)
{
    for (long i = 0; i < 200; i++)
        pthread_setspecific(keys[i], (void *)(i + 1));
    return arg;
}
BEHAVIOUR(has_many_keys)
{
    for (int i = 0; i < 200; i++)
        if (pthread_key_create(&keys[i], add_value))
            abort();
    join(start(set_keys, NULL));
    say("%d", rounds);
}
static void *leave_last(void *arg)
{
    sem_wait(arg);
    say("the last thread");
    exit(21);
}
BEHAVIOUR(main_leaves_others_behind)
{
    static sem_t go;
    sem_init(&go, 0, 0);
    pthread_detach(start(leave_last, &go));
    sem_post(&go);
    pthread_exit(NULL);
}
BEHAVIOUR(leaves_a_lock_of_a_process_taken)
{
    struct both {
        pthread_mutex_t lock;
        int value;
    } *both = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&both->lock, &attr);
    pid_t child = fork();
    if (!child) {
        pthread_mutex_lock(&both->lock);
        both->value = 5;
        _exit(0);
    }
    behave_wait(child);
    say("%d", pthread_mutex_lock(&both->lock) == EOWNERDEAD);
    say("%d", both->value);
    say("%d", pthread_mutex_consistent(&both->lock));
    say("%d", pthread_mutex_unlock(&both->lock));
}
BEHAVIOUR(waits_for_another_process)
{
    sem_t *both = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(&both[0], 1, 0), sem_init(&both[1], 1, 0);
    pid_t child = fork();
    for (int i = 0; i < 50; i++) {
        sem_post(&both[!child]);
        sem_wait(&both[!!child]);
    }
    if (!child)
        _exit(0);
    behave_wait(child);
}
BEHAVIOUR(joins_wrongly)
{
    pthread_t thread = start(give_back, (void *)7);
    void *value = NULL;
    say("%d", pthread_join(pthread_self(), NULL) == EDEADLK);
    while (pthread_tryjoin_np(thread, &value))
        sched_yield();
    say("%ld", (long)value);
    struct timespec past = {1, 0};
    sem_init(&ready, 0, 0);
    say("%d", pthread_timedjoin_np(start(sleep_for_ever, NULL), NULL, &past) == ETIMEDOUT);
}
static int served;
static void *serve(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!served)
        pthread_cond_wait(&never, &lock);
    served++;
    pthread_mutex_unlock(&lock);
    return arg;
}
BEHAVIOUR(wakes_all)
{
    pthread_t threads[16];
    pthread_mutex_init(&lock, NULL);
    for (int i = 0; i < 16; i++)
        threads[i] = start(serve, NULL);
    pthread_mutex_lock(&lock);
    served = 1;
    pthread_cond_broadcast(&never);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 16; i++)
        join(threads[i]);
    say("%d", served);
}
static void *meet_and_count(void *serial)
{
    for (int i = 0; i < 20; i++)
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            __atomic_add_fetch((int *)serial, 1, __ATOMIC_RELAXED);
    return NULL;
}
BEHAVIOUR(has_one_at_each_barrier)
{
    pthread_t threads[5];
    int serial = 0;
    pthread_barrier_init(&barrier, NULL, 5);
    for (int i = 0; i < 5; i++)
        threads[i] = start(meet_and_count, &serial);
    for (int i = 0; i < 5; i++)
        join(threads[i]);
    say("%d", serial);
}
static pthread_spinlock_t spin;
static int spun;
static void *spin_often(void *arg)
{
    for (int i = 0; i < 2000; i++) {
        pthread_spin_lock(&spin);
        spun++;
        pthread_spin_unlock(&spin);
    }
    return arg;
}
BEHAVIOUR(spins_for_a_lock)
{
    pthread_t threads[4];
    pthread_spin_init(&spin, 0);
    for (int i = 0; i < 4; i++)
        threads[i] = start(spin_often, NULL);
    for (int i = 0; i < 4; i++)
        join(threads[i]);
    say("%d", spun);
}
BEHAVIOUR(has_stacks_of_its_own)
{
    static char stack[1 << 17] __attribute__((aligned(4096)));
    pthread_attr_t attr;
    pthread_t thread;
    void *at = NULL;
    size_t size = 0;
    pthread_attr_init(&attr);
    say("%d", pthread_attr_setstack(&attr, stack, sizeof stack));
    say("%d", pthread_create(&thread, &attr, give_back, (void *)9));
    pthread_getattr_np(thread, &attr);
    pthread_attr_getstack(&attr, &at, &size);
    say("%d %d %ld", at == stack, size == sizeof stack, join(thread));
    say("%d", pthread_attr_setstacksize(&attr, 100) == EINVAL);
}
static void *change_user(void *arg)
{
    return (void *)(long)(setuid(getuid()) + setgid(getgid()) + (arg != NULL));
}
BEHAVIOUR(changes_its_user_in_a_thread)
{
    sem_init(&ready, 0, 0);
    start(spin_for_ever, NULL);
    sem_wait(&ready);
    say("%ld", join(start(change_user, NULL)));
}
static mtx_t c_lock;
static cnd_t c_ready;
static int c_ready_now;
static int c_wait(void *arg)
{
    mtx_lock(&c_lock);
    while (!c_ready_now)
        cnd_wait(&c_ready, &c_lock);
    mtx_unlock(&c_lock);
    thrd_exit(arg != NULL);
}
BEHAVIOUR(has_locks_of_c)
{
    thrd_t thread;
    int got = -1;
    mtx_init(&c_lock, mtx_plain);
    cnd_init(&c_ready);
    thrd_create(&thread, c_wait, NULL);
    mtx_lock(&c_lock);
    c_ready_now = 1;
    cnd_signal(&c_ready);
    mtx_unlock(&c_lock);
    thrd_join(thread, &got);
    say("%d", got);
}
