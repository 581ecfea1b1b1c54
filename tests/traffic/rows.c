/*
 * Memory traffic by line, loop, function and call path, of invented figures; and the same from a file, and in a profile whose modules are mapped
 * elsewhere. A count of 1 by both hashes is 64 lines: UNIT bytes.
 */
#include "analysis/memory/traffic.h"
#include "profile/file.h"
#include "profile/join.h"
#include "tests/check.h"

#include <stdlib.h>

enum { UNIT = 64 * 64, MILLISECOND = 1000000, CAPACITY = 3 };
#define PROGRAM 0x10000u
#define LIBRARY 0x80000u

static struct sw_place at(const char *function, const char *file, uint32_t line)
{
    return (struct sw_place){.function = strdup(function), .file = strdup(file), .line = line};
}

static struct sw_module module(const char *path, uint64_t start)
{
    return (struct sw_module){
        .path = strdup(path), .start = start, .end = start + 0x10000, .bias = start};
}

static struct sw_traffic counts(uint32_t fills, uint32_t back)
{
    struct sw_traffic t = {0};
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i <= CAPACITY; i++) {
            t.fills[h][i] = fills;
            t.back[h][i] = back;
        }
    return t;
}

static void frame(struct sw_sampled *s, uint32_t caller, uint64_t address, struct sw_place place,
                  uint64_t on_work)
{
    s->frames[s->n_frames] = (struct sw_sampled_frame){address, place};
    s->paths[s->n_paths++] = (struct sw_sampled_path){
        .caller = caller, .frame = (uint32_t)s->n_frames++, .on_work = on_work};
}

static void begin(struct sw_sampled *s, uint64_t rate)
{
    s->rate = rate;
    s->frames = calloc(8, sizeof *s->frames);
    s->paths = calloc(8, sizeof *s->paths);
}

/*
 * Two loops, one inside the other: line 12 is in the inner one, 11 in the outer one. They call memcpy at line 13, and so does line 20, three
 * times as often. Line 12 waits for lines that come one after the other.
 */
static void make(struct sw_profile *p, uint64_t base)
{
    sw_profile_init(p);
    p->program = strdup("/home/x/prog");
    p->unit = strdup("ns");
    p->modules = calloc(2, sizeof *p->modules);
    p->modules[p->n_modules++] = module("/home/x/prog", base);
    p->modules[p->n_modules++] = module("/usr/lib/libc.so.6", base + LIBRARY - PROGRAM);
    p->sites = calloc(1, sizeof *p->sites);
    p->sites[p->n_sites++] = (struct sw_site){.address = base + 0x100,
                                              .kind = SW_SITE_SPAWN,
                                              .caller_place = at("work", "/home/x/prog.c", 9),
                                              .callee_place = at("omp parallel", "", 0)};
    begin(&p->sampled, 1000);
    frame(&p->sampled, 0, base + 0x110, at("work", "/home/x/prog.c", 11), 2);
    frame(&p->sampled, 0, base + 0x120, at("work", "/home/x/prog.c", 12), 5);
    frame(&p->sampled, 1, base + LIBRARY - PROGRAM + 8, at("memcpy", "", 0), 3);
    frame(&p->sampled, 0, base + 0x200, at("other", "/home/x/prog.c", 20), 7);
}

static void add_memory(struct sw_profile *p, uint64_t base)
{
    struct sw_memory_pass *m = &p->memory;
    uint64_t library = base + LIBRARY - PROGRAM;
    *m = (struct sw_memory_pass){
        .is_there = 1, .processors = 4, .instructions = 1000, .all = 8000, .capacity = CAPACITY};
    m->loops = calloc(3, sizeof *m->loops);
    m->loops[m->n_loops++] =
        (struct sw_traffic_loop){base + 0x100, base + 0x140, at("work", "/home/x/prog.c", 10)};
    m->loops[m->n_loops++] =
        (struct sw_traffic_loop){base + 0x118, base + 0x130, at("work", "/home/x/prog.c", 12)};
    m->loops[m->n_loops++] = (struct sw_traffic_loop){library, library + 0x40, at("memcpy", "", 0)};
    m->sites = calloc(4, sizeof *m->sites);
    m->sites[m->n_sites++] = (struct sw_traffic_site){
        base + 0x110, SW_ACCESS_STORE, 1, counts(10, 6), {0}, at("work", "/home/x/prog.c", 11)};
    m->sites[m->n_sites++] = (struct sw_traffic_site){
        base + 0x120, SW_ACCESS_LOAD, 2, counts(8000, 0), {0}, at("work", "/home/x/prog.c", 12)};
    m->sites[1].chained[CAPACITY] = 400; /* 416,133 of 512,000 lines */
    m->sites[m->n_sites++] = (struct sw_traffic_site){
        base + 0x124, SW_ACCESS_LOAD, 2, counts(20, 0), {0}, at("work", "/home/x/prog.c", 12)};
    m->sites[m->n_sites++] = (struct sw_traffic_site){library + 8, SW_ACCESS_LOAD | SW_ACCESS_STORE,
                                                      3,           counts(400, 200),
                                                      {0},         at("memcpy", "", 0)};
    m->pieces = calloc(1, sizeof *m->pieces);
    m->pieces[m->n_pieces++] = (struct sw_traffic_piece){.site = 0, .traffic = counts(30, 4)};
    begin(&m->paths, 1);
    m->paths.source = SW_SAMPLED_FILLS;
    frame(&m->paths, 0, base + 0x128, at("work", "/home/x/prog.c", 13), 0);
    frame(&m->paths, 1, library + 8, at("memcpy", "", 0), 1);
    frame(&m->paths, 0, base + 0x208, at("other", "/home/x/prog.c", 20), 0);
    frame(&m->paths, 3, library + 8, at("memcpy", "", 0), 2);
    frame(&m->paths, 3, library + 12, at("memcpy", "", 0), 1);
}

static const struct sw_traffic_row *find(const struct sw_traffic_row *rows, size_t n, uint32_t line)
{
    static const struct sw_traffic_row none = {.function = "", .file = "", .through = ""};
    for (size_t i = 0; i < n; i++)
        if (rows[i].line == line)
            return &rows[i];
    return &none;
}

static void check_rows(const struct sw_profile *p)
{
    struct sw_traffic_rows t;
    CHECK_EQ(sw_traffic_rows_make(&t, p, CAPACITY), 0);
    CHECK_EQ(t.n_lines, 4);
    CHECK_EQ(t.fills, (10 + 8000 + 20 + 400) * UNIT);
    CHECK_EQ(t.back, (6 + 200) * UNIT);
    CHECK_EQ(t.lines[0].line, 12); /* most first */

    const struct sw_traffic_row *r = find(t.lines, t.n_lines, 11);
    CHECK_EQ(r->fills, 10 * UNIT);
    CHECK_EQ(r->back, 6 * UNIT);
    CHECK_EQ(r->bytes, 16 * UNIT);
    CHECK_EQ(r->time_ns, 10 * MILLISECOND); /* of the outer loop, with what it calls */
    CHECK_EQ(r->rate, 16 * UNIT * 100.0);
    CHECK(!r->is_chain);

    r = find(t.lines, t.n_lines, 12);
    CHECK_EQ(r->fills, 8020 * UNIT);
    CHECK_EQ(r->time_ns, 5 * MILLISECOND); /* of the inner one, once */
    CHECK_EQ(r->dependent_bytes, 400ull * 4096 * 4096 / (127 * 127) * 64);
    CHECK(r->is_chain);

    r = find(t.lines, t.n_lines, 13); /* a quarter */
    CHECK_EQ(r->fills, 100 * UNIT);
    CHECK_EQ(r->back, 50 * UNIT);
    CHECK_STR(r->through, "memcpy");
    CHECK_STR(r->function, "work");
    CHECK_EQ(r->time_ns, 3 * MILLISECOND / 4);
    CHECK_EQ(find(t.lines, t.n_lines, 20)->fills, 300 * UNIT);

    CHECK_EQ(t.n_loops, 4); /* memcpy's is its callers' */
    CHECK_EQ(find(t.loops, t.n_loops, 10)->fills, 10 * UNIT);
    CHECK_EQ(t.n_functions, 2);
    CHECK_STR(t.functions[0].function, "work");
    CHECK_EQ(t.functions[0].fills, (10 + 8020 + 100) * UNIT);

    CHECK_EQ(t.samples, 4);
    CHECK_EQ(t.n_paths, 2); /* instructions of one function without lines are one */
    CHECK_EQ(t.paths[0].n, 3);
    sw_traffic_rows_release(&t);
}

/* The file has it all. */
static void check_file(const struct sw_profile *p)
{
    void *data;
    size_t size;
    char why[256];
    struct sw_profile read;
    CHECK_EQ(sw_profile_serialize(p, &data, &size), 0);
    sw_profile_init(&read);
    CHECK_EQ(sw_profile_parse(&read, data, size, "it", why, sizeof why), 0);
    CHECK_EQ(read.memory.processors, 4);
    CHECK_EQ(read.memory.instructions, 1000);
    CHECK_EQ(read.memory.all, 8000);
    CHECK_EQ(read.memory.n_pieces, 1);
    CHECK_EQ(read.memory.pieces[0].traffic.back[1][CAPACITY], 4);
    CHECK_EQ(read.memory.paths.source, SW_SAMPLED_FILLS);
    check_rows(&read);
    sw_profile_release(&read);
    free(data);
}

static void check_senseless(struct sw_profile *p, uint32_t *number, uint32_t wrong)
{
    void *data;
    size_t size;
    char why[256] = "";
    struct sw_profile read;
    uint32_t right = *number;
    *number = wrong;
    CHECK_EQ(sw_profile_serialize(p, &data, &size), 0);
    *number = right;
    sw_profile_init(&read);
    CHECK(sw_profile_parse(&read, data, size, "it", why, sizeof why) < 0);
    CHECK(strstr(why, "does not make sense"));
    sw_profile_release(&read);
    free(data);
}

/* Of a part of the program, whose size is known or not. */
static void check_part(struct sw_profile *p)
{
    struct sw_traffic_rows t;
    p->memory.flags = SW_MEMORY_PART;
    CHECK_EQ(sw_traffic_part(p) * 1000, 125);
    p->memory.all = 0;
    CHECK_EQ(sw_traffic_rows_make(&t, p, CAPACITY), 0);
    CHECK_EQ(find(t.lines, t.n_lines, 11)->rate, 0);
    sw_traffic_rows_release(&t);
    p->steadiness.instructions = 4000;
    CHECK_EQ(sw_traffic_rows_make(&t, p, CAPACITY), 0);
    CHECK_EQ(t.part * 100, 25);
    CHECK_EQ(find(t.lines, t.n_lines, 11)->rate, 16 * UNIT * 400.0);
    sw_traffic_rows_release(&t);
}

int main(void)
{
    struct sw_profile p, other;
    make(&p, PROGRAM);
    add_memory(&p, PROGRAM);
    check_rows(&p);
    check_file(&p);
    check_senseless(&p, &p.memory.sites[0].loop, 4);
    check_senseless(&p, &p.memory.pieces[0].site, 1);

    make(&other, PROGRAM + 0x1000000);
    CHECK_EQ(sw_profile_take_memory(&other, &p), 0);
    CHECK_EQ(other.memory.sites[0].address, PROGRAM + 0x1000110);
    CHECK_EQ(other.memory.pieces[0].site, 0);
    CHECK_EQ(other.n_sites, 1);
    /* Those samples were of time: taken for fills, they have other paths. */
    CHECK_EQ(other.memory.paths.n_paths, p.sampled.n_paths);
    check_part(&p);
    sw_profile_release(&other);
    sw_profile_release(&p);
    printf("%u passed, %u failed\n", check_passed, check_failed);
    return check_failed != 0;
}
