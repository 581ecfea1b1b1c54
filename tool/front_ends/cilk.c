/* What spanwise cc has built: a file has the section of its sleds. */
#include "abi/cilk.h"
#include "console/message.h"
#include "tool/common/loadable.h"
#include "tool/front_ends/program_files.h"
#include "tool/front_ends/rows.h"

static bool has_built(Elf *elf, bool is_program)
{
    (void)is_program;
    return sw_program_file_section(elf, SW_SLEDS);
}

/* Whether there is a sled of these kinds. */
static bool has_sleds(Elf *elf, unsigned from, unsigned to)
{
    Elf_Scn *section = sw_program_file_section(elf, SW_SLEDS);
    Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
    const struct sw_sled *sleds = data ? data->d_buf : NULL;
    for (size_t i = 0; sleds && i < data->d_size / sizeof *sleds; i++)
        if (sleds[i].kind >= from && sleds[i].kind <= to)
            return true;
    return false;
}

/* Spawns, loops and scopes: functions alone have sleds too. */
static bool has_keywords(Elf *elf, bool is_program, void *data)
{
    (void)is_program, (void)data;
    return has_sleds(elf, SW_SLED_SPAWN, SW_SLED_DIVIDE);
}

static bool has_code(Elf *elf, bool is_program, void *data)
{
    (void)is_program, (void)data;
    return has_sleds(elf, SW_SLED_CODE, SW_SLED_CODE);
}

bool sw_front_end_has_keywords(const char *program)
{
    return sw_program_files_look(program, has_keywords, NULL) > 0;
}

bool sw_front_end_is_parallel(const char *program)
{
    return sw_program_files_look(program, has_code, NULL) > 0;
}

bool sw_front_end_has_runtime(const char *program)
{
    return sw_program_files_have(program, SW_RUNTIME);
}

/* What spanwise cc has built may be serial, with annotations: then those are what it was built for. */
static enum sw_front_end_kind rather(const char *program, const struct sw_live_options *options)
{
    (void)options;
    bool is_serial = !sw_loadable_is_static(program) && !sw_front_end_has_keywords(program);
    return is_serial && sw_front_end_is_annotated(program) ? SW_FRONT_END_ANNOTATE
                                                           : SW_FRONT_END_UNKNOWN;
}

static void say_others(const char *program)
{
    if (sw_front_end_is_annotated(program))
        sw_error("'%s' uses Cilk and has annotations: profiling Cilk; --front-end=annotate "
                 "profiles the annotations",
                 program);
}

/* Another driver has linked it, without the runtime. */
static bool is_plain(const char *program)
{
    return !sw_front_end_has_runtime(program);
}

static int refuse_plain(const char *program, const struct sw_live_options *options)
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

static int refuse(const char *program, struct sw_live_options *options, bool plain)
{
    int refused = plain ? refuse_plain(program, options) : 0;
    return refused ? refused : sw_front_end_refuse_processors(program, options);
}

static int refuse_tool(const char *program)
{
    if (!sw_loadable_is_static(program))
        return 0;
    sw_error("--tool: a static program cannot load a tool; link '%s' without '-static'", program);
    return 2;
}

const struct sw_front_end sw_front_end_cilk = {
    .kind = SW_FRONT_END_CILK,
    .library = "libspanwise.so",
    .locks = "libspanwise-locks.so",
    .loads_itself = true,
    .has_tree_apart = true,
    .program_is = "a Cilk program",
    .beginning = "anything could be measured",
    .ended = "ended before its main()",
    .has_built = has_built,
    .rather = rather,
    .say_others = say_others,
    .is_plain = is_plain,
    .refuse = refuse,
    .refuse_tool = refuse_tool,
};
