/*
 * What the emulator says of each sample of a tree, on two processors: emulated TREE MACHINE prints a line a
 * sample: its number, and the speedups by static,1, static and dynamic,1. Sections inside of others make teams.
 */
#include "analysis/emulate.h"
#include "analysis/machine.h"
#include "profile/tree_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEDULES = 3 };

static char *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "r");
    char *text = NULL, block[4096];
    FILE *out = open_memstream(&text, size);
    if (!in || !out)
        return NULL;
    for (size_t n; (n = fread(block, 1, sizeof block, in));)
        fwrite(block, 1, n, out);
    fclose(in);
    fclose(out);
    return text;
}

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "emulated: %s: %s\n", what, why);
    return 1;
}

int main(int argc, char **argv)
{
    static const struct sw_emulation_options schedules[SCHEDULES] = {
        {.schedule = SW_SECTION_STATIC, .chunk = 1},
        {.schedule = SW_SECTION_STATIC},
        {.schedule = SW_SECTION_DYNAMIC, .chunk = 1}};
    struct sw_emulation by[SCHEDULES];
    struct sw_program_tree tree;
    struct sw_machine machine;
    char why[300] = "usage: emulated TREE MACHINE";
    size_t size;
    if (argc != 3)
        return fail("arguments", why);
    if (sw_machine_read(&machine, argv[2], why, sizeof why))
        return fail(argv[2], why);
    char *text = read_file(argv[1], &size);
    if (!text || sw_tree_text_parse(&tree, text, size, why, sizeof why))
        return fail(argv[1], text ? why : "cannot be read");
    for (int i = 0; i < SCHEDULES; i++) {
        struct sw_emulation_options options = schedules[i];
        options.processors = 2;
        options.nested = true;
        options.overheads = &machine.overheads;
        if (sw_emulate(&tree, &options, &by[i]))
            return fail(argv[1], "cannot be emulated");
    }
    for (size_t s = 0; s < by[0].n_sections; s++) {
        const char *label = tree.sites[by[0].sections[s].site].label;
        printf("%s", label + strcspn(label, "0123456789"));
        for (int i = 0; i < SCHEDULES; i++)
            printf(",%.5f", by[i].sections[s].work / by[i].sections[s].time);
        printf("\n");
    }
    for (int i = 0; i < SCHEDULES; i++)
        sw_emulation_release(&by[i]);
    sw_program_tree_release(&tree);
    sw_machine_release(&machine);
    free(text);
    return 0;
}
