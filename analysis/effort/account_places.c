/*
 * The function to name for a loss. Down the tree, to where no callee has the most of it any more: that is where the code is. Up again
 * from what is no code of the reader's, and from what others call too without losing anything: it is not to blame.
 */
#include "analysis/effort/account.h"
#include "analysis/workspan/sites.h"
#include "profile/locks.h"

#define MOST 0.5 /* of a loss */
#define MUCH 0.5 /* as much as here, elsewhere, without the loss */

struct finder {
    const struct sw_account *account;
    const struct sw_effort_tree *tree;
    enum sw_why loss;
};

static double lost_at(const struct finder *f, uint32_t node)
{
    const struct sw_effort_sums *s = &f->tree->nodes[node].total, *all = &f->tree->nodes[0].total;
    double lost = (double)sw_account_part(f->account, s, f->loss);
    double by_waits = f->loss == SW_WHY_GRAIN ? f->account->waits[SW_WAIT_THREADS] : 0;
    if (f->loss == (f->account->locking ? SW_WHY_CONTENTION : SW_WHY_GRAIN))
        by_waits += f->account->switching;
    return all->waited ? lost + by_waits * (double)s->waited / (double)all->waited : lost;
}

static double effort_at(const struct finder *f, uint32_t node)
{
    return (double)sw_effort_get(&f->tree->nodes[node].total, SW_EFFORT_ALL);
}

static bool is_above(const struct sw_effort_tree *t, uint32_t above, uint32_t node)
{
    while (node > above)
        node = t->nodes[node].parent;
    return node == above;
}

/* Whether its function has as much effort elsewhere, with clearly less of the loss. */
static bool is_common(const struct finder *f, uint32_t node)
{
    const struct sw_effort_tree *t = f->tree;
    struct sw_effort_key key = t->nodes[node].key;
    double effort = 0, lost = 0, here = effort_at(f, node);
    for (uint32_t i = 1; i < t->n; i++)
        if (t->nodes[i].key.function == key.function && !is_above(t, node, i) &&
            !is_above(t, i, node)) {
            effort += effort_at(f, i);
            lost += lost_at(f, i);
        }
    return effort >= MUCH * here && lost / (effort + 1) < MOST * lost_at(f, node) / (here + 1);
}

static bool is_readers(const struct sw_effort_tree *t, uint32_t node)
{
    return sw_effort_is_readers(t, t->nodes[node].key);
}

/* Below a node, without what is below another; 0: there is nothing. */
static uint32_t find_node(const struct finder *f, uint32_t without)
{
    const struct sw_effort_tree *t = f->tree;
    double all = lost_at(f, 0) - (without ? lost_at(f, without) : 0);
    uint32_t at = 0;
    for (uint32_t next = 0;; at = next) {
        double most = MOST * all;
        next = 0;
        for (uint32_t i = t->nodes[at].child; i; i = t->nodes[i].sibling) {
            double lost =
                lost_at(f, i) - (without && is_above(t, i, without) ? lost_at(f, without) : 0);
            if (i != without && lost > 0 && lost >= most) {
                most = lost;
                next = i;
            }
        }
        if (!next)
            break;
    }
    uint32_t found = at;
    while (found && (!is_readers(t, found) || is_common(f, found)))
        found = t->nodes[found].parent;
    return found ? found : at;
}

/* The words of a name's last part: "lock_row" has two, "Clock" and "unblock" one each. False: there are no more. */
static bool next_word(const char **at, char word[16])
{
    size_t n = 0;
    while (**at == '_')
        ++*at;
    for (; **at && **at != '_' && **at != '<' && **at != '('; ++*at) {
        if (n && isupper((unsigned char)**at) && islower((unsigned char)(*at)[-1]))
            break;
        if (n < 15)
            word[n++] = (char)tolower((unsigned char)**at);
    }
    word[n] = 0;
    return n > 0;
}

static bool is_lock_word(const char *word)
{
    static const char *const words[] = {"lock",     "mutex",   "acquire",
                                        "spinlock", "trylock", "rwlock"};
    return SW_FIRST(known, words, sizeof words / sizeof *words, !strcmp(word, *known));
}

bool sw_account_is_lock_name(const char *name)
{
    const char *at = name;
    char word[16];
    int n = 0, depth = 0;
    bool first = false, last = false, mutex = false;
    for (const char *p = name; *p; p++) {
        depth += (*p == '<') - (*p == '>');
        if (!depth && p[0] == ':' && p[1] == ':')
            at = p + 2;
    }
    for (; next_word(&at, word); n++) {
        last = is_lock_word(word);
        first |= !n && last;
        mutex |= !strcmp(word, "mutex");
    }
    return last || mutex || (first && n <= 2);
}

/* The node of that function that a path goes through; 0: none. */
static uint32_t on_path(const struct sw_effort_tree *t, uint32_t path, struct sw_effort_key key)
{
    uint32_t at = t->of_path[path];
    while (at && !sw_effort_is_same(t->nodes[at].key, key))
        at = t->nodes[at].parent;
    return at;
}

/* From who takes it up to the reader's function that is still there while the lock is held: what only takes it (uv_mutex_lock) is not meant. */
static uint32_t climb(const struct sw_effort_tree *t, uint32_t node, uint32_t inside)
{
    while (t->nodes[node].parent && !t->nodes[node].key.started &&
           (!is_readers(t, node) ||
            sw_account_is_lock_name(sw_effort_name(t, t->nodes[node].key)) ||
            !on_path(t, inside, t->nodes[node].key)))
        node = t->nodes[node].parent;
    return node;
}

/*
 * The function that takes the lock, where the time in it is spent. Who releases it is known too, but not always by its own function: releasing
 * is often the last that one does, which compilers make a jump of.
 */
bool sw_account_lock_place(const struct sw_effort_tree *t, const struct sw_effort_lock *lock,
                           struct sw_account_place *place)
{
    uint32_t inside = lock->inside ? lock->inside : lock->holder ? lock->holder : lock->waiter;
    const uint32_t takers[] = {lock->waiter, lock->holder, inside};
    if (!inside)
        return false;
    for (int i = 0; i < 3; i++) {
        if (!takers[i])
            continue;
        uint32_t own = t->of_path[takers[i] - 1], node = climb(t, own, inside - 1);
        if (i < 2 && !on_path(t, inside - 1, t->nodes[node].key))
            continue;
        uint32_t line = node == own ? t->path_line[takers[i] - 1] : t->nodes[node].line;
        *place = (struct sw_account_place){t->nodes[node].key, line, node, 0};
        break;
    }
    return true;
}

struct sw_sentence *sw_account_lock_say(const struct sw_effort_tree *t,
                                        const struct sw_effort_lock *lock)
{
    struct sw_account_place place;
    if (sw_lock_name_is_place(sw_string(lock->name)))
        return SW_SAY(LOCK_BY_PLACE, lock->name);
    if (*sw_string(lock->name))
        return SW_SAY(LOCK_BY_NAME, lock->name);
    if (sw_account_lock_place(t, lock, &place) && is_readers(t, place.node))
        return SW_SAY(LOCK_TAKEN_BY, sw_effort_say(t, place.key, place.line));
    return SW_SAY(LOCK_ADDRESS, lock->address);
}

static int place_locks(const struct finder *f, struct sw_account_place *places)
{
    const struct sw_effort *e = &f->tree->profile->effort;
    const struct sw_effort_lock *last = NULL;
    int n = 0;
    for (; n < SW_ACCOUNT_PLACES; n++) {
        const struct sw_effort_lock *best = sw_account_longest_lock(e, last);
        if (!best || !sw_account_lock_place(f->tree, best, &places[n]))
            break;
        places[n].lost = sw_account_lock_lost(f->account, e, best);
        last = best;
    }
    return n;
}

int sw_account_places(const struct sw_account *l, const struct sw_effort_tree *tree,
                      enum sw_why loss, struct sw_account_place places[SW_ACCOUNT_PLACES])
{
    struct finder f = {l, tree, loss};
    double all = lost_at(&f, 0);
    int n = loss == SW_WHY_CONTENTION ? place_locks(&f, places) : 0;
    uint32_t without = 0;
    if (n || all <= 0)
        return n;
    for (; n < SW_ACCOUNT_PLACES; n++) {
        uint32_t node = find_node(&f, without);
        if (!node || (n && (node == places[0].node || lost_at(&f, node) <= 0)))
            break;
        double lost = lost_at(&f, node);
        if (n && is_above(tree, node, without))
            lost -= lost_at(&f, without);
        places[n] = (struct sw_account_place){tree->nodes[node].key, tree->nodes[node].line, node,
                                              l->lost[loss] * lost / all};
        without = node;
    }
    return n;
}
