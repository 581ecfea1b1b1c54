/*
 * Synthesizes a tree that is given as text, or in a profile (*.prof):
 *   tree [--threads=N] [--budget=SECONDS] [--burden=FACTOR] [--oversubscribe] FILE WAY...
 * A way is static, static,4, dynamic, dynamic,2, guided, tasks or cilk; with "nested," in front sections inside sections have
 * teams of their own. A line a way: WAY SPEEDUP WAITED; then: serial RATIO, sections SYNTHESIZED DISTINCT ALL, took SECONDS.
 */
#include "profile/file.h"
#include "profile/tree_text.h"
#include "tool/measure/synthesize.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WAYS = 16 };

static void parse_way(struct sw_emulation_options *way, const char *text)
{
    if (!strncmp(text, "nested,", 7)) {
        way->nested = true;
        text += 7;
    }
    const char *comma = strchr(text, ',');
    way->chunk = comma ? (unsigned)atoi(comma + 1) : 0;
    way->paradigm = !strcmp(text, "cilk")    ? SW_PARADIGM_CILK
                    : !strcmp(text, "tasks") ? SW_PARADIGM_OMP_TASK
                                             : SW_PARADIGM_OMP;
    way->schedule = *text == 'd'   ? SW_SECTION_DYNAMIC
                    : *text == 'g' ? SW_SECTION_GUIDED
                                   : SW_SECTION_STATIC;
}

static struct sw_profile profile;

static int parse_text(struct sw_program_tree *tree, const char *path, char *why, size_t size)
{
    static char text[1 << 24];
    FILE *in = fopen(path, "r");
    size_t n = in ? fread(text, 1, sizeof text, in) : 0;
    if (!in) {
        snprintf(why, size, "%s", strerror(errno));
        return -errno;
    }
    fclose(in);
    return sw_tree_text_parse(tree, text, n, why, size);
}

/* A profile, by its name; else text. */
static int parse_file(struct sw_program_tree *tree, const char *path)
{
    char why[4500];
    const char *end = strrchr(path, '.');
    bool text = !end || strcmp(end, ".prof");
    int error = text ? parse_text(tree, path, why, sizeof why)
                     : sw_profile_read(&profile, path, why, sizeof why);
    if (error)
        fprintf(stderr, "tree: %s: %s\n", path, why);
    else if (!text)
        *tree = profile.tree;
    return error;
}

static void print(const struct sw_synthesis *synthesis, char **names)
{
    for (size_t i = 0; i < synthesis->n_ways; i++)
        printf("%s %.3f %.3f\n", names[i], synthesis->ways[i].work / synthesis->ways[i].time,
               synthesis->ways[i].waited);
    if (sw_synthesis_doubt(synthesis))
        fprintf(stderr, "doubtful: %s\n", sw_synthesis_doubt(synthesis));
    printf("serial %.4f\nsections %zu %zu %.0f\ntook %.3f\n", synthesis->serial,
           synthesis->synthesized, synthesis->distinct, synthesis->sections,
           synthesis->took_ns / 1e9);
}

int main(int argc, char **argv)
{
    static struct sw_emulation_options ways[MOST_WAYS];
    struct sw_synthesis_options options = {.ways = ways};
    struct sw_program_tree tree;
    struct sw_synthesis synthesis;
    unsigned threads = 2;
    double burden = 1;
    sw_profile_init(&profile);
    int i = 1;
    for (; i < argc && !strncmp(argv[i], "--", 2); i++)
        if (!strncmp(argv[i], "--threads=", 10))
            threads = (unsigned)atoi(argv[i] + 10);
        else if (!strncmp(argv[i], "--budget=", 9))
            options.budget_ns = atof(argv[i] + 9) * 1e9;
        else if (!strncmp(argv[i], "--burden=", 9))
            burden = atof(argv[i] + 9);
        else
            options.oversubscribe = true;
    if (argc - i < 2 || argc - i - 1 > MOST_WAYS || parse_file(&tree, argv[i]))
        return 2;
    double *burdens = calloc(tree.n_sites + 1, sizeof *burdens);
    for (size_t k = 0; k < tree.n_sites; k++)
        burdens[k] = burden;
    for (int k = i + 1; k < argc; k++) {
        ways[options.n_ways].processors = threads;
        ways[options.n_ways].burden = burdens;
        parse_way(&ways[options.n_ways++], argv[k]);
    }
    int error = sw_synthesize(&tree, &options, &synthesis);
    if (!error)
        print(&synthesis, argv + i + 1);
    sw_synthesis_release(&synthesis);
    free(burdens);
    if (tree.nodes == profile.tree.nodes)
        sw_profile_release(&profile);
    else
        sw_program_tree_release(&tree);
    return error != 0;
}
