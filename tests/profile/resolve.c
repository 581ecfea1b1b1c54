/*
 * resolve [BUILD-ID]: reads what subject.c prints, resolves it, prints a line a site:
 *   WHAT caller FUNCTION BASENAME:LINE [< OUTER BASENAME:LINE] callee FUNCTION BASENAME:LINE
 * and the warnings. A build-id (hexadecimal) is put on the first module.
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

int main(int argc, char **argv)
{
    struct sw_profile p;
    char line[8192], names[MOST][64];
    sw_profile_init(&p);
    p.modules = calloc(MOST, sizeof *p.modules);
    p.sites = calloc(MOST, sizeof *p.sites);
    while (fgets(line, sizeof line, stdin))
        take(&p, names, line);
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
    for (size_t i = 0; i < p.n_warnings; i++)
        printf("warning: %s\n", p.warnings[i]);
    sw_profile_release(&p);
    return 0;
}
