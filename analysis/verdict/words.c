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

static const struct {
    const char *is_it;  /* as the first sentence has it */
    const char *does;   /* what the place does, after the function's name */
    const char *unless; /* how the speedup without it begins */
    const char *called; /* after "After it, " */
} words[SW_WHY_CAUSES] = {
    [SW_WHY_PARALLELISM] = {"Too little parallelism is what holds it back",
                            "is work that one core does while others have nothing to do",
                            "Were that parallel", "too little parallelism"},
    [SW_WHY_IMBALANCE] = {"Imbalance is what holds it back",
                          "has pieces of unequal length: cores wait for the longest",
                          "With equal pieces", "imbalance"},
    [SW_WHY_GRAIN] = {"Too fine a grain is what holds it back",
                      "is divided into pieces that cost more than they should to start and end",
                      "If that cost nothing, as with fewer and longer pieces", "too fine a grain"},
    [SW_WHY_CONTENTION] = {"Contention is what holds it back",
                           "is where cores wait for each other's lock or turn", "Without that wait",
                           "contention"},
    [SW_WHY_MEMORY] = {"Memory is what holds it back",
                       "wants more from memory than it can give to all cores",
                       "Were it in the cache", "memory"},
};

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
    sw_units_ratio(v->speedup, ratio);
    if (v->cause == SW_WHY_NONE)
        return say(v, "%s on %s: expect %sx. Nothing that was looked at holds it back.", name, n,
                   ratio);
    return say(v, "%s on %s: expect %sx. %s.", name, n, ratio, words[v->cause].is_it);
}

/* What the cause's first place does there, and how much of the cores' time that loses; the others together. */
static int say_place(struct sw_verdict *v)
{
    const struct sw_verdict_loss *loss = &v->losses[0];
    const struct sw_verdict_place *place = &loss->places[0];
    char at[140], share[60] = "", more[160] = "", next[140];
    if (!isnan(loss->lost))
        snprintf(share, sizeof share, ", %.0f%% of the cores' time", 100 * loss->lost);
    if (!loss->n_places)
        return say(v, "It %s%s.", words[loss->cause].does, share);
    if (loss->n_all > 1 && loss->n_places > 1 && loss->places[1].lost > 0.1 * loss->lost) {
        size_t others = loss->n_all - 1;
        snprintf(more, sizeof more, " (and %zu other line%s, first %s)", others,
                 others == 1 ? "" : "s", where(&loss->places[1], next, sizeof next));
    }
    return say(v, "%s%s%.200s %s%s%s.", where(place, at, sizeof at), *at ? "  " : "",
               *place->function ? place->function : "the program", words[loss->cause].does, share,
               more);
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
        snprintf(then, sizeof then, " After it, %s%s%s%s: %sx.", words[v->then].called,
                 *at ? " (" : "", at, *at ? ")" : "", sw_units_ratio(v->speedup_then, b));
    }
    return say(v, "%s: %sx.%s", words[loss->cause].unless, sw_units_ratio(loss->speedup_without, a),
               then);
}

#define SLOWER 0.85 /* of what was predicted: the rest has a reason */

/* What was measured here beside what was predicted, and what it means if they disagree; what nobody has looked at. */
static int say_measured(struct sw_verdict *v)
{
    const struct sw_verdict_measured *m = v->n_measured ? &v->measured[v->n_measured - 1] : NULL;
    char text[400] = "", a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    bool is_slower = m && m->speedup < SLOWER * m->predicted;
    if (m && !isnan(m->predicted))
        snprintf(text, sizeof text, "Measured here on %s: %sx, predicted %sx%s. ",
                 sw_units_some(m->processors, "core", n), sw_units_ratio(m->speedup, a),
                 sw_units_ratio(m->predicted, b),
                 is_slower ? ": memory, or cache lines that cores share, slow it down" : "");
    else if (m)
        snprintf(text, sizeof text, "Measured here on %s: %sx. ",
                 sw_units_some(m->processors, "core", n), sw_units_ratio(m->speedup, a));
    bool memory = v->not_looked_at >> SW_WHY_MEMORY & 1,
         locks = v->not_looked_at >> SW_WHY_CONTENTION & 1;
    return say(v, "%s%s", text,
               memory && locks ? "Memory and locks were not looked at."
               : memory        ? "Memory was not looked at."
               : locks         ? "Locks were not looked at."
                               : "");
}

int sw_verdict_say(struct sw_verdict *v, const struct sw_profile *p)
{
    int error = say_head(v, p);
    if (!error && v->cause < SW_WHY_CAUSES) {
        error = say_place(v);
        if (!error && !isnan(v->losses[0].speedup_without))
            error = say_gain(v);
    }
    return error || v->cause == SW_WHY_UNKNOWN ? error : say_measured(v);
}
