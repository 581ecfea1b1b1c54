/* Locks, and the places that take them. */
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "report/model/columns.h"

#include <math.h>
#include <stdio.h>

#define AT(type, member) .at = offsetof(struct type, member)

static const struct sw_lock *lock_of(const struct sw_lock_site *site,
                                     const struct sw_profile *profile)
{
    return &profile->locks[site->lock];
}

static void get_bound(const void *row, const void *profile, struct sw_value *value)
{
    value->real = sw_lock_bound(profile, row);
}

static void get_site_bound(const void *row, const void *profile, struct sw_value *value)
{
    value->real = sw_lock_bound(profile, lock_of(row, profile));
}

static void get_share(const void *row, const void *profile, struct sw_value *value)
{
    double work = (double)((const struct sw_profile *)profile)->whole.work;
    value->real = work > 0 ? (double)((const struct sw_lock_site *)row)->held / work : NAN;
}

/* "table, 16 locks" */
static void get_name(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_lock *lock = lock_of(row, profile);
    const char *name = *sw_string(lock->name) ? lock->name : "";
    value->text = value->scratch;
    if (lock->n_locks > 1)
        snprintf(value->scratch, sizeof value->scratch, "%.500s%s%llu locks", name,
                 *name ? ", " : "", (unsigned long long)lock->n_locks);
    else if (*name)
        value->text = name;
    else
        snprintf(value->scratch, sizeof value->scratch, "at %#llx",
                 (unsigned long long)lock->address);
}

static void get_function(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->text = sw_string(sw_lock_place(row)->function);
}

static void get_file(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->text = sw_string(sw_lock_place(row)->file);
}

static void get_line(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->integer = sw_lock_place(row)->line;
}

static void get_place(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_place *place = sw_lock_place(row);
    (void)profile;
    value->text = value->scratch;
    if (place->line)
        snprintf(value->scratch, sizeof value->scratch, "%.600s:%u", place->file, place->line);
    else
        value->text = "?";
}

static const struct sw_column lock[] = {
    {"name", NULL, NULL, SW_TEXT, AT(sw_lock, name)},
    {"locks", NULL, NULL, SW_COUNT, AT(sw_lock, n_locks)},
    {"taken", NULL, NULL, SW_COUNT, AT(sw_lock, taken)},
    {"held", NULL, NULL, SW_COST, AT(sw_lock, held)},
    {"most", NULL, NULL, SW_COST, AT(sw_lock, most)},
    {"alone", NULL, NULL, SW_COST, AT(sw_lock, alone)},
    {"bound", NULL, NULL, SW_REAL, .get = get_bound},
    {"shared_taken", NULL, NULL, SW_COUNT, AT(sw_lock, shared_taken)},
    {"shared_held", NULL, NULL, SW_COST, AT(sw_lock, shared_held)},
};

static const struct sw_column site_json[] = {
    {"file", NULL, NULL, SW_TEXT, .get = get_file},
    {"line", NULL, NULL, SW_NUMBER, .get = get_line},
    {"function", NULL, NULL, SW_TEXT, .get = get_function},
    {"taken", NULL, NULL, SW_COUNT, AT(sw_lock_site, taken)},
    {"held", NULL, NULL, SW_COST, AT(sw_lock_site, held)},
    {"shared_taken", NULL, NULL, SW_COUNT, AT(sw_lock_site, shared_taken)},
    {"shared_held", NULL, NULL, SW_COST, AT(sw_lock_site, shared_held)},
};

#define HELD                                                                             \
    {"share", NULL, "held\nof work", SW_SHARE, .get = get_share, .heat = 1},             \
        {"held", NULL, "held", SW_COST, AT(sw_lock_site, held)},                         \
        {"taken", NULL, "times", SW_COUNT, AT(sw_lock_site, taken)},                     \
        {"shared_taken", NULL, "by\nreaders", SW_COUNT, AT(sw_lock_site, shared_taken)}, \
        {"bound", NULL, "at\nmost", SW_REAL, .get = get_site_bound, .word = "speedup"},  \
    {                                                                                    \
        "name", NULL, "lock", SW_TEXT, .get = get_name, .fit = SW_NAME, .word = "lock"   \
    }

static const struct sw_column site_text[] = {
    HELD,
    {NULL, NULL, "taken at", SW_TEXT, .get = get_place, .fit = SW_PATH},
    {NULL, NULL, "in", SW_TEXT, .get = get_function, .fit = SW_NAME},
};

static const struct sw_column site_html[] = {
    HELD,
    {"function", NULL, "taken in", SW_TEXT, .get = get_function},
    {"file", NULL, NULL, SW_TEXT, .get = get_file},
    {"line", NULL, NULL, SW_NUMBER, .get = get_line},
};

struct sw_table sw_lock_table(enum sw_lock_columns which, const struct sw_profile *profile,
                              const struct sw_units *units)
{
    static const struct sw_column_list all[] = {
        [SW_LOCK_COLUMNS] = SW_COLUMN_LIST(lock),
        [SW_LOCK_SITES_JSON] = SW_COLUMN_LIST(site_json),
        [SW_LOCK_SITES_TEXT] = SW_COLUMN_LIST(site_text),
        [SW_LOCK_SITES_HTML] = SW_COLUMN_LIST(site_html),
    };
    return (struct sw_table){all[which].columns, all[which].n, NULL, 0, profile, units};
}
