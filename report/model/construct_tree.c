/* Constructs as rows, each below the one that it is in; in a profile they are in the order in which they began. */
#include "base/order.h"
#include "report/model/run.h"

#define WORTH_A_LINE 0.001 /* of the work, or of the processors' time */

/* A construct counts for what it does and loses, with all inside: so those around it are in as well. */
static uint64_t weight(const struct sw_construct_row *c)
{
    return c->number ? c->construct->total_work + c->loss->all : UINT64_MAX;
}

static int compare_weights(const void *a, const void *b)
{
    const struct sw_construct_row *x = *(const struct sw_construct_row *const *)a;
    const struct sw_construct_row *y = *(const struct sw_construct_row *const *)b;
    return SW_BY(SW_FALLING(weight(x), weight(y)), SW_RISING(x->number, y->number));
}

struct tree {
    const struct sw_construct_row *rows;
    uint32_t *first, *next; /* child, sibling; 0: none */
    unsigned char *is_in;
    const void **list;
    size_t n;
};

/* One that does and loses next to nothing is not worth a line, unless all are asked for. */
static int is_trivial(const struct sw_construct_row *c)
{
    const struct sw_simulation *s = c->outcome->simulation;
    double whole = (double)c->outcome->processors * (double)s->time;
    return c->number && (double)c->construct->total_work < WORTH_A_LINE * (double)s->work &&
           (double)c->loss->all < WORTH_A_LINE * whole &&
           (double)c->construct->elapsed < WORTH_A_LINE * (double)s->time;
}

/* Down to a first child, else on to a sibling, of its own or of one around it. */
static void list_all(struct tree *t)
{
    uint32_t i = 0;
    t->list[t->n++] = &t->rows[0];
    do {
        uint32_t next = i == 0 || t->is_in[i] ? t->first[i] : 0;
        while (!next && i) {
            next = t->next[i];
            i = t->rows[i].construct->parent;
        }
        i = next;
        if (i && t->is_in[i])
            t->list[t->n++] = &t->rows[i];
    } while (i);
}

int sw_construct_list(const struct sw_report_simulation *m, size_t most, int heaviest_first,
                      const void ***list, size_t *n)
{
    uint32_t all = m->n_constructs;
    struct tree t = {.rows = m->constructs,
                     .first = calloc(all, sizeof *t.first),
                     .next = calloc(all, sizeof *t.next),
                     .is_in = calloc(all, 1),
                     .list = calloc(all, sizeof *t.list)};
    int error = t.first && t.next && t.is_in && t.list ? 0 : -ENOMEM;
    for (uint32_t i = 0; !error && i < all; i++)
        t.list[i] = &m->constructs[i];
    if (!error)
        qsort(t.list, all, sizeof *t.list, compare_weights);
    for (uint32_t i = 0; !error && i < all && i < most; i++) {
        const struct sw_construct_row *c = t.list[i];
        t.is_in[c->number] = most == SW_REPORT_ALL || !is_trivial(c);
    }
    /* The last of siblings first: each is put before the others. Serial code is the first of all in any order. */
    for (uint32_t i = all; !error && i-- > 1;) {
        const struct sw_construct_row *c = heaviest_first ? t.list[i] : &m->constructs[i];
        t.next[c->number] = t.first[c->construct->parent];
        t.first[c->construct->parent] = c->number;
    }
    if (!error)
        list_all(&t);
    free(t.first);
    free(t.next);
    free(t.is_in);
    *list = t.list;
    *n = t.n;
    return error;
}
