/*
 * What `predict` and `what-if` emulate: the options that say on which cores, by which plans and on what machine; and the program
 * tree, from a file or by running the program.
 */
#include "tool/options/plan_options.h"
#include "analysis/predict/costs.h"
#include "base/text.h"
#include "console/message.h"
#include "engine/tree/tree.h"
#include "profile/file.h"
#include "profile/input.h"
#include "profile/output.h"
#include "profile/tree_text.h"
#include "tool/measure/machines.h"

static const char *const paradigm_names[SW_PARADIGMS] = {
    [SW_PARADIGM_OMP] = "omp", [SW_PARADIGM_OMP_TASK] = "omp-tasks", [SW_PARADIGM_CILK] = "cilk"};

static bool take_paradigms(const struct sw_option *option, const char *text, void *field)
{
    struct sw_plan_options *o = field;
    for (const char *at = text;; at++) {
        size_t n = strcspn(at, ","), i = 0;
        while (i < SW_PARADIGMS &&
               (strlen(paradigm_names[i]) != n || strncmp(at, paradigm_names[i], n)))
            i++;
        if (i == SW_PARADIGMS)
            return sw_take_wrong(option, text);
        o->paradigms[i] = o->has_paradigm = true;
        at += n;
        if (!*at)
            return true;
    }
}

static bool add_schedule(struct sw_plan_options *o, enum sw_section_schedule schedule,
                         unsigned chunk)
{
    for (size_t i = 0; i < o->n_schedules; i++)
        if (o->schedules[i].schedule == schedule && o->schedules[i].chunk == chunk)
            return true;
    if (o->n_schedules == SW_PLANS_MOST - 2)
        return sw_error("--schedule was given more than %d times", SW_PLANS_MOST - 2);
    o->schedules[o->n_schedules++] = (struct sw_plan){SW_PARADIGM_OMP, schedule, chunk};
    return true;
}

static bool add_usual_schedules(struct sw_plan_options *o)
{
    return add_schedule(o, SW_SECTION_STATIC, 0) && add_schedule(o, SW_SECTION_STATIC, 1) &&
           add_schedule(o, SW_SECTION_DYNAMIC, 1) && add_schedule(o, SW_SECTION_GUIDED, 0);
}

static bool take_schedule(const struct sw_option *option, const char *text, void *field)
{
    struct sw_plan_options *o = field;
    static const struct {
        const char *name;
        enum sw_section_schedule schedule;
    } names[] = {{"static", SW_SECTION_STATIC},
                 {"dynamic", SW_SECTION_DYNAMIC},
                 {"guided", SW_SECTION_GUIDED}};
    size_t n = strcspn(text, ",");
    unsigned chunk = 0;
    char more;
    if (!strcmp(text, "all"))
        return add_usual_schedules(o);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != n || strncmp(text, names[i].name, n))
            continue;
        if (text[n] && (text[n + 1] < '0' || text[n + 1] > '9' ||
                        sscanf(text + n + 1, "%9u%c", &chunk, &more) != 1 || !chunk))
            break;
        if (names[i].schedule == SW_SECTION_DYNAMIC && !chunk)
            chunk = 1;
        return add_schedule(o, names[i].schedule, chunk);
    }
    return sw_take_wrong(option, text);
}

#define AT(member) SW_FIELD(struct sw_plan_options, member)

const struct sw_option sw_plan_takes[] = {
    {"paradigm", 0, SW_VALUE_CHOICE, "NAME",
     .help = "how to parallelize: omp, omp-tasks or cilk; several with commas (default: the "
             "program's own; for an annotated program, omp and cilk)",
     .choices = "omp, omp-tasks, cilk",
     .wrong = "--paradigm takes omp, omp-tasks or cilk, not '%s'", .take = take_paradigms},
    {"schedule", 0, SW_VALUE_CHOICE, "NAME",
     .help = "how omp divides loops: static, static,N, dynamic, dynamic,N, guided, guided,N, or "
             "all; may be repeated. Applies to all sections",
     .choices = "static, dynamic, guided, all",
     .wrong =
         "--schedule takes static, static,N, dynamic, dynamic,N, guided, guided,N or all, not '%s'",
     .take = take_schedule},
    {"nested", .help = "with omp, sections inside sections get threads of their own", AT(nested)},
    {"machine", 0, SW_VALUE_FILE, "FILE",
     .help = "the target machine: what threads, tasks and locks cost there, and its memory, as "
             "written by 'spanwise calibrate', or the name of a server that comes with the tool "
             "(default: this machine); 'ideal': nothing costs anything",
     AT(machine_name)},
    {"time", 0, SW_VALUE_NUMBER, "SECONDS",
     .help = "time limit for emulation; predictions not done by then are left out, and marked "
             "(default: 20 to rank sites; otherwise about 10 seconds)",
     .take = sw_take_ratio, AT(seconds)},
    {0},
};

static bool list_processors(struct sw_plan_options *o, const char *processors)
{
    if (!memchr(o->wanted, true, sizeof o->wanted))
        sw_number_list_parse(processors, SW_PLAN_PROCESSORS_MAX, o->wanted);
    o->processors = calloc(SW_PLAN_PROCESSORS_MAX + 1, sizeof *o->processors);
    if (!o->processors)
        return sw_error("not enough memory");
    for (unsigned p = 1; p <= SW_PLAN_PROCESSORS_MAX; p++)
        if (o->wanted[p])
            o->processors[o->n_processors++] = p;
    return true;
}

/* Whether sections stand inside others: then OpenMP's loops leave parallelism unused. */
static bool is_nested(const struct sw_program_tree *tree)
{
    SW_FREED unsigned char *has = calloc(tree->n_nodes, 1);
    bool nested = false;
    for (size_t i = 1; has && i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        for (uint32_t k = 0; node->kind != SW_NODE_WORK && k < node->n_items; k++)
            has[i] |= has[tree->items[node->first + k].node];
        nested |= has[i] && node->kind == SW_NODE_SECTION;
        has[i] |= node->kind == SW_NODE_SECTION;
    }
    return nested;
}

static bool list_plans(struct sw_plan_options *o, const struct sw_profile *profile,
                       const struct sw_program_tree *tree)
{
    bool is_openmp = sw_profile_is_openmp(profile);
    bool *p = o->paradigms;
    o->is_chosen = o->has_paradigm || o->n_schedules;
    o->n_asked = o->n_schedules ? o->n_schedules : p[SW_PARADIGM_OMP];
    o->n_asked += p[SW_PARADIGM_OMP_TASK] + p[SW_PARADIGM_CILK];
    if (o->n_schedules && o->has_paradigm && !p[SW_PARADIGM_OMP])
        return sw_error("--schedule is for --paradigm=omp");
    if (!o->is_chosen) {
        p[SW_PARADIGM_OMP] = !sw_profile_is_cilk(profile);
        p[SW_PARADIGM_OMP_TASK] = !sw_profile_is_cilk(profile) && is_nested(tree);
        p[SW_PARADIGM_CILK] = true;
    }
    p[SW_PARADIGM_OMP] |= o->n_schedules > 0;
    if (p[SW_PARADIGM_OMP] && !o->n_schedules) {
        if (is_openmp)
            o->plans[o->n_plans++] = (struct sw_plan){SW_PARADIGM_OMP, SW_SECTION_ANY, 0};
        if (!add_usual_schedules(o))
            return false;
    }
    for (size_t i = 0; i < o->n_schedules; i++)
        o->plans[o->n_plans++] = o->schedules[i];
    if (p[SW_PARADIGM_OMP_TASK])
        o->plans[o->n_plans++] = (struct sw_plan){.paradigm = SW_PARADIGM_OMP_TASK};
    if (p[SW_PARADIGM_CILK])
        o->plans[o->n_plans++] = (struct sw_plan){.paradigm = SW_PARADIGM_CILK};
    return true;
}

/* Who describes the memory of a machine says nothing of runtimes: those are as here. */
static bool borrow_overheads(struct sw_machine *m)
{
    char why[1024];
    struct sw_machine here;
    bool borrows = !m->has_overheads && m->bandwidth.kind != SW_CURVE_NONE;
    if (!borrows)
        return false;
    if (!sw_machine_here(&here, SW_MACHINE_OVERHEADS, false, why, sizeof why)) {
        m->overheads = here.overheads;
        m->has_overheads = here.has_overheads;
    }
    sw_machine_release(&here);
    return m->has_overheads;
}

/* A time is nothing to add to instructions; what the profile itself knows is in its unit. What is not known of this machine is no
 * reason to predict nothing. */
static bool find_machine(struct sw_plan_options *o, const struct sw_profile *profile)
{
    char why[1024] = "", *text = o->overheads_are;
    size_t size = sizeof o->overheads_are;
    bool is_time = !strcmp(profile->unit, "ns");
    int error = 0;
    if (o->machine_name && !strcmp(o->machine_name, "ideal")) {
        snprintf(text, size, "none (--machine=ideal): threads, tasks and locks cost nothing");
        return true;
    }
    if (o->machine_name)
        error = sw_machine_named(&o->machine, o->machine_name, why, sizeof why);
    else if (is_time)
        error = sw_machine_here(&o->machine, SW_MACHINE_OVERHEADS, false, why, sizeof why);
    if (*why)
        sw_error("%s", why);
    if (error && o->machine_name)
        return false;
    bool is_borrowed = !error && o->machine_name && is_time && borrow_overheads(&o->machine);
    bool is_machine = !error && o->machine.has_overheads && is_time;
    const struct sw_overheads *machine = is_machine ? &o->machine.overheads : NULL;
    bool is_own = sw_overheads_of_profile(&o->costs, profile, machine, o->machine_name);
    o->overheads = is_own || is_machine ? &o->costs : NULL;
    if (is_own)
        snprintf(text, size, "%s",
                 sw_profile_is_openmp(profile) ? "those that the profile's runs were simulated with"
                                               : "spawns as in the profile, steals as measured");
    else if (!is_time)
        snprintf(text, size, "none: the tree is in %.60s, and costs are known in time only",
                 profile->unit);
    else if (is_machine)
        snprintf(text, size, "%s '%.200s'",
                 is_borrowed       ? "measured on this machine: of memory only tells"
                 : o->machine_name ? "from the machine description:"
                                   : "measured by 'spanwise calibrate' on this machine,",
                 o->machine_name ? o->machine_name : o->machine.name);
    else
        snprintf(text, size, "none are known: threads, tasks and locks cost nothing here");
    return true;
}

bool sw_plan_options_settle(struct sw_plan_options *o, const struct sw_profile *profile,
                            const struct sw_program_tree *tree, const char *processors)
{
    bool is_openmp = sw_profile_is_openmp(profile);
    struct sw_emulation_options written = {.nested = o->nested |= is_openmp};
    o->one = (struct sw_emulation){0};
    sw_machine_init(&o->machine);
    if (!list_processors(o, processors) || !list_plans(o, profile, tree) ||
        !find_machine(o, profile))
        return false;
    o->budget = sw_emulation_budget(tree);
    if (o->seconds > 0)
        o->budget = (struct sw_emulation_budget){UINT64_MAX, sw_emulation_now() + o->seconds};
    written.overheads = o->overheads;
    bool is_simulated;
    int error = sw_profile_one(&o->one, profile, tree, &written, &is_simulated);
    size_t n = strlen(o->overheads_are);
    if (is_simulated)
        snprintf(o->overheads_are + n, sizeof o->overheads_are - n,
                 "; T(1) as simulated: on one core the program behaves differently");
    if (error)
        sw_plan_options_explain(profile->program, error);
    return !error;
}

struct sw_emulation_options sw_plan_way(const struct sw_plan *plan, unsigned processors,
                                        bool nested)
{
    return (struct sw_emulation_options){.processors = processors,
                                         .paradigm = plan->paradigm,
                                         .schedule = plan->schedule,
                                         .chunk = plan->chunk,
                                         .override = plan->schedule != SW_SECTION_ANY,
                                         .nested = nested};
}

void sw_plan_options_explain(const char *name, int error)
{
    sw_error(
        "cannot emulate '%s': %s", name,
        error == -ETIME
            ? "it has so many tasks that emulating them takes too long; --time=SECONDS allows more"
            : strerror(-error));
}

void sw_plan_options_release(struct sw_plan_options *o)
{
    free(o->processors);
    sw_emulation_release(&o->one);
    sw_machine_release(&o->machine);
}

bool sw_tree_input_is_file(const char *path)
{
    return !strcmp(path, "-") || sw_ends_in(path, ".tree") || sw_ends_in(path, ".prof") ||
           sw_output_kind_at(path) == SW_OUTPUT_PROFILE;
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
    static const struct sw_input_kind kind = {SW_INPUT_TEXT_MOST, SW_INPUT_ANY, sw_input_text};
    char why[9000] = "", *text;
    size_t size;
    if (sw_input_read(path, &kind, &text, &size, why, sizeof why))
        return sw_error("%s", why);
    int error = sw_tree_text_parse(&input->text, text, size, why, sizeof why);
    free(text);
    if (error)
        return sw_error("'%s': %s", path, *why ? why : strerror(-error));
    input->read.program = strdup(path);
    input->read.unit = strdup("ns");
    input->read.meter = strdup("time");
    input->read.front_end_text = strdup("text");
    input->tree = &input->text;
    return check_tree(input);
}

bool sw_tree_input_read(struct sw_tree_input *input, const char *path)
{
    memset(input, 0, sizeof *input);
    sw_profile_init(&input->read);
    input->name = path;
    input->profile = &input->read;
    if (sw_ends_in(path, ".tree") && sw_output_kind_at(path) != SW_OUTPUT_PROFILE)
        return read_text(input, path);
    input->tree = &input->read.tree;
    return SW_FINE(sw_profile_read_measured(&input->read, path, why, sizeof why)) &&
           check_tree(input);
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
