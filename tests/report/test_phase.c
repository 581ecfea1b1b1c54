/* The call that serial code is in, and its functions, on invented samples. */
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/serial_functions.h"
#include "tests/check.h"

#include <math.h>
#include <string.h>

/* Frames: main calls load on line 10, load parse on 20, parse work on 30 to 35; work's own code is line 5. */
static char file[] = "a.c", none[] = "";
static char main_[] = "main", load[] = "load", parse[] = "parse", work[] = "work",
            qsort_[] = "for_each";
static char each[] = "for_each", header[] = "/usr/include/c++/12/bits/stl_algo.h";
static struct sw_place into_load = {load, file, 21, 0, NULL};
static struct sw_sampled_frame frames[] = {
    {0x10, {main_, file, 10, 0, NULL}},        {0x20, {load, file, 20, 0, NULL}},
    {0x30, {parse, file, 30, 0, NULL}},        {0x31, {parse, file, 31, 0, NULL}},
    {0x32, {parse, file, 32, 0, NULL}},        {0x05, {work, file, 5, 0, NULL}},
    {0x06, {work, file, 6, 0, NULL}},          {0x99, {qsort_, none, 0, 0, NULL}},
    {0x98, {each, header, 77, 0, &into_load}},
};

static struct sw_serial_phase find(struct sw_sampled_path *paths, size_t n)
{
    struct sw_profile p = {.sampled = {.frames = frames,
                                       .n_frames = sizeof frames / sizeof *frames,
                                       .paths = paths,
                                       .n_paths = n}};
    struct sw_serial_phase phase;
    CHECK_EQ(sw_serial_phase_find(&phase, &p), 0);
    return phase;
}

#define FIND(...)                                 \
    find((struct sw_sampled_path[]){__VA_ARGS__}, \
         sizeof(struct sw_sampled_path[]){__VA_ARGS__} / sizeof(struct sw_sampled_path))

/* A path: one more than its caller's index, its frame, samples outside regions; of as many again inside nothing is to be seen. */
#define P(caller_, frame_, n)                                               \
    {                                                                       \
        .caller = caller_, .frame = frame_, .on_work = 2 * (n), .serial = n \
    }

static void test_spread(void)
{
    struct sw_serial_phase f = FIND(P(0, 0, 0), P(1, 1, 0), P(2, 2, 0), P(2, 3, 0), P(2, 4, 0),
                                    P(3, 5, 10), P(4, 5, 10), P(5, 6, 10));
    CHECK_STR(f.callee, "parse");
    CHECK_EQ(f.place->line, 20); /* where load calls it */
    CHECK(f.share > 0.999 && f.share < 1.001);
    /* A part of it elsewhere. */
    f = FIND(P(0, 0, 2), P(1, 1, 0), P(2, 2, 0), P(2, 3, 0), P(2, 4, 0), P(3, 5, 10), P(4, 5, 10),
             P(5, 6, 10));
    CHECK_STR(f.callee, "parse");
    CHECK(f.share > 30 / 32. - 1e-9 && f.share < 30 / 32. + 1e-9);
}

/* Where one function does it, called once, it is enough to name that. */
static void test_one_function(void)
{
    CHECK(!FIND(P(0, 0, 0), P(1, 1, 0), P(2, 5, 20), P(2, 6, 20)).callee);
    CHECK(!FIND(P(0, 0, 40)).callee); /* main itself */
    CHECK(!FIND(P(0, 0, 0), P(1, 1, 0), P(2, 2, 0), P(2, 3, 0), P(3, 5, 20), P(4, 5, 20)).callee);
}

/* Two phases: the call that makes both is that of main, which has no caller. */
static void test_several(void)
{
    CHECK(!FIND(P(0, 1, 0), P(0, 2, 0), P(0, 3, 0), P(1, 5, 20), P(2, 5, 20), P(3, 5, 20)).callee);
}

/* Of code without lines nothing is named but who calls it. */
static void test_library(void)
{
    struct sw_serial_phase f = FIND(P(0, 0, 0), P(1, 7, 0), P(2, 2, 0), P(2, 3, 0), P(2, 4, 0),
                                    P(3, 5, 10), P(4, 5, 10), P(5, 5, 10));
    CHECK_STR(f.callee, "for_each");
    CHECK_EQ(f.place->line, 10);
}

/* A call that a header of the system has inlined is at the line of who uses it. */
static void test_header(void)
{
    struct sw_serial_phase f = FIND(P(0, 0, 0), P(1, 8, 0), P(2, 2, 0), P(2, 3, 0), P(2, 4, 0),
                                    P(3, 5, 10), P(4, 5, 10), P(5, 6, 10));
    CHECK_STR(f.callee, "parse");
    CHECK_STR(f.place->function, "load");
    CHECK_EQ(f.place->line, 21);
}

/* Nearly all, and not most: with a third elsewhere it is not the phase that is to be named. */
static void test_most(void)
{
    CHECK(!FIND(P(0, 0, 0), P(1, 1, 0), P(2, 2, 0), P(2, 3, 0), P(2, 4, 0), P(3, 5, 10),
                P(4, 5, 10), P(5, 6, 10), P(0, 7, 15))
               .callee);
}

/* What is told of functions, and where to begin. */
static struct sw_serial_place tell(struct sw_sampled_path *paths, size_t n, const char *want)
{
    struct sw_profile p = {.sampled = {.frames = frames,
                                       .n_frames = sizeof frames / sizeof *frames,
                                       .paths = paths,
                                       .n_paths = n}};
    struct sw_serial_place chief;
    struct sw_sentence *functions;
    char text[512];
    CHECK_EQ(sw_serial_functions_say(&p, SW_SERIAL_CODE, &functions, &chief), 0);
    CHECK_STR(sw_sentence_print(functions, text, sizeof text), want);
    return chief;
}

static void test_functions(void)
{
    struct sw_sampled_path paths[] = {P(0, 0, 20), P(1, 2, 10), P(2, 5, 30), P(2, 6, 40)};
    struct sw_serial_place chief = tell(paths, 4,
                                        "; going by samples, 70% of it is in 'work' (a.c:6), 20% "
                                        "in 'main' (a.c:10), 10% in 'parse' (a.c:30)");
    CHECK_STR(chief.function, "work");
    CHECK_EQ(chief.line, 6);
    paths[2].serial = 1;
    paths[3].serial = 3;
    paths[0].serial = paths[1].serial = 4;
    chief = tell(paths, 4,
                 "; going by only 12 samples, 33% of it is in 'main' (a.c:10), 33% in 'parse' "
                 "(a.c:30), 33% in 'work' (a.c:6)");
    CHECK_EQ(chief.line, 0); /* none has half of it */
    paths[0].serial = 0;
    CHECK_EQ(
        tell(paths, 4,
             "; going by only 8 samples, 50% of it is in 'parse' (a.c:30), 50% in 'work' (a.c:6)")
            .line,
        30);
    /* Three samples may be anywhere: nothing is named by them. */
    paths[1].serial = paths[2].serial = 0;
    CHECK_EQ(tell(paths, 4, "").line, 0);
    paths[3].serial = 4;
    CHECK_EQ(tell(paths, 4, "; going by only 4 samples, 100% of it is in 'work' (a.c:6)").line, 6);
}

/* work is called in parallel code as well: what is serial is parse, at the line that calls it. */
static void test_shared(void)
{
    struct sw_sampled_path paths[] = {P(0, 0, 0), P(1, 2, 0), P(2, 5, 30), P(1, 6, 0)};
    for (size_t i = 0; i < 4; i++)
        paths[i].on_work = paths[i].serial;
    paths[3].on_work = 30; /* main calls it from a region */
    struct sw_serial_place chief =
        tell(paths, 4, "; going by samples, 100% of it is in 'parse' (a.c:30)");
    CHECK_STR(chief.function, "parse");
    paths[3].on_work = 1; /* hardly anything */
    chief = tell(paths, 4, "; going by samples, 100% of it is in 'work' (a.c:5)");
    CHECK_EQ(chief.line, 5);
    paths[3].on_work = 30;
    paths[1].frame = 0; /* by main itself, which does all: then there is no better name */
    tell(paths, 4, "; going by samples, 100% of it is in 'work' (a.c:5)");
}

/* A loop's body is on the critical path, too: more than a line of serial code, but it runs elsewhere at the same time. */
static void test_alone(void)
{
    struct sw_sampled_path paths[] = {{.frame = 3, .on_work = 400, .on_span = 20},
                                      {.frame = 2, .on_work = 15, .on_span = 15},
                                      {.frame = 4, .on_work = 12, .on_span = 11}};
    struct sw_profile p = {.sampled = {.frames = frames,
                                       .n_frames = sizeof frames / sizeof *frames,
                                       .paths = paths,
                                       .n_paths = 3}};
    static const struct {
        enum sw_serial_part part;
        uint32_t line;
        uint64_t samples;
    } want[] = {{SW_SERIAL_SPAN, 31, 46}, {SW_SERIAL_ALONE, 30, 26}};
    struct sw_functions functions;
    CHECK_EQ(sw_functions_make(&functions, &p), 0);
    for (size_t i = 0; i < 2; i++) {
        struct sw_serial_functions serial;
        CHECK_EQ(sw_serial_functions_make(&serial, &functions, &p, want[i].part, NULL), 0);
        CHECK_EQ(serial.n, 1);
        CHECK_STR(serial.items[0].function->function, "parse");
        CHECK_EQ(serial.items[0].line, want[i].line);
        CHECK_EQ(serial.items[0].samples, want[i].samples);
        sw_serial_functions_release(&serial);
    }
    sw_functions_release(&functions);
}

/* What it would gain to run serial code in parallel is for all of its functions, so the verdict has them all. */
static void test_places(void)
{
    struct sw_sampled_path paths[] = {P(0, 0, 22), P(1, 2, 18), P(2, 5, 20),
                                      P(2, 6, 36), P(1, 7, 0),  P(1, 1, 4)};
    struct sw_profile p = {.sampled = {.frames = frames,
                                       .n_frames = sizeof frames / sizeof *frames,
                                       .paths = paths,
                                       .n_paths = 6}};
    struct sw_finding f = {
        .kind = SW_FINDING_SERIAL_CODE, .why = SW_WHY_PARALLELISM, .site = SW_NO_SITE, .lost = 0.8};
    struct sw_verdict_loss loss = {.cause = SW_WHY_PARALLELISM};
    CHECK_EQ(sw_verdict_take_finding(&loss, &p, &f), 0);
    CHECK_EQ(loss.n_all, 3); /* one that has 4 of 100 is left out */
    CHECK_STR(loss.places[0].function, "work");
    CHECK_EQ(loss.places[0].line, 6);
    CHECK_EQ(loss.places[0].form, SW_FORM_SERIAL);
    CHECK(fabs(loss.places[0].lost - 0.56 * 0.8) < 1e-9);
    CHECK_STR(loss.places[1].function, "main");
    CHECK(fabs(loss.places[1].lost - 0.22 * 0.8) < 1e-9);
    /* A call that all of it comes from is one place. */
    f.file = file;
    f.function = load;
    f.line = 20;
    loss = (struct sw_verdict_loss){.cause = SW_WHY_PARALLELISM};
    CHECK_EQ(sw_verdict_take_finding(&loss, &p, &f), 0);
    CHECK_EQ(loss.n_all, 1);
    CHECK_STR(loss.places[0].function, "load");
    CHECK_EQ(loss.places[0].line, 20);
}

/* Of a library's function, the line that calls it; two such calls on a line are one place. */
static void test_librarys(void)
{
    static char vector[] = "std::vector<double>::vector", fill[] = "std::fill";
    struct sw_site sites[] = {{.callee = 7,
                               .caller_place = {main_, file, 6, 0, NULL},
                               .callee_place = {vector, header, 551, 0, NULL}},
                              {.callee = 8,
                               .caller_place = {main_, file, 6, 0, NULL},
                               .callee_place = {fill, header, 20, 0, NULL}}};
    struct sw_tree_site tree_sites[] = {{.label = none},
                                        {.kind = SW_NODE_CALL,
                                         .callee = 7,
                                         .function = vector,
                                         .caller = main_,
                                         .file = header,
                                         .line = 551},
                                        {.kind = SW_NODE_CALL,
                                         .callee = 8,
                                         .function = fill,
                                         .caller = main_,
                                         .file = header,
                                         .line = 20}};
    struct sw_profile p = {.front_end = SW_FRONT_END_CILK,
                           .sites = sites,
                           .n_sites = 2,
                           .tree = {.sites = tree_sites, .n_sites = 3}};
    struct sw_tree_loss entry = {.lost = 0.5,
                                 .places = {{1, 0.3, SW_FORM_SERIAL}, {2, 0.2, SW_FORM_SERIAL}},
                                 .n_places = 2,
                                 .n_all = 2};
    struct sw_verdict_loss loss = {.cause = SW_WHY_PARALLELISM, .lost = 0.5};
    const struct sw_findings nothing = {0};
    CHECK_EQ(sw_verdict_take_entry(&loss, &p, &nothing, &entry), 0);
    CHECK_EQ(loss.n_all, 1);
    CHECK_STR(loss.places[0].function, "main");
    CHECK_STR(loss.places[0].file, "a.c");
    CHECK_EQ(loss.places[0].line, 6);
    CHECK(fabs(loss.places[0].lost - 0.5) < 1e-9);
}

static void test_few(void)
{
    CHECK(!FIND(P(0, 0, 0), P(1, 1, 0), P(2, 2, 0), P(2, 3, 0), P(2, 4, 0), P(3, 5, 8), P(4, 5, 8),
                P(5, 6, 8))
               .callee);
}

/* What runs at the start only gives way, within a cause, to what loses nearly as much until the end. */
static void check_first(double lost, const char *first)
{
    enum { WHOLE = SW_SAMPLED_RUN };
    struct sw_sampled_path paths[] = {
        {.frame = 0},
        {.caller = 1, .frame = 1, .on_work = 10, .from = 0, .until = WHOLE / 4},
        {.caller = 1, .frame = 5, .on_work = 20, .from = WHOLE / 4, .until = WHOLE / 2},
        {.caller = 1, .frame = 6, .on_work = 20, .from = WHOLE / 2, .until = WHOLE}};
    struct sw_profile p = {.sampled = {.frames = frames,
                                       .n_frames = sizeof frames / sizeof *frames,
                                       .paths = paths,
                                       .n_paths = sizeof paths / sizeof *paths}};
    struct sw_verdict v = {.n_losses = 1};
    v.losses[0] = (struct sw_verdict_loss){
        .cause = SW_WHY_MEMORY,
        .n_places = 2,
        .places = {{.file = file, .function = load, .line = 20, .lost = 0.3},
                   {.file = file, .function = work, .line = 5, .lost = lost}}};
    sw_verdict_take_times(&v, &p);
    for (size_t i = 0; i < 2; i++) {
        const struct sw_verdict_place *place = &v.losses[0].places[i];
        bool is_load = !strcmp(place->function, "load");
        CHECK_EQ(sw_verdict_is_once(place), is_load);
        CHECK(place->from == (is_load ? 0 : 0.25) && place->until == (is_load ? 0.25 : 1));
    }
    CHECK_STR(v.losses[0].places[0].function, first);
}

static void test_when(void)
{
    check_first(0.28, "work");
    check_first(0.2, "load");
}

int main(void)
{
    test_spread();
    test_one_function();
    test_several();
    test_library();
    test_header();
    test_most();
    test_functions();
    test_shared();
    test_alone();
    test_places();
    test_librarys();
    test_when();
    test_few();
    return check_done();
}
