/*
 * make-hostile NAME all|names OUT: writes a synthetic profile whose strings hold what terminals, spreadsheets and CI services obey. `names`
 * leaves those as they are that choose what a report shows: the meter, its unit, the front end.
 * make-hostile NAME file=PATH,host=HOST OUT: all that is in it is in that file, and it says that it was made on that host.
 */
#include "profile/file.h"
#include "tests/profile/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At both ends, as names are cut. A line break and commands of CI services, of terminals (ESC, a raw C1, one as UTF-8), a direction of
 * writing, a line separator, a byte that is no UTF-8, quotes of all formats. */
#define BEFORE "=INJECTED\n::error::INJECTED\033]0;"
#define AFTER                                                                                    \
    "\007\233\302\2332J\342\200\256\342\200\250\377\r ::warning::INJECTED ##vso[task]\"'`,;<&>%" \
    "0A\\\t\177\n"                                                                               \
    "::error::INJECTED"

static void hurt(char **text)
{
    char *made;
    if (!*text || !**text || !strncmp(*text, BEFORE, strlen(BEFORE)))
        return;
    if (asprintf(&made, "%s%s%s", BEFORE, *text, AFTER) < 0)
        abort();
    *text = made; /* what was there is left: the process ends soon */
}

static void hurt_place(struct sw_place *place)
{
    for (; place; place = place->inlined_into) {
        hurt(&place->function);
        hurt(&place->file);
    }
}

static void hurt_settings(struct sw_profile *p)
{
    hurt(&p->meter);
    hurt(&p->unit);
    p->front_end_text = strdup(sw_profile_front_end(p)); /* as a newer one's would be */
    p->front_end = SW_FRONT_END_UNKNOWN;
    hurt(&p->front_end_text);
    hurt(&p->level);
}

static void hurt_tree(struct sw_program_tree *t)
{
    for (size_t i = 1; i < t->n_sites; i++) {
        hurt(&t->sites[i].label);
        hurt(&t->sites[i].file);
        hurt(&t->sites[i].function);
        hurt(&t->sites[i].caller);
    }
    for (size_t i = 1; i < t->n_locks; i++)
        hurt(&t->locks[i].label);
}

static void hurt_names(struct sw_profile *p)
{
    hurt(&p->program);
    hurt(&p->host);
    hurt(&p->tool);
    hurt(&p->rank.launcher);
    hurt(&p->rank.host);
    for (char **arg = p->args; arg && *arg; arg++)
        hurt(arg);
    for (size_t i = 0; i < p->n_modules; i++)
        hurt(&p->modules[i].path);
    for (size_t i = 0; i < p->n_sites; i++) {
        hurt_place(&p->sites[i].caller_place);
        hurt_place(&p->sites[i].callee_place);
    }
    for (size_t i = 0; i < p->n_regions; i++)
        hurt(&p->regions[i].label);
    for (size_t i = 0; i < p->n_unpatched; i++)
        hurt_place(&p->unpatched[i].place);
    for (size_t i = 0; i < p->sampled.n_frames; i++)
        hurt_place(&p->sampled.frames[i].place);
    for (size_t i = 0; i < p->effort.n_locks; i++)
        hurt(&p->effort.locks[i].name);
    for (size_t i = 0; i < p->n_warnings; i++)
        hurt(&p->warnings[i]);
    hurt_tree(&p->tree);
}

/* A string that this does not know of would be one that nothing is tested with. */
static int all_are_hurt(const char *path)
{
    struct sw_profile p;
    char why[512];
    sw_profile_init(&p);
    if (sw_profile_read(&p, path, why, sizeof why)) {
        fprintf(stderr, "make-hostile: %s\n", why);
        return 0;
    }
    for (const char *s = p.pool; s < p.pool + p.pool_size; s += strlen(s) + 1)
        if (*s && strncmp(s, BEFORE, strlen(BEFORE))) {
            fprintf(stderr, "make-hostile: '%s' is as it was\n", s);
            return 0;
        }
    return 1;
}

static void set(char **text, const char *value)
{
    *text = strdup(value);
    if (!*text)
        abort();
}

static void blame(struct sw_profile *p, const char *file, const char *host)
{
    for (size_t i = 0; i < p->n_sites; i++) {
        set(&p->sites[i].caller_place.file, file);
        set(&p->sites[i].callee_place.file, file);
        p->sites[i].caller_place.line = p->sites[i].callee_place.line = 1;
    }
    for (size_t i = 0; i < p->sampled.n_frames; i++) {
        set(&p->sampled.frames[i].place.file, file);
        p->sampled.frames[i].place.line = 1;
    }
    set(&p->host, host);
}

int main(int argc, char **argv)
{
    struct sw_profile profile;
    char why[512];
    if (argc != 4 || synthetic_make(&profile, argv[1])) {
        fprintf(stderr, "usage: make-hostile NAME all|names|file=PATH,host=HOST OUT\n");
        return 2;
    }
    int all = !strcmp(argv[2], "all");
    char *host = strstr(argv[2], ",host=");
    if (host) {
        *host = 0;
        blame(&profile, argv[2] + strlen("file="), host + strlen(",host="));
    } else {
        hurt_names(&profile);
    }
    if (all)
        hurt_settings(&profile);
    if (sw_profile_write(&profile, argv[3], why, sizeof why)) {
        fprintf(stderr, "make-hostile: %s\n", why);
        return 1;
    }
    return all && !all_are_hurt(argv[3]);
}
