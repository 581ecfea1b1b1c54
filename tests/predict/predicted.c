/*
 * What the emulator or the synthesizer says of each sample of a tree, on two processors:
 *   predicted emulate FILE MACHINE
 *   predicted synthesize FILE SECONDS
 * FILE is a profile, or a tree as text (its name ends with .tree). Prints a line a sample: its number, and the
 * speedups by static,1, static and dynamic,1. Sections inside others make teams.
 */
#include "analysis/machine/machine.h"
#include "profile/file.h"
#include "profile/tree_text.h"
#include "tool/measure/synthesize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEDULES = 3, MOST = 10000 };

static const struct sw_emulation_options schedules[SCHEDULES] = {
    {.processors = 2, .nested = true, .schedule = SW_SECTION_STATIC, .chunk = 1},
    {.processors = 2, .nested = true, .schedule = SW_SECTION_STATIC},
    {.processors = 2, .nested = true, .schedule = SW_SECTION_DYNAMIC, .chunk = 1}};

static double speedups[MOST][SCHEDULES];
static const struct sw_program_tree *tree;

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "predicted: %s: %s\n", what, why);
    exit(1);
}

static char *read_text(const char *path, size_t *size)
{
    FILE *in = fopen(path, "r");
    char *text = NULL, block[4096];
    FILE *out = open_memstream(&text, size);
    if (!in || !out)
        fail(path, "cannot be read");
    for (size_t n; (n = fread(block, 1, sizeof block, in));)
        fwrite(block, 1, n, out);
    fclose(in);
    fclose(out);
    return text;
}

static void read_tree(const char *path)
{
    static struct sw_program_tree of_text;
    static struct sw_profile profile;
    char why[300];
    size_t size, length = strlen(path);
    if (length > 5 && !strcmp(path + length - 5, ".tree")) {
        char *text = read_text(path, &size);
        if (sw_tree_text_parse(&of_text, text, size, why, sizeof why))
            fail(path, why);
        free(text);
        tree = &of_text;
        return;
    }
    sw_profile_init(&profile);
    if (sw_profile_read(&profile, path, why, sizeof why))
        fail(path, why);
    tree = &profile.tree;
    if (!tree->n_nodes)
        fail(path, "has no tree");
}

static void keep(uint32_t site, int schedule, double speedup)
{
    unsigned number;
    if (sscanf(tree->sites[site].label, "sample%u", &number) == 1 && number < MOST)
        speedups[number][schedule] = speedup;
}

static void emulate(const char *path)
{
    struct sw_machine machine;
    struct sw_emulation e;
    char why[300];
    if (sw_machine_read(&machine, path, why, sizeof why))
        fail(path, why);
    for (int i = 0; i < SCHEDULES; i++) {
        struct sw_emulation_options options = schedules[i];
        options.overheads = &machine.overheads;
        if (sw_emulate(tree, &options, &e))
            fail("emulation", "failed");
        for (size_t s = 0; s < e.n_sections; s++)
            keep(e.sections[s].site, i, e.sections[s].work / e.sections[s].time);
        sw_emulation_release(&e);
    }
    sw_machine_release(&machine);
}

static void synthesize(const char *seconds)
{
    struct sw_synthesis synthesis;
    struct sw_synthesis_options options = {
        .ways = schedules, .n_ways = SCHEDULES, .budget_ns = 1e9 * atof(seconds)};
    options.oversubscribe = true;
    if (sw_synthesize(tree, &options, &synthesis))
        fail("replay", "failed");
    for (int i = 0; i < SCHEDULES; i++)
        for (size_t s = 0; s < synthesis.ways[i].n_sections; s++) {
            const struct sw_synthesized_section *section = &synthesis.ways[i].sections[s];
            keep(section->site, i, section->work / section->time);
        }
    fprintf(stderr, "serial replay: %.4f of the tree's work; took %.1f s\n", synthesis.serial,
            synthesis.took_ns / 1e9);
    sw_synthesis_release(&synthesis);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        fail("arguments", "predicted emulate FILE MACHINE, or predicted synthesize FILE SECONDS");
    read_tree(argv[2]);
    if (!strcmp(argv[1], "emulate"))
        emulate(argv[3]);
    else
        synthesize(argv[3]);
    for (unsigned i = 0; i < MOST; i++)
        if (speedups[i][0] > 0)
            printf("%u,%.5f,%.5f,%.5f\n", i, speedups[i][0], speedups[i][1], speedups[i][2]);
    return 0;
}
