#include "analysis/memory/shared.h"
#include "analysis/memory/traffic.h"
#include "analysis/predict/costs.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/text.h"
#include "profile/whose.h"

#define AN_INSTRUCTION_NS 0.25 /* where the work is counted in them: at 4 a nanosecond */
#define MOST_FOUND        3

static struct sw_shared_place place_of(const struct sw_shared_use *u)
{
    const struct sw_place *at = sw_place_of_reader(&u->place);
    return (struct sw_shared_place){sw_string(at->function), sw_string(at->file), at->line,
                                    u->what};
}

static bool is_readers(const struct sw_profile *p, const struct sw_shared_use *u)
{
    const struct sw_module *module = sw_module_of(p, u->address);
    return sw_place_is_readers(sw_place_of_reader(&u->place), sw_module_is_readers(p, module),
                               *sw_string(u->place.file));
}

/* What 'spanwise cc' writes for spawns: each worker has that for itself. */
static bool is_runtimes(const struct sw_shared_use *u)
{
    return !strcmp(sw_base_name(sw_string(u->place.file)), "<spanwise>");
}

/* Where it was allocated; in a library that is not inlined, only its caller would know. */
static const struct sw_place *made_of(const struct sw_shared *s)
{
    static const struct sw_place unknown;
    const struct sw_place *at = sw_place_of_reader(&s->made);
    return sw_file_is_readers(at->file) ? at : &unknown;
}

/* What threads wait by has lines that all use: that is the wait's own matter. */
static bool is_for_waits(const char *function)
{
    static const char *const names[] = {"pthread_", "__pthread", "sem_", "mtx_",  "cnd_", "__lll_",
                                        "GOMP_",    "gomp_",     "omp_", "__kmp", "std::"};
    return sw_begins_with_any(function, names, sizeof names / sizeof *names);
}

/* Functions of the C library that have one state for all threads, which the caller can do without. */
static bool has_one_state(const char *function)
{
    static const char *const names[] = {
        "rand",    "srand",     "random",    "random_r",          "drand48", "lrand48",
        "mrand48", "erand48_r", "nrand48_r", "__drand48_iterate", "strtok"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(function, names[i]))
            return true;
    return false;
}

/* Whether the line is of the reader's data: a global variable, or what the reader's code has allocated, or has on its stack. */
static bool is_readers_data(const struct sw_shared *s)
{
    return s->block ? *sw_string(made_of(s)->file) != 0 : s->is_readers;
}

/* A library's function that uses data of the reader's, or of its own for all threads: who calls it can do something about it. */
static bool is_for_reader(const struct sw_shared *s)
{
    const char *first = sw_string(s->uses[0].place.function),
               *second = sw_string(s->uses[1].place.function);
    if (!s->is_shared || s->site == SW_TRAFFIC_NO_SITE ||
        2 * (s->atomic + s->lock) > s->transfers || is_for_waits(first) || is_for_waits(second))
        return false;
    return is_readers_data(s) || (has_one_state(first) && has_one_state(second));
}

/* Where a library's function was called is not known: the construct, or the function, that it was called in. */
static void place_at_site(struct sw_shared_row *row, const struct sw_profile *p)
{
    const struct sw_place *at = sw_site_code(&p->sites[row->site]);
    for (int i = 0; i < 2 && at->line; i++) {
        row->by = row->places[i].function;
        row->places[i].function = sw_string(at->function);
        row->places[i].file = sw_string(at->file);
        row->places[i].line = at->line;
    }
}

static int compare_places(const struct sw_shared_place *x, const struct sw_shared_place *y)
{
    return SW_BY(strcmp(x->file, y->file), SW_RISING(x->line, y->line),
                 strcmp(x->function, y->function));
}

static struct sw_shared_row row_of(const struct sw_profile *p, const struct sw_shared *s)
{
    bool is_ours = is_runtimes(&s->uses[0]) || is_runtimes(&s->uses[1]);
    struct sw_shared_row row = {
        .places = {place_of(&s->uses[0]), place_of(&s->uses[1])},
        .kind = s->is_shared ? SW_SHARED_FALSE : SW_COMMUNICATION,
        .name = sw_string(s->name),
        .made_file = sw_string(made_of(s)->file),
        .made_in = sw_string(made_of(s)->function),
        .made_line = made_of(s)->line,
        .site = s->site,
        .transfers = s->transfers,
        .same_bytes = s->same_bytes,
        .atomic = s->atomic,
        .lock = s->lock,
        .lines = s->lines,
        .threads = s->threads,
        .is_readers = !is_ours && (is_readers(p, &s->uses[0]) || is_readers(p, &s->uses[1])),
    };
    if (!row.is_readers && !is_ours && is_for_reader(s)) {
        row.is_readers = true;
        place_at_site(&row, p);
    }
    if (s->is_shared && compare_places(&row.places[0], &row.places[1]) > 0) {
        struct sw_shared_place first = row.places[0];
        row.places[0] = row.places[1];
        row.places[1] = first;
    }
    return row;
}

/* Those of the same two source lines stand together when they are sorted. */
static int by_places(const void *a, const void *b)
{
    const struct sw_shared_row *x = a, *y = b;
    return SW_BY((x->kind == SW_COMMUNICATION) - (y->kind == SW_COMMUNICATION),
                 compare_places(&x->places[0], &y->places[0]),
                 compare_places(&x->places[1], &y->places[1]));
}

static int most_first(const void *a, const void *b)
{
    const struct sw_shared_row *x = a, *y = b;
    return SW_BY((x->kind == SW_COMMUNICATION) - (y->kind == SW_COMMUNICATION),
                 SW_FALLING(x->transfers, y->transfers), by_places(a, b));
}

static size_t unite(struct sw_shared_row *rows, size_t n)
{
    size_t to = 0;
    qsort(rows, n, sizeof *rows, by_places);
    for (size_t i = 1; i < n; i++) {
        struct sw_shared_row *into = &rows[to], *from = &rows[i];
        if (by_places(into, from)) {
            rows[++to] = *from;
            continue;
        }
        if (from->transfers > into->transfers) {
            into->name = from->name;
            into->made_file = from->made_file;
            into->made_in = from->made_in;
            into->made_line = from->made_line;
            into->site = from->site;
            into->by = from->by;
        }
        into->transfers += from->transfers;
        into->same_bytes += from->same_bytes;
        into->atomic += from->atomic;
        into->lock += from->lock;
        into->lines = from->lines > into->lines ? from->lines : into->lines;
        into->threads = from->threads > into->threads ? from->threads : into->threads;
        into->places[0].what |= from->places[0].what;
        into->places[1].what |= from->places[1].what;
        into->is_readers |= from->is_readers;
    }
    return n ? to + 1 : 0;
}

/* Nanoseconds; 0: not known. */
static double work_of(const struct sw_profile *p)
{
    double work = (double)sw_profile_work(p);
    return strcmp(sw_string(p->unit), "ns") ? work * AN_INSTRUCTION_NS : work;
}

static enum sw_shared_kind kind_of(const struct sw_shared_row *r)
{
    if (r->kind == SW_COMMUNICATION)
        return r->kind;
    return 2 * r->lock > r->transfers         ? SW_SHARED_LOCK
           : 2 * r->atomic > r->transfers     ? SW_SHARED_ATOMIC
           : 2 * r->same_bytes > r->transfers ? SW_SHARED_TRUE
                                              : SW_SHARED_FALSE;
}

/* In a serial run of Cilk all allocate from one arena; workers would have their own. */
static bool is_allocators(const struct sw_profile *p, const struct sw_shared *s)
{
    return sw_profile_is_cilk(p) && !strcmp(sw_string(s->name), "main_arena");
}

int sw_shared_rows_make(struct sw_shared_rows *t, const struct sw_profile *p)
{
    double work = work_of(p), part = sw_traffic_part(p), times = part > 0 ? 1 / part : 1;
    *t = (struct sw_shared_rows){.n = 0};
    t->rows = calloc(p->memory.n_shared + 1, sizeof *t->rows);
    if (!t->rows)
        return -ENOMEM;
    for (size_t i = 0; i < p->memory.n_shared; i++)
        if (!is_allocators(p, &p->memory.shared[i]))
            t->rows[t->n++] = row_of(p, &p->memory.shared[i]);
    t->n = unite(t->rows, t->n);
    qsort(t->rows, t->n, sizeof *t->rows, most_first);
    SW_EACH (r, t->rows, t->n) {
        r->transfers = sw_rounded((double)r->transfers * times);
        r->same_bytes = sw_rounded((double)r->same_bytes * times);
        r->atomic = sw_rounded((double)r->atomic * times);
        r->lock = sw_rounded((double)r->lock * times);
        r->pressure = work > 0 ? (double)r->transfers * SW_TRANSFER_NS / work : 0;
        r->kind = kind_of(r);
        if (r->kind == SW_COMMUNICATION)
            t->transfers += r->transfers;
        else
            t->n_shared++;
        if (r->kind != SW_COMMUNICATION && r->is_readers)
            t->pressure += r->pressure;
    }
    return 0;
}

void sw_shared_rows_release(struct sw_shared_rows *t)
{
    free(t->rows);
    *t = (struct sw_shared_rows){.n = 0};
}

/* Where to look: at the end that writes, of the reader's code. */
static const struct sw_shared_place *where(const struct sw_shared_row *r)
{
    bool first = r->places[0].what & SW_ACCESS_STORE || !(r->places[1].what & SW_ACCESS_STORE);
    return &r->places[r->places[!first].line ? !first : first];
}

static struct sw_sentence *say_variable(const struct sw_shared_row *r)
{
    if (*r->name)
        return SW_SAY(SHARED_VARIABLE, r->name, r->made_line ? sw_base_name(r->made_file) : NULL,
                      r->made_line);
    return r->made_line ? SW_SAY(SHARED_BLOCK, sw_base_name(r->made_file), r->made_line) : NULL;
}

/* What to do: by its kind; and if some only write what others only read, it is none that could be added up. */
static unsigned remedy(const struct sw_shared_row *r)
{
    uint32_t both = SW_ACCESS_LOAD | SW_ACCESS_STORE;
    uint32_t first = r->places[0].what & both, second = r->places[1].what & both;
    bool is_reported = (first ^ second) == both && first && second;
    return is_reported && r->kind != SW_SHARED_FALSE && r->kind != SW_SHARED_LOCK ? SW_COMMUNICATION
                                                                                  : r->kind;
}

static void find(struct sw_findings *findings, const struct sw_shared_row *r)
{
    const struct sw_shared_place *at = where(r);
    const struct sw_shared_place *other = at == &r->places[0] ? &r->places[1] : &r->places[0];
    struct sw_sentence *also = NULL;
    if (other->line && compare_places(at, other))
        also = SW_SAY(SHARED_ALSO, sw_base_name(other->file), other->line);
    sw_findings_add(findings, SW_FINDING_SHARED, SW_ADVICE, SW_NO_SITE,
                    SW_SAY(SHARED_LINES, (unsigned)r->kind, say_variable(r), sw_base_name(at->file),
                           at->line, r->by, also, r->transfers, r->threads, remedy(r)));
    sw_findings_place(findings, at->file, at->line, at->function);
}

void sw_shared_findings(struct sw_findings *findings, const struct sw_profile *p)
{
    struct sw_shared_rows t;
    enum sw_certainty before = findings->certainty;
    if (!p->memory.n_shared)
        return;
    if (sw_shared_rows_make(&t, p)) {
        findings->error = -ENOMEM;
        return;
    }
    findings->certainty = SW_CERTAIN_ABOUT;
    for (size_t i = 0, n = 0; i < t.n_shared && n < MOST_FOUND; i++)
        if (t.pressure >= SW_SHARED_CONTENDED && t.rows[i].is_readers &&
            t.rows[i].pressure >= t.pressure / 10) {
            find(findings, &t.rows[i]);
            n++;
        }
    findings->certainty = before;
    sw_shared_rows_release(&t);
}

SW_NAMES(sw_shared_kind_name, enum sw_shared_kind, "false", "true", "atomic", "lock",
         "communication")
