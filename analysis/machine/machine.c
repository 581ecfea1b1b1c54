/* Descriptions of machines: what they hold, the curves in them, reading and writing. */
#include "analysis/machine/machine.h"
#include "base/grow.h"
#include "base/text.h"
#include "profile/input.h"
#include "profile/output.h"

#define SW_MACHINE_FIRST_LINE "spanwise machine "
enum { SW_MACHINE_VERSION = 1, SW_MACHINE_MOST_THREADS = 1 << 16 };

/* A key with one word or more, which is kept as it is: char *. */
struct sw_machine_word {
    const char *key;
    size_t at;
};

/* A key with one number. */
struct sw_machine_number {
    const char *key;
    size_t at; /* in struct sw_machine: a double, or an unsigned where `whole` */
    bool whole;
    double least, most;
};

/* In the order of struct sw_overheads. */
SW_NAMES(sw_overhead_name, unsigned, "fork_ns", "fork_thread_ns", "barrier_ns", "barrier_thread_ns",
         "chunk_dynamic_ns", "task_ns", "lock_ns", "hand_over_ns", "region_of_one_ns",
         "nested_of_one_ns", "barrier_of_one_ns", "fork_nested_ns", "barrier_nested_ns",
         "lock_moved_ns", "hand_over_back_ns", "section_ns", "hand_over_empty_ns", "task_make_ns",
         "task_at_once_ns", "task_wait_ns", "task_again_ns", "task_taken_ns", "task_part_ns",
         "queue_moved_ns", "queue_busy_ns", "queue_wake_ns", "chunk_of_one_ns", "turn_ns",
         "turn_given_ns", "post_ns", "sink_ns", "chunk_static_ns", "spawn_ns", "piece_ns",
         "steal_ns")
_Static_assert(offsetof(struct sw_overheads, chunk_static) == SW_OMP_COSTS * sizeof(double),
               "OpenMP's are those that a simulation has");

double *sw_overhead(struct sw_overheads *overheads, unsigned number)
{
    return (double *)overheads + number;
}

void sw_overheads_take(struct sw_overheads *overheads, const struct sw_omp_costs *costs)
{
    struct sw_omp_costs from = *costs;
    for (int i = 0; i < SW_OMP_COSTS; i++)
        *sw_overhead(overheads, (unsigned)i) = (double)*sw_omp_cost(&from, i);
}

/* Of costs that nobody has measured, what comes next to them; `known` as in the machine. */
static void sw_overheads_complete(struct sw_overheads *o, uint64_t known)
{
    const struct {
        double *cost, by;
    } all[] = {{&o->chunk_of_one, o->chunk},
               {&o->task_make, o->task},
               {&o->queue_moved, o->queue_busy},
               {&o->hand_over_empty, o->hand_over_back},
               {&o->piece, o->spawn}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(known >> (all[i].cost - sw_overhead(o, 0)) & 1))
            *all[i].cost = all[i].by;
}

#define AT(member) offsetof(struct sw_machine, member)
static const struct sw_machine_word sw_machine_words[] = {
    {"name", AT(name)},
    {"architecture", AT(architecture)},
    {"transfer_as_on", AT(transfer_as_on)},
};
static const struct sw_machine_number sw_machine_numbers[] = {
    {"processors", AT(processors), true, 1, SW_MACHINE_MOST_THREADS},
    {"ghz", AT(ghz), false, 1e-3, 1e3},
    {"cache_line_bytes", AT(line), false, 1, 65536},
    {"overheads_seen_to_threads", AT(overheads_seen_to), true, 1, SW_MACHINE_MOST_THREADS},
    {"one_thread_mb_s", AT(one_thread), false, 0, 1e9},
    {"saturation_seen_to_threads", AT(saturation_seen_to), true, 1, SW_MACHINE_MOST_THREADS},
    {"l1_bytes", AT(l1), false, 0, 1e12},
    {"l2_bytes", AT(l2), false, 0, 1e12},
    {"llc_bytes", AT(llc), false, 0, 1e12},
    {"llc_cores", AT(llc_cores), true, 1, SW_MACHINE_MOST_THREADS},
    {"latency_ns", AT(latency), false, 0, 1e6},
    {"transfer_ns", AT(transfer.streamed), false, 0, 1e6},
    {"transfer_llc_ns", AT(transfer.by_llc), false, 0, 1e6},
    {"transfer_apart_ns", AT(transfer.apart), false, 0, 1e6},
    {"transfer_atomic_ns", AT(transfer.atomic), false, 0, 1e6},
};
enum {
    N_NUMBERS = sizeof sw_machine_numbers / sizeof *sw_machine_numbers,
    N_WORDS = sizeof sw_machine_words / sizeof *sw_machine_words
};

void sw_machine_init(struct sw_machine *machine)
{
    *machine = (struct sw_machine){0};
}

static void sw_curve_release(struct sw_curve *c)
{
    free(c->x);
    free(c->y);
    *c = (struct sw_curve){0};
}

void sw_machine_release(struct sw_machine *m)
{
    for (size_t i = 0; i < m->n_psi; i++)
        sw_curve_release(&m->psi[i].curve);
    for (size_t i = 0; i < m->n_hogs; i++)
        sw_curve_release(&m->hogs[i].slowdown);
    sw_curve_release(&m->phi);
    sw_curve_release(&m->bandwidth);
    free(m->psi);
    free(m->hogs);
    free(m->name);
    free(m->architecture);
    free(m->transfer_as_on);
    sw_machine_init(m);
}

/* By the kernel that draws most. */
static double bandwidth_by_psi(const struct sw_machine *m, double cores)
{
    double threads = 1, before = m->one_thread;
    for (size_t i = 0; i < m->n_psi; i++) {
        double there = m->psi[i].threads * sw_curve_at(&m->psi[i].curve, m->one_thread);
        if (m->psi[i].threads >= cores)
            return fmin(before * cores / threads, there);
        threads = m->psi[i].threads;
        before = there;
    }
    return m->one_thread > 0 ? before : (double)NAN;
}

double sw_machine_bandwidth(const struct sw_machine *m, double cores)
{
    const struct sw_curve *b = &m->bandwidth;
    if (b->kind != SW_CURVE_POINTS)
        return bandwidth_by_psi(m, cores);
    size_t i = 0;
    if (cores < b->x[0])
        return b->y[0];
    while (i + 1 < b->n && b->x[i + 1] <= cores)
        i++;
    double mb_s = b->y[i] * cores / b->x[i];
    return i + 1 < b->n ? fmin(mb_s, fmax(b->y[i], b->y[i + 1])) : fmin(mb_s, b->y[i]);
}

int sw_machine_borrow_transfers(struct sw_machine *m, const struct sw_machine *from)
{
    if (m->transfer.streamed > 0 || !(from->transfer.streamed > 0))
        return 0;
    m->transfer = from->transfer;
    m->transfer_as_on = strdup(from->name && *from->name ? from->name : "another machine");
    return m->transfer_as_on ? 0 : -ENOMEM;
}

double sw_machine_cache(const struct sw_machine *m, double cores)
{
    double sharing = m->llc_cores ? m->llc_cores : fmax(cores, m->processors);
    return cores * m->l2 + m->llc * ceil(cores / sharing);
}

double sw_machine_cache_share(const struct sw_machine *m, double cores)
{
    return m->l2 + m->llc / fmax(1, m->llc_cores ? fmin(cores, m->llc_cores) : cores);
}

static const char *const kinds[] = {
    [SW_CURVE_LINEAR] = "linear",
    [SW_CURVE_LOG] = "log",
    [SW_CURVE_POWER] = "power",
    [SW_CURVE_POINTS] = "points",
};
#define N_KINDS (sizeof kinds / sizeof *kinds)

static double between(const struct sw_curve *c, double x)
{
    size_t i = 1;
    if (x <= c->x[0])
        return c->y[0];
    if (x >= c->x[c->n - 1])
        return c->y[c->n - 1];
    while (c->x[i] < x)
        i++;
    double share = (x - c->x[i - 1]) / (c->x[i] - c->x[i - 1]);
    return c->y[i - 1] + share * (c->y[i] - c->y[i - 1]);
}

double sw_curve_at(const struct sw_curve *c, double x)
{
    double y = (double)NAN;
    if (c->kind == SW_CURVE_LINEAR)
        y = c->a * x + c->b;
    else if (c->kind == SW_CURVE_LOG)
        y = c->a * log(x) + c->b;
    else if (c->kind == SW_CURVE_POWER)
        y = c->a * pow(x, c->b);
    else if (c->kind == SW_CURVE_POINTS)
        y = between(c, x);
    return c->divide > 0 ? y / c->divide : y;
}

/* A number that is all of the word, finite. */
static bool sw_machine_real(const char *word, double *value)
{
    char *end;
    *value = strtod(word, &end);
    return end != word && !*end && isfinite(*value);
}

static const char *parse_point(struct sw_curve *c, char *word)
{
    char *colon = strchr(word, ':');
    if (colon)
        *colon = 0;
    if (!colon || !sw_machine_real(word, &c->x[c->n]) || !sw_machine_real(colon + 1, &c->y[c->n]))
        return "points are numbers X:Y";
    if (c->n && c->x[c->n] <= c->x[c->n - 1])
        return "the X of points must ascend";
    c->n++;
    return NULL;
}

static const char *parse_points(struct sw_curve *c, char **rest)
{
    const char *wrong = NULL;
    size_t room = strlen(*rest) / 2 + 1; /* a blank and a character each, at least */
    c->x = calloc(room, sizeof *c->x);
    c->y = calloc(room, sizeof *c->y);
    if (!c->x || !c->y)
        return "not enough memory";
    for (char *word; !wrong && (word = strtok_r(NULL, " \t", rest));)
        wrong = parse_point(c, word);
    if (!wrong && !c->n)
        wrong = "there are no points";
    if (!wrong) {
        c->from = c->x[0];
        c->to = c->x[c->n - 1];
    }
    return wrong;
}

/* divide D, from X, to X. */
static const char *parse_limits(struct sw_curve *c, char **rest)
{
    for (char *word, *value; (word = strtok_r(NULL, " \t", rest));) {
        double *to = !strcmp(word, "divide") ? &c->divide
                     : !strcmp(word, "from") ? &c->from
                     : !strcmp(word, "to")   ? &c->to
                                             : NULL;
        value = strtok_r(NULL, " \t", rest);
        if (!to)
            return "after a formula there may be 'divide D', 'from X' and 'to X'";
        if (!value || !sw_machine_real(value, to) || *to <= 0)
            return "'divide', 'from' and 'to' take a number above 0";
    }
    return c->to > 0 && c->to < c->from ? "it is known from more than up to" : NULL;
}

/* "linear 1.35 1758 divide 2 from 2000", "points 500:500 900:810". NULL, or what is wrong with it. Changes the text. */
static const char *sw_curve_parse(struct sw_curve *c, char *text)
{
    char *rest, *word = strtok_r(text, " \t", &rest);
    size_t kind = SW_CURVE_LINEAR;
    while (kind < N_KINDS && (!word || strcmp(word, kinds[kind])))
        kind++;
    if (kind == N_KINDS)
        return "a curve is 'linear A B', 'log A B', 'power A B' or 'points X:Y ...'";
    c->kind = (enum sw_curve_kind)kind;
    if (c->kind == SW_CURVE_POINTS)
        return parse_points(c, &rest);
    const char *a = strtok_r(NULL, " \t", &rest), *b = strtok_r(NULL, " \t", &rest);
    if (!a || !b || !sw_machine_real(a, &c->a) || !sw_machine_real(b, &c->b))
        return "a formula takes two numbers";
    return parse_limits(c, &rest);
}

/* Numbers are written so that they are the same when they are read. */

static char **word_at(struct sw_machine *m, const struct sw_machine_word *word)
{
    return (char **)(void *)((char *)m + word->at);
}

static void write_word(const char *key, const char *name, FILE *out)
{
    if (!name || !*name)
        return;
    fprintf(out, "%s = ", key);
    for (; *name; name++) /* a comment must not begin in it, nor a line end */
        fputc(iscntrl((unsigned char)*name) || *name == '#' ? ' ' : *name, out);
    fputc('\n', out);
}

static void write_number(const struct sw_machine *m, const struct sw_machine_number *n, FILE *out)
{
    const char *at = (const char *)m + n->at;
    double value =
        n->whole ? *(const unsigned *)(const void *)at : *(const double *)(const void *)at;
    if (value > 0) /* else it is not known */
        fprintf(out, "%s = %.10g\n", n->key, value);
}

static void write_overheads(const struct sw_machine *m, FILE *out)
{
    struct sw_overheads of = m->overheads, spread = m->spread;
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES; i++) {
        if (!(m->overheads_known >> i & 1))
            continue;
        fprintf(out, "%s = %.10g", sw_overhead_name(i), *sw_overhead(&of, i));
        if (*sw_overhead(&spread, i) > 0)
            fprintf(out, " spread %.10g", *sw_overhead(&spread, i));
        fputc('\n', out);
    }
}

static void write_curve(const char *key, const struct sw_curve *c, FILE *out)
{
    bool is_formula = c->kind != SW_CURVE_POINTS;
    if (c->kind == SW_CURVE_NONE)
        return;
    fprintf(out, "%s = %s", key, kinds[c->kind]);
    for (size_t i = 0; i < c->n; i++)
        fprintf(out, " %.10g:%.10g", c->x[i], c->y[i]);
    if (is_formula)
        fprintf(out, " %.10g %.10g", c->a, c->b);
    if (is_formula && c->divide > 0)
        fprintf(out, " divide %.10g", c->divide);
    if (is_formula && c->from > 0)
        fprintf(out, " from %.10g", c->from);
    if (is_formula && c->to > 0)
        fprintf(out, " to %.10g", c->to);
    fputc('\n', out);
}

static void write_memory(const struct sw_machine *m, FILE *out)
{
    char key[64];
    if (m->saturation_seen_to)
        fprintf(out, "saturates = %s\n", m->saturates ? "yes" : "no");
    for (size_t i = 0; i < m->n_psi; i++) {
        snprintf(key, sizeof key, "psi_mb_s %u", m->psi[i].threads);
        write_curve(key, &m->psi[i].curve, out);
    }
    for (size_t i = 0; i < m->n_hogs; i++) {
        snprintf(key, sizeof key, "hog_slowdown %u %.10g", m->hogs[i].threads, m->hogs[i].mb_s);
        write_curve(key, &m->hogs[i].slowdown, out);
    }
    write_curve("phi_cycles", &m->phi, out);
    write_curve("bandwidth_mb_s", &m->bandwidth, out);
}

void sw_machine_put(const struct sw_machine *m, FILE *out)
{
    fprintf(out, SW_MACHINE_FIRST_LINE "%d\n", SW_MACHINE_VERSION);
    SW_EACH (word, sw_machine_words, N_WORDS)
        write_word(word->key, *word_at((struct sw_machine *)m, word), out);
    for (size_t i = 0; i < N_NUMBERS; i++)
        write_number(m, &sw_machine_numbers[i], out);
    write_overheads(m, out);
    write_memory(m, out);
}

int sw_machine_write(const struct sw_machine *m, const char *path, char *why, size_t why_size)
{
    struct sw_output output;
    int error = sw_output_open(&output, path, why, why_size);
    if (error)
        return error;
    sw_machine_put(m, output.file);
    return sw_output_close(&output, why, why_size);
}

enum { MOST_CURVES = 1024, MOST_BYTES = 1 << 20 };
#define MOST_NS 1e9 /* what is emulated is counted in 64 bits */

struct reader {
    struct sw_machine *machine;
    const char *path;
    unsigned line;
    unsigned seen; /* of sw_machine_numbers, then sw_machine_words, then others */
    char *why;
    size_t why_size;
};

static int __attribute__((format(printf, 2, 3))) wrong(struct reader *r, const char *format, ...)
{
    va_list args;
    int n = snprintf(r->why, r->why_size, "'%s', line %u: ", r->path, r->line);
    va_start(args, format);
    if (n >= 0 && (size_t)n < r->why_size)
        vsnprintf(r->why + n, r->why_size - (size_t)n, format, args);
    va_end(args);
    return -EINVAL;
}

static int take_once(struct reader *r, unsigned bit, const char *key)
{
    if (r->seen >> bit & 1)
        return wrong(r, "'%s' is there twice", key);
    r->seen |= 1u << bit;
    return 0;
}

static int take_number(struct reader *r, unsigned i, const char *value)
{
    const struct sw_machine_number *n = &sw_machine_numbers[i];
    char *at = (char *)r->machine + n->at;
    double number;
    if (!sw_machine_real(value, &number) || number < n->least || number > n->most ||
        (n->whole && number != floor(number)))
        return wrong(r, "'%s' takes a %snumber from %g to %g, not '%s'", n->key,
                     n->whole ? "whole " : "", n->least, n->most, value);
    if (n->whole)
        *(unsigned *)(void *)at = (unsigned)number;
    else
        *(double *)(void *)at = number;
    return 0;
}

static int take_overhead(struct reader *r, unsigned i, char *value)
{
    struct sw_machine *m = r->machine;
    char *rest, *number = strtok_r(value, " \t", &rest), *word = strtok_r(NULL, " \t", &rest);
    char *spread = strtok_r(NULL, " \t", &rest);
    double *to = sw_overhead(&m->overheads, i), *spread_to = sw_overhead(&m->spread, i);
    if (m->overheads_known >> i & 1)
        return wrong(r, "'%s' is there twice", sw_overhead_name(i));
    if (!number || !sw_machine_real(number, to) || *to < 0 || *to > MOST_NS)
        return wrong(r, "'%s' takes nanoseconds, from 0 to %g", sw_overhead_name(i), MOST_NS);
    if (word && (strcmp(word, "spread") || !spread || !sw_machine_real(spread, spread_to) ||
                 *spread_to < 0 || *spread_to > MOST_NS || strtok_r(NULL, " \t", &rest)))
        return wrong(r, "after the nanoseconds of '%s' there may be 'spread NS' only",
                     sw_overhead_name(i));
    m->overheads_known |= (uint64_t)1 << i;
    m->has_overheads = true;
    return 0;
}

static int take_curve(struct reader *r, const char *key, struct sw_curve *curve, char *value)
{
    const char *what = sw_curve_parse(curve, value);
    return what ? wrong(r, "'%s': %s", key, what) : 0;
}

/* psi_mb_s THREADS = CURVE */
static int take_psi(struct reader *r, char *rest, char *value)
{
    struct sw_machine *m = r->machine;
    const char *threads = strtok_r(NULL, " \t", &rest);
    double t = 0;
    if (!threads || !sw_machine_real(threads, &t) || t < 2 || t > SW_MACHINE_MOST_THREADS ||
        t != floor(t) || strtok_r(NULL, " \t", &rest))
        return wrong(r, "'psi_mb_s' is followed by a number of threads, 2 or more");
    if (m->n_psi && m->psi[m->n_psi - 1].threads >= t)
        return wrong(r, "'psi_mb_s %g': the numbers of threads must ascend", t);
    if (m->n_psi == MOST_CURVES || !SW_GROW_ALONE(m->psi, m->n_psi))
        return wrong(r, "there are too many of 'psi_mb_s'");
    m->psi[m->n_psi++] = (struct sw_machine_psi){.threads = (unsigned)t};
    return take_curve(r, "psi_mb_s", &m->psi[m->n_psi - 1].curve, value);
}

/* hog_slowdown THREADS MB_S = CURVE */
static int take_hog(struct reader *r, char *rest, char *value)
{
    struct sw_machine *m = r->machine;
    const char *threads = strtok_r(NULL, " \t", &rest), *mb_s = strtok_r(NULL, " \t", &rest);
    double t = 0, x = 0;
    if (!threads || !mb_s || !sw_machine_real(threads, &t) || t < 1 ||
        t > SW_MACHINE_MOST_THREADS || t != floor(t) || !sw_machine_real(mb_s, &x) || x <= 0 ||
        strtok_r(NULL, " \t", &rest))
        return wrong(r, "'hog_slowdown' is followed by a number of threads and MB/s of each");
    if (m->n_hogs == MOST_CURVES || !SW_GROW_ALONE(m->hogs, m->n_hogs))
        return wrong(r, "there are too many of 'hog_slowdown'");
    m->hogs[m->n_hogs++] = (struct sw_machine_hog){.threads = (unsigned)t, .mb_s = x};
    return take_curve(r, "hog_slowdown", &m->hogs[m->n_hogs - 1].slowdown, value);
}

static int take_word(struct reader *r, unsigned i, const char *value)
{
    char **to = word_at(r->machine, &sw_machine_words[i]);
    *to = strdup(value);
    return *to ? 0 : wrong(r, "not enough memory");
}

/* Of all cores together: a formula would say it of none that was tried. */
static int take_bandwidth(struct reader *r, char *rest, char *value)
{
    struct sw_curve *b = &r->machine->bandwidth;
    int error = take_curve(r, "bandwidth_mb_s", b, value);
    (void)rest;
    if (!error && (b->kind != SW_CURVE_POINTS || b->x[0] < 1))
        error = wrong(r, "'bandwidth_mb_s' takes points: numbers of cores, from 1 on, and MB/s");
    for (size_t i = 0; !error && i < b->n; i++)
        if (!(b->y[i] > 0))
            error = wrong(r, "'bandwidth_mb_s' takes MB/s above 0");
    return error;
}

static int take_phi(struct reader *r, char *rest, char *value)
{
    (void)rest;
    return take_curve(r, "phi_cycles", &r->machine->phi, value);
}

static int take_saturates(struct reader *r, char *rest, char *value)
{
    (void)rest;
    r->machine->saturates = !strcmp(value, "yes");
    return r->machine->saturates || !strcmp(value, "no") ? 0
                                                         : wrong(r, "'saturates' takes yes or no");
}

static const struct {
    const char *key;
    int (*take)(struct reader *r, char *rest, char *value);
    bool is_once;
} others[] = {
    {"bandwidth_mb_s", take_bandwidth, true}, {"psi_mb_s", take_psi, false},
    {"hog_slowdown", take_hog, false},        {"phi_cycles", take_phi, true},
    {"saturates", take_saturates, true},
};
enum { N_OTHERS = sizeof others / sizeof *others };

/* The first one that is not known is told of; a file of a later version may have more. */
static int take(struct reader *r, char *key, char *value)
{
    char *rest;
    const char *word = strtok_r(key, " \t", &rest);
    if (!word)
        return wrong(r, "there is nothing before '='");
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES; i++)
        if (!strcmp(word, sw_overhead_name(i)))
            return take_overhead(r, i, value);
    for (unsigned i = 0; i < N_NUMBERS; i++)
        if (!strcmp(word, sw_machine_numbers[i].key))
            return take_once(r, i, word) ?: take_number(r, i, value);
    for (unsigned i = 0; i < N_WORDS; i++)
        if (!strcmp(word, sw_machine_words[i].key))
            return take_once(r, N_NUMBERS + i, word) ?: take_word(r, i, value);
    for (unsigned i = 0; i < N_OTHERS; i++)
        if (!strcmp(word, others[i].key))
            return (others[i].is_once ? take_once(r, N_NUMBERS + N_WORDS + i, word) : 0)
                       ?: others[i].take(r, rest, value);
    if (!*r->why)
        wrong(r, "'%s' is not known, and is ignored", word);
    return 0;
}

/* Without the comment, and without blanks around. */
static char *strip(char *text)
{
    text += strspn(text, " \t");
    for (char *c = text; *c; c++)
        if (*c == '#' && (c == text || c[-1] == ' ' || c[-1] == '\t')) {
            *c = 0;
            break;
        }
    size_t n = strlen(text);
    while (n && strchr(" \t\r\n", text[n - 1]))
        text[--n] = 0;
    return text;
}

static int take_line(struct reader *r, char *text)
{
    double version;
    size_t n = strlen(SW_MACHINE_FIRST_LINE);
    text = strip(text);
    if (r->line == 1) {
        if (strncmp(text, SW_MACHINE_FIRST_LINE, n) || !sw_machine_real(text + n, &version))
            return wrong(r, "it is not a machine description: those begin with '%s%d'",
                         SW_MACHINE_FIRST_LINE, SW_MACHINE_VERSION);
        if (version != SW_MACHINE_VERSION)
            return wrong(r, "it has version %g, but only %d is supported", version,
                         SW_MACHINE_VERSION);
        return 0;
    }
    if (!*text)
        return 0;
    char *equals = strchr(text, '=');
    if (!equals)
        return wrong(r, "'%.40s' is not 'KEY = VALUE'", text);
    *equals = 0;
    return take(r, text, strip(equals + 1));
}

static int read_lines(struct reader *r, char *text, size_t size)
{
    int error = 0;
    for (char *line = text, *end; !error && line < text + size; line = end + 1) {
        end = memchr(line, '\n', size - (size_t)(line - text));
        end = end ? end : text + size;
        *end = 0;
        r->line++;
        error =
            strlen(line) == (size_t)(end - line) ? take_line(r, line) : wrong(r, "it is not text");
    }
    if (!error && !r->line) {
        r->line = 1;
        error = wrong(r, "it is not a machine description: it is empty");
    }
    sw_overheads_complete(&r->machine->overheads, r->machine->overheads_known);
    return error;
}

int sw_machine_read(struct sw_machine *machine, const char *path, char *why, size_t why_size)
{
    static const struct sw_input_kind kind = {MOST_BYTES, SW_INPUT_ANY, sw_input_text};
    struct reader r = {machine, path, 0, 0, why, why_size};
    char *text;
    size_t size;
    sw_machine_init(machine);
    *why = 0;
    int error =
        sw_input_read(path, &kind, &text, &size, why, why_size) ?: read_lines(&r, text, size);
    free(text);
    return error;
}

int sw_machine_parse(struct sw_machine *machine, const char *text, const char *name, char *why,
                     size_t why_size)
{
    struct reader r = {machine, name, 0, 0, why, why_size};
    SW_FREED char *copy = strdup(text);
    sw_machine_init(machine);
    *why = 0;
    return copy ? read_lines(&r, copy, strlen(copy)) : -ENOMEM;
}
