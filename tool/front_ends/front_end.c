/* The table itself, and how the row of a program is found. */
#include "tool/front_ends/front_end.h"
#include "console/message.h"
#include "profile/profile.h"
#include "tool/common/program.h"
#include "tool/front_ends/program_files.h"
#include "tool/front_ends/rows.h"

#include <string.h>

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

const struct sw_front_end *sw_front_end_seen(uint32_t runtimes)
{
    return sw_front_end_of(runtimes & (SW_EFFORT_LIBGOMP | SW_EFFORT_LIBOMP)
                               ? SW_FRONT_END_OPENMP
                               : SW_FRONT_END_THREADS);
}

bool sw_front_end_simulates(const char *program)
{
    return sw_front_end_of(sw_front_end_find(program))->is_simulated;
}

int sw_front_end_refuse_workers(const struct sw_front_end *row, const char *program,
                                const struct sw_live_options *options)
{
    if (options->workers <= 1)
        return 0;
    sw_error("--workers: %s is profiled serially only; build '%s' with 'spanwise cc' for a "
             "profile of a parallel run",
             row->program_is, program);
    return 2;
}

int sw_front_end_refuse_processors(const char *program, const struct sw_live_options *options)
{
    if (!options->processors)
        return 0;
    sw_error("-N is not needed: '%s' is a Cilk program, and one run gives its speedup on any "
             "number of cores",
             program);
    return 2;
}
