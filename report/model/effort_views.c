/* Functions, lines, callers and call paths of a sampled run: a row serves them all. */
#include "report/model/effort.h"

#define SMALL 0.005 /* of the effort: callers below are left out, unless all is asked for */
enum { DEEP = 12, DEEPEST = 40, WIDE = 150 };

/* A row as the fields take it. */
struct row {
    const char *name, *file, *module;
    uint32_t line, depth, started, folded, parent;
    struct side {
        struct sw_effort_sums of;
        uint64_t all, overhead;
    } self, total;
};

struct whole {
    uint64_t effort;
};

/* "std::async: 12 frames" for libraries' frames that are folded. */
static void print_name(const struct row *r, char *to, size_t size)
{
    SW_FREED char *plain = r->folded ? sw_function_short_name(r->name) : NULL;
    if (r->folded > 1)
        snprintf(to, size, "%.400s: %u frames", plain ? plain : r->name, r->folded);
    else
        snprintf(to, size, "%s", plain ? plain : r->name);
}

/* What is below is to the right, by less where it is deep. */
SW_GETTER(get_path, context)
{
    const struct row *r = row;
    uint32_t indent = r->depth < DEEP ? 2 * r->depth : DEEP + r->depth;
    int n = snprintf(value->scratch, sizeof value->scratch, "%*s%s",
                     (int)(indent < DEEPEST ? indent : DEEPEST), "",
                     r->started && r->depth ? "=> " : "");
    print_name(r, value->scratch + n, sizeof value->scratch - (size_t)n);
    value->text = value->scratch;
}

SW_GETTER(get_where, context)
{
    const struct row *r = row;
    sw_value_place(value, r->folded ? NULL : r->file, r->line, r->module);
}

#define COST(side, key, csv, title, word_, member)                                         \
    {                                                                                      \
#side "." key, #side " " csv, title, SW_COST, AT(row, side.member), .word = word_, \
                                                                            .heat = 1      \
    }
#define SHARE(side, key, member)                                                     \
    {                                                                                \
#side "_" key, #side " " key " share", NULL, SW_SHARE, AT(row, side.member), \
            OF_WHOLE(whole, effort)                                                  \
    }
#define TIMES(side)                                                                               \
    COST(side, "work", "work", "work", "work", of.work),                                          \
        COST(side, "idle", "idle", "idleness", "idleness", of.idle),                              \
        COST(side, "overhead.scheduling", "scheduling", NULL, NULL,                               \
             of.overhead[SW_OVERHEAD_SCHEDULE]),                                                  \
        COST(side, "overhead.synchronization", "synchronization", NULL, NULL,                     \
             of.overhead[SW_OVERHEAD_SYNCHRONIZE]),                                               \
        COST(side, "overhead.creation", "creation", NULL, NULL, of.overhead[SW_OVERHEAD_CREATE]), \
        COST(side, "waited", "waited", "waited", "waited", of.waited),                            \
        COST(side, "blamed", "blamed", "blamed", "blamed", of.blamed)
#define SHARES(side) \
    SHARE(side, "work", of.work), SHARE(side, "idle", of.idle), SHARE(side, "overhead", overhead)
#define SUMS(side)                                                            \
    COST(side, "effort", "effort", "effort", "effort", all),                  \
        COST(side, "overhead", "overhead", "overhead", "overhead", overhead), \
        SHARE(side, "effort", all)

static const struct sw_column fields[] = {
    {"depth", NULL, NULL, SW_COUNT, AT(row, depth)},
    {"function", NULL, NULL, SW_TEXT, AT(row, name)},
    {"file", NULL, NULL, SW_TEXT, AT(row, file)},
    {"line", NULL, NULL, SW_NUMBER, AT(row, line)},
    {"module", NULL, NULL, SW_TEXT, AT(row, module)},
    {"started", NULL, NULL, SW_FLAG, AT(row, started)},
    TIMES(self),
    TIMES(total),
    SHARES(self),
    SHARES(total),
    {"folded", NULL, NULL, SW_NUMBER, AT(row, folded)},
    /* For people: */
    SUMS(self),
    SUMS(total),
    {"share", NULL, "share of effort", SW_SHARE, AT(row, self.all), OF_WHOLE(whole, effort),
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
         {.section = {.key = "functions",
                      .title = "Functions",
                      .lead = "Sorted by their own time, including the libraries they call. In "
                              "brackets: all code of a file without symbols."},
          .page = "function|file|line|share|" PAGE_SIDE(self) PAGE_SIDE(total) "@names|module",
          .look = {.sort = "self.effort", SW_GROUPS(groups)}}},
    [SW_VIEW_LINES] = {"Lines, of effort",
                       " line~: 'spanwise report --view=lines --top=all'",
                       "lines",
                       {.section = {.key = "lines", .title = "Lines", .folded = true},
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

static struct side side_of(const struct sw_effort_sums *sums)
{
    return (struct side){*sums, sw_effort_get(sums, SW_EFFORT_ALL),
                         sw_effort_get(sums, SW_EFFORT_OVERHEAD)};
}

static struct row *make_rows(const struct sw_effort_report *r, const struct sw_effort_rows *from)
{
    struct row *rows = calloc(from->n + 1, sizeof *rows);
    for (size_t i = 0; rows && i < from->n; i++) {
        const struct sw_effort_row *row = &from->items[i];
        rows[i] = (struct row){sw_effort_name(r->tree, row->key),
                               sw_effort_file(r->tree, row->key),
                               sw_effort_module(r->tree, row->key),
                               row->line,
                               row->depth,
                               row->key.started,
                               row->folded,
                               row->parent,
                               side_of(&row->self),
                               side_of(&row->total)};
    }
    return rows;
}

/* Without any, they are functions again. */
static bool has_lines(const struct sw_effort_rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        if (rows->items[i].line)
            return true;
    return false;
}

/* The row's index of what a node is below of; null for the outermost. */
static void put_parent(struct sw_document *d, const void *row, const void *whole)
{
    const struct row *r = row;
    (void)whole;
    if (r->parent)
        sw_json_integer(&d->json, "parent", r->parent - 1);
    else
        sw_json_null(&d->json, "parent");
}

void sw_effort_put_view(struct sw_document *d, const struct sw_effort_report *r,
                        enum sw_report_view view, size_t most)
{
    struct sw_effort_rows list;
    const struct whole whole = {r->tree->effort ? r->tree->effort : 1};
    bool is_tree = view == SW_VIEW_TREE;
    if (sw_document_fails(d, list_rows(d, r, view, most, &list)))
        return;
    struct row *rows = make_rows(r, &list);
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
    table.items = rows;
    table.n = list.n;
    table.size = sizeof *rows;
    table.context = &whole;
    table.left = list.left;
    table.more = views[view].more;
    table.before = is_tree ? put_parent : NULL;
    if (!sw_document_fails(d, rows ? 0 : -ENOMEM) &&
        (d->as != SW_AS_PAGE || view != SW_VIEW_LINES || has_lines(&list)))
        sw_document_table(d, &table);
    free(rows);
    sw_effort_rows_release(&list);
}
