/*
 * resolve [BUILD-ID]: reads what subject.c prints, resolves it, prints a line a site:
 *   WHAT caller FUNCTION BASENAME:LINE [< OUTER BASENAME:LINE] callee FUNCTION BASENAME:LINE
 * and the warnings. Of "call WHAT CALLER CALLEE", addresses of a sampled path, the place of the first; of "lock WHAT ADDRESS" its name.
 * A build-id (hexadecimal) is put on the first module.
 */
#include "collect/symbols/symbols.h"
#include "profile/profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static void put_place(const struct sw_place *place)
{
    const char *slash = strrchr(place->file, '/');
    printf(" %s %s:%" PRIu32, *place->function ? place->function : "?",
           slash ? slash + 1 : place->file, place->line);
    if (place->inlined_into) {
        printf(" <");
        put_place(place->inlined_into);
    }
}

static void take(struct sw_profile *p, char names[MOST][64], const char *line)
{
    char path[4096], what[64];
    uint64_t a, b, c;
    if (sscanf(line, "module %" SCNx64 " %" SCNx64 " %" SCNx64 " %4095[^\n]", &a, &b, &c, path) ==
            4 &&
        p->n_modules < MOST)
        p->modules[p->n_modules++] =
            (struct sw_module){.path = strdup(path), .start = a, .end = b, .bias = c};
    if ((sscanf(line, "site %63s %" SCNx64 " %" SCNx64, what, &a, &b) == 3 ||
         sscanf(line, "spawn %63s %" SCNx64 " %" SCNx64, what, &a, &b) == 3) &&
        p->n_sites < MOST) {
        strcpy(names[p->n_sites], what);
        p->sites[p->n_sites++] = (struct sw_site){
            .address = a, .callee = b, .kind = *line == 's' && line[1] == 'p' ? 1 : 0};
    }
}

/* Frames 2i and 2i + 1 are those of path i, with its own path for the caller. */
static void take_call(struct sw_profile *p, char names[MOST][64], const char *line)
{
    struct sw_sampled *s = &p->sampled;
    uint64_t a, b;
    if (s->n_frames + 2 > MOST ||
        sscanf(line, "call %63s %" SCNx64 " %" SCNx64, names[s->n_frames], &a, &b) != 3)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t n = (uint32_t)s->n_frames++;
        s->frames[n] = (struct sw_sampled_frame){
            i ? b : a, {.function = sw_profile_empty, .file = sw_profile_empty}};
        s->paths[s->n_paths++] = (struct sw_sampled_path){.caller = i ? n : 0, .frame = n};
    }
}

static void take_lock(struct sw_profile *p, char names[MOST][64], const char *line)
{
    uint64_t a;
    if (p->effort.n_locks < MOST &&
        sscanf(line, "lock %63s %" SCNx64, names[p->effort.n_locks], &a) == 2)
        p->effort.locks[p->effort.n_locks++] =
            (struct sw_effort_lock){.address = a, .name = sw_profile_empty};
}

static void put_others(const struct sw_profile *p, char calls[MOST][64], char locks[MOST][64])
{
    for (size_t i = 0; i < p->sampled.n_frames; i += 2) {
        printf("%s path", calls[i]);
        put_place(&p->sampled.frames[i].place);
        printf("\n");
    }
    for (size_t i = 0; i < p->effort.n_locks; i++)
        printf("%s lock %s\n", locks[i], p->effort.locks[i].name);
}

int main(int argc, char **argv)
{
    struct sw_profile p;
    char line[8192], names[MOST][64], calls[MOST][64], locks[MOST][64];
    sw_profile_init(&p);
    p.modules = calloc(MOST, sizeof *p.modules);
    p.sites = calloc(MOST, sizeof *p.sites);
    p.sampled.frames = calloc(MOST, sizeof *p.sampled.frames);
    p.sampled.paths = calloc(MOST, sizeof *p.sampled.paths);
    p.effort.locks = calloc(MOST, sizeof *p.effort.locks);
    while (fgets(line, sizeof line, stdin)) {
        take(&p, names, line);
        take_call(&p, calls, line);
        take_lock(&p, locks, line);
    }
    if (argc > 1 && p.n_modules)
        for (const char *hex = argv[1];
             sscanf(hex, "%2hhx", &p.modules[0].build_id[p.modules[0].build_id_size]) == 1;
             hex += 2)
            p.modules[0].build_id_size++;
    if (sw_symbols_resolve(&p))
        return 1;
    for (size_t i = 0; i < p.n_sites; i++) {
        printf("%s caller", names[i]);
        put_place(&p.sites[i].caller_place);
        printf(" callee");
        put_place(&p.sites[i].callee_place);
        printf("\n");
    }
    put_others(&p, calls, locks);
    for (size_t i = 0; i < p.n_warnings; i++)
        printf("warning: %s\n", p.warnings[i]);
    sw_profile_release(&p);
    return 0;
}
