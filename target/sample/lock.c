/*
 * Locks that threads wait for. While some do, their waiting time adds up; who releases the lock is charged with
 * what has come together until then: it was the holder. What a thread waits on after a release, until it has the
 * lock (it has to wake up), is nobody's.
 */
#include "base/ticks.h"
#include "target/sample/record.h"

#define MOST_USED  (SW_EFFORT_LOCKS / 4 * 3)
#define MOST_TRIES 4096

static uint64_t hash(uint64_t address)
{
    return (address >> 3) * 0x9e3779b97f4a7c15u >> 50;
}
_Static_assert(SW_EFFORT_LOCKS == 1u << 14, "hash() gives 14 bits");

/* NULL: nobody has ever waited for it. */
static struct sw_lock *find(const struct sw_effort_record *r, uint64_t address)
{
    for (uint64_t i = hash(address);; i = (i + 1) % SW_EFFORT_LOCKS) {
        uint64_t found = atomic_load_explicit(&r->lock_addresses[i], memory_order_relaxed);
        if (found == address)
            return &r->locks[i];
        if (!found)
            return NULL;
    }
}

static struct sw_lock *find_or_add(struct sw_effort_record *r, uint64_t address)
{
    struct sw_lock *known = find(r, address);
    if (known)
        return known;
    if (atomic_fetch_add(&r->n_locks, 1) >= MOST_USED) {
        atomic_fetch_sub(&r->n_locks, 1);
        return NULL;
    }
    for (uint64_t i = hash(address);; i = (i + 1) % SW_EFFORT_LOCKS) {
        uint64_t found = 0;
        if (atomic_compare_exchange_strong(&r->lock_addresses[i], &found, address) ||
            found == address)
            return &r->locks[i];
    }
}

/* A signal handler of the program's may have interrupted who has it: then there is no waiting for it. */
static bool take(struct sw_lock *lock)
{
    for (unsigned times = 1; times < MOST_TRIES; times++) {
        if (!atomic_exchange_explicit(&lock->taken, 1, memory_order_acquire))
            return true;
        sw_wait(times);
    }
    return false;
}

static void give(struct sw_lock *lock)
{
    atomic_store_explicit(&lock->taken, 0, memory_order_release);
}

static void advance(struct sw_lock *lock, uint64_t now, uint32_t waiting)
{
    if (now > lock->since)
        lock->unpaid += waiting * (now - lock->since);
    lock->since = now > lock->since ? now : lock->since;
}

void sw_lock_wait(struct sw_live *live, uint64_t address, uint64_t now)
{
    struct sw_lock *lock = find_or_add(live->effort, address);
    if (!lock || !take(lock)) {
        atomic_fetch_add(&live->effort->lost_locks, 1);
        return;
    }
    advance(lock, now, lock->waiting);
    lock->waiting++;
    give(lock);
}

struct sw_lock *sw_lock_waited(struct sw_live *live, uint64_t address, uint64_t since, uint64_t now)
{
    struct sw_lock *lock = find(live->effort, address);
    if (!lock || !take(lock))
        return NULL;
    if (lock->waiting) {
        advance(lock, now, lock->waiting - 1);
        lock->waiting--;
    }
    lock->waits++;
    lock->waited += sw_live_to_ns(live, now - since);
    give(lock);
    return lock;
}

/* Where there is no room, the least one gives way to the new one, which inherits: a frequent one comes to stay. */
void sw_lock_charge(struct sw_lock_path *paths, uint32_t path, uint64_t ns)
{
    struct sw_lock_path *least = &paths[0];
    for (unsigned i = 0; i < SW_LOCK_PATHS; i++) {
        if (paths[i].path == path) {
            paths[i].ns += ns;
            return;
        }
        if (paths[i].ns < least->ns)
            least = &paths[i];
    }
    least->path = path;
    least->ns += ns;
}

static void charge(struct sw_worker *worker, struct sw_live *live, struct sw_lock *lock)
{
    uint64_t ns = sw_effort_take_periods(live->effort, &worker->blamed);
    if (!ns)
        return;
    uint32_t path = sw_worker_path(worker);
    atomic_fetch_add(&sw_effort_of(live, path)->blamed, ns);
    if (take(lock)) {
        sw_lock_charge(lock->holders, path, ns);
        give(lock);
    }
}

void sw_lock_released(struct sw_worker *worker, uint64_t address)
{
    struct sw_live *live = worker->sampler->live;
    struct sw_lock *lock = find(live->effort, address);
    if (!lock || !atomic_load_explicit(&lock->waiting, memory_order_relaxed) || !take(lock))
        return;
    advance(lock, sw_meter_ticks(), lock->waiting);
    worker->blamed += lock->unpaid;
    lock->unpaid = 0;
    give(lock);
    charge(worker, live, lock);
}
