/* What the verdict says, once it is made. */
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/functions.h"
#include "analysis/workspan/language.h"
#include "analysis/workspan/sites.h"

static enum sw_verdict_form form_of(const struct sw_verdict_loss *loss)
{
    return loss->n_places ? loss->places[0].form : SW_FORM_NONE;
}

/* Both take what they say. */
static int add(struct sw_verdict *v, char *words)
{
    if (words && v->n_sentences < SW_VERDICT_SENTENCES)
        v->sentences[v->n_sentences++] = words;
    else
        free(words);
    return words ? 0 : -ENOMEM;
}

static int say(struct sw_verdict *v, struct sw_sentence *sentence)
{
    return add(v, sw_sentence_take(sentence));
}

struct sw_sentence *sw_verdict_say_at(const struct sw_verdict_place *place)
{
    return place->line || *place->function
               ? SW_SAY(VERDICT_AT, place->line ? sw_base_name(place->file) : NULL, place->line,
                        place->function)
               : NULL;
}

/* An OpenMP program that failed before it came to what is parallel: it may refuse so many threads. */
static bool has_refused(const struct sw_profile *p)
{
    return p->n_simulations && !sw_profile_chief(p)->regions && p->status;
}

/* Why nothing can be told of the program, where that is so; NULL: it can, or the findings say why. */
static struct sw_sentence *say_unknown(const struct sw_profile *p)
{
    struct sw_units units = {sw_string(p->unit), false};
    if (sw_profile_is_effort(p))
        return NULL;
    if (!p->whole.work && !p->n_simulations)
        return SW_SAY(NOTHING_MEASURED);
    if (p->flags & SW_PROFILE_IN_REGION)
        return SW_SAY(UNKNOWN_IN_REGION);
    if (has_refused(p))
        return SW_SAY(UNKNOWN_REFUSED);
    if (p->n_simulations && sw_profile_chief(p)->processors == 1)
        return SW_SAY(ON_ONE_PROCESSOR, sw_profile_chief(p)->time);
    return p->n_simulations || sw_units_is_length(&units) ? NULL : SW_SAY(COUNTS_NO_TIME, p->unit);
}

bool sw_verdict_is_unknown(const struct sw_profile *p, const struct sw_findings *findings)
{
    struct sw_sentence *why = say_unknown(p);
    bool is_unknown = why || sw_findings_first(findings, SW_FINDING_UNPREDICTABLE) ||
                      (p->flags & SW_PROFILE_IN_REGION);
    sw_sentence_release(why);
    return is_unknown;
}

static int say_head(struct sw_verdict *v, const struct sw_profile *p)
{
    const char *name = sw_base_name(sw_string(p->program));
    if (isnan(v->speedup)) {
        struct sw_sentence *why = say_unknown(p);
        int error = say(v, SW_SAY(VERDICT_UNKNOWN, name));
        if (!error && why)
            error = add(v, sw_sentence_alone(why, &(struct sw_units){sw_string(p->unit), false}));
        sw_sentence_release(why);
        return error;
    }
    if (v->cause == SW_WHY_UNKNOWN)
        return say(v, SW_SAY(VERDICT_LOST, name, v->processors, v->speedup, 1 - v->work));
    return say(v, SW_SAY(VERDICT_EXPECT, name, v->processors, v->is_bound, v->speedup, v->cause));
}

/* A place that has no line, in a program of which no line is known. */
static bool lacks_lines(const struct sw_functions *functions)
{
    for (size_t i = 0; i < functions->n; i++)
        if (functions->items[i].line && !functions->items[i].library)
            return false;
    return true;
}

static int say_lines(struct sw_verdict *v, const struct sw_profile *p)
{
    const struct sw_verdict_place *place = &v->losses[0].places[0];
    struct sw_functions functions;
    if (!v->losses[0].n_places || place->line || sw_language_of(p))
        return 0;
    for (size_t i = 0; i < p->n_sites; i++)
        if (p->sites[i].caller_place.line)
            return 0;
    int error = sw_functions_make(&functions, p);
    if (error)
        return error;
    bool are_missing = lacks_lines(&functions);
    sw_functions_release(&functions);
    return are_missing ? say(v, SW_SAY(VERDICT_NO_LINES)) : 0;
}

static int say_language(struct sw_verdict *v, const struct sw_profile *p)
{
    enum sw_language language = sw_language_of(p);
    return language ? say(v, SW_SAY(VERDICT_LANGUAGE, SW_SAY(LANGUAGE, language))) : 0;
}

/* Places beside the first one that matter. */
static bool has_others(const struct sw_verdict_loss *loss)
{
    return loss->n_all > 1 && loss->n_places > 1 && loss->places[0].line &&
           loss->places[1].lost > 0.1 * loss->lost;
}

/* One place loses as the other does: what is to be done is the same. */
static bool is_all_so(const struct sw_verdict_loss *loss)
{
    return !has_others(loss) || loss->places[0].form == loss->places[1].form;
}

static struct sw_sentence *say_when(const struct sw_verdict_place *place)
{
    return sw_verdict_is_once(place) ? SW_SAY(VERDICT_WHEN, place->until) : NULL;
}

/* What the cause's first place does there, and how much of the cores' time that loses; the others together. */
static int say_place(struct sw_verdict *v)
{
    const struct sw_verdict_loss *loss = &v->losses[0];
    const struct sw_verdict_place *place = &loss->places[0];
    enum sw_verdict_form form = form_of(loss);
    struct sw_sentence *does = form ? SW_SAY(DOES_SO, form) : SW_SAY(DOES, loss->cause),
                       *share = isnan(loss->lost) || form == SW_FORM_SHARED
                                    ? NULL
                                    : SW_SAY(VERDICT_SHARE, loss->lost, say_when(place)),
                       *others = NULL;
    if (!loss->n_places)
        return say(v, SW_SAY(VERDICT_NO_PLACE, does, share));
    if (has_others(loss))
        others = SW_SAY(VERDICT_OTHERS, loss->n_all - 1, sw_verdict_say_at(&loss->places[1]));
    return say(
        v, SW_SAY(VERDICT_PLACE, place->line ? sw_base_name(place->file) : NULL, place->line,
                  place->function,
                  place->called_line
                      ? SW_SAY(VERDICT_CALLED, sw_base_name(place->called_file), place->called_line)
                      : NULL,
                  does, share, others));
}

#define AWAY   0.3  /* of the time: worth a word */
#define LITTLE 0.01 /* of the cores' time: not worth one */
#define MORE   1.05 /* times as fast again: the next cause is worth a word */

static int say_gain(struct sw_verdict *v)
{
    const struct sw_verdict_loss *loss = &v->losses[0];
    enum sw_verdict_form form = form_of(loss);
    struct sw_sentence *alone = NULL;
    if (loss->speedup_alone > 0 && loss->n_places && *loss->places[0].function)
        alone = SW_SAY(VERDICT_ALONE, loss->places[0].function, loss->speedup_alone);
    return say(v,
               SW_SAY(VERDICT_GAIN,
                      loss->is_bound            ? SW_SAY(UNLESS_IT_COSTS)
                      : form && is_all_so(loss) ? SW_SAY(UNLESS_SO, form, loss->n_all > 1)
                                                : SW_SAY(UNLESS, loss->cause, loss->n_all > 1),
                      loss->is_bound, loss->speedup_without, alone,
                      v->n_steps && loss->cause != SW_WHY_PARALLELISM ? v->steps[0].remedy : NULL));
}

/* How the number of threads is asked for, where there are fewer of them than processors, and it is not asked for yet. */
static int say_number(struct sw_verdict *v, const struct sw_profile *p)
{
    if (form_of(&v->losses[0]) != SW_FORM_THREADS)
        return 0;
    for (char **arg = p->args; arg && *arg; arg++)
        if (strstr(*arg, "{}"))
            return 0;
    return say(v, SW_SAY(VERDICT_NUMBER, "{}"));
}

/* Of a program that nothing holds back: the first thing to look at all the same. */
static int say_most(struct sw_verdict *v)
{
    const struct sw_verdict_loss *loss = &v->losses[0];
    if (!v->n_losses || !(loss->speedup_without > MORE * v->speedup))
        return 0;
    return say(v, SW_SAY(VERDICT_MOST, loss->cause,
                         loss->n_places ? sw_verdict_say_at(&loss->places[0]) : NULL,
                         loss->is_bound, loss->speedup_without));
}

/* What the same was to be; NAN: that is not known. */
double sw_verdict_expected_on(const struct sw_verdict *v, uint64_t processors)
{
    for (size_t i = 0; i < v->n_expected; i++)
        if (v->expected[i].processors == processors)
            return v->expected[i].speedup;
    return NAN;
}

#define SLOWER 0.85 /* of what was predicted: the rest has a reason, ... */
#define FASTER 1.15 /* ... and so has what is more than that */

/* As VERDICT_MEASURED has the reasons. Simulated threads take turns on one core, and may lose its cache each time. */
static unsigned differs(double measured, double expected, bool locks, bool is_simulated)
{
    return measured < SLOWER * expected                   ? 1u + locks
           : is_simulated && measured > FASTER * expected ? 3
                                                          : 0;
}

/* What was measured here beside what was predicted, and what it means if they disagree; what nobody has looked at. */
static int say_measured(struct sw_verdict *v, const struct sw_profile *p)
{
    const struct sw_verdict_speedup *m = v->n_measured ? &v->measured[v->n_measured - 1] : NULL;
    double expected = m ? sw_verdict_expected_on(v, m->processors) : NAN;
    bool memory = v->not_looked_at >> SW_WHY_MEMORY & 1,
         locks = v->not_looked_at >> SW_WHY_CONTENTION & 1;
    struct sw_sentence *unseen =
        memory || locks ? SW_SAY(VERDICT_UNSEEN, memory + 2u * locks, memory && !v->watched_on)
                        : NULL;
    if (v->watched_on && p->circumstances.answers_for > v->watched_on)
        return say(v, SW_SAY(VERDICT_WATCHED, v->watched_on, p->circumstances.answers_for,
                             v->not_simulated, unseen));
    if (m)
        return say(v,
                   SW_SAY(VERDICT_MEASURED, m->processors, m->speedup, !isnan(expected), expected,
                          differs(m->speedup, expected, locks, p->n_simulations > 0), unseen));
    if (p->flags & SW_PROFILE_CORES_BUSY)
        return say(v, SW_SAY(VERDICT_BUSY, unseen));
    return unseen ? say(v, unseen) : 0;
}

static struct sw_sentence *say_line(const struct sw_verdict_place *place)
{
    return place->line ? sw_verdict_say_at(place) : NULL;
}

/* What the memory of which machine does; of another cause, only that it was looked at. */
static int say_memory(struct sw_verdict *v, const struct sw_profile *p)
{
    const struct sw_verdict_memory *m = &v->memory;
    const struct sw_machine *machine = &m->bandwidth.machine;
    const struct sw_demand *d = &m->first;
    const struct sw_verdict_loss *loss = sw_verdict_loss_of(v, SW_WHY_MEMORY);
    if (!m->is_known)
        return 0;
    bool is_some = loss && loss->lost > LITTLE;
    uint64_t cores = v->processors < machine->processors ? v->processors : machine->processors;
    if (is_some && form_of(loss) == SW_FORM_MOVED)
        return say(v, SW_SAY(VERDICT_MOVED, say_line(&loss->places[0]), (uint64_t)d->transfers,
                             sw_demand_transfer_ns(d), !p->n_simulations, m->machine, m->chosen,
                             machine->transfer_as_on));
    if (is_some)
        return say(v,
                   SW_SAY(VERDICT_MEMORY, loss->n_places ? say_line(&loss->places[0]) : NULL,
                          d->mb_s / 1e3, sw_machine_bandwidth(machine, (double)v->processors) / 1e3,
                          d->enough, m->machine, m->chosen, cores));
    return say(v, SW_SAY(VERDICT_MEMORY_ENOUGH, cores, m->machine, m->chosen));
}

/* The first thing that makes its figures doubtful. */
static int say_caution(struct sw_verdict *v, const struct sw_profile *p,
                       const struct sw_findings *findings)
{
    bool is_said = sw_language_of(p); /* why there are no names */
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        if (f->severity == SW_WARNING && !(is_said && f->kind == SW_FINDING_NAMES))
            return add(v, sw_finding_caution(f));
    }
    return 0;
}

/* Of lines that cores fight over, what is found of them: the variable, how, and what to do. */
static int say_shared(struct sw_verdict *v, const struct sw_findings *findings)
{
    const struct sw_finding *f = sw_findings_first(findings, SW_FINDING_SHARED);
    return f ? add(v, sw_sentence_alone(f->sentence, &f->units)) : say_place(v);
}

#define CROWDED 0.25 /* of the cores: what others used */

/* What is lost, and not known, may be what other programs took: not all of that can be left out. */
static int say_others(struct sw_verdict *v, const struct sw_profile *p)
{
    const struct sw_effort *e = &p->effort;
    double used = e->time ? (double)e->others / (double)e->time : 0;
    if (v->cause != SW_WHY_UNKNOWN || !(used >= CROWDED * (double)e->processors) || !e->processors)
        return 0;
    return say(v, SW_SAY(VERDICT_CROWDED, used, e->processors));
}

int sw_verdict_say(struct sw_verdict *v, const struct sw_profile *p,
                   const struct sw_findings *findings)
{
    int error = say_head(v, p);
    if (!error && v->cause < SW_WHY_CAUSES) {
        error = form_of(&v->losses[0]) == SW_FORM_SHARED ? say_shared(v, findings) : say_place(v);
        if (!error)
            error = say_lines(v, p);
        if (!error && v->losses[0].speedup_without > MORE * v->speedup)
            error = say_gain(v);
        if (!error)
            error = say_number(v, p);
    }
    if (!error)
        error = say_others(v, p);
    if (!error)
        error = say_language(v, p);
    if (!error && (v->away > AWAY || v->cause == SW_WHY_WAITING))
        error = say(v, SW_SAY(VERDICT_AWAY, v->away));
    if (!error && v->cause == SW_WHY_NONE)
        error = say_most(v);
    if (!error)
        error = say_memory(v, p);
    if (!error && v->cause != SW_WHY_UNKNOWN)
        error = say_measured(v, p);
    return error ? error : say_caution(v, p, findings);
}
