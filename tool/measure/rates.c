/* Time over instructions, for each piece of a program, from several runs: their medians, and how far they vary. */
#include "tool/measure/rates.h"
#include "base/order.h"

#include <sys/mman.h>

#define SAME 0.1 /* a piece whose rate differs by less has its group's */

static struct sw_piece_rate *slot_of(const struct sw_piece_rates *r, uint64_t key)
{
    size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & r->mask;
    while (r->slots[i].key && r->slots[i].key != key)
        i = (i + 1) & r->mask;
    return &r->slots[i];
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return SW_RISING(*x, *y);
}

/* Time by instruction, in each run. */
static double rate_in(const struct sw_piece_rate *p, size_t run)
{
    return (double)p->time[run] / (double)p->instructions * (double)(1 << SW_RATE_BITS);
}

static void choose(struct sw_piece_rate *p, size_t n_runs)
{
    double rates[SW_TIMED_MOST];
    if (!p->instructions || !n_runs)
        return;
    for (size_t run = 0; run < n_runs; run++)
        rates[run] = rate_in(p, run);
    qsort(rates, n_runs, sizeof *rates, by_size);
    double middle = (rates[(n_runs - 1) / 2] + rates[n_runs / 2]) / 2;
    p->rate = middle < 1 ? 1 : (uint64_t)(middle + 0.5);
}

/* The same code takes the same, unless its data are of another kind. */
static void join_group(struct sw_piece_rates *r, struct sw_piece_rate *p)
{
    const struct sw_piece_rate *group = p->group ? slot_of(r, p->group) : NULL;
    if (!group || !group->rate || !p->rate)
        return;
    double part = (double)p->rate / (double)group->rate;
    if (part < 1 + SAME && part > 1 - SAME) {
        p->rate = group->rate;
        p->instructions = group->instructions;
        memcpy(p->time, group->time, sizeof p->time);
    }
}

static void add(struct sw_piece_rates *r, const struct sw_profile *profile, size_t run,
                bool is_counted)
{
    SW_EACH (piece, profile->pieces, profile->n_pieces) {
        struct sw_piece_rate *p = slot_of(r, piece->key);
        if (piece->left_out)
            continue;
        p->key = piece->key;
        p->group = piece->group;
        *(is_counted ? &p->instructions : &p->time[run]) += piece->work;
        if (piece->group) {
            p = slot_of(r, piece->group);
            p->key = piece->group;
            *(is_counted ? &p->instructions : &p->time[run]) += piece->work;
        }
        *(is_counted ? &r->all.instructions : &r->all.time[run]) += piece->work;
    }
}

int sw_piece_rates_init(struct sw_piece_rates *r, const struct sw_profile *counted,
                        const struct sw_profile *timed, size_t n_timed)
{
    size_t n = counted->n_pieces, slots = 64;
    for (size_t run = 0; run < n_timed; run++)
        n += timed[run].n_pieces;
    while (slots < 4 * n) /* with groups */
        slots *= 2;
    *r = (struct sw_piece_rates){.mask = slots - 1, .n_runs = n_timed};
    if (!(r->slots = calloc(slots, sizeof *r->slots)))
        return -ENOMEM;
    add(r, counted, 0, true);
    for (size_t run = 0; run < n_timed; run++)
        add(r, &timed[run], run, false);
    for (size_t i = 0; i < slots; i++)
        choose(&r->slots[i], n_timed);
    choose(&r->all, n_timed);
    for (size_t i = 0; i < slots; i++)
        join_group(r, &r->slots[i]);
    return 0;
}

void sw_piece_rates_release(struct sw_piece_rates *r)
{
    free(r->slots);
    r->slots = NULL;
}

static int put(int fd, uint64_t key, uint64_t rate)
{
    struct sw_rate one = {key, rate};
    return write(fd, &one, sizeof one) == sizeof one ? 0 : -EIO;
}

int sw_piece_rates_write(const struct sw_piece_rates *r, const struct sw_profile *first, int fd)
{
    int error = ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0 ? -errno : 0;
    if (!error)
        error = put(fd, 0, r ? r->all.rate : 0);
    for (size_t i = 0; !error && i < first->n_pieces; i++)
        if (first->pieces[i].left_out)
            error = put(fd, first->pieces[i].key, 0);
    for (size_t i = 0; !error && r && i <= r->mask; i++)
        if (r->slots[i].rate)
            error = put(fd, r->slots[i].key, r->slots[i].rate);
    return error;
}

int sw_piece_rates_open(void)
{
    char path[64];
    int fd = memfd_create("spanwise-rates", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), fd);
    if (fd >= 0)
        setenv("SPANWISE_RATES", path, 1);
    return fd;
}

void sw_piece_rates_close(int fd)
{
    unsetenv("SPANWISE_RATES");
    if (fd >= 0)
        close(fd);
}

double sw_piece_rates_known(const struct sw_piece_rates *r, const struct sw_profile *steady)
{
    double known = 0, all = 0;
    SW_EACH (piece, steady->pieces, steady->n_pieces) {
        all += (double)piece->work;
        known += slot_of(r, piece->key)->rate ? (double)piece->work : 0;
    }
    return all > 0 ? known / all : 0;
}

static void include(struct sw_interval *i, double value)
{
    uint64_t v = (uint64_t)(value + 0.5);
    i->least = !i->most || v < i->least ? v : i->least;
    i->most = v > i->most ? v : i->most;
}

void sw_piece_rates_spread(const struct sw_piece_rates *r, const struct sw_profile *steady,
                           struct sw_steadiness *s)
{
    s->runs = r->n_runs;
    for (size_t run = 0; run < r->n_runs; run++) {
        double work = 0, span = 0;
        SW_EACH (piece, steady->pieces, steady->n_pieces) {
            const struct sw_piece_rate *p = slot_of(r, piece->key);
            p = p->rate ? p : &r->all;
            double part = rate_in(p, run) / (double)p->rate;
            work += (double)piece->work * part;
            span += (double)piece->on_span * part;
        }
        include(&s->work, work);
        include(&s->span, span);
        include(&s->parallelism, span > 0 ? 1000 * work / span : 0);
    }
}

void sw_piece_rates_project(const struct sw_profile *steady, const struct sw_profile *in,
                            struct sw_sampled *sampled)
{
    struct sw_piece_rates sums;
    if (sw_piece_rates_init(&sums, steady, steady, 0) < 0)
        return;
    for (size_t i = 0; i < steady->n_pieces; i++)
        slot_of(&sums, steady->pieces[i].key)->time[0] += steady->pieces[i].on_span;
    double carry = 0;
    SW_EACH (path, sampled->paths, sampled->n_paths) {
        const struct sw_piece_rate *p =
            path->piece ? slot_of(&sums, in->pieces[path->piece - 1].key) : NULL;
        double part = p && p->instructions ? (double)p->time[0] / (double)p->instructions : 0;
        double on_span = (double)path->on_work * (part < 1 ? part : 1) + carry;
        path->on_span = on_span > 0 ? (uint64_t)on_span : 0;
        path->on_span = path->on_span < path->on_work ? path->on_span : path->on_work;
        carry = on_span - (double)path->on_span;
        path->piece = 0;
    }
    sw_piece_rates_release(&sums);
}
