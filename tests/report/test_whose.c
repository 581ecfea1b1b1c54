/* Whose code it is, on invented frames: the rule, and what follows from it for functions, call paths, locks and flame graphs. */
#include "analysis/effort/account.h"
#include "analysis/effort/lists.h"
#include "analysis/flame/flame.h"
#include "profile/whose.h"
#include "tests/check.h"

#include <stdlib.h>

static void test_files(void)
{
    CHECK(sw_file_is_readers("/home/me/src/app.cpp"));
    CHECK(sw_file_is_readers("/usr/src/app/main.c"));
    CHECK(sw_file_is_readers("main.f90"));
    CHECK(!sw_file_is_readers("/usr/include/c++/12/bits/stl_algo.h"));
    CHECK(!sw_file_is_readers("/usr/include/boost/asio.hpp"));
    CHECK(!sw_file_is_readers("/usr/local/include/Eigen/Core"));
    CHECK(!sw_file_is_readers("/opt/gcc-14/include/c++/14/mutex"));
    CHECK(!sw_file_is_readers("/usr/lib/gcc/x86_64-linux-gnu/12/include/gthr-default.h"));
    CHECK(!sw_file_is_readers("/home/me/oneapi-tbb/include/oneapi/tbb/parallel_for.h"));
    CHECK(!sw_file_is_readers("/rustc/9fc6b431/library/std/src/thread/mod.rs"));
    CHECK(!sw_file_is_readers(""));
    CHECK(!sw_file_is_readers(NULL));
}

#define S(text) ((char *)(text)) /* profiles own their strings; this one is not released */

/* Where things are mapped. */
enum { APP = 0x1000, OWN_LIBRARY = 0x2000, STDCXX = 0x3000, SYSTEM = 0x4000 };

static struct sw_profile program(char *path, struct sw_module *modules)
{
    modules[0] = (struct sw_module){.path = path, .start = APP, .end = OWN_LIBRARY};
    modules[1] = (struct sw_module){
        .path = S("/home/me/lib/libfast.so"), .start = OWN_LIBRARY, .end = STDCXX};
    modules[2] = (struct sw_module){
        .path = S("/opt/conda/lib/libstdc++.so.6"), .start = STDCXX, .end = SYSTEM};
    modules[3] = (struct sw_module){
        .path = S("/usr/lib/libmagick.so.8"), .start = SYSTEM, .end = SYSTEM + 0x1000};
    return (struct sw_profile){.program = path, .modules = modules, .n_modules = 4};
}

static bool is_readers(const struct sw_profile *p, uint64_t address)
{
    return sw_module_is_readers(p, sw_module_of(p, address));
}

static void test_modules(void)
{
    struct sw_module modules[4];
    struct sw_profile p = program(S("/home/me/app"), modules);
    CHECK(is_readers(&p, APP));
    CHECK(is_readers(&p, OWN_LIBRARY));
    CHECK(!is_readers(&p, STDCXX));
    CHECK(!is_readers(&p, SYSTEM));
    CHECK(is_readers(&p, 0x10)); /* made while the program ran */
    p = program(S("/usr/bin/magick"), modules);
    CHECK(is_readers(&p, APP));
    CHECK(is_readers(
        &p, SYSTEM)); /* who samples a program of the system's looks at its libraries too */
    CHECK(!is_readers(&p, STDCXX));
}

static void test_places(void)
{
    struct sw_place own = {.function = S("work"), .file = S("a.cpp"), .line = 7};
    struct sw_place header = {.function = S("std::sort<int*>"),
                              .file = S("/usr/include/c++/12/bits/stl_algo.h"),
                              .line = 4820,
                              .inlined_into = &own};
    struct sw_place nameless = {.function = S(""), .file = S("")};
    struct sw_place plain = {.function = S("work"), .file = S("")};
    struct sw_place space = {.function = S("std::__introsort_loop<int*>"), .file = S("")};
    struct sw_place stubs = {.function = S("(calls into libraries)"), .file = S("")};
    CHECK(sw_place_is_readers(&own, true, true));
    CHECK(!sw_place_is_readers(&own, false, true)); /* a library's lines may be known */
    CHECK(!sw_place_is_readers(&header, true, true));
    CHECK(sw_place_of_reader(&header) == &own);
    CHECK(sw_place_is_readers(&plain, true, false));
    CHECK(!sw_place_is_readers(&plain, true, true)); /* linked into a program with lines */
    CHECK(!sw_place_is_readers(&space, true, false));
    CHECK(!sw_place_is_readers(&stubs, true, false));
    CHECK(sw_place_is_readers(&nameless, true, false)); /* a program without symbols */
}

static void test_names(void)
{
    char *plain = sw_function_short_name("std::async<int (*)(), int>");
    CHECK_STR(plain, "std::async");
    free(plain);
    plain = sw_function_short_name("Grid<int>::operator<");
    CHECK_STR(plain, "Grid<int>::operator<");
    free(plain);
    CHECK(sw_account_is_lock_name("uv_mutex_lock"));
    CHECK(sw_account_is_lock_name("lock_row"));
    CHECK(sw_account_is_lock_name("omp_set_lock"));
    CHECK(sw_account_is_lock_name("Guard::acquire"));
    CHECK(!sw_account_is_lock_name("process_block"));
    CHECK(!sw_account_is_lock_name("Clock::tick"));
    CHECK(!sw_account_is_lock_name("Lock::add"));
    CHECK(!sw_account_is_lock_name("lock_and_add"));
}

/*
 * main (10) calls std::async on line 12, which is inlined there and starts a thread; there libstdc++ calls Cache::get (20), which is in std::sort by
 * its line 22, and in a guard of a lock by its line 21. And main's fill (30) calls sin.
 */
static char cpp[] = "a.cpp", future[] = "/usr/include/c++/12/future", empty[] = "";
static struct sw_place main_async = {S("main"), cpp, 12, 0, NULL};
static struct sw_place get_guard = {S("Cache::get"), cpp, 21, 0, NULL};
static struct sw_sampled_frame frames[] = {
    {APP + 1, {S("std::async<f>"), future, 1700, 0, &main_async}},
    {STDCXX + 1, {S("std::thread::_M_start_thread"), empty, 0, 0, NULL}},
    {STDCXX + 2, {empty, empty, 0, 0, NULL}},
    {APP + 2, {S("std::__invoke<f>"), future, 60, 0, NULL}},
    {APP + 3, {S("Cache::get"), cpp, 22, 0, NULL}},
    {APP + 4, {S("std::sort<int*>"), S("/usr/include/c++/12/bits/stl_algo.h"), 4820, 0, NULL}},
    {APP + 5,
     {S("std::mutex::lock"), S("/usr/include/c++/12/bits/std_mutex.h"), 100, 0, &get_guard}},
    {APP + 6, {S("main"), cpp, 14, 0, NULL}},
    {APP + 7, {S("fill"), cpp, 30, 0, NULL}},
    {SYSTEM + 1, {S("__sin"), empty, 0, 0, NULL}},
    {APP + 8, {S("(calls into libraries)"), empty, 0, 0, NULL}},
};
enum { ASYNC, START, NAMELESS, INVOKE, GET, SORT, GUARD, MAIN, FILL, SIN, STUB };

/* Callers first: one more than the caller's index. The fourth is where the thread was started. */
static struct sw_sampled_path paths[] = {
    {.caller = 0, .frame = ASYNC},
    {.caller = 1, .frame = START},
    {.caller = 0, .frame = NAMELESS},
    {.caller = 2, .frame = ASYNC},
    {.caller = 4, .frame = NAMELESS},
    {.caller = 5, .frame = INVOKE},
    {.caller = 6, .frame = GET},
    {.caller = 7, .frame = SORT, .on_work = 40, .on_span = 40, .serial = 40},
    {.caller = 6, .frame = GUARD},
    {.caller = 0, .frame = MAIN},
    {.caller = 10, .frame = FILL, .on_work = 8, .on_span = 8, .serial = 8},
    {.caller = 11, .frame = SIN, .on_work = 30, .on_span = 30, .serial = 30},
    {.caller = 11, .frame = STUB, .on_work = 2, .on_span = 2, .serial = 2},
};
enum { LINK = 3, SORTING = 7, WAITING = 8, SINES = 11, PATHS = sizeof paths / sizeof *paths };
static struct sw_effort_path efforts[PATHS] = {
    [LINK] = {.physical = 3},           [SORTING] = {.work = 40},
    [WAITING] = {.waited = 9},          [10] = {.work = 8, .idle = 8},
    [SINES] = {.work = 30, .idle = 30}, [SINES + 1] = {.work = 2, .idle = 2}};

struct made {
    struct sw_module modules[4];
    struct sw_profile p;
    struct sw_functions functions;
};

static void make(struct made *m)
{
    m->p = program(S("/home/me/app"), m->modules);
    m->p.sampled = (struct sw_sampled){.rate = 1000,
                                       .frames = frames,
                                       .n_frames = sizeof frames / sizeof *frames,
                                       .paths = paths,
                                       .n_paths = PATHS};
    m->p.effort = (struct sw_effort){.processors = 2, .time = 60, .paths = efforts};
    CHECK_EQ(sw_functions_make(&m->functions, &m->p), 0);
}

/* What libraries do is their caller's own code, at its line. */
static void test_functions(void)
{
    struct made m;
    make(&m);
    CHECK_STR(sw_functions_own(&m.functions, SORTING)->function, "Cache::get");
    CHECK_EQ(m.functions.own[SORTING].place->line, 22);
    CHECK_STR(sw_functions_own(&m.functions, SINES)->function, "fill");
    CHECK_EQ(sw_functions_own(&m.functions, SINES)->on_work.self, 40);
    CHECK_EQ(sw_functions_own(&m.functions, SINES)->line, 30);
    CHECK_STR(sw_functions_own(&m.functions, WAITING)->function, "Cache::get");
    CHECK_EQ(m.functions.own[WAITING].place->line, 21);
    CHECK_STR(sw_functions_own(&m.functions, LINK)->function, "main");
    sw_functions_release(&m.functions);
}

/* What only compares for an algorithm is a part of it: order, on line 50, is who sorts; key is called by others, too. */
static void test_comparisons(void)
{
    static struct sw_sampled_frame of_sort[] = {
        {APP + 1, {S("order"), cpp, 50, 0, NULL}},
        {APP + 2,
         {S("std::__introsort_loop<It>"), S("/usr/include/c++/12/bits/stl_algo.h"), 1900, 0, NULL}},
        {APP + 3, {S("Item::operator<"), cpp, 40, 0, NULL}},
        {APP + 4, {S("size_of"), cpp, 42, 0, NULL}},
        {APP + 5, {S("key"), cpp, 45, 0, NULL}},
    };
    static struct sw_sampled_path to_key[] = {
        {.caller = 0, .frame = 0, .on_work = 1},  {.caller = 1, .frame = 1, .on_work = 2},
        {.caller = 2, .frame = 2, .on_work = 4},  {.caller = 3, .frame = 3, .on_work = 8},
        {.caller = 3, .frame = 4, .on_work = 16}, {.caller = 1, .frame = 4, .on_work = 32},
    };
    struct sw_module modules[4];
    struct sw_profile p = program(S("/home/me/app"), modules);
    struct sw_functions f;
    p.sampled = (struct sw_sampled){
        .rate = 1000, .frames = of_sort, .n_frames = 5, .paths = to_key, .n_paths = 6};
    CHECK_EQ(sw_functions_make(&f, &p), 0);
    for (size_t i = 0; i < 4; i++)
        CHECK_STR(sw_functions_own(&f, i)->function, "order");
    CHECK_EQ(sw_functions_own(&f, 0)->on_work.self, 15);
    CHECK_EQ(sw_functions_own(&f, 0)->line, 50);
    CHECK_STR(sw_functions_own(&f, 4)->function, "key");
    CHECK_EQ(sw_functions_own(&f, 4)->on_work.self, 48);
    sw_functions_release(&f);
}

static uint32_t find(const struct sw_effort_tree *t, const char *name)
{
    for (uint32_t i = 1; i < t->n; i++)
        if (!strcmp(sw_effort_name(t, t->nodes[i].key), name))
            return i;
    return 0;
}

static void test_tree(void)
{
    struct made m;
    struct sw_effort_tree t;
    make(&m);
    CHECK_EQ(sw_effort_tree_make(&t, &m.p, &m.functions, SW_FRAMES_READERS, SW_EFFORT_ALL), 0);
    uint32_t get = find(&t, "Cache::get"), fill = find(&t, "fill");
    CHECK_EQ(t.n, 4); /* the root, main, Cache::get, fill */
    CHECK_EQ(t.nodes[get].parent, find(&t, "main"));
    CHECK_EQ(t.nodes[get].key.started, 1);
    CHECK_EQ(t.nodes[get].called, 12);
    CHECK_EQ(t.nodes[get].self.work, 40);
    CHECK_EQ(t.path_line[SORTING], 22);
    CHECK_EQ(t.nodes[fill].self.idle, 40);
    struct sw_effort_lock lock = {.waiter = WAITING + 1, .inside = SORTING + 1};
    struct sw_account_place place;
    CHECK(sw_account_lock_place(&t, &lock, &place));
    CHECK_STR(sw_effort_name(&t, place.key), "Cache::get");
    CHECK_EQ(place.line, 21);
    sw_effort_tree_release(&t);
    CHECK_EQ(sw_effort_tree_make(&t, &m.p, &m.functions, SW_FRAMES_FOLDED, SW_EFFORT_ALL), 0);
    uint32_t async = find(&t, "std::async<f>");
    get = find(&t, "Cache::get");
    CHECK_EQ(t.nodes[async].folded,
             4); /* with what it starts the thread by, and what calls there */
    CHECK_EQ(t.nodes[get].parent, async);
    CHECK_EQ(t.nodes[get].key.started, 1);
    CHECK_EQ(t.nodes[find(&t, "std::sort<int*>")].parent, get);
    CHECK_EQ(t.nodes[find(&t, "__sin")].self.work, 30);
    sw_effort_tree_release(&t);
    sw_functions_release(&m.functions);
}

static void test_flame(void)
{
    struct made m;
    struct sw_flame flame;
    make(&m);
    CHECK_EQ(sw_flame_make(&flame, &m.p, 0), 0);
    size_t n = flame.n_nodes;
    double sum = 0;
    CHECK_EQ(sw_flame_fold(&flame, &m.p), 0);
    CHECK_EQ(n - flame.n_nodes, 3); /* three of the four of std::async */
    for (size_t i = 0; i < flame.n_nodes; i++)
        sum += flame.nodes[i].self[0];
    CHECK_EQ(sum, 80);
    for (size_t i = 1; i < flame.n_nodes; i++) {
        const struct sw_flame_node *node = &flame.nodes[i];
        if (!strcmp(flame.frames[node->frame].name, "Cache::get"))
            CHECK_STR(flame.frames[flame.nodes[node->parent].frame].name, "std::async");
    }
    sw_flame_release(&flame);
    sw_functions_release(&m.functions);
}

/* Of formats that have lines, too: what a library has on a line is folded into what was called of it. */
static void test_flame_lines(void)
{
    struct made m;
    struct sw_flame flame;
    double sorting = 0;
    make(&m);
    CHECK_EQ(sw_flame_make_lines(&flame, &m.p, 0), 0);
    CHECK_EQ(sw_flame_fold(&flame, &m.p), 0);
    for (size_t i = 1; i < flame.n_nodes; i++) {
        const struct sw_flame_frame *frame = &flame.frames[flame.nodes[i].frame];
        CHECK(!frame->library || !flame.frames[flame.nodes[flame.nodes[i].parent].frame].library);
        CHECK(frame->library || strcmp(frame->name, "(calls into libraries)") != 0);
        if (!strcmp(frame->name, "std::sort")) /* as folded frames are called */
            sorting += flame.nodes[i].self[0];
    }
    CHECK_EQ(sorting, 40);
    sw_flame_release(&flame);
    sw_functions_release(&m.functions);
}

int main(void)
{
    test_files();
    test_modules();
    test_places();
    test_names();
    test_functions();
    test_comparisons();
    test_tree();
    test_flame();
    test_flame_lines();
    return check_done();
}
