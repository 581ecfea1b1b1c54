/* Where a cause loses processors' time: the places of a ledger's entry, or of findings; and what samples know of them beside. */
#include "analysis/predict/costs.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/sites.h"
#include "profile/whose.h"

#define MUCH 0.3 /* of the samples: a function that has them is the one */
#define ONE_LINE \
    0.5            /* of a function's time on the critical path: that call is the one to look at */
#define SMALL 0.05 /* of serial code: a function that has less is not told of */
#define SURE \
    8 /* samples of a function: by chance, they come in one half of the run in one of 256 */
#define EARLY 0.05 /* of the run: what began by then began with it, ... */
#define START 0.5  /* ... and what is over by then was its start */
#define ALIKE 0.8  /* of what another place loses */

struct sw_verdict_place sw_verdict_place_at(const struct sw_place *at)
{
    return (struct sw_verdict_place){
        .file = sw_string(at->file), .function = sw_string(at->function), .line = at->line};
}

/* The callee's own first line, where a call's own code is meant, or where the reader calls it if it is a library's; else where the site is. */
static struct sw_verdict_place place_of_site(const struct sw_profile *p, uint32_t number)
{
    const struct sw_tree_site *s = &p->tree.sites[number];
    struct sw_verdict_place place = {
        .file = sw_string(s->file),
        .function = sw_string(s->kind != SW_NODE_CALL && *s->caller ? s->caller : s->function),
        .line = s->line};
    for (size_t i = 0; p->n_simulations && s->address && i < p->n_sites; i++)
        if (p->sites[i].address == s->address && p->sites[i].caller_place.line)
            return sw_verdict_place_at(&p->sites[i].caller_place);
    for (size_t i = 0; s->kind == SW_NODE_CALL && *s->caller && i < p->n_sites; i++) {
        const struct sw_place *callee = &p->sites[i].callee_place,
                              *caller = sw_place_of_reader(&p->sites[i].caller_place);
        if (!p->sites[i].callee || p->sites[i].callee != s->callee || !callee->line)
            continue;
        if (!sw_file_is_readers(callee->file) && caller->line && sw_file_is_readers(caller->file))
            return sw_verdict_place_at(caller);
        place.file = sw_string(callee->file);
        place.line = callee->line;
        if (sw_file_is_readers(callee->file))
            break;
    }
    return place;
}

static struct sw_verdict_place place_of_function(const struct sw_serial_functions *serial, size_t i,
                                                 double lost)
{
    const struct sw_serial_function *f = &serial->items[i];
    return (struct sw_verdict_place){.file = f->function->file,
                                     .function = f->function->function,
                                     .line = f->line,
                                     .lost = lost * (double)f->samples / (double)serial->samples};
}

/* All of a module has a name that is gone with the list. */
static bool has_name(const struct sw_serial_function *f)
{
    return f->line && *f->function->function != '[';
}

/* Whether the simulation found that a region there has fewer threads than there are processors. */
static bool has_few_threads(const struct sw_verdict_place *place, const struct sw_profile *p,
                            const struct sw_findings *findings)
{
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        if (f->kind != SW_FINDING_THREADS || f->site == SW_NO_SITE)
            continue;
        const struct sw_place *at = &p->sites[f->site].caller_place;
        if (at->line == place->line && !strcmp(sw_string(at->file), place->file))
            return true;
    }
    return false;
}

/* Serial code is in as many places as there are functions of it: what it would gain to run it in parallel is for all of them. Of a place that
 * is known, only if it is the first of them: else it is a call that they all come from. Sets how many there are; 0: samples do not tell. */
static int insert_serial(struct sw_verdict_loss *loss, const struct sw_profile *p,
                         struct sw_verdict_place whole, size_t *n)
{
    struct sw_serial_functions serial;
    *n = 0;
    int error = sw_serial_functions_of(&serial, p, SW_SERIAL_CODE, NULL);
    if (error)
        return error;
    bool is_reported = whole.lost > 0 && serial.samples >= SW_SAMPLES_LEAST &&
                       (!whole.line || !strcmp(serial.items[0].function->function, whole.function));
    for (size_t i = 0; is_reported && i < serial.n; i++) {
        struct sw_verdict_place place = place_of_function(&serial, i, whole.lost);
        if (place.lost < SMALL * whole.lost || !has_name(&serial.items[i]))
            continue;
        place.form = whole.form;
        sw_ledger_place(loss, place);
        ++*n;
    }
    sw_serial_functions_release(&serial);
    return 0;
}

/* Code outside all sections: the tree's own, or of functions that samples have named there. */
static bool is_serial_site(const struct sw_profile *p, const struct sw_tree_loss_place *place)
{
    const struct sw_tree_site *site = &p->tree.sites[place->site];
    return !place->site || (site->kind == SW_NODE_CALL && !*site->caller);
}

static bool is_serial(const struct sw_verdict_loss *loss, const struct sw_profile *p,
                      const struct sw_tree_loss_place *place)
{
    return loss->cause == SW_WHY_PARALLELISM && !sw_profile_is_cilk(p) && is_serial_site(p, place);
}

static int take_places(struct sw_verdict_loss *loss, const struct sw_profile *p,
                       const struct sw_findings *findings, const struct sw_tree_loss *entry)
{
    struct sw_verdict_place serial = {.file = "", .function = "", .form = SW_FORM_SERIAL};
    size_t n_serial;
    for (size_t i = 0; i < entry->n_places; i++)
        serial.lost += is_serial(loss, p, &entry->places[i]) ? entry->places[i].lost : 0;
    int error = insert_serial(loss, p, serial, &n_serial);
    loss->n_all += entry->n_all - entry->n_places;
    for (size_t i = 0; !error && i < entry->n_places; i++) {
        const struct sw_tree_loss_place *from = &entry->places[i];
        struct sw_verdict_place place = {.file = "", .function = "main"};
        if (is_serial(loss, p, from) ? n_serial > 0 : !from->site && entry->n_places > 1)
            continue; /* samples say more, also of what is main's own in Cilk */
        if (from->site)
            place = place_of_site(p, from->site);
        place.lost = from->lost;
        place.form = from->form;
        if (place.form == SW_FORM_FEW && has_few_threads(&place, p, findings))
            place.form = SW_FORM_THREADS;
        sw_ledger_place(loss, place);
    }
    return error;
}

/* What is named anew is not named again as another place. */
static void rename_first(struct sw_verdict_loss *loss, struct sw_verdict_place place)
{
    const struct sw_verdict_place *next = &loss->places[1];
    loss->places[0] = place;
    loss->n_places += !loss->n_places;
    if (loss->n_places > 1 && !strcmp(next->function, place.function) &&
        !strcmp(next->file, place.file)) {
        memmove(&loss->places[1], &loss->places[2], (--loss->n_places - 1) * sizeof *loss->places);
        loss->n_all -= loss->n_all > 1;
    }
}

int sw_verdict_name_by_samples(struct sw_verdict_loss *loss, const struct sw_profile *p,
                               enum sw_serial_part part, const char *inside,
                               enum sw_verdict_form form)
{
    struct sw_serial_functions serial;
    int error = sw_serial_functions_of(&serial, p, part, inside);
    if (error)
        return error;
    if (serial.n && serial.samples >= SW_SAMPLES_ENOUGH && has_name(&serial.items[0]) &&
        (double)serial.items[0].samples >= MUCH * (double)serial.samples) {
        struct sw_verdict_place place = place_of_function(&serial, 0, loss->lost);
        place.form = form;
        rename_first(loss, place);
    }
    sw_serial_functions_release(&serial);
    return 0;
}

static enum sw_verdict_form form_of_finding(const struct sw_finding *f)
{
    switch (f->kind) {
    case SW_FINDING_SERIAL:
    case SW_FINDING_OUTSIDE:
    case SW_FINDING_SERIAL_CODE:
        return SW_FORM_SERIAL;
    case SW_FINDING_THREADS:
        return SW_FORM_THREADS;
    case SW_FINDING_SHARED:
        return SW_FORM_SHARED;
    default:
        return f->why == SW_WHY_PARALLELISM ? SW_FORM_CHAIN : SW_FORM_NONE;
    }
}

/* Whether the site calls the function that the place is the first line of; or has a line of, which samples have found on the critical path. */
static bool is_call_of(const struct sw_site *site, const struct sw_verdict_place *place)
{
    return (site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPAWN) && site->caller_place.line &&
           (site->callee_place.line == place->line || place->form == SW_FORM_CHAIN) &&
           !strcmp(sw_string(site->callee_place.file), place->file) &&
           !strcmp(sw_string(site->callee_place.function), place->function);
}

static void name_call(struct sw_verdict_place *place, const struct sw_site *site)
{
    place->called_file = sw_string(site->caller_place.file);
    place->called_line = site->caller_place.line;
}

struct sw_verdict_place sw_verdict_place_of(const struct sw_profile *p, const struct sw_finding *f,
                                            bool of_callee)
{
    if (f->site == SW_NO_SITE)
        return (struct sw_verdict_place){.file = sw_string(f->file),
                                         .function = sw_string(f->function),
                                         .line = f->line,
                                         .form = form_of_finding(f)};
    const struct sw_site *site = &p->sites[f->site];
    const struct sw_place *at =
        of_callee && site->callee_place.line ? &site->callee_place : &site->caller_place;
    at = at->line ? at : &site->callee_place;
    struct sw_verdict_place place = sw_verdict_place_at(at);
    place.form = form_of_finding(f);
    if (at == &site->callee_place && !f->file && is_call_of(site, &place))
        name_call(&place, site);
    return place;
}

/* The line that most of its time on the critical path comes from, where that is half of it or more. */
static void find_call(struct sw_verdict_place *place, const struct sw_profile *p)
{
    const struct sw_site *most = NULL;
    uint64_t all = 0;
    for (size_t i = 0; i < p->n_sites; i++)
        if (is_call_of(&p->sites[i], place)) {
            const struct sw_site *site = &p->sites[i];
            all += site->on_span.local.span;
            if (!most || site->on_span.local.span > most->on_span.local.span)
                most = site;
        }
    if (!most || (double)most->on_span.local.span < ONE_LINE * (double)all)
        return;
    name_call(place, most);
}

void sw_verdict_name_calls(struct sw_verdict *v, const struct sw_profile *p)
{
    for (size_t i = 0; i < v->n_losses && !p->n_simulations; i++)
        for (size_t k = 0; k < v->losses[i].n_places; k++)
            if (!v->losses[i].places[k].called_line)
                find_call(&v->losses[i].places[k], p);
}

/* A simulation knows constructs that are no sections: a single, say. */
static void name_by_construct(struct sw_verdict_loss *loss, const struct sw_profile *p,
                              const struct sw_findings *findings)
{
    const struct sw_finding *most = NULL;
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        if (f->why == loss->cause && f->lost > (most ? most->lost : 0))
            most = f;
    }
    if (most)
        rename_first(loss, sw_verdict_place_of(p, most, false));
}

/* By whom parallelism is lost most: code outside all sections or of one thread, of which samples know whose it is; or a section, as
 * a loop of too few pieces, which is what is to be changed. */
static int name_serial(struct sw_verdict_loss *loss, const struct sw_profile *p,
                       const struct sw_findings *findings, const struct sw_tree_loss *entry)
{
    const struct sw_tree_loss_place *first = entry->n_places ? &entry->places[0] : NULL;
    const struct sw_tree_site *site = first && first->site ? &p->tree.sites[first->site] : NULL;
    bool is_section = site && site->kind == SW_NODE_SECTION, is_cilk = sw_profile_is_cilk(p);
    const char *inside = is_section && loss->n_places ? loss->places[0].function : NULL;
    if (is_section && first->form != SW_FORM_ALONE)
        return 0;
    if (first && is_serial(loss, p, first))
        return 0;
    if (!is_cilk && !is_section)
        name_by_construct(loss, p, findings);
    enum sw_verdict_form form = first ? first->form : SW_FORM_SERIAL;
    if (form == SW_FORM_FEW)
        form = SW_FORM_CHAIN; /* a function has no pieces: what has too few of them waits for it */
    return sw_verdict_name_by_samples(
        loss, p, form == SW_FORM_SERIAL ? SW_SERIAL_ALONE : SW_SERIAL_SPAN, inside, form);
}

int sw_verdict_take_entry(struct sw_verdict_loss *loss, const struct sw_profile *p,
                          const struct sw_findings *findings, const struct sw_tree_loss *entry)
{
    int error = take_places(loss, p, findings, entry);
    return error || loss->cause != SW_WHY_PARALLELISM ? error
                                                      : name_serial(loss, p, findings, entry);
}

int sw_verdict_take_finding(struct sw_verdict_loss *loss, const struct sw_profile *p,
                            const struct sw_finding *f)
{
    struct sw_verdict_place place = sw_verdict_place_of(p, f, false);
    size_t n_serial;
    place.lost = f->lost;
    if (f->kind == SW_FINDING_SERIAL_CODE && !loss->n_places) {
        int error = insert_serial(loss, p, place, &n_serial);
        if (error || n_serial)
            return error;
    }
    loss->n_all += f->lines ? f->lines : 1;
    if (loss->n_places < SW_VERDICT_PLACES)
        loss->places[loss->n_places++] = place;
    return 0;
}

bool sw_verdict_is_once(const struct sw_verdict_place *place)
{
    return place->until > 0 && place->from < EARLY && place->until < START;
}

/* Lines of one function, from one up to another one. */
struct stretch {
    const char *file, *function;
    uint32_t line, end;
};

/* Of a construct, what comes before the next one: its body is there. Of code that is none, all of the function. */
static struct stretch stretch_of(const struct sw_verdict_place *place, const struct sw_profile *p)
{
    struct stretch stretch = {place->file, place->function, place->line, UINT32_MAX};
    bool is_construct = false;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_place *at = &p->sites[i].caller_place;
        if (p->sites[i].kind == SW_SITE_CALL || strcmp(sw_string(at->file), place->file) != 0)
            continue;
        is_construct |= at->line == place->line;
        if (at->line > place->line && at->line < stretch.end)
            stretch.end = at->line;
    }
    return is_construct ? stretch : (struct stretch){place->file, place->function, 0, UINT32_MAX};
}

static bool is_in(const struct stretch *stretch, const struct sw_sampled *s, size_t path)
{
    for (const struct sw_sampled_path *at = &s->paths[path];; at = &s->paths[at->caller - 1]) {
        const struct sw_place *place = &s->frames[at->frame].place;
        for (; place; place = place->inlined_into)
            if (place->line >= stretch->line && place->line < stretch->end &&
                !strcmp(sw_string(place->function), stretch->function) &&
                !strcmp(sw_string(place->file), stretch->file))
                return true;
        if (!at->caller)
            return false;
    }
}

/* Among the samples of a place, serial code those outside all regions, and what is on the critical path those that are on it too. */
static uint64_t weight_of(const struct sw_sampled_path *path, enum sw_verdict_form form)
{
    return form == SW_FORM_SERIAL && path->serial            ? path->serial
           : form == SW_FORM_SERIAL || form == SW_FORM_CHAIN ? path->on_span
                                                             : path->on_work;
}

/* Where none of the construct's own lines has samples, all of its function has it. */
static bool share_out(const struct sw_verdict_place *place, const struct sw_profile *p,
                      double whole, double *lost)
{
    const struct sw_sampled *s = &p->sampled;
    const struct stretch stretches[] = {stretch_of(place, p),
                                        {place->file, place->function, 0, UINT32_MAX}};
    for (int k = 0; k < 2; k++) {
        uint64_t all = 0;
        for (size_t i = 0; i < s->n_paths; i++)
            all += is_in(&stretches[k], s, i) ? weight_of(&s->paths[i], place->form) : 0;
        for (size_t i = 0; all && i < s->n_paths; i++)
            if (is_in(&stretches[k], s, i))
                lost[i] += place->lost * whole * (double)weight_of(&s->paths[i], place->form) /
                           (double)all;
        if (all)
            return true;
    }
    return false;
}

double *sw_verdict_lost_by_path(const struct sw_verdict *v, const struct sw_profile *p)
{
    double whole = (double)v->processors * (double)p->whole.work / v->speedup;
    SW_FREED double *lost = calloc(p->sampled.n_paths + 1, sizeof *lost);
    bool is_known = false;
    for (size_t i = 0; lost && whole > 0 && i < v->n_losses; i++)
        for (size_t k = 0; k < v->losses[i].n_places; k++)
            if (v->losses[i].places[k].lost > 0)
                is_known |= share_out(&v->losses[i].places[k], p, whole, lost);
    for (size_t i = 0; is_known && i < p->sampled.n_paths; i++)
        lost[i] = floor(lost[i] + 0.5); /* whole, as all costs are */
    double *known = is_known ? lost : NULL;
    lost = is_known ? NULL : lost;
    return known;
}

static void take_time(struct sw_verdict_place *place, const struct sw_profile *p)
{
    const struct sw_sampled *s = &p->sampled;
    struct stretch stretch = stretch_of(place, p);
    uint64_t samples = 0;
    uint32_t from = SW_SAMPLED_RUN, until = 0;
    for (size_t i = 0; i < s->n_paths; i++) {
        const struct sw_sampled_path *path = &s->paths[i];
        if (!path->until || !is_in(&stretch, s, i))
            continue;
        samples += path->on_work;
        from = path->from < from ? path->from : from;
        until = path->until > until ? path->until : until;
    }
    if (samples < SURE)
        return;
    place->from = (double)from / SW_SAMPLED_RUN;
    place->until = (double)until / SW_SAMPLED_RUN;
}

void sw_verdict_take_times(struct sw_verdict *v, const struct sw_profile *p)
{
    for (size_t i = 0; i < v->n_losses; i++) {
        struct sw_verdict_place *places = v->losses[i].places;
        for (size_t k = 0; k < v->losses[i].n_places; k++)
            take_time(&places[k], p);
        if (v->losses[i].n_places > 1 && sw_verdict_is_once(&places[0]) &&
            !sw_verdict_is_once(&places[1]) && places[1].lost >= ALIKE * places[0].lost) {
            struct sw_verdict_place first = places[0];
            places[0] = places[1];
            places[1] = first;
        }
    }
}
