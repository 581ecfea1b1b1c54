#include "tool/commands/tree_input.h"

#include "base/text.h"
#include "console/message.h"
#include "engine/tree/tree.h"
#include "profile/file.h"
#include "profile/input.h"
#include "profile/output.h"
#include "profile/tree_text.h"
#include "tool/measure/profiled.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool begins_as_profile(const char *path)
{
    return sw_output_kind_at(path) == SW_OUTPUT_PROFILE;
}

bool sw_tree_input_is_file(const char *path)
{
    return !strcmp(path, "-") || sw_ends_in(path, ".tree") || sw_ends_in(path, ".prof") ||
           begins_as_profile(path);
}

static bool check_tree(const struct sw_tree_input *input)
{
    const struct sw_program_tree *t = input->tree;
    const struct sw_profile *p = input->profile;
    if (p && p->flags & SW_PROFILE_UNMATCHED && p->n_warnings)
        sw_error("cannot predict from '%s': %s", input->name, p->warnings[0]);
    else if (t->n_nodes == 0)
        sw_error("'%s' has no program tree; 'spanwise run --tree PROGRAM' records one, and so "
                 "does every run of an annotated program",
                 input->name);
    else if (!t->nodes[sw_program_tree_root(t)].sum)
        sw_error("the program tree of '%s' is empty", input->name);
    else
        return true;
    return false;
}

static bool read_text(struct sw_tree_input *input, const char *path)
{
    static char unit[] = "ns", meter[] = "time", source[] = "text";
    static const struct sw_input_kind kind = {SW_INPUT_TEXT_MOST, SW_INPUT_ANY, sw_input_text};
    char why[9000] = "", *text;
    size_t size;
    if (sw_input_read(path, &kind, &text, &size, why, sizeof why)) {
        sw_error("%s", why);
        return false;
    }
    int error = sw_tree_text_parse(&input->text, text, size, why, sizeof why);
    free(text);
    if (error) {
        sw_error("'%s': %s", path, *why ? why : strerror(-error));
        return false;
    }
    input->read.program = strdup(path);
    input->read.unit = strdup(unit);
    input->read.meter = strdup(meter);
    input->read.front_end_text = strdup(source);
    input->tree = &input->text;
    return check_tree(input);
}

bool sw_tree_input_read(struct sw_tree_input *input, const char *path)
{
    char why[9000];
    memset(input, 0, sizeof *input);
    sw_profile_init(&input->read);
    input->name = path;
    input->profile = &input->read;
    if (sw_ends_in(path, ".tree") && !begins_as_profile(path))
        return read_text(input, path);
    input->tree = &input->read.tree;
    if (sw_profile_read_measured(&input->read, path, why, sizeof why)) {
        sw_error("%s", why);
        return false;
    }
    return check_tree(input);
}

bool sw_tree_input_run(struct sw_tree_input *input, char *const *argv,
                       const struct sw_run_options *options, int *status)
{
    struct sw_live_options live = options->live;
    memset(input, 0, sizeof *input);
    sw_profile_init(&input->read);
    input->name = argv[0];
    if (!live.tree)
        live.tree = SW_TREE_BOUND;
    input->is_run = true;
    *status = sw_profiled_run(&input->profiling, argv, &live, NULL, false, NULL, &input->end);
    if (*status)
        return false;
    sw_profiling_collect(&input->profiling, input->end.status);
    if (!input->profiling.n_profiles)
        return false;
    if (input->profiling.n_profiles > 1)
        sw_error("%zu processes were profiled: using the one with the most work",
                 input->profiling.n_profiles);
    input->profile = &input->profiling.profiles[0];
    input->tree = &input->profile->tree;
    return check_tree(input);
}

void sw_tree_input_release(struct sw_tree_input *input)
{
    if (input->is_run)
        sw_profiling_release(&input->profiling);
    sw_program_tree_release(&input->text);
    sw_profile_release(&input->read);
}
