/* spanwise what-if: what changing a site of a program tree would gain, and which site to change. */
#include "report/model/what_if.h"
#include "analysis/predict/tree_sites.h"
#include "console/message.h"
#include "tool/commands/names.h"
#include "tool/commands/outputs.h"
#include "tool/options/options.h"
#include "tool/options/plan_options.h"

#define RANK_TOP     10
#define RANK_SECONDS 20
#define MOST_FACTOR  1e9
#define MOST_TASKS   1000000u

struct request {
    struct sw_plan_options plans;
    struct sw_what_if_options options;
    bool rank;
    const char *out, *file;
    char **words; /* SITE=CHANGE */
    size_t n_words;
    struct sw_change_of_sites *changes; /* what they mean */
    struct sw_named_sites *sites;
    struct sw_tree_input input;
    char plan[SW_PLAN_NAME];
};

#define AT(member) SW_FIELD(struct request, member)

static const struct sw_option takes[] = {
    {"rank",
     .help = "for every site, the speedup if its own code alone were twice as fast or perfectly "
             "parallel; for locks, if they were free; best first",
     AT(rank)},
    SW_TAKES_CORES("numbers of cores (default: " SW_PLAN_PROCESSORS
                   "; with --rank: " SW_RANK_PROCESSORS ")",
                   SW_PLAN_PROCESSORS_MAX, AT(plans.wanted)),
    {.include = sw_plan_takes, AT(plans)},
    {"format", 0, SW_VALUE_CHOICE, "FORMAT", .help = "format: text (default), csv, json",
     .choices = SW_WHAT_IF_FORMAT_NAMES, AT(options.format)},
    {"top", 0, SW_VALUE_NUMBER, "N", .help = "sites of --rank; 'all' for all (default: 10)",
     SW_TAKES_TOP, AT(options.page.top)},
    {.include = sw_page_takes, AT(options.page)},
    {"output", 'o', SW_VALUE_FILE, "OUT", .help = "write to the file OUT", AT(out)},
    SW_TAKES_QUIET(),
    {0},
};

/* What follows the last '=': "4x", "1.5", "parallel:64", "free". */
static bool parse_change(const char *text, struct sw_change_of_sites *change)
{
    char *end;
    double number;
    change->faster = 1;
    if (!strcmp(text, "free")) {
        change->is_free = true;
        return true;
    }
    if (!strncmp(text, "parallel:", 9)) {
        unsigned long n = text[9] >= '0' && text[9] <= '9' ? strtoul(text + 9, &end, 10) : 0;
        change->parallel = (unsigned)n;
        return n >= 2 && n <= MOST_TASKS && !*end;
    }
    number = strtod(text, &end);
    if (*end == 'x')
        end++;
    change->faster = number;
    return end != text && !*end && (*text == '.' || (*text >= '0' && *text <= '9')) && number > 0 &&
           number <= MOST_FACTOR && number >= 1 / MOST_FACTOR;
}

/* A word with '=' is a change, unless it is none and there is a file of that name. */
static bool parse_word(struct request *r, char *word)
{
    const char *equals = strrchr(word, '=');
    struct sw_change_of_sites change = {0};
    if (equals && (parse_change(equals + 1, &change) || access(word, F_OK))) {
        if (!parse_change(equals + 1, &change) || equals == word)
            return sw_error("'%s' is not SITE=CHANGE: a change is '4x', 'parallel:64' or 'free'",
                            word);
        r->words[r->n_words] = word;
        r->changes[r->n_words++] = change;
        return true;
    }
    if (r->file)
        return sw_error("what-if takes one file, not both '%s' and '%s'", r->file, word);
    r->file = word;
    return true;
}

/* Returns -1 to go on, or the exit status. */
static int parse_arguments(int argc, char **argv, struct request *r)
{
    int status = sw_arguments_parse(&sw_command_what_if, argc, argv, r);
    if (status >= 0)
        return status;
    r->words = calloc((size_t)argc + 1, sizeof *r->words);
    r->changes = calloc((size_t)argc + 1, sizeof *r->changes);
    r->sites = calloc((size_t)argc + 1, sizeof *r->sites);
    if (!r->words || !r->changes || !r->sites)
        return sw_fail(1, "not enough memory");
    for (int i = optind; i < argc; i++)
        if (!parse_word(r, argv[i]))
            return 2;
    if (r->rank && r->n_words)
        sw_error("--rank tries every site by itself: leave out '%s'", r->words[0]);
    else if (!r->rank && !r->n_words)
        sw_error("no change given: 'SITE=4x', 'SITE=parallel:64' or --rank; see 'spanwise what-if "
                 "--help'");
    else if (r->n_words > SW_CHANGES_MOST)
        sw_error("%zu changes are too many: at most %d", r->n_words, SW_CHANGES_MOST);
    else
        return -1;
    return 2;
}

/* Locks are freed, and only they are. */
static bool check_change(const struct request *r, size_t i)
{
    const struct sw_named_sites *s = &r->sites[i];
    bool is_lock = s->lock || (s->n && r->input.tree->sites[s->sites[0]].kind == SW_NODE_LOCK);
    if (r->changes[i].is_free && !is_lock)
        sw_error("'%s': only a lock can be free, and that is not a lock", r->words[i]);
    else if (r->changes[i].parallel && is_lock)
        sw_error("'%s': code that holds a lock cannot run in parallel; '4x' makes it shorter, "
                 "'free' removes the lock",
                 r->words[i]);
    else
        return true;
    return false;
}

static bool find_sites(struct request *r)
{
    char why[1200];
    for (size_t i = 0; i < r->n_words; i++) {
        char *name = strndup(r->words[i], (size_t)(strrchr(r->words[i], '=') - r->words[i]));
        int error =
            name ? sw_tree_sites_find(r->input.tree, name, &r->sites[i], why, sizeof why) : -ENOMEM;
        free(name);
        if (error)
            return sw_error("%s", error == -ENOMEM ? "not enough memory" : why);
        r->changes[i].sites = r->sites[i].sites;
        r->changes[i].n_sites = r->sites[i].n;
        r->changes[i].lock = r->sites[i].lock;
        if (!check_change(r, i))
            return false;
    }
    return true;
}

/* As the program is: Cilk, unless it is OpenMP's. */
static bool choose_plan(struct request *r, struct sw_emulation_options *options)
{
    struct sw_plan_options *o = &r->plans;
    const struct sw_plan *plan = &o->plans[0];
    if (o->n_asked > 1)
        return sw_error("what-if takes one paradigm and one schedule");
    if (plan->schedule != SW_SECTION_ANY && !o->is_chosen)
        plan = &o->plans[o->n_plans - 1];
    sw_plan_name(plan, r->plan);
    r->options.plan = r->plan;
    *options = sw_plan_way(plan, o->processors[0], o->nested);
    options->overheads = o->overheads;
    options->budget = &o->budget;
    options->one = &o->one;
    return true;
}

static void tell_emulations(size_t done, size_t of)
{
    sw_progress("what-if: emulating, %zu of %zu done", done, of);
}

static void tell(size_t done, size_t of)
{
    sw_progress("what-if: ranking, %zu of %zu sites done", done, of);
}

static bool rank_sites(const struct request *r, const struct sw_emulation_options *options)
{
    struct sw_ranking ranking;
    size_t top = r->options.page.top;
    struct sw_ranking_options how = {.emulation = *options,
                                     .top = top == SW_REPORT_ALL ? 0
                                            : top                ? top
                                                                 : RANK_TOP,
                                     .tell = tell};
    if (r->plans.n_processors != 1)
        return sw_error("--rank is for one number of processors");
    int error = sw_ranking_make(&ranking, r->input.tree, &how);
    sw_progress_erase();
    if (error) {
        sw_plan_options_explain(r->input.name, error);
        return false;
    }
    bool fine =
        SW_PRINT(r->out, stdout, "the ranking", sw_ranking_print(&ranking, &r->options, to.out));
    sw_ranking_release(&ranking);
    return fine;
}

static bool change_sites(const struct request *r, const struct sw_emulation_options *options)
{
    struct sw_consequence consequence;
    struct sw_consequence_options with = {.emulation = *options,
                                          .processors = r->plans.processors,
                                          .n_processors = r->plans.n_processors,
                                          .tell = tell_emulations};
    int error = sw_consequence_make(&consequence, r->input.tree, r->changes, r->n_words, &with);
    sw_progress_erase();
    if (error) {
        sw_plan_options_explain(r->input.name, error);
        return false;
    }
    bool fine = SW_PRINT(r->out, stdout, "the consequences",
                         sw_consequence_print(&consequence, &r->options, to.out));
    sw_consequence_release(&consequence);
    return fine;
}

static int what_if(struct request *r)
{
    struct sw_emulation_options options;
    const char *file = r->file ? r->file : sw_newest_profile();
    if (!file)
        return 1;
    bool fine = sw_tree_input_read(&r->input, file);
    r->options.profile = r->input.profile;
    r->options.tree = r->input.tree;
    r->options.changes = r->words;
    r->options.n_changes = r->n_words;
    r->options.overheads = r->plans.overheads_are;
    if (r->rank && !r->plans.seconds)
        r->plans.seconds = RANK_SECONDS;
    if (fine && find_sites(r)) {
        fine = sw_plan_options_settle(&r->plans, r->input.profile, r->input.tree,
                                      r->rank ? SW_RANK_PROCESSORS : SW_PLAN_PROCESSORS) &&
               choose_plan(r, &options) &&
               (r->rank ? rank_sites(r, &options) : change_sites(r, &options));
        sw_plan_options_release(&r->plans);
    } else {
        fine = false;
    }
    sw_tree_input_release(&r->input);
    if (fine && r->rank)
        sw_written_tell(
            "'spanwise what-if SITE=2x %s' shows what making a site twice as fast gains", file);
    else
        sw_written_tell(NULL);
    return !fine;
}

static int command(int argc, char **argv)
{
    static struct request request, *const r = &request;
    memset(r, 0, sizeof *r);
    int status = parse_arguments(argc, argv, r);
    if (status < 0)
        status = what_if(r);
    for (size_t i = 0; i < r->n_words; i++)
        free(r->sites[i].sites);
    free(r->words);
    free(r->changes);
    free(r->sites);
    return status;
}

const struct sw_command sw_command_what_if = {
    .name = "what-if",
    .run = command,
    .what = "show what a change would gain, and which change gains most",
    .synopses = {"SITE=CHANGE ... [options] [FILE]", "--rank [options] [FILE]"},
    .about =
        "Shows what a change would gain: exactly for work and span, by emulation for the speedup. "
        "FILE is a profile with a program tree ('spanwise run --tree', or of an annotated "
        "program), or a tree as text (FILE.tree); default: the newest " SW_FILE_DEFAULT
        " in the current directory.\n"
        "\n"
        "SITE is a label, a function (all calls of it), file:line, caller->callee, or lock:NAME. "
        "CHANGE is 4x (four times as fast, with everything it calls), parallel:64 (its work spread "
        "over 64 tasks), or free (for a lock: it is not needed). Several changes apply together.",
    .options = takes,
    .operands = SW_PROFILES,
    .examples = {{"spanwise run --tree ./yours && spanwise what-if --rank",
                  "Which site to change first."},
                 {"spanwise what-if solve=2x lock:queue=free",
                  "The speedup if 'solve' were twice as fast and the lock gone."}},
    .see = "run, predict",
};
