/* Which call sites of two builds are the same: lines move, calls come and go, files too. */
#include "analysis/compare/match.h"
#include "tests/check.h"

#include <stdlib.h>
#include <time.h>

/* Two programs without a common build-id, written a call at a time. */
struct builds {
    struct sw_profile profiles[2];
    struct sw_matches matches;
};

struct call {
    const char *caller, *callee, *file;
    uint32_t line, column;
    uint64_t count;
    uint32_t kind;
    uint32_t callee_line; /* its first one */
};

static void add(struct builds *b, int which, struct call call)
{
    struct sw_profile *p = &b->profiles[which];
    if (!(p->n_sites & (p->n_sites - 1))) /* a power of two: twice as many */
        p->sites = realloc(p->sites, (2 * p->n_sites + 1) * sizeof *p->sites);
    struct sw_site *site = &p->sites[p->n_sites++];
    memset(site, 0, sizeof *site);
    site->kind = call.kind;
    site->address = 0x1000 * (1 + (uint64_t)which) + p->n_sites;
    site->caller_place =
        (struct sw_place){strdup(call.caller), strdup(call.file), call.line, call.column, NULL};
    site->callee_place =
        (struct sw_place){strdup(call.callee), strdup(call.file), call.callee_line, 0, NULL};
    site->on_work.local.count = call.count ? call.count : 1;
}

/* A call of g by f in a.c, which is what most tests are about. */
static void line(struct builds *b, int which, uint32_t number)
{
    add(b, which, (struct call){"f", "g", "/src/a.c", number, 5, 1, SW_SITE_CALL, 0});
}

static void start(struct builds *b)
{
    sw_profile_init(&b->profiles[0]);
    sw_profile_init(&b->profiles[1]);
    b->matches = (struct sw_matches){0};
}

static void match(struct builds *b)
{
    sw_matches_release(&b->matches);
    CHECK_EQ(sw_matches_make(&b->matches, &b->profiles[0], &b->profiles[1]), 0);
}

static void end(struct builds *b)
{
    sw_matches_release(&b->matches);
    sw_profile_release(&b->profiles[0]);
    sw_profile_release(&b->profiles[1]);
}

/* Of the i-th site of the first: the line of its partner; 0: it has none. */
static uint32_t partner(const struct builds *b, size_t i)
{
    const struct sw_profile *p = &b->profiles[1];
    for (size_t k = 0; k < p->n_sites; k++)
        if (b->matches.groups[1][k] == b->matches.groups[0][i])
            return p->sites[k].caller_place.line;
    return 0;
}

/* Matches lines of one family, ended by 0, and compares with the partners wanted. */
static void lines(const uint32_t *before, const uint32_t *after, const uint32_t *wanted)
{
    struct builds b;
    start(&b);
    for (; *before; before++)
        line(&b, 0, *before);
    for (; *after; after++)
        line(&b, 1, *after);
    match(&b);
    for (size_t i = 0; i < b.profiles[0].n_sites; i++)
        CHECK_EQ(partner(&b, i), wanted[i]);
    end(&b);
}

#define L(...) ((const uint32_t[]){__VA_ARGS__, 0})

static void test_lines(void)
{
    lines(L(10, 20, 30), L(10, 20, 30), L(10, 20, 30));
    lines(L(10), L(900), L(900));                              /* alone: however far */
    lines(L(10, 20, 30), L(13, 23, 33), L(13, 23, 33));        /* all moved */
    lines(L(10, 20, 30), L(10, 20, 25, 30), L(10, 20, 30));    /* inserted */
    lines(L(10, 20, 30), L(10, 20, 25, 32), L(10, 20, 32));    /* and the rest moved */
    lines(L(10, 20, 30), L(5, 12, 22, 32), L(12, 22, 32));     /* inserted first */
    lines(L(10, 20, 30, 40), L(10, 30, 40), L(10, 0, 30, 40)); /* removed */
    lines(L(10, 20, 30, 40), L(20, 30, 40), L(0, 20, 30, 40)); /* the first one */
    lines(L(10, 20, 30, 40), L(10, 20, 30), L(10, 20, 30, 0)); /* the last one */
    lines(L(10, 20), L(20, 99), L(0, 20));                     /* one removed, one inserted */
    lines(L(10, 20, 300), L(10, 200, 300), L(10, 200, 300));   /* moved within its order */
}

/* The caller's first line tells by how much all has moved. */
static void test_shift(void)
{
    struct builds b;
    start(&b);
    add(&b, 0, (struct call){"main", "f", "/src/a.c", 90, 1, 1, SW_SITE_CALL, 5});
    add(&b, 1, (struct call){"main", "f", "/src/a.c", 95, 1, 1, SW_SITE_CALL, 20});
    for (uint32_t i = 10; i <= 40; i += 10)
        line(&b, 0, i);
    for (uint32_t i = 25; i <= 45; i += 10) /* 15 lines lower, and the last call is gone */
        line(&b, 1, i);
    match(&b);
    CHECK_EQ(partner(&b, 0), 95);
    CHECK_EQ(partner(&b, 1), 25);
    CHECK_EQ(partner(&b, 2), 35);
    CHECK_EQ(partner(&b, 3), 45);
    CHECK_EQ(partner(&b, 4), 0);
    end(&b);
    /* So do other calls of the same caller: 20 lines were inserted between two of them. */
    start(&b);
    for (int k = 0; k < 2; k++) {
        add(&b, k, (struct call){"f", "first", "/src/a.c", 8, 1, 1, SW_SITE_CALL, 0});
        add(&b, k, (struct call){"f", "last", "/src/a.c", k ? 70 : 50, 1, 1, SW_SITE_CALL, 0});
        for (uint32_t i = k ? 30 : 10; i <= (k ? 60 : 50); i += 10)
            line(&b, k, i);
    }
    b.profiles[0].n_sites--; /* before: 10 20 30 40; after: 30 40 50 60 */
    match(&b);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQ(partner(&b, 2 + i), 30 + 10 * i);
    b.profiles[0].n_sites++;
    end(&b);
}

/* Calls in lines that follow each other, one put before them: how often they ran tells. */
static void test_counts(void)
{
    struct builds b;
    start(&b);
    for (uint32_t i = 0; i < 2; i++)
        add(&b, 0, (struct call){"f", "g", "a.c", 10 + i, 5, 5 + 2 * i, SW_SITE_CALL, 0});
    add(&b, 1, (struct call){"f", "g", "a.c", 10, 5, 9, SW_SITE_CALL, 0});
    for (uint32_t i = 0; i < 2; i++)
        add(&b, 1, (struct call){"f", "g", "a.c", 11 + i, 5, 5 + 2 * i, SW_SITE_CALL, 0});
    match(&b);
    CHECK_EQ(partner(&b, 0), 11);
    CHECK_EQ(partner(&b, 1), 12);
    /* Other input: no count is the same, and lines decide. */
    for (size_t i = 0; i < 3; i++)
        b.profiles[1].sites[i].on_work.local.count += 1000;
    match(&b);
    CHECK_EQ(partner(&b, 0), 10);
    CHECK_EQ(partner(&b, 1), 11);
    end(&b);
}

static void test_one_line(void)
{
    struct builds b;
    start(&b);
    for (int k = 0; k < 2; k++) {
        uint32_t at = k ? 12 : 10;
        add(&b, k, (struct call){"f", "g", "a.c", at, 5, 1, SW_SITE_CALL, 0});
        add(&b, k, (struct call){"f", "g", "a.c", at, 9, 2, SW_SITE_CALL, 0});
        /* of a macro: several callees in one place */
        add(&b, k, (struct call){"f", "h", "a.c", at, 5, 3, SW_SITE_CALL, 0});
        add(&b, k, (struct call){"f", "", "a.c", at, 5, 4, SW_SITE_LOOP, 0});
    }
    match(&b);
    CHECK_EQ(b.matches.n, 4);
    for (size_t i = 0; i < 4; i++)
        CHECK_EQ(b.matches.groups[0][i], b.matches.groups[1][i]);
    end(&b);
    start(&b); /* copies of one call are one place */
    add(&b, 0, (struct call){"f", "g", "a.c", 10, 5, 1, SW_SITE_CALL, 0});
    add(&b, 0, (struct call){"f", "g", "a.c", 10, 5, 1, SW_SITE_CALL, 0});
    add(&b, 1, (struct call){"f", "g", "a.c", 11, 5, 2, SW_SITE_CALL, 0});
    match(&b);
    CHECK_EQ(b.matches.n, 1);
    CHECK_EQ(b.matches.n_by_name, 1);
    end(&b);
}

static void test_recursion(void)
{
    struct builds b;
    start(&b);
    for (int k = 0; k < 2; k++) {
        uint32_t by = k ? 30 : 0;
        add(&b, k, (struct call){"main", "fib", "fib.c", 13 + by, 5, 1, SW_SITE_CALL, 1 + by});
        add(&b, k, (struct call){"fib", "fib", "fib.c", 4 + by, 5, 9, SW_SITE_SPAWN, 1 + by});
        add(&b, k,
            (struct call){"fib", "fib", "fib.c", 5 + by, 5, 9, k ? SW_SITE_SPAWN : SW_SITE_CALL,
                          1 + by});
    }
    match(&b);
    CHECK_EQ(b.matches.n, 3); /* a call that became a spawn is still the same */
    CHECK_EQ(partner(&b, 0), 43);
    CHECK_EQ(partner(&b, 1), 34);
    CHECK_EQ(partner(&b, 2), 35);
    end(&b);
}

static void test_files(void)
{
    struct builds b;
    start(&b);
    add(&b, 0, (struct call){"f", "g", "/old/a.c", 10, 5, 1, SW_SITE_CALL, 0});
    add(&b, 1, (struct call){"f", "g", "/new/sub/a.c", 10, 5, 1, SW_SITE_CALL, 0});
    /* two static functions of one name, of which one goes to another file */
    add(&b, 0, (struct call){"init", "g", "x.c", 20, 5, 1, SW_SITE_CALL, 0});
    add(&b, 0, (struct call){"init", "g", "y.c", 30, 5, 1, SW_SITE_CALL, 0});
    add(&b, 1, (struct call){"init", "g", "y.c", 31, 5, 1, SW_SITE_CALL, 0});
    add(&b, 1, (struct call){"init", "g", "z.c", 22, 5, 1, SW_SITE_CALL, 0});
    match(&b);
    CHECK_EQ(b.matches.n, 3);
    CHECK_EQ(partner(&b, 0), 10);
    CHECK_EQ(partner(&b, 1), 22);
    CHECK_EQ(partner(&b, 2), 31);
    end(&b);
}

static void test_renamed(void)
{
    struct builds b;
    start(&b);
    add(&b, 0, (struct call){"f", "old", "a.c", 10, 5, 1, SW_SITE_CALL, 0});
    add(&b, 1, (struct call){"f", "new", "a.c", 10, 5, 1, SW_SITE_CALL, 0});
    add(&b, 0, (struct call){"f", "", "a.c", 12, 5, 1, SW_SITE_LOOP, 0});
    add(&b, 1, (struct call){"f", "", "a.c", 12, 5, 1, SW_SITE_SCOPE, 0});
    match(&b);
    CHECK_EQ(b.matches.n, 4);
    CHECK_EQ(partner(&b, 0), 0);
    CHECK_EQ(partner(&b, 1), 0);
    end(&b);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void timed(struct builds *b, const char *what)
{
    double begin = now();
    match(b);
    double took = now() - begin;
    if (took >= 10)
        fprintf(stderr, "%s: took %.2f s\n", what, took);
    CHECK(took < 10); /* what is quadratic takes minutes */
}

enum { MANY = 100000 };

/* One family of all sites: nothing that is quadratic ends. */
static void test_large(void)
{
    struct builds b;
    start(&b);
    for (uint32_t i = 0; i < MANY; i++) {
        line(&b, 0, 10 + 2 * i);
        line(&b, 1, 10 + 2 * i + (i >= MANY / 2 ? 2 : 0));
    }
    line(&b, 1, 10 + MANY); /* in the middle */
    timed(&b, "one inserted");
    CHECK_EQ(b.matches.n, MANY + 1);
    CHECK_EQ(partner(&b, 0), 10);
    CHECK_EQ(partner(&b, 10), 30);
    end(&b);
    start(&b);
    for (uint32_t i = 0; i < MANY; i++) {
        line(&b, 0, 10 + 5 * i);
        line(&b, 1, 1000003 + 7 * i);
    }
    timed(&b, "all moved");
    CHECK_EQ(partner(&b, MANY - 1), 1000003 + 7 * (MANY - 1));
    end(&b);
}

/* Many families that each take the full table. */
static void test_wide(void)
{
    struct builds b;
    char name[32];
    start(&b);
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "function_%u", (unsigned)i / 400);
        for (int k = 0; k < 2; k++)
            add(&b, k,
                (struct call){name, "g", "a.c", 10 + (k ? 7 : 5) * (i % 400) + 3 * (uint32_t)k, 5,
                              i, SW_SITE_CALL, 0});
    }
    timed(&b, "many families");
    CHECK_EQ(b.matches.n, MANY);
    end(&b);
}

int main(void)
{
    test_lines();
    test_shift();
    test_counts();
    test_one_line();
    test_recursion();
    test_files();
    test_renamed();
    test_large();
    test_wide();
    return check_done();
}
