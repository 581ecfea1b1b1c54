/*
 * make-paths names|scopes|deep|many|inlined|cycle OUT: writes a profile of call sites.
 *   names  functions whose names are hard to write: all are called by main, the first one for 1, the next for 2, ...
 *   scopes functions of C++, called by main for 1, 2, 4 and 8
 *   deep   10,000 functions that each call the next one, with 1 each
 *   many   2^12 paths in a graph of 13 functions, each called twice by the one before
 *   cycle  main calls ping, ping calls pong, and pong calls ping
 *   inlined  main in a.c, line 7 of which calls what was inlined from b.h: it calls f on line 50, and main itself calls g on line 8
 */
#include "profile/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *pointer)
{
    if (!pointer)
        abort();
    return pointer;
}

static char *copy(const char *string)
{
    return must(strdup(string));
}

static void add(struct sw_profile *p, const char *caller, const char *callee, uint64_t local,
                uint64_t all)
{
    p->sites = must(realloc(p->sites, (p->n_sites + 1) * sizeof *p->sites));
    struct sw_site *s = &p->sites[p->n_sites];
    memset(s, 0, sizeof *s);
    s->kind = *caller ? SW_SITE_CALL : SW_SITE_ROOT;
    s->address = *caller ? 0x1000 + 16 * p->n_sites : 0;
    s->callee = *caller ? 0x100000 : 0;
    s->caller_place = (struct sw_place){copy(caller), copy(*caller ? "/src/a \"b\".c" : ""),
                                        *caller ? 10 + (uint32_t)p->n_sites : 0, 0, NULL};
    s->callee_place = (struct sw_place){copy(callee), copy("/src/a \"b\".c"), 5, 0, NULL};
    s->on_work = (struct sw_side){.top_site = {.count = 1, .work = all, .span = all},
                                  .local = {1, local, local}};
    s->on_span = s->on_work;
    s->on_span.local.span = local / 2;
    s->on_span.top_site.span = all / 2;
    p->whole.work += local;
    p->whole.span += local / 2;
    p->n_sites++;
}

static void make_names(struct sw_profile *p)
{
    static char longest[10001];
    static const char *const names[] = {"say \"hi\"",
                                        "two\nlines",
                                        "a;b",
                                        "\360\237\224\245 fire",
                                        "<script>alert(1)</script>",
                                        "not \377\376 UTF-8",
                                        "(12) like a number",
                                        "fn=(1) tab\there",
                                        "back\\slash\\",
                                        "operator<<(std::ostream &, std::vector<int> const &)",
                                        longest};
    enum { N = sizeof names / sizeof *names };
    memset(longest, 'x', sizeof longest - 1);
    add(p, "", "main", 0, N * (N + 1) / 2);
    for (uint64_t i = 0; i < N; i++)
        add(p, "main", names[i], i + 1, i + 1);
}

static void make_scopes(struct sw_profile *p)
{
    add(p, "", "main", 0, 15);
    add(p, "main", "app::a::run", 1, 1);
    add(p, "main", "(anonymous namespace)::b::run<int>", 2, 2);
    add(p, "main", "app::rerun", 4, 4);
    add(p, "main", "call<app::run<int> >", 8, 8);
}

static void make_deep(struct sw_profile *p)
{
    enum { DEEP = 10000 };
    char from[16] = "", to[16] = "main";
    for (uint64_t i = 0; i < DEEP; i++) {
        add(p, from, to, 1, DEEP - i);
        strcpy(from, to);
        snprintf(to, sizeof to, "f%u", (unsigned)i);
    }
}

static void make_many(struct sw_profile *p)
{
    enum { LEVELS = 12 };
    char from[16] = "main", to[16];
    add(p, "", "main", 1, 1 + 4096 * LEVELS);
    for (unsigned i = 0; i < LEVELS; i++) {
        snprintf(to, sizeof to, "f%u", i);
        for (int k = 0; k < 2; k++)
            add(p, from, to, 2048, 2048 * (uint64_t)(LEVELS - i));
        strcpy(from, to);
    }
}

static void make_cycle(struct sw_profile *p)
{
    add(p, "", "main", 1, 111);
    add(p, "main", "ping", 10, 110);
    add(p, "ping", "pong", 50, 100);
    add(p, "pong", "ping", 50, 50);
}

static void make_inlined(struct sw_profile *p)
{
    add(p, "", "main", 1, 111);
    add(p, "main", "f", 10, 10);
    add(p, "main", "g", 100, 100);
    struct sw_place *call = &p->sites[1].caller_place, *into = must(calloc(1, sizeof *into));
    *into = *call;
    into->line = 7;
    *call = (struct sw_place){copy("helper"), copy("/src/b.h"), 50, 0, into};
    p->sites[2].caller_place.line = 8;
}

int main(int argc, char **argv)
{
    static char *args[] = {NULL, NULL, NULL};
    struct sw_profile p;
    char why[512];
    if (argc != 3)
        return 2;
    sw_profile_init(&p);
    args[0] = copy("/bin/a program");
    args[1] = copy("an\nargument");
    p.program = copy(args[0]);
    p.args = must(calloc(3, sizeof *p.args));
    memcpy(p.args, args, sizeof args);
    p.meter = copy("time");
    p.unit = copy("ns");
    p.front_end = SW_FRONT_END_CILK;
    p.level = copy("full");
    p.started_unix = 1700000000;
    p.whole.count = 1;
    if (!strcmp(argv[1], "names"))
        make_names(&p);
    else if (!strcmp(argv[1], "scopes"))
        make_scopes(&p);
    else if (!strcmp(argv[1], "deep"))
        make_deep(&p);
    else if (!strcmp(argv[1], "inlined"))
        make_inlined(&p);
    else if (!strcmp(argv[1], "cycle"))
        make_cycle(&p);
    else
        make_many(&p);
    int error = sw_profile_write(&p, argv[2], why, sizeof why);
    if (error)
        fprintf(stderr, "make-paths: %s\n", why);
    sw_profile_release(&p);
    return error != 0;
}
