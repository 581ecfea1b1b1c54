#include "analysis/workspan/sites.h"
#include "report/model/profile_parts.h"

#define SITE ((const struct sw_site *)row)

SW_SHARED_GETTER(sw_site_get_kind, profile)
{
    value->text = sw_site_kind_name(SITE->kind);
}

SW_SHARED_GETTER(sw_site_get_callee, profile)
{
    value->text = sw_site_callee(SITE);
}

SW_SHARED_GETTER(sw_site_get_address, profile)
{
    sw_value_print(value, "0x%" PRIx64, SITE->address);
}

/* Innermost first, joined: "helper < outer" was helper, inlined into outer. */
SW_SHARED_GETTER(sw_site_get_inlined_into, profile)
{
    const struct sw_place *place = SITE->caller_place.inlined_into;
    size_t at = 0;
    value->scratch[0] = 0;
    for (; place && at < sizeof value->scratch; place = place->inlined_into)
        at += (size_t)snprintf(value->scratch + at, sizeof value->scratch - at, "%s%.200s",
                               at ? " < " : "", sw_string(place->function));
    value->text = value->scratch;
}

static bool is_called(const struct sw_site *site)
{
    return site->kind != SW_SITE_ROOT && !sw_site_is_main(site);
}

SW_SHARED_GETTER(sw_site_get_where, profile)
{
    const struct sw_place *place = is_called(SITE) ? &SITE->caller_place : &SITE->callee_place;
    const char *file = sw_string(place->file);
    size_t length = strlen(file);
    if (length) /* a path that is long keeps its end: that is where the file's name is */
        sw_value_print(value, "%s:%" PRIu32, length > 512 ? file + length - 512 : file,
                       place->line);
    else if (is_called(SITE))
        sw_site_get_address(row, profile, value);
    else
        sw_value_print(value, "-");
}

static bool has_address(const struct sw_site *site)
{
    return is_called(site) && site->address && !*sw_string(site->caller_place.file);
}

SW_SHARED_GETTER(sw_site_get_place, profile)
{
    if (has_address(SITE))
        value->text = sw_site_address(SITE, profile, value->scratch);
    else
        sw_site_get_where(row, profile, value);
}

SW_SHARED_GETTER(sw_site_get_file, profile)
{
    value->text = has_address(SITE) ? sw_site_address(SITE, profile, value->scratch)
                                    : SITE->caller_place.file;
}

SW_SHARED_GETTER(sw_site_get_call, profile)
{
    bool is_construct = sw_site_is_construct(SITE),
         is_alone = is_construct && !*sw_string(SITE->caller_place.function);
    const char *callee = sw_site_callee(SITE), *caller = sw_site_caller(SITE);
    if (!is_called(SITE) || is_alone)
        sw_value_print(value, "%.250s", callee);
    else if (!is_construct && SITE->kind == SW_SITE_LOOP)
        sw_value_print(value, "cilk_for in %.250s", caller);
    else if (!is_construct && SITE->kind == SW_SITE_SCOPE)
        sw_value_print(value, "cilk_scope in %.250s", caller);
    else if (!is_construct && SITE->kind == SW_SITE_SPLIT)
        sw_value_print(value, "part '%.250s' of %.250s", callee, caller);
    else
        sw_value_print(value, "%s%.250s in %.250s",
                       !is_construct && SITE->kind == SW_SITE_SPAWN ? "spawn " : "", callee,
                       caller);
}
