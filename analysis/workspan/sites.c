#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "profile/whose.h"

const char *sw_site_kind_name(uint32_t kind)
{
    static const char *const names[] = {"call", "spawn", "loop", "scope", "root", "split"};
    return kind < sizeof names / sizeof *names ? names[kind] : "other";
}

const char *sw_string(const char *string)
{
    return string ? string : "";
}

static const char *known(const char *string)
{
    return string && *string ? string : "?";
}

const char *sw_site_callee(const struct sw_site *site)
{
    return known(site->callee_place.function);
}

const char *sw_site_caller(const struct sw_site *site)
{
    return known(site->caller_place.function);
}

bool sw_site_has_name(const struct sw_site *s)
{
    return *sw_string(s->callee_place.function) || *sw_string(s->caller_place.function) ||
           *sw_string(s->caller_place.file);
}

const char *sw_site_function(const struct sw_site *site)
{
    const struct sw_place *place = &site->caller_place;
    while (place->inlined_into)
        place = place->inlined_into;
    return sw_string(place->function);
}

int sw_site_is_main(const struct sw_site *site)
{
    const char *caller = sw_string(site->caller_place.function);
    return !strcmp(sw_site_callee(site), "main") &&
           (!*caller || !strncmp(caller, "__libc_start", strlen("__libc_start")));
}

int sw_site_is_serial_code(const struct sw_site *site)
{
    return site->kind == SW_SITE_ROOT && site->flags & SW_SITE_LABELLED;
}

int sw_site_is_construct(const struct sw_site *site)
{
    return site->kind != SW_SITE_ROOT && site->flags & SW_SITE_LABELLED;
}

bool sw_site_is_in_place(const struct sw_site *site)
{
    return site->flags & SW_SITE_LABELLED || site->kind == SW_SITE_LOOP;
}

const struct sw_place *sw_site_code(const struct sw_site *site)
{
    return !sw_site_is_in_place(site) && site->callee_place.line ? &site->callee_place
                                                                 : &site->caller_place;
}

uint64_t sw_site_relief(const struct sw_site *site)
{
    uint64_t span = site->on_span.local.span;
    return span > site->hidden ? span - site->hidden : 0;
}

const char *sw_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

char *sw_site_address(const struct sw_site *site, const struct sw_profile *p, char *buffer)
{
    const struct sw_module *module = sw_module_of(p, site->address);
    if (module)
        snprintf(buffer, SW_SITE_TEXT, "%.200s+%#" PRIx64, sw_base_name(sw_string(module->path)),
                 site->address - module->bias);
    else
        snprintf(buffer, SW_SITE_TEXT, "%#" PRIx64, site->address);
    return buffer;
}

/* What OpenMP and annotations call it stands in the source; of programs that start threads themselves it is our own word. */
struct sw_sentence *sw_construct_say(const char *name, const char *where, const char *function)
{
    static const char *const ours[][2] = {{"threads", "threads started"},
                                          {"spin", "loop"},
                                          {"lock", "lock"},
                                          {"barrier", "barrier"},
                                          {"join", "join"},
                                          {"condition wait", "condition wait"},
                                          {"semaphore wait", "semaphore wait"},
                                          {"futex wait", "futex wait"},
                                          {"sleep", "sleep"},
                                          {"yield", "yield"}};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!strcmp(name, ours[i][0]))
            return SW_SAY(THREADS_AT, ours[i][1], where, function);
    return SW_SAY(CONSTRUCT_AT, name, where, function);
}

struct sw_sentence *sw_site_say(const struct sw_site *site)
{
    const char *file = sw_base_name(sw_string(site->caller_place.file));
    const char *callee = sw_site_callee(site), *caller = sw_site_caller(site);
    char where[SW_SITE_TEXT];
    if (*file)
        snprintf(where, sizeof where, "%.80s:%u", file, site->caller_place.line);
    else
        snprintf(where, sizeof where, "%#" PRIx64, site->address);
    if (sw_site_is_construct(site))
        return sw_construct_say(callee, where, caller);
    switch (site->kind) {
    case SW_SITE_LOOP:
    case SW_SITE_SCOPE:
        return SW_SAY(LOOP_AT, site->kind == SW_SITE_SCOPE, where, caller);
    case SW_SITE_SPLIT:
        return SW_SAY(PART_FROM, callee, caller, where);
    default:
        return SW_SAY(CALLED_AT, callee, site->kind == SW_SITE_SPAWN, where, caller);
    }
}

struct sw_sentence *sw_site_say_name(const struct sw_site *site)
{
    if (sw_site_is_main(site))
        return SW_SAY(MAIN);
    if (site->kind == SW_SITE_ROOT)
        return sw_site_is_serial_code(site) ? SW_SAY(SERIAL_SITE) : SW_SAY(START_AND_END);
    return sw_site_say(site);
}

char *sw_site_name(const struct sw_site *site, char *buffer)
{
    return sw_sentence_print(sw_site_say_name(site), buffer, SW_SITE_TEXT);
}

int sw_place_compare(const struct sw_place *a, const struct sw_place *b)
{
    return SW_BY(SW_RISING(a->line, b->line), strcmp(sw_string(a->file), sw_string(b->file)),
                 strcmp(sw_string(a->function), sw_string(b->function)));
}

int sw_site_compare_lines(const struct sw_site *a, const struct sw_site *b)
{
    const struct sw_place *x = &a->caller_place, *y = &b->caller_place;
    return SW_BY(strcmp(sw_string(x->file), sw_string(y->file)), SW_RISING(x->line, y->line),
                 SW_RISING(x->column, y->column), SW_RISING(a->address, b->address),
                 SW_RISING(a->callee, b->callee), SW_RISING(a->kind, b->kind));
}

int sw_site_compare_callees(const struct sw_site *x, const struct sw_site *y)
{
    uint32_t kind_x = x->kind == SW_SITE_SPAWN ? SW_SITE_CALL : x->kind;
    uint32_t kind_y = y->kind == SW_SITE_SPAWN ? SW_SITE_CALL : y->kind;
    if (kind_x != kind_y)
        return kind_x < kind_y ? -1 : 1;
    int order = sw_place_compare(&x->callee_place, &y->callee_place);
    if (!order && !*sw_string(x->callee_place.function) && x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return order;
}
