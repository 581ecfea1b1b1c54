#include "report/model/site_names.h"
#include "analysis/workspan/sites.h"

void sw_site_get_kind(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_site_kind_name(((const struct sw_site *)row)->kind);
}

void sw_site_get_callee(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_site_callee(row);
}

void sw_site_get_address(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    snprintf(value->scratch, sizeof value->scratch, "0x%" PRIx64,
             ((const struct sw_site *)row)->address);
    value->text = value->scratch;
}

/* Innermost first, joined: "helper < outer" was helper, inlined into outer. */
void sw_site_get_inlined_into(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_place *place = ((const struct sw_site *)row)->caller_place.inlined_into;
    size_t at = 0;
    (void)context;
    value->scratch[0] = 0;
    for (; place && at < sizeof value->scratch; place = place->inlined_into)
        at += (size_t)snprintf(value->scratch + at, sizeof value->scratch - at, "%s%.200s",
                               at ? " < " : "", sw_string(place->function));
    value->text = value->scratch;
}

/* A path that is long keeps its end: that is where the file's name is. */
static const char *tail(const char *text, size_t size)
{
    size_t length = strlen(text);
    return length > size ? text + length - size : text;
}

void sw_site_get_where(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_site *site = row;
    int from_user = site->kind != SW_SITE_ROOT && !sw_site_is_main(site);
    const struct sw_place *place = from_user ? &site->caller_place : &site->callee_place;
    const char *file = sw_string(place->file);
    if (*file)
        snprintf(value->scratch, sizeof value->scratch, "%s:%" PRIu32, tail(file, 512),
                 place->line);
    else if (!from_user)
        strcpy(value->scratch, "-");
    else
        sw_site_get_address(row, context, value);
    value->text = value->scratch;
}

static int has_address(const struct sw_site *site)
{
    return site->kind != SW_SITE_ROOT && !sw_site_is_main(site) && site->address &&
           !*sw_string(site->caller_place.file);
}

void sw_site_get_place(const void *row, const void *profile, struct sw_value *value)
{
    if (has_address(row))
        value->text = sw_site_address(row, profile, value->scratch);
    else
        sw_site_get_where(row, profile, value);
}

void sw_site_get_file(const void *row, const void *profile, struct sw_value *value)
{
    if (has_address(row))
        value->text = sw_site_address(row, profile, value->scratch);
    else
        value->text = sw_string(((const struct sw_site *)row)->caller_place.file);
}

void sw_site_get_call(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_site *site = row;
    const char *callee = sw_site_callee(site), *caller = sw_site_caller(site);
    char *to = value->scratch;
    size_t size = sizeof value->scratch;
    (void)context;
    if (sw_site_is_main(site) || site->kind == SW_SITE_ROOT)
        snprintf(to, size, "%.250s", callee);
    else if (sw_site_is_construct(site) && !*sw_string(site->caller_place.function))
        snprintf(to, size, "%.250s", callee);
    else if (sw_site_is_construct(site))
        snprintf(to, size, "%.250s in %.250s", callee, caller);
    else if (site->kind == SW_SITE_LOOP)
        snprintf(to, size, "cilk_for in %.250s", caller);
    else if (site->kind == SW_SITE_SCOPE)
        snprintf(to, size, "cilk_scope in %.250s", caller);
    else if (site->kind == SW_SITE_SPLIT)
        snprintf(to, size, "part '%.250s' of %.250s", callee, caller);
    else
        snprintf(to, size, "%s%.250s in %.250s", site->kind == SW_SITE_SPAWN ? "spawn " : "",
                 callee, caller);
    value->text = to;
}
