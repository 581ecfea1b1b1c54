/* The report of a sampled run: what it is short of, and where. */
#include "report/model/effort.h"
#include "report/model/profile_parts.h"

/* Functions, lines, callers and call paths of a sampled run: a row serves them all. */

#define SMALL 0.005 /* of the effort: callers below are left out, unless all is asked for */
enum { DEEP = 12, DEEPEST = 40, WIDE = 150 };

/* What rows, which are struct sw_effort_row, are of. */
struct whole {
    uint64_t effort;
    const struct sw_effort_tree *tree;
};

#define ROW  ((const struct sw_effort_row *)row)
#define TREE (((const struct whole *)context)->tree)

SW_GETS(get_function, text, sw_effort_name(TREE, ROW->key))
SW_GETS(get_file, text, sw_effort_file(TREE, ROW->key))
SW_GETS(get_module, text, sw_effort_module(TREE, ROW->key))
SW_GETS(get_where, text,
        sw_value_place(value, ROW->folded ? NULL : sw_effort_file(TREE, ROW->key), ROW->line,
                       sw_effort_module(TREE, ROW->key)))

/* What is below is to the right, by less where it is deep. "std::async: 12 frames" for libraries' frames that are folded. */
SW_GETTER(get_path, context)
{
    uint32_t depth = ROW->depth, indent = depth < DEEP ? 2 * depth : DEEP + depth;
    const char *name = sw_effort_name(TREE, ROW->key);
    SW_FREED char *plain = ROW->folded ? sw_function_short_name(name) : NULL;
    sw_value_print(value, ROW->folded > 1 ? "%*s%s%.400s: %u frames" : "%*s%s%s",
                   (int)(indent < DEEPEST ? indent : DEEPEST), "",
                   ROW->key.started && depth ? "=> " : "", plain ? plain : name, ROW->folded);
}

/* As a number, and to be a share. */
#define SUM(name, side, metric)                             \
    SW_GETTER(name, context)                                \
    {                                                       \
        value->integer = sw_effort_get(&ROW->side, metric); \
        value->real = (double)value->integer;               \
    }
SUM(get_self_all, self, SW_EFFORT_ALL)
SUM(get_self_overhead, self, SW_EFFORT_OVERHEAD)
SUM(get_total_all, total, SW_EFFORT_ALL)
SUM(get_total_overhead, total, SW_EFFORT_OVERHEAD)

#define COST(side, key, csv, title, word_, ...) \
    SW_COLUMN(#side "." key, #side " " csv, title, SW_COST, __VA_ARGS__, .word = word_, .heat = 1)
#define SHARE(side, key, ...)                                                     \
    SW_COLUMN(#side "_" key, #side " " key " share", NULL, SW_SHARE, __VA_ARGS__, \
              OF_WHOLE(whole, effort))
#define SUM_OF(side, member) AT(sw_effort_row, side.member)
#define TIMES(side)                                                               \
    COST(side, "work", "work", "work", "work", SUM_OF(side, work)),               \
        COST(side, "idle", "idle", "idleness", "idleness", SUM_OF(side, idle)),   \
        COST(side, "overhead.scheduling", "scheduling", NULL, NULL,               \
             SUM_OF(side, overhead[SW_OVERHEAD_SCHEDULE])),                       \
        COST(side, "overhead.synchronization", "synchronization", NULL, NULL,     \
             SUM_OF(side, overhead[SW_OVERHEAD_SYNCHRONIZE])),                    \
        COST(side, "overhead.creation", "creation", NULL, NULL,                   \
             SUM_OF(side, overhead[SW_OVERHEAD_CREATE])),                         \
        COST(side, "waited", "waited", "waited", "waited", SUM_OF(side, waited)), \
        COST(side, "blamed", "blamed", "blamed", "blamed", SUM_OF(side, blamed))
#define SHARES(side)                                                                  \
    SHARE(side, "work", SUM_OF(side, work)), SHARE(side, "idle", SUM_OF(side, idle)), \
        SHARE(side, "overhead", .get = get_##side##_overhead)
#define SUMS(side)                                                                                \
    COST(side, "effort", "effort", "effort", "effort", .get = get_##side##_all),                  \
        COST(side, "overhead", "overhead", "overhead", "overhead", .get = get_##side##_overhead), \
        SHARE(side, "effort", .get = get_##side##_all)

static const struct sw_column fields[] = {
    {"depth", NULL, NULL, SW_COUNT, AT(sw_effort_row, depth)},
    {"function", NULL, NULL, SW_TEXT, .get = get_function},
    {"file", NULL, NULL, SW_TEXT, .get = get_file},
    {"line", NULL, NULL, SW_NUMBER, AT(sw_effort_row, line)},
    {"module", NULL, NULL, SW_TEXT, .get = get_module},
    {"started", NULL, NULL, SW_FLAG, AT(sw_effort_row, key.started)},
    TIMES(self),
    TIMES(total),
    SHARES(self),
    SHARES(total),
    {"folded", NULL, NULL, SW_NUMBER, AT(sw_effort_row, folded)},
    /* For people: */
    SUMS(self),
    SUMS(total),
    {"share", NULL, "share of effort", SW_SHARE, .get = get_self_all, OF_WHOLE(whole, effort),
     .word = "effort", .heat = 1},
    {"path", NULL, "function", SW_TEXT, .get = get_path, .fit = SW_NAME},
    {"where", NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
};

#define BOTH(side, title)                                                          \
#side ".work=" title ":\nwork|" #side "_work=\n |" #side ".idle=\nidle|" #side \
          "_idle=\n |" #side ".overhead=\noverhead|" #side "_overhead=\n |"

/* Shares; shares and times; waits. */
static const char *text_view(const struct sw_document *d, const struct sw_effort_report *r,
                             enum sw_report_view view)
{
    bool is_wide = d->text.width >= WIDE;
    bool only_self = view == SW_VIEW_CALLERS || view == SW_VIEW_LINES;
    if (r->sort == SW_EFFORT_WAIT || r->sort == SW_EFFORT_BLAME)
        return "self.waited=self:\nwaited|self.blamed=\nblamed|total.waited=total:\nwaited|total."
               "blamed=\nblamed|path|where";
    if (only_self)
        return is_wide ? BOTH(self, "self") "path|where"
                       : "self_effort=effort|self_work=work|self_idle=idle|self_overhead=overhead|"
                         "path|where";
    if (is_wide)
        return BOTH(total, "total") BOTH(self, "self") "path|where";
    if (view == SW_VIEW_FLAT)
        return "self_work=self:\nwork|self_idle=\nidle|self_overhead=over-\nhead|total_work=total:"
               "\nwork|total_idle=\nidle|total_overhead=over-\nhead|path|where";
    return "total_effort=total:\neffort|total_work=\nwork|total_idle=\nidle|total_overhead=over-"
           "\nhead|self_effort=self:\neffort|path|where";
}

#define PAGE_SIDE(side)                                                                          \
    "@" #side "|" #side ".effort|" #side ".work|" #side ".idle|" #side ".overhead|@waits|" #side \
    ".waited|" #side ".blamed|"

static const struct sw_html_group groups[] = {
    {"self", "Itself", "self", 1},
    {"total", "With what it calls", "total", 1},
    {"waits", "Waits", "waited", 0},
    {"names", "Names", NULL, 0},
};
static const struct sw_html_group line_groups[] = {
    {"self", "Itself", "self", 1},
    {"waits", "Waits", "waited", 1},
    {"names", "Names", NULL, 0},
};

/* How each is shown: in text, in JSON, on a page. */
static const struct {
    const char *heading, *more, *json_key;
    struct sw_document_table table;
} views[] = {
    [SW_VIEW_TREE] = {"Call paths, of effort (=>: started there)",
                      " path~: 'spanwise report --view=tree --top=all'",
                      "tree",
                      {.n = 0}},
    [SW_VIEW_CALLERS] = {"Functions and who called them, of effort (=>: started)",
                         " function~: 'spanwise report --view=callers --top=all'",
                         NULL,
                         {.n = 0}},
    [SW_VIEW_FLAT] =
        {"Functions, of effort (self: their own code and libraries'; total: with what they call)",
         " function~: 'spanwise report --view=flat --top=all'",
         "functions",
         {.section = SW_TITLED("functions", "Functions",
                               "Sorted by their own time, including the libraries they call. In "
                               "brackets: all code of a file without symbols."),
          .page = "function|file|line|share|" PAGE_SIDE(self) PAGE_SIDE(total) "@names|module",
          .look = {.sort = "self.effort", SW_GROUPS(groups)}}},
    [SW_VIEW_LINES] = {"Lines, of effort",
                       " line~: 'spanwise report --view=lines --top=all'",
                       "lines",
                       {.section = SW_TITLED("lines", "Lines", .folded = true),
                        .page = "function|file|line|share|" PAGE_SIDE(self) "@names|module",
                        .look = {.sort = "self.effort", SW_GROUPS(line_groups)}}},
};

static int list_rows(const struct sw_document *d, const struct sw_effort_report *r,
                     enum sw_report_view view, size_t most, struct sw_effort_rows *rows)
{
    size_t top = d->options->top ? d->options->top : most;
    double least = d->options->top == SW_REPORT_ALL ? 0 : SMALL;
    switch (view) {
    case SW_VIEW_CALLERS:
        return sw_effort_callers(r->tree, r->sort, top, least, rows);
    case SW_VIEW_FLAT:
        return sw_effort_functions(r->tree, r->sort, top, rows);
    case SW_VIEW_LINES:
        return sw_effort_lines(r->tree, r->sort, top, rows);
    case SW_VIEW_PAGE:
    case SW_VIEW_TREE:
        break;
    }
    return sw_effort_hot_paths(&r->shown, r->sort, top, rows);
}

/* The row's index of what a node is below of; null for the outermost. */
SW_ROW_MEMBERS(put_parent, whole)
{
    if (ROW->parent)
        sw_json_integer(&d->json, "parent", ROW->parent - 1);
    else
        sw_json_null(&d->json, "parent");
}

/* A view of functions, lines, callers or call paths: so many rows, where no --top is given. */
static void sw_effort_put_view(struct sw_document *d, const struct sw_effort_report *r,
                               enum sw_report_view view, size_t most)
{
    struct sw_effort_rows list;
    const struct whole whole = {r->tree->effort ? r->tree->effort : 1, r->tree};
    bool is_tree = view == SW_VIEW_TREE;
    if (sw_document_fails(d, list_rows(d, r, view, most, &list)))
        return;
    struct sw_document_table table =
        views[is_tree || view == SW_VIEW_PAGE ? SW_VIEW_TREE : view].table;
    table.key = views[view].json_key;
    table.heading = is_tree && d->options->physical
                        ? "Call paths as they were on the stacks, of effort"
                        : views[view].heading;
    table.fields = fields;
    table.n_fields = sizeof fields / sizeof *fields;
    table.text = text_view(d, r, view);
    table.json = view == SW_VIEW_LINES ? "function..self.blamed"
                                       : "function..started|folded|self.work..total.blamed";
    table.csv = "depth..total_overhead";
    table.items = list.items;
    table.n = list.n;
    table.size = sizeof *list.items;
    table.context = &whole;
    table.left = list.left;
    table.more = views[view].more;
    table.before = is_tree ? put_parent : NULL;
    if (d->as != SW_AS_PAGE || view != SW_VIEW_LINES || /* without any, they are functions again */
        SW_FIRST(row, list.items, list.n, row->line))
        sw_document_table(d, &table);
    sw_effort_rows_release(&list);
}

enum { PAGE_FUNCTIONS = 10, PAGE_PATHS = 16, VIEW_ROWS = 40 };
enum { LABEL_WIDTH = 12, TIME_WIDTH = 12, SHARE_WIDTH = 9 };

static enum sw_effort_metric metric_of(enum sw_report_sort sort)
{
    static const enum sw_effort_metric metrics[SW_SORTS] = {
        [SW_SORT_WORK] = SW_EFFORT_WORK, [SW_SORT_LOCAL_WORK] = SW_EFFORT_WORK,
        [SW_SORT_IDLE] = SW_EFFORT_IDLE, [SW_SORT_OVERHEAD] = SW_EFFORT_OVERHEAD,
        [SW_SORT_WAIT] = SW_EFFORT_WAIT, [SW_SORT_BLAME] = SW_EFFORT_BLAME,
    };
    return metrics[sort]; /* of others: all of the effort */
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void put_run(struct sw_document *d, const struct sw_effort *e)
{
    fprintf(d->out, "%s on %s, %s thread%s", SW_SHOWN(cost, d->units, e->time),
            SW_SHOWN(some, e->processors, "processor"), SW_SHOWN(count, e->threads),
            e->threads == 1 ? "" : "s");
    if (e->threads > 1)
        fprintf(d->out, ", %s at a time", SW_SHOWN(count, e->threads_most));
    fputc('\n', d->out);
}

static void part_line(struct sw_document *d, const struct sw_effort_report *r, const char *label,
                      uint64_t part)
{
    char time[SW_UNITS_SIZE], share[SW_UNITS_SIZE];
    sw_units_cost(d->units, part, time);
    sw_units_percent(sw_effort_share(r->tree, part), share);
    int pad = TIME_WIDTH - (int)sw_words_width(time);
    fprintf(d->out, "  %-*s%*s%s%*s\n", LABEL_WIDTH, label, pad > 0 ? pad : 0, "", time,
            SHARE_WIDTH, share);
}

/* All waits are known by samples, those for locks by the clock: either may be a little more than the other. */
static void put_waits(struct sw_document *d, const struct sw_effort *e, uint64_t waited)
{
    uint64_t locks = 0;
    for (size_t i = 0; i < e->n_locks; i++)
        locks += e->locks[i].waited;
    if (waited)
        sw_document_paragraph(d, "threads waited %s in all, by samples; %s for locks",
                              SW_SHOWN(cost, d->units, waited),
                              locks ? SW_PRINTED("%s, measured,", SW_SHOWN(cost, d->units, locks))
                                    : "none");
}

static void put_effort(struct sw_document *d, const struct sw_effort_report *r)
{
    const struct sw_effort_tree *tree = r->tree;
    const struct sw_effort_sums *s = &tree->nodes[0].total;
    const struct sw_account *account = &r->account;
    uint64_t overhead = sw_effort_get(s, SW_EFFORT_OVERHEAD);
    sw_document_heading(d, "Effort: the time of all cores while any thread ran");
    part_line(d, r, "Work", s->work);
    part_line(d, r, "Overhead", overhead);
    if (overhead)
        sw_words_wrap("    ",
                      SW_PRINTED("scheduling %s, synchronization %s, creation %s",
                                 SW_SHOWN(cost, d->units, s->overhead[SW_OVERHEAD_SCHEDULE]),
                                 SW_SHOWN(cost, d->units, s->overhead[SW_OVERHEAD_SYNCHRONIZE]),
                                 SW_SHOWN(cost, d->units, s->overhead[SW_OVERHEAD_CREATE])),
                      d->text.width, d->out);
    part_line(d, r, "Idleness", s->idle);
    const char *others = account->taken >= 0.01 * (account->taken + account->all)
                             ? SW_PRINTED(", %s of that taken by other programs",
                                          SW_SHOWN(cost, d->units, (uint64_t)account->taken))
                             : "";
    if (tree->nobody)
        sw_document_paragraph(
            d, "in addition, no thread ran: %s, %.1f%% of the cores' time%s",
            SW_SHOWN(cost, d->units, tree->nobody),
            percent((double)tree->nobody, (double)tree->nobody + (double)tree->effort), others);
    put_waits(d, &r->profile->effort, s->waited);
}

/* What came, of what was asked for: by the processor time of the threads. */
static void put_samples(struct sw_document *d, const struct sw_profile *p)
{
    const struct sw_sampled *s = &p->sampled;
    const struct sw_effort *e = &p->effort;
    const struct sw_tally others[] = {{s->waiting, "of waiting threads"},
                                      {s->lost, "lost"},
                                      {s->profiler, "in the profiler"},
                                      {s->cut, "whose outermost callers are not known"},
                                      {s->refused, "without room for their path"},
                                      {s->threads, "threads not sampled"}};
    uint64_t came = s->taken + s->profiler + s->waiting;
    char rest[400];
    sw_tallies_join(others, sizeof others / sizeof *others, rest, sizeof rest);
    sw_document_note(
        d, "samples",
        "%s per second of processor time asked for%s, %s delivered; %s of working threads%s",
        SW_SHOWN(count, s->rate), s->source == SW_SAMPLED_TIMER ? " (by a timer)" : "",
        SW_SHOWN(count, e->cpu ? sw_rounded((double)came * 1e9 / (double)e->cpu) : 0),
        SW_SHOWN(count, s->taken), rest);
    sw_document_note(d, "", "shares may be off by %.1f points",
                     s->taken ? fmin(100, 100 / sqrt((double)s->taken)) : 100);
    sw_document_note(d, "cost", "%s, %.2f%% of the program's processor time, measured",
                     SW_SHOWN(cost, d->units, e->cost), percent((double)e->cost, (double)e->cpu));
}

static void put_measured(struct sw_document *d, const struct sw_profile *p)
{
    sw_document_measured(d, "How it was measured", p);
    sw_document_status(d, p->status);
    if (*sw_profile_front_end(p))
        sw_document_note(d, "parallel by", "%.500s", sw_profile_front_end(p));
    if (*sw_string(p->host))
        sw_document_note(d, "host", "%.500s", p->host);
    put_samples(d, p);
    sw_document_measured_end(d, p);
}

static void put_text(struct sw_document *d, const struct sw_effort_report *r)
{
    bool is_page = d->options->view == SW_VIEW_PAGE;
    if (is_page) {
        sw_document_verdict(d, &r->verdict);
        if (d->options->brief)
            return;
        fputs("\n", d->out);
    }
    sw_document_head(d, "Spanwise samples of", r->profile);
    put_run(d, &r->profile->effort);
    if (!is_page) {
        sw_effort_put_view(d, r, d->options->view, VIEW_ROWS);
        return;
    }
    sw_document_findings(d, &d->findings, NULL);
    put_effort(d, r);
    sw_effort_timeline(d, r);
    sw_effort_put_view(d, r, SW_VIEW_FLAT, PAGE_FUNCTIONS);
    sw_effort_put_view(d, r, SW_VIEW_TREE, PAGE_PATHS);
    sw_effort_put_locks(d, r);
    put_measured(d, r->profile);
}

static void put_csv(struct sw_document *d, const struct sw_effort_report *r)
{
    sw_effort_put_view(
        d, r, d->options->format == SW_REPORT_CSV_FUNCTIONS ? SW_VIEW_FLAT : d->options->view,
        SW_EFFORT_EVERY);
}

static void json_run(struct sw_document *d, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    const struct sw_effort_sums *s = &r->tree->nodes[0].total;
    sw_json_put(&d->json,
                "processors:%lu, time:%lu, cpu_time:%lu, threads:%lu, threads_at_once:%lu, "
                "effort:%lu",
                e->processors, e->time, e->cpu, e->threads, e->threads_most, r->tree->effort);
    sw_json_put(&d->json,
                "work:%lu, overhead:{scheduling:%lu, synchronization:%lu, creation:%lu}, idle:%lu, "
                "idle_by:{imbalance:%lu, locks:%lu, grain:%lu, waits:%lu}",
                s->work, s->overhead[SW_OVERHEAD_SCHEDULE], s->overhead[SW_OVERHEAD_SYNCHRONIZE],
                s->overhead[SW_OVERHEAD_CREATE], s->idle, s->idle_by[SW_IDLE_UNEVEN],
                s->idle_by[SW_IDLE_LOCKS], s->idle_by[SW_IDLE_FINE], s->idle_by[SW_IDLE_AWAY]);
    sw_json_put(&d->json,
                "due_time:%lu, run_delay:%lu, blocked:%lu, other_programs:%lu, nobody_by:{"
                "locks:%lu, clock:%lu, input:%lu, threads:%lu, other_programs:%lu}, nobody:%lu",
                e->due, e->delay, e->blocked, e->others, e->nobody[SW_WAIT_LOCK],
                e->nobody[SW_WAIT_CLOCK], e->nobody[SW_WAIT_INPUT], e->nobody[SW_WAIT_THREADS],
                e->nobody[SW_WAIT_DELAY], r->tree->nobody);
    sw_json_put(&d->json, "waited:%lu, blamed:%lu, verdict:%s", s->waited, s->blamed,
                sw_effort_advice_name(sw_account_advice(&r->account)));
}

static void put_json(struct sw_document *d, const struct sw_effort_report *r)
{
    const struct sw_sampled *s = &r->profile->sampled;
    const struct sw_profile *p = r->profile;
    sw_document_head(d, NULL, p);
    sw_document_findings(d, &d->findings, p);
    sw_document_verdict(d, &r->verdict);
    sw_document_warnings(d, p);
    sw_json_put(&d->json,
                "samples:{rate:%lu, taken:%lu, waiting:%lu, lost:%lu, profiler:%lu, cut:%lu, "
                "paths_refused:%lu, threads_refused:%lu, cost:%lu}, effort:{",
                s->rate, s->taken, s->waiting, s->lost, s->profiler, s->cut, s->refused, s->threads,
                p->effort.cost);
    d->json.more_lines = 1; /* a row a line */
    json_run(d, r);
    sw_effort_put_regions(d, r);
    sw_effort_put_locks(d, r);
    sw_effort_timeline(d, r);
    sw_effort_put_lanes(d, r);
    sw_json_boolean(&d->json, "physical", d->options->physical);
    sw_effort_put_view(d, r, SW_VIEW_FLAT, SW_EFFORT_EVERY);
    sw_effort_put_view(d, r, SW_VIEW_LINES, SW_EFFORT_EVERY);
    sw_effort_put_view(d, r, SW_VIEW_TREE, SW_EFFORT_EVERY);
    sw_json_close(&d->json, '}');
    d->json.more_lines = 0;
}

static void share_card(struct sw_document *d, const struct sw_effort_report *r, const char *label,
                       uint64_t part, const char *word)
{
    sw_html_card(&d->page, label, SW_SHOWN(percent, sw_effort_share(r->tree, part)),
                 SW_PRINTED("of the effort: %s", SW_SHOWN(cost, d->units, part)), word);
}

static void put_cards(struct sw_document *d, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    const struct sw_effort_sums *s = &r->tree->nodes[0].total;
    sw_html_cards(&d->page, SW_SECTION("whole", "The whole run", .folded = true));
    sw_html_card(&d->page, "Processors at work",
                 SW_SHOWN(ratio, e->time ? (double)s->work / (double)e->time : 0),
                 SW_PRINTED("of %" PRIu64 ", on average", e->processors), "processors at work");
    sw_html_card(&d->page, "Time", SW_SHOWN(cost, d->units, e->time),
                 SW_PRINTED("%s, %" PRIu64 " at a time", SW_SHOWN(some, e->threads, "thread"),
                            e->threads_most),
                 NULL);
    share_card(d, r, "Work", s->work, "work");
    share_card(d, r, "Idleness", s->idle, "idleness");
    share_card(d, r, "Overhead", sw_effort_get(s, SW_EFFORT_OVERHEAD), "overhead");
    if (s->waited)
        sw_html_card(&d->page, "Waited", SW_SHOWN(cost, d->units, s->waited),
                     "all threads together, by the clock", "waited");
    sw_html_close(&d->page);
}

static void put_page(struct sw_document *d, const struct sw_effort_report *r)
{
    sw_document_verdict(d, &r->verdict);
    sw_effort_put_lanes(d, r);
    sw_effort_timeline(d, r);
    sw_effort_source(d, r);
    sw_document_findings(d, &d->findings, NULL);
    sw_effort_put_locks(d, r);
    sw_effort_put_regions(d, r);
    sw_effort_paths(d, r);
    sw_effort_put_view(d, r, SW_VIEW_FLAT, SW_EFFORT_EVERY);
    sw_effort_put_view(d, r, SW_VIEW_LINES, SW_EFFORT_EVERY);
    put_cards(d, r);
    put_measured(d, r->profile);
}

static bool make(struct sw_effort_report *r, struct sw_document *d)
{
    const struct sw_profile *p = r->profile;
    enum sw_effort_frames shown = d->options->physical ? SW_FRAMES_PHYSICAL : SW_FRAMES_FOLDED;
    const struct sw_functions *f = &r->functions;
    int error = sw_functions_make(&r->functions, p)
                    ?: sw_effort_tree_make(&r->logical, p, f, SW_FRAMES_READERS, r->sort)
                    ?: sw_effort_tree_make(&r->shown, p, f, shown, r->sort)
                    ?: sw_account_make(&r->account, &r->regions, &r->logical)
                    ?: sw_findings_make(&d->findings, p, d->units);
    if (sw_document_fails(d, error))
        return false;
    r->tree = d->options->physical ? &r->shown : &r->logical;
    sw_effort_findings(&d->findings, &r->logical, &r->account, &r->regions, d->units);
    error = d->findings.error ?: sw_verdict_make(&r->verdict, p, &d->findings, 0);
    sw_findings_arrange(&d->findings, r->verdict.cause);
    return !sw_document_fails(d, error);
}

int sw_effort_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out)
{
    static sw_effort_shown *const put[] = {put_text, put_csv, put_json,
                                           put_page}; /* as enum sw_as */
    struct sw_effort_report r = {.profile = profile, .sort = metric_of(options->sort)};
    struct sw_document d;
    int error = sw_document_open(&d, sw_document_as(options->format), options, profile, "ns", out);
    if (error)
        return error;
    if (make(&r, &d))
        put[d.as](&d, &r);
    if (options->is_fine)
        *options->is_fine = r.verdict.cause >= SW_WHY_CAUSES;
    error = sw_document_close(&d);
    sw_verdict_release(&r.verdict);
    sw_effort_regions_release(&r.regions);
    sw_effort_tree_release(&r.logical);
    sw_effort_tree_release(&r.shown);
    sw_functions_release(&r.functions);
    return error;
}
