/*
 * Locks that threads wait for. While some do, their waiting time adds up; who releases the lock is charged with
 * what has come together until then: it was the holder. What a thread waits on after a release, until it has the
 * lock (it has to wake up), is nobody's.
 */
#include "agent/process/live_range.h"
#include "agent/sample/mark.h"
#include "agent/sample/record.h"
#include "base/ticks.h"

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

void sw_lock_wait(struct sw_worker *worker, uint64_t address, uint64_t now)
{
    struct sw_live *live = worker->sampler->live;
    struct sw_lock *lock = find_or_add(live->effort, address);
    if (!lock || !take(lock)) {
        atomic_fetch_add(&live->effort->lost_locks, 1);
        return;
    }
    advance(lock, now, lock->waiting);
    lock->waiting++;
    bool is_known = lock->is_known;
    lock->is_known = true;
    give(lock);
    if (!is_known)
        sw_lock_met(worker, address);
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

/* Those that wait now are released: one of them, or all. */
static void release(const struct sw_worker *by, struct sw_lock *lock, uint32_t turn, uint64_t due,
                    bool all)
{
    uint32_t queued = atomic_load_explicit(&lock->queued, memory_order_relaxed),
             released = atomic_load_explicit(&lock->released_of, memory_order_relaxed);
    atomic_store_explicit(&lock->released[turn], due, memory_order_relaxed);
    released = all || released >= queued ? queued : released + 1;
    atomic_store_explicit(&lock->released_of, released, memory_order_relaxed);
    atomic_store_explicit(&lock->released_by, by->lane, memory_order_relaxed);
}

void sw_lock_left(struct sw_worker *worker, uint64_t address)
{
    for (uint32_t i = worker->n_held; i-- > 0;)
        if (worker->held[i] == address) {
            worker->held[i] = worker->held[--worker->n_held];
            return;
        }
}

void sw_lock_released(struct sw_worker *worker, uint64_t address)
{
    struct sw_live *live = worker->sampler->live;
    struct sw_lock *lock = find(live->effort, address);
    sw_lock_left(worker, address);
    if (!lock || !atomic_load_explicit(&lock->waiting, memory_order_relaxed) || !take(lock))
        return;
    uint64_t now = sw_meter_ticks();
    advance(lock, now, lock->waiting);
    worker->blamed += lock->unpaid;
    lock->unpaid = 0;
    give(lock);
    release(worker, lock, 0, sw_delay_due(worker, now), false);
    charge(worker, live, lock);
}

/* --- who has it alone: samples meanwhile are in it --- */

void sw_lock_had(struct sw_worker *worker, uint64_t address)
{
    struct sw_lock *lock = find(worker->sampler->live->effort, address);
    if (worker->n_held < SW_WORKER_HELD)
        worker->held[worker->n_held++] = address;
    if (!lock)
        return;
    /* Nobody else has it: nothing is lost between reading and writing. Whom its last holder has released is too late. */
    if (atomic_load_explicit(&lock->released_of, memory_order_relaxed))
        atomic_store_explicit(&lock->released_of, 0, memory_order_relaxed);
    uint64_t entries = atomic_load_explicit(&lock->entries, memory_order_relaxed);
    atomic_store_explicit(&lock->entries, entries + 1, memory_order_relaxed);
}

/* Who is interrupted may have it taken: then one is left out. */
void sw_locks_sampled(const struct sw_worker *worker, uint32_t path, uint64_t ns)
{
    for (uint32_t i = 0; i < worker->n_held && i < SW_WORKER_HELD; i++) {
        struct sw_lock *lock = find_or_add(worker->sampler->live->effort, worker->held[i]);
        if (!lock)
            continue;
        atomic_fetch_add_explicit(&lock->held, ns, memory_order_relaxed);
        if (!atomic_exchange_explicit(&lock->taken, 1, memory_order_acquire)) {
            sw_lock_charge(lock->inside, path, ns);
            give(lock);
        }
    }
}

/* --- what else threads release each other by --- */

void sw_barrier_is_for(uint64_t address, uint32_t members)
{
    struct sw_live *live = sw_live;
    struct sw_lock *lock = live && live->effort ? find_or_add(live->effort, address) : NULL;
    if (lock && take(lock)) {
        lock->members = members;
        lock->arrived = 0;
        give(lock);
    }
}

static uint64_t bit_of(const struct sw_worker *worker)
{
    return 1ull << (uint32_t)worker->thread % 64;
}

/* All of a turn are there before any of the next but one: two are enough. */
uint32_t sw_release_await(const struct sw_worker *worker, uint64_t address, uint64_t due)
{
    const struct sw_live *live = worker->sampler->live;
    struct sw_lock *lock = find_or_add(live->effort, address);
    if (lock && !lock->members) {
        atomic_store_explicit(&lock->latest, due, memory_order_relaxed);
        atomic_fetch_or_explicit(&lock->party, bit_of(worker), memory_order_relaxed);
    }
    if (!lock || !lock->members || !take(lock))
        return 0;
    uint32_t turn = lock->arrived / lock->members % 2;
    bool is_first = lock->arrived++ % lock->members == 0;
    lock->arrived %= 2 * lock->members;
    uint64_t latest = is_first ? 0 : atomic_load(&lock->released[turn]);
    due = due > latest ? due : latest;
    if (lock->arrived % lock->members)
        atomic_store(&lock->released[turn], due);
    else
        release(worker, lock, turn, due, true);
    give(lock);
    return turn;
}

uint64_t sw_release_of(const struct sw_live *live, uint64_t address, uint32_t turn)
{
    const struct sw_lock *lock = find(live->effort, address);
    return lock ? atomic_load_explicit(&lock->released[turn], memory_order_relaxed) : 0;
}

/*
 * Who waits on the same at other times is one of a party that meets there: as at a barrier that is made of a condition. The last
 * that comes does not wait; but in due time another one may have been the last, so it goes on from there.
 */
static void meet(struct sw_worker *worker, const struct sw_lock *lock, uint64_t now)
{
    uint64_t latest = atomic_load_explicit(&lock->latest, memory_order_relaxed);
    if (!(atomic_load_explicit(&lock->party, memory_order_relaxed) & bit_of(worker)) ||
        latest <= now - worker->lag || latest > now)
        return;
    worker->lag = now - latest;
    atomic_store_explicit(&worker->begun, latest, memory_order_relaxed);
}

/* Whoever had it when the first began to wait for it is not in its entries, but in its time. */
static uint64_t most_wait(const struct sw_lock *lock, const struct sw_live *live)
{
    uint64_t entries = atomic_load_explicit(&lock->entries, memory_order_relaxed);
    uint64_t held =
        atomic_load_explicit(&lock->held, memory_order_relaxed) / (entries ? entries : 1);
    return sw_live_to_ticks(live, held) * (1 + atomic_load(&lock->queued));
}

uint64_t sw_lock_due(const struct sw_lock *lock, const struct sw_wait *wait, uint64_t now,
                     const struct sw_live *live)
{
    uint64_t most = lock ? most_wait(lock, live) : 0,
             waited = now > wait->since ? now - wait->since : 0;
    return wait->due + (waited < most ? waited : most);
}

static bool holds(const struct sw_worker *worker, uint64_t address)
{
    for (uint32_t i = 0; i < worker->n_held && i < SW_WORKER_HELD; i++)
        if (worker->held[i] == address)
            return true;
    return false;
}

bool sw_lock_makes_wait(const struct sw_worker *sampled, const struct sw_worker *worker,
                        uint64_t now)
{
    const struct sw_effort_record *r = sampled->sampler->live->effort;
    const struct sw_lock *lock = atomic_load_explicit(&worker->on, memory_order_acquire);
    uint64_t since = atomic_load_explicit(&worker->waits_since, memory_order_relaxed);
    return lock && (holds(sampled, atomic_load_explicit(&r->lock_addresses[lock - r->locks],
                                                        memory_order_relaxed)) ||
                    now <= since || now - since < most_wait(lock, sampled->sampler->live));
}

void sw_release(struct sw_worker *worker, uint64_t address, enum sw_release_of_what whom)
{
    struct sw_effort_record *r = worker->sampler->live->effort;
    struct sw_lock *lock = whom == SW_RELEASE_JOIN ? find_or_add(r, address) : find(r, address);
    if (!lock)
        return;
    uint64_t now = sw_meter_ticks(), due = sw_delay_due(worker, now);
    release(worker, lock, 0, due, whom != SW_RELEASE_ONE);
    if (whom == SW_RELEASE_ALL)
        meet(worker, lock, now);
}

void sw_release_awaits(struct sw_worker *worker, uint64_t address)
{
    struct sw_lock *lock = address ? find_or_add(worker->sampler->live->effort, address) : NULL;
    if (lock)
        atomic_fetch_add_explicit(&lock->queued, 1, memory_order_relaxed);
    atomic_store_explicit(&worker->on, lock, memory_order_release);
}

void sw_release_got(struct sw_worker *worker)
{
    struct sw_lock *lock = atomic_load_explicit(&worker->on, memory_order_relaxed);
    if (!lock)
        return;
    uint32_t released = atomic_load_explicit(&lock->released_of, memory_order_relaxed);
    if (released)
        atomic_store_explicit(&lock->released_of, released - 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&lock->queued, 1, memory_order_relaxed);
    atomic_store_explicit(&worker->on, NULL, memory_order_relaxed);
}

/* The table of marks (mark.h). */

struct sw_mark sw_marks[SW_MARKS];
