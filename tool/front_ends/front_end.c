/*
 * The table of front ends before a program runs: a row for each, after what only that one needs, and how the row of a program is found.
 */
#include "tool/front_ends/front_end.h"
#include "abi/cilk.h"
#include "collect/symbols/elf_file.h"
#include "compile/text/text.h"
#include "console/install.h"
#include "console/message.h"
#include "profile/profile.h"
#include "tool/common/program.h"
#include "tool/front_ends/program_files.h"

#include <gelf.h>

#define DECLARE(kind, id, name) extern const struct sw_front_end sw_front_end_##id;
SW_FRONT_END_EACH(DECLARE) /* what is not here is not linked */

/* For rows: parts of `refuse` that several have. 0, or an exit status after a message. */
static int refuse_workers(const struct sw_front_end *row, const char *program,
                          const struct sw_live_options *options)
{
    if (options->workers <= 1)
        return 0;
    return sw_fail(2,
                   "--workers: %s is profiled serially only; build '%s' with 'spanwise cc' for a "
                   "profile of a parallel run",
                   row->program_is, program);
}

/* There is no following every function of a program that nobody has prepared: they are sampled. */
static int refuse_simulated(const struct sw_front_end *row, const char *program,
                            struct sw_live_options *options, uint64_t processors)
{
    if (refuse_workers(row, program, options))
        return 2;
    if (!options->processors)
        options->processors = processors;
    if (!options->spawns_only && options->meter == SW_METER_TIME)
        options->sample_rate = SW_RATE_DEFAULT;
    options->spawns_only = 1;
    return 0;
}

static int refuse_processors(const char *program, struct sw_live_options *options)
{
    if (!options->processors)
        return 0;
    return sw_fail(2,
                   "-N is not needed: '%s' is a Cilk program, and one run gives its speedup on any "
                   "number of cores",
                   program);
}

/* What spanwise cc has built: a file has the section of its sleds. */

static bool cilk_has_built(Elf *elf, bool is_program SW_UNUSED)
{
    return sw_elf_section(elf, SW_SLEDS);
}

/* Whether there is a sled of these kinds, from the first to the last. */
static bool has_sleds(Elf *elf, bool is_program SW_UNUSED, void *kinds)
{
    const unsigned char *from_to = kinds;
    Elf_Scn *section = sw_elf_section(elf, SW_SLEDS);
    Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
    const struct sw_sled *sleds = data ? data->d_buf : NULL;
    for (size_t i = 0; sleds && i < data->d_size / sizeof *sleds; i++)
        if (sleds[i].kind >= from_to[0] && sleds[i].kind <= from_to[1])
            return true;
    return false;
}

/* Spawns, loops and scopes: functions alone have sleds too. */
bool sw_front_end_has_keywords(const char *program)
{
    unsigned char kinds[] = {SW_SLED_SPAWN, SW_SLED_DIVIDE};
    return sw_program_files_look(program, has_sleds, kinds) > 0;
}

bool sw_front_end_is_parallel(const char *program)
{
    unsigned char kinds[] = {SW_SLED_CODE, SW_SLED_CODE};
    return sw_program_files_look(program, has_sleds, kinds) > 0;
}

bool sw_front_end_has_runtime(const char *program)
{
    return sw_program_files_have(program, SW_RUNTIME);
}

/* What spanwise cc has built may be serial, with annotations: then those are what it was built for. */
static enum sw_front_end_kind cilk_rather(const char *program,
                                          const struct sw_live_options *options SW_UNUSED)
{
    bool is_serial = !sw_loadable_is_static(program) && !sw_front_end_has_keywords(program);
    return is_serial && sw_front_end_is_annotated(program) ? SW_FRONT_END_ANNOTATE
                                                           : SW_FRONT_END_UNKNOWN;
}

static void cilk_say_others(const char *program)
{
    if (sw_front_end_is_annotated(program))
        sw_error("'%s' uses Cilk and has annotations: profiling Cilk; --front-end=annotate "
                 "profiles the annotations",
                 program);
}

/* Another driver has linked it, without the runtime. */
static bool cilk_is_plain(const char *program)
{
    return !sw_front_end_has_runtime(program);
}

static int cilk_refuse_plain(const char *program, const struct sw_live_options *options)
{
    static const char link[] = "link it by 'spanwise cc', or with the flags that 'spanwise cc "
                               "--print-link-flags' prints";
    bool is_static = sw_loadable_is_static(program);
    if (is_static)
        sw_error("'%s' is linked statically without the Cilk runtime, and nothing can be loaded "
                 "into it that measures; %s",
                 program, link);
    else if (options->workers > 1)
        sw_error("--workers: '%s' is linked without the Cilk runtime and runs serially; %s",
                 program, link);
    return is_static || options->workers > 1 ? 2 : 0;
}

static int cilk_refuse(const char *program, struct sw_live_options *options)
{
    int refused = cilk_is_plain(program) ? cilk_refuse_plain(program, options) : 0;
    return refused ? refused : refuse_processors(program, options);
}

static int cilk_refuse_tool(const char *program)
{
    if (!sw_loadable_is_static(program))
        return 0;
    return sw_fail(2, "--tool: a static program cannot load a tool; link '%s' without '-static'",
                   program);
}

const struct sw_front_end sw_front_end_cilk = {
    .kind = SW_FRONT_END_CILK,
    .library = "libspanwise.so",
    .locks = "libspanwise-locks.so",
    .loads_itself = true,
    .has_tree_apart = true,
    .program_is = "a Cilk program",
    .has_built = cilk_has_built,
    .rather = cilk_rather,
    .say_others = cilk_say_others,
    .is_plain = cilk_is_plain,
    .refuse = cilk_refuse,
    .refuse_tool = cilk_refuse_tool,
};

/* What OpenCilk's compiler has built for Cilkscale: it needs Cilkscale's hooks from a library, or has them itself. */

/* Of those that tell a spawn; one would do, if compilers did not leave out what is not used. */
static bool is_hook(const char *name)
{
    return *name == '_' && sw_is_among(name, "__csi_func_entry __csi_task __csi_before_sync");
}

static bool needs_hooks(Elf *elf, bool is_program SW_UNUSED)
{
    return sw_elf_symbol(elf, SHT_DYNSYM, is_hook, false, NULL);
}

/* Only the program can have hooks for itself alone: a library that has them is Cilkscale. */
static bool has_own_hooks(Elf *elf, bool is_program)
{
    return is_program && (sw_elf_symbol(elf, SHT_SYMTAB, is_hook, true, NULL) ||
                          sw_elf_symbol(elf, SHT_DYNSYM, is_hook, true, NULL));
}

static int opencilk_refuse(const char *program, struct sw_live_options *options)
{
    int refused = refuse_workers(&sw_front_end_opencilk, program, options);
    return refused ? refused : refuse_processors(program, options);
}

const struct sw_front_end sw_front_end_opencilk = {
    .kind = SW_FRONT_END_OPENCILK,
    .library = "libspanwise.so",
    .locks = "libspanwise-locks.so",
    .is_preloaded = true,
    .has_tree_apart = true,
    .program_is = "a Cilk program built by OpenCilk",
    .program_of = "OpenCilk's",
    .has_built = needs_hooks,
    .refuse = opencilk_refuse,
};

static void opencilk_say_hopeless(const char *program)
{
    sw_error("'%s' has Cilkscale linked in statically, so that it cannot be replaced: link it "
             "again, by OpenCilk's clang with '-fopencilk -fcilktool=cilkscale "
             "-shared-libcilktool' and without '-static'",
             program);
}

const struct sw_front_end sw_front_end_opencilk_static = {
    .kind = SW_FRONT_END_OPENCILK_STATIC,
    .library = "libspanwise.so",
    .nothing = "nothing was measured: the hooks in '%s' are Cilkscale's own",
    .has_built = has_own_hooks,
    .refuse = refuse_processors,
    .say_hopeless = opencilk_say_hopeless,
};

/* Programs that make threads themselves, by POSIX, C, C++ or TBB, and have no OpenMP. */

/* Whether it calls what makes a thread; of libraries, those of C++ and of OpenMP can do so for any program, so they say nothing. */
static bool makes_threads(Elf *elf, bool is_program, void *only_program)
{
    static const char *const makers[] = {
        "pthread_create", "thrd_create",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"};
    static const char *const for_any[] = {"_ZNSt6thread4joinEv", "_ZNSt3__16thread4joinEv",
                                          "GOMP_parallel", "__kmpc_fork_call"};
    for (size_t i = 0; !is_program && i < sizeof for_any / sizeof *for_any; i++)
        if (sw_elf_has_symbol(elf, for_any[i], true))
            return false;
    for (size_t i = 0; (is_program || !only_program) && i < sizeof makers / sizeof *makers; i++)
        if (sw_elf_has_symbol(elf, makers[i], false))
            return true;
    return false;
}

static bool opens_others(const char *program)
{
    char path[PATH_MAX];
    return sw_program_find(program, path) && sw_elf_imports(path, "dlopen");
}

/* Whether it makes threads itself: POSIX's, C's, C++'s, or TBB's. */
static bool has_threads(const char *program)
{
    bool only_program = true;
    return sw_program_files_look(program, makes_threads, &only_program) > 0 ||
           sw_program_needs(program, "libtbb.so");
}

/* ... or a library that it needs can. */
static bool needs_threads(const char *program)
{
    return has_threads(program) || sw_program_files_look(program, makes_threads, NULL) > 0;
}

/* ... and it opens no others, which may be anything. */
static bool may_have_threads(const char *program)
{
    return sw_program_files_look(program, makes_threads, NULL) > 0 && !opens_others(program);
}

/* What loads plugins may be anything, as interpreters are: it is to be asked for (--front-end=threads), or seen to have threads (why). */
static bool threads_detect(const char *program)
{
    return has_threads(program) && !opens_others(program);
}

static int threads_refuse(const char *program, struct sw_live_options *options)
{
    options->tree = 0;
    return refuse_simulated(&sw_front_end_threads, program, options, SW_PROCESSORS_DEFAULT);
}

const struct sw_front_end sw_front_end_threads = {
    .kind = SW_FRONT_END_THREADS,
    .library = "libspanwise-threads.so",
    .is_preloaded = true,
    .is_sampled = true,
    .is_simulated = true,
    .makes_threads = true,
    .costs_in = "SPANWISE_THREADS_COSTS",
    .program_is = "a program with threads",
    .program_of = "threads",
    .no_qemu = "the emulator cannot run threads in turn",
    .beginning = "it started a thread",
    .ended = "started no thread",
    .detect = threads_detect,
    .refuse = threads_refuse,
};

/*
 * Serial programs with annotations. Those of our headers leave notes in the file; Intel Advisor's own header leaves names of
 * functions that it looks up at run time, which stand in the program itself.
 */
#define NOTES ".note.spanwise"

bool sw_front_end_is_annotated(const char *program)
{
    return sw_program_files_have(program, NOTES);
}

/* What Advisor's header asks for by that name. */
static bool has_advisor(const char *program)
{
    char path[PATH_MAX];
    return sw_program_find(program, path) && sw_is_file(path) &&
           sw_elf_has(path, "__itt_model_site_begin");
}

/* Advisor's name may stand in a program that is parallel by now, and stands in TBB. */
static bool annotate_detect(const char *program)
{
    return sw_front_end_is_annotated(program) ||
           (has_advisor(program) && !sw_front_end_needs_openmp(program) && !has_threads(program));
}

static void annotate_say_others(const char *program)
{
    if (sw_front_end_is_annotated(program) && sw_program_needs(program, "libgomp.so libomp.so"))
        sw_error("'%s' has annotations and uses OpenMP: profiling the annotations; "
                 "--front-end=openmp profiles OpenMP",
                 program);
}

static int annotate_refuse(const char *program, struct sw_live_options *o)
{
    bool sampled = o->sample_rate && o->spawns_only;
    if (o->workers <= 1 && !o->processors && !sampled)
        return 0;
    return sw_fail(2, "%s: '%s' is %s; 'spanwise predict' shows how it would run in parallel",
                   o->processors ? "-N"
                   : sampled     ? "--level=sampled"
                                 : "--workers",
                   program, sw_front_end_annotate.program_is);
}

const struct sw_front_end sw_front_end_annotate = {
    .kind = SW_FRONT_END_ANNOTATE,
    .library = "libspanwise-annotate.so",
    .is_preloaded = true,
    .is_serial = true,
    .threads_in = "OMP_NUM_THREADS",
    .library_in = "INTEL_LIBITTNOTIFY64", /* what Advisor's own header looks for */
    .program_is = "a serial program with annotations",
    .program_of = "annotations",
    .beginning = "its first annotation",
    .ended = "never reached an annotation",
    .detect = annotate_detect,
    .say_others = annotate_say_others,
    .refuse = annotate_refuse,
};

/* Any compiler's programs of OpenMP: they need a runtime of it. */

#define RUNTIMES "libgomp.so libomp.so libomp5.so libiomp5.so"

bool sw_front_end_needs_openmp(const char *program)
{
    return sw_program_needs(program, RUNTIMES);
}

/* A runtime that some library brings along says nothing about a program that makes threads itself. */
static bool openmp_detect(const char *program)
{
    return sw_front_end_needs_openmp(program) &&
           (!has_threads(program) || sw_program_itself_needs(program, RUNTIMES));
}

/* One that makes threads as well, or needs libraries that do, one of which needs OpenMP, may be one of threads. */
static bool openmp_is_in_doubt(const char *program)
{
    return sw_program_itself_needs(program, RUNTIMES) ? has_threads(program)
                                                      : needs_threads(program);
}

/* On as many as -N asks for; or as the program is told; or many. */
static int openmp_refuse(const char *program, struct sw_live_options *options)
{
    const char *told = getenv("OMP_NUM_THREADS");
    unsigned long n = told ? strtoul(told, NULL, 10) : 0;
    return refuse_simulated(&sw_front_end_openmp, program, options,
                            n && n <= SW_PROCESSORS_MAX ? n : SW_PROCESSORS_DEFAULT);
}

const struct sw_front_end sw_front_end_openmp = {
    .kind = SW_FRONT_END_OPENMP,
    .library = "libspanwise-openmp.so",
    .is_preloaded = true,
    .is_sampled = true,
    .is_simulated = true,
    .has_only_regions = true,
    .threads_in = "OMP_NUM_THREADS",
    .costs_in = "SPANWISE_OPENMP_COSTS",
    .program_is = "an OpenMP program",
    .program_of = "OpenMP",
    .no_qemu = "the emulator cannot distinguish OpenMP threads",
    .beginning = "its first parallel region of OpenMP",
    .ended = "never entered an OpenMP parallel region",
    .detect = openmp_detect,
    .is_in_doubt = openmp_is_in_doubt,
    .refuse = openmp_refuse,
};

/* Programs that no front end knows, and those that `spanwise sample` takes as they are. */

/* With -N: threads by a library; or it may open, or start, something that is OpenMP's. */
static enum sw_front_end_kind rather_simulated(const char *program,
                                               const struct sw_live_options *options)
{
    if (!options->processors)
        return SW_FRONT_END_UNKNOWN;
    return may_have_threads(program) ? SW_FRONT_END_THREADS : SW_FRONT_END_OPENMP;
}

void sw_front_end_how_to_annotate(char text[SW_HOW_TO_ANNOTATE], const char *program)
{
    const char *include = sw_install_include();
    snprintf(text, SW_HOW_TO_ANNOTATE,
             "To see what parallelizing a loop would gain, include spanwise.h (%s%s), write "
             "SW_FOR(\"name\", ...) in place of its for (...), and run 'spanwise predict %s'",
             include ? "-I" : "see doc/annotate.md", include ? include : "", program);
}

static void none_say_hopeless(const char *program)
{
    char how[SW_HOW_TO_ANNOTATE];
    sw_front_end_how_to_annotate(how, program);
    sw_error(
        "no OpenMP, threads, annotations or Cilk found in '%s': only what it starts or loads can "
        "be measured. %s. A Cilk program has to be built with 'spanwise cc' (CC=spanwise-cc), or "
        "with OpenCilk's "
        "clang and '-fopencilk -fcilktool=cilkscale -shared-libcilktool'",
        program, how);
}

#define NOTHING_STARTED                                                                 \
    "nothing was measured: nothing that '%s' started uses OpenMP, annotations or Cilk " \
    "(run programs built by OpenCilk directly)"

const struct sw_front_end sw_front_end_none = {
    .kind = SW_FRONT_END_NONE,
    .library = "libspanwise.so",
    .is_unknown = true,
    .rather = rather_simulated,
    .say_hopeless = none_say_hopeless,
    .nothing = NOTHING_STARTED,
};

const struct sw_front_end sw_front_end_unknown = {
    .kind = SW_FRONT_END_UNKNOWN,
    .library = "libspanwise.so",
    .is_unknown = true,
    .rather = rather_simulated,
    .nothing = NOTHING_STARTED,
};

const struct sw_front_end sw_front_end_sample = {
    .kind = SW_FRONT_END_SAMPLE,
    .library = "libspanwise-sample.so",
    .is_preloaded = true,
    .is_sampled = true,
};

#define ROW(kind, id, name) [SW_FRONT_END_##kind] = &sw_front_end_##id,

static const struct sw_front_end *const rows[SW_FRONT_ENDS] = {SW_FRONT_END_EACH(ROW)};

const struct sw_front_end *sw_front_end_of(enum sw_front_end_kind kind)
{
    return rows[kind];
}

static bool has_built(Elf *elf, bool is_program, void *found)
{
    for (size_t i = 0; i < SW_FRONT_ENDS; i++)
        if (rows[i]->has_built && rows[i]->has_built(elf, is_program)) {
            *(enum sw_front_end_kind *)found = rows[i]->kind;
            return true;
        }
    return false;
}

enum sw_front_end_kind sw_front_end_find(const char *program)
{
    enum sw_front_end_kind found = SW_FRONT_END_UNKNOWN;
    if (sw_program_files_look(program, has_built, &found))
        return found; /* or it is no ELF file */
    for (size_t i = 0; i < SW_FRONT_ENDS; i++)
        if (rows[i]->detect && rows[i]->detect(program))
            return rows[i]->kind;
    return SW_FRONT_END_NONE;
}

static bool starts_another(char *const *argv)
{
    while (*++argv)
        if (strchr(*argv, '/') && sw_program_is_elf(*argv))
            return true;
    return false;
}

enum sw_front_end_kind sw_front_end_choose(char *const *argv, const struct sw_live_options *options)
{
    const char *program = argv[0];
    if (options->front_end)
        return (enum sw_front_end_kind)options->front_end;
    const struct sw_front_end *row = sw_front_end_of(sw_front_end_find(program));
    enum sw_front_end_kind rather =
        row->rather ? row->rather(program, options) : SW_FRONT_END_UNKNOWN;
    bool is_sure = row->makes_threads && options->processors;
    if (rather != SW_FRONT_END_UNKNOWN)
        row = sw_front_end_of(rather);
    if (row->makes_threads && !is_sure && starts_another(argv))
        row = sw_front_end_of(options->processors ? SW_FRONT_END_OPENMP : SW_FRONT_END_NONE);
    if (row->say_others)
        row->say_others(program);
    return row->kind;
}

const struct sw_front_end *sw_front_end_seen(uint32_t has)
{
    return sw_front_end_of(has & (SW_EFFORT_LIBGOMP | SW_EFFORT_LIBOMP) ? SW_FRONT_END_OPENMP
                                                                        : SW_FRONT_END_THREADS);
}

bool sw_front_end_simulates(const char *program)
{
    return sw_front_end_of(sw_front_end_find(program))->is_simulated;
}
