/* The verdict in words: the only place where they are made. */
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *is_it;  /* as the first sentence has it */
    const char *does;   /* what the place does, after the function's name */
    const char *unless; /* how the speedup without it begins */
    const char *called; /* after "After it, " */
} words[SW_WHY_CAUSES] = {
    [SW_WHY_PARALLELISM] = {"Too little parallelism is what holds it back",
                            "has too little to do in parallel", "If that ran in parallel",
                            "too little parallelism"},
    [SW_WHY_IMBALANCE] = {"Imbalance is what holds it back",
                          "has pieces of unequal length: cores wait for the longest",
                          "With equal pieces", "imbalance"},
    [SW_WHY_GRAIN] = {"Too fine a grain is what holds it back",
                      "is divided into pieces that are small for what it costs to start and end "
                      "them",
                      "With fewer and longer pieces", "too fine a grain"},
    [SW_WHY_CONTENTION] = {"Contention is what holds it back",
                           "is where cores wait for each other's lock or turn", "Without that wait",
                           "contention"},
    [SW_WHY_MEMORY] = {"Memory is what holds it back",
                       "wants more from memory than it can give to all cores",
                       "If it were in the cache", "memory"},
};

/* The same of places that lose parallelism, by how they do. */
static const struct {
    const char *does, *unless;
} forms[SW_FORMS] = {
    [SW_FORM_SERIAL] = {"is serial code: while it runs, all other cores are idle",
                        "If it ran in parallel"},
    [SW_FORM_ALONE] = {"is done by one thread, while the others of its region wait",
                       "If all threads shared it"},
    [SW_FORM_FEW] = {"has too few pieces to keep all cores busy", "With enough pieces"},
    [SW_FORM_THREADS] = {"runs with fewer threads than there are cores", "With a thread per core"},
    [SW_FORM_CHAIN] = {"is on the critical path: while it runs, other cores have nothing to do",
                       "If it ran in parallel"},
};

static const char *does(const struct sw_verdict_loss *loss)
{
    const char *text = forms[loss->n_places ? loss->places[0].form : SW_FORM_NONE].does;
    return text ? text : words[loss->cause].does;
}

static const char *unless(const struct sw_verdict_loss *loss)
{
    if (loss->is_bound)
        return "If that cost nothing";
    const char *text = forms[loss->n_places ? loss->places[0].form : SW_FORM_NONE].unless;
    return text ? text : words[loss->cause].unless;
}

/* "7.31x", "15.5x", "128x": nobody knows more of it. */
static const char *times(double speedup, char text[SW_UNITS_SIZE])
{
    snprintf(text, SW_UNITS_SIZE, "%.*fx", speedup < 9.995 ? 2 : speedup < 99.95 ? 1 : 0, speedup);
    return text;
}

static int say(struct sw_verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int say(struct sw_verdict *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = v->n_sentences < SW_VERDICT_SENTENCES
                ? vasprintf(&v->sentences[v->n_sentences], format, args)
                : 0;
    va_end(args);
    if (n < 0)
        return -ENOMEM;
    v->n_sentences += v->n_sentences < SW_VERDICT_SENTENCES;
    return 0;
}

/* "a.c:12"; "in 'f'"; "" */
static const char *where(const struct sw_verdict_place *place, char *text, size_t size)
{
    *text = 0;
    if (place->line)
        snprintf(text, size, "%.100s:%" PRIu32, sw_base_name(place->file), place->line);
    else if (*place->function)
        snprintf(text, size, "in '%.100s'", place->function);
    return text;
}

static int say_head(struct sw_verdict *v, const struct sw_profile *p)
{
    char ratio[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    const char *name = sw_base_name(sw_string(p->program));
    if (v->cause == SW_WHY_UNKNOWN || isnan(v->speedup))
        return say(v, "%s: how it would run on more cores is not known.", name);
    sw_units_some(v->processors, "core", n);
    times(v->speedup, ratio);
    if (v->cause == SW_WHY_NONE)
        return say(v, "%s on %s: expect %s. Nothing that was looked at holds it back.", name, n,
                   ratio);
    return say(v, "%s on %s: expect %s. %s.", name, n, ratio, words[v->cause].is_it);
}

/* What the cause's first place does there, and how much of the cores' time that loses; the others together. */
static int say_place(struct sw_verdict *v)
{
    const struct sw_verdict_loss *loss = &v->losses[0];
    const struct sw_verdict_place *place = &loss->places[0];
    char at[140] = "", share[60] = "", more[200] = "", next[140];
    if (!isnan(loss->lost))
        snprintf(share, sizeof share, " (%.0f%% of the cores' time)", 100 * loss->lost);
    if (!loss->n_places)
        return say(v, "It %s%s.", does(loss), share);
    if (loss->n_all > 1 && loss->n_places > 1 && loss->places[1].lost > 0.1 * loss->lost) {
        size_t others = loss->n_all - 1;
        snprintf(more, sizeof more, ", with %zu other line%s%s%s", others, others == 1 ? "" : "s",
                 others == 1 ? ": " : ", first ", where(&loss->places[1], next, sizeof next));
    }
    if (place->line)
        where(place, at, sizeof at);
    return say(v, "%s%s%.200s %s%s%s.", at, *at ? "  " : "",
               *place->function ? place->function : "the program", does(loss), share, more);
}

static const struct sw_verdict_loss *loss_of(const struct sw_verdict *v, enum sw_why cause)
{
    for (size_t i = 0; i < v->n_losses; i++)
        if (v->losses[i].cause == cause)
            return &v->losses[i];
    return NULL;
}

#define MORE 1.05 /* times as fast again: the next cause is worth a word */

static int say_gain(struct sw_verdict *v)
{
    const struct sw_verdict_loss *loss = &v->losses[0];
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], at[140] = "", then[240] = "";
    if (v->then < SW_WHY_CAUSES && v->speedup_then > MORE * loss->speedup_without) {
        const struct sw_verdict_loss *next = loss_of(v, v->then);
        if (next && next->n_places)
            where(&next->places[0], at, sizeof at);
        snprintf(then, sizeof then, " After it, %s%s%s%s: %s.", words[v->then].called,
                 *at ? " (" : "", at, *at ? ")" : "", times(v->speedup_then, b));
    }
    return say(v, "%s: %s%s.%s", unless(loss), loss->is_bound ? "at most " : "",
               times(loss->speedup_without, a), then);
}

/* What the same was to be; NAN: that is not known. */
double sw_verdict_expected_on(const struct sw_verdict *v, uint64_t processors)
{
    for (size_t i = 0; i < v->n_expected; i++)
        if (v->expected[i].processors == processors)
            return v->expected[i].speedup;
    return NAN;
}

#define SLOWER 0.85 /* of what was predicted: the rest has a reason */

/* What was measured here beside what was predicted, and what it means if they disagree; what nobody has looked at. */
static int say_measured(struct sw_verdict *v)
{
    const struct sw_verdict_speedup *m = v->n_measured ? &v->measured[v->n_measured - 1] : NULL;
    double expected = m ? sw_verdict_expected_on(v, m->processors) : NAN;
    char text[400] = "", a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    bool is_slower = m && m->speedup < SLOWER * expected;
    if (m && !isnan(expected))
        snprintf(text, sizeof text, "Measured here on %s: %s, predicted %s%s. ",
                 sw_units_some(m->processors, "core", n), times(m->speedup, a), times(expected, b),
                 is_slower ? ": memory, or cache lines that cores share, slow it down" : "");
    else if (m)
        snprintf(text, sizeof text, "Measured here on %s: %s. ",
                 sw_units_some(m->processors, "core", n), times(m->speedup, a));
    bool memory = v->not_looked_at >> SW_WHY_MEMORY & 1,
         locks = v->not_looked_at >> SW_WHY_CONTENTION & 1;
    if (memory || locks)
        return say(v, "%s%s not looked at.", text,
                   memory && locks ? "Memory and locks were"
                   : memory        ? "Memory was"
                                   : "Locks were");
    return m ? say(v, "%.*s", (int)strlen(text) - 1, text) : 0;
}

/* The first thing that makes its figures doubtful. */
static int say_caution(struct sw_verdict *v, const struct sw_findings *findings)
{
    for (size_t i = 0; i < findings->n; i++) {
        if (findings->items[i].severity != SW_WARNING)
            continue;
        char *sentence = sw_finding_sentence(&findings->items[i], "With a caution: ");
        int error = sentence ? say(v, "%s", sentence) : -ENOMEM;
        free(sentence);
        return error;
    }
    return 0;
}

int sw_verdict_say(struct sw_verdict *v, const struct sw_profile *p,
                   const struct sw_findings *findings)
{
    int error = say_head(v, p);
    if (!error && v->cause < SW_WHY_CAUSES) {
        error = say_place(v);
        if (!error && !isnan(v->losses[0].speedup_without))
            error = say_gain(v);
    }
    if (!error && v->cause != SW_WHY_UNKNOWN)
        error = say_measured(v);
    return error ? error : say_caution(v, findings);
}
