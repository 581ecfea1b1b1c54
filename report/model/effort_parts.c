/* Parts of a sampled run that hold the most, locks, and processors over time. */
#include "base/order.h"
#include "report/model/effort.h"
#include "report/model/profile_parts.h"

#define LOCK   ((const struct sw_effort_lock *)row)
#define REPORT ((const struct sw_effort_report *)context)

static struct sw_place find_region(const struct sw_effort_region *region,
                                   const struct sw_effort_report *r)
{
    return (struct sw_place){.function = (char *)sw_effort_name(&r->logical, region->key),
                             .file = (char *)sw_effort_file(&r->logical, region->key),
                             .line = region->line};
}

static void json_regions(struct sw_json *json, const struct sw_effort_report *r)
{
    sw_json_open(json, "regions", '[');
    for (size_t i = 0; i < r->regions.n; i++) {
        const struct sw_effort_region *region = &r->regions.items[i];
        const struct sw_effort_sums *s = &region->sums;
        struct sw_place place = find_region(region, r);
        sw_json_put(json,
                    "{function:%s, file:%s, line:%u, started:%d, own_code:%d, verdict:%s, "
                    "cause:%s, time_share:%g, idle_processors:%g",
                    place.function, place.file, place.line, region->key.started, region->own,
                    sw_effort_advice_name(region->advice), sw_effort_advice_cause(region->advice),
                    sw_effort_share(&r->logical, sw_effort_get(s, SW_EFFORT_ALL)),
                    sw_effort_idle_processors(s, r->profile->effort.processors));
        sw_json_put(json,
                    "work:%lu, idle:%lu, overhead:{scheduling:%lu, synchronization:%lu, "
                    "creation:%lu}, waited:%lu, blamed:%lu}",
                    s->work, s->idle, s->overhead[SW_OVERHEAD_SCHEDULE],
                    s->overhead[SW_OVERHEAD_SYNCHRONIZE], s->overhead[SW_OVERHEAD_CREATE],
                    s->waited, s->blamed);
    }
    sw_json_close(json, ']');
}

static const struct sw_html_part parts[] = {
    {"work", "working", "work", "work"},
    {"idle", "nothing to do", "idle", "idleness"},
    {"overhead", "scheduling and creation", "overhead", "overhead"},
    {"synchronization", "synchronization", "lock", "synchronization"},
    {"nobody", "no thread ran", "serial", NULL},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* As shares of all the cores' time: in seconds they would be more than the run took. */
static void put_bar(struct sw_document *d, const struct sw_effort_report *r, const char *label,
                    const char *note, const struct sw_place *place, const struct sw_effort_sums *s,
                    uint64_t nobody)
{
    double all = (double)r->logical.effort + (double)r->logical.nobody;
    double values[PARTS] = {(double)s->work, (double)s->idle,
                            (double)s->overhead[SW_OVERHEAD_SCHEDULE] +
                                (double)s->overhead[SW_OVERHEAD_CREATE],
                            (double)s->overhead[SW_OVERHEAD_SYNCHRONIZE], (double)nobody};
    for (int i = 0; i < PARTS; i++)
        values[i] = all > 0 ? values[i] / all : 0;
    sw_html_bar(&d->page, label, note, place, values, PARTS);
}

/* What to do about a part. */
static const char *advice_of(enum sw_effort_advice advice)
{
    static const char *const what[] = {
        [SW_ADVISE_NOTHING] = "effective",
        [SW_ADVISE_COARSEN] = "overhead is high: fewer and larger pieces",
        [SW_ADVISE_REFINE] = "idleness is high: more and smaller pieces",
        [SW_ADVISE_BALANCE] = "others were done, or waited for it: even out the pieces",
        [SW_ADVISE_PARALLELIZE] = "nothing else ran: serial code",
        [SW_ADVISE_UNLOCK] =
            "others waited for locks: hold them more briefly, or split what they protect",
    };
    return what[advice];
}

static void put_bars(struct sw_document *d, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    char name[512];
    sw_html_bars(
        &d->page,
        SW_SECTION("parts", "What the cores did",
                   SW_PRINTED("Shares of all the cores' time, which is %s x %s: the whole "
                              "run, then its largest parts, each with what to do about it. "
                              "While other programs had the cores, and while all threads "
                              "waited, no thread ran.",
                              SW_SHOWN(some, e->processors, "core"),
                              SW_SHOWN(cost, d->units, e->time)),
                   .word = "effort"),
        "share", parts, PARTS);
    put_bar(d, r, "all of it", NULL, NULL, &r->logical.nodes[0].total, r->logical.nobody);
    for (size_t i = 0; i < r->regions.n; i++) {
        const struct sw_effort_region *region = &r->regions.items[i];
        struct sw_place place = find_region(region, r);
        sw_sentence_print(sw_effort_region_say(&r->logical, region, false), name, sizeof name);
        put_bar(d, r, name, advice_of(region->advice), &place, &region->sums, 0);
    }
    sw_html_close(&d->page);
}

void sw_effort_put_regions(struct sw_document *d, const struct sw_effort_report *r)
{
    if (d->as == SW_AS_PAGE)
        put_bars(d, r);
    if (d->as == SW_AS_JSON)
        json_regions(&d->json, r);
}

const char *sw_effort_lock_name(const struct sw_effort_report *r, const struct sw_effort_lock *lock,
                                char name[512])
{
    enum { SIZE = 512 };
    struct sw_account_place place;
    if (*sw_string(lock->name))
        snprintf(name, SIZE, "%s", lock->name);
    else if (sw_account_lock_place(&r->logical, lock, &place) && place.line)
        snprintf(name, SIZE, "of %.400s:%u", sw_base_name(sw_effort_file(&r->logical, place.key)),
                 place.line);
    else
        snprintf(name, SIZE, "0x%" PRIx64, lock->address);
    return name;
}

SW_GETS(get_lock, text, sw_effort_lock_name(REPORT, LOCK, value->scratch))
SW_GETS(get_bound, real, sw_account_lock_bound(&REPORT->account, LOCK))

/* Where it was waited for, and held, most: known of waits that samples saw. As many functions as there are: not known. */
static struct sw_place place_of(const struct sw_effort_report *r, struct sw_effort_key key,
                                uint32_t line)
{
    const char *name = key.function < r->functions.n ? sw_effort_name(&r->logical, key) : "";
    return (struct sw_place){
        .function = (char *)name, .file = (char *)sw_effort_file(&r->logical, key), .line = line};
}

static struct sw_place find_waiter(const void *row, const void *context)
{
    struct sw_effort_key key = {.function = (uint32_t)REPORT->functions.n};
    uint32_t line = 0;
    if (LOCK->waiter)
        sw_effort_place(&REPORT->logical, LOCK->waiter - 1, &key, &line);
    return place_of(REPORT, key, line);
}

static struct sw_place find_holder(const void *row, const void *context)
{
    struct sw_account_place place = {.key = {.function = (uint32_t)REPORT->functions.n}};
    sw_account_lock_place(&REPORT->logical, LOCK, &place);
    return place_of(REPORT, place.key, place.line);
}

/* "f, file.c:12" */
static const char *print_place(struct sw_place place, struct sw_value *value)
{
    return sw_value_print(value, place.line && *place.function ? "%.300s, %.200s:%u" : "%.300s",
                          place.function, sw_base_name(place.file), place.line);
}

SW_GETS(get_waiter, text, print_place(find_waiter(row, context), value))
SW_GETS(get_holder, text, print_place(find_holder(row, context), value))

/* On a page it is said where they are not known. */
static const char *or_else(const char *function, const char *otherwise)
{
    return *function ? function : otherwise;
}

SW_GETS(get_waiter_shown, text,
        or_else(find_waiter(row, context).function, "waits too short to be seen"))
SW_GETS(get_holder_shown, text, or_else(find_holder(row, context).function, "not seen"))

static const struct sw_column locks[] = {
    {"name", NULL, NULL, SW_TEXT, AT(sw_effort_lock, name)},
    {"address", NULL, NULL, SW_COUNT, AT(sw_effort_lock, address)},
    {"waits", NULL, "times", SW_COUNT, AT(sw_effort_lock, waits)},
    {"waited", NULL, NULL, SW_COST, AT(sw_effort_lock, waited), .word = "waited", .heat = 1},
    {"held", NULL, NULL, SW_COST, AT(sw_effort_lock, held)},
    {"entries", NULL, NULL, SW_COUNT, AT(sw_effort_lock, entries)},
    {"bound", NULL, NULL, SW_REAL, .get = get_bound},
    SW_FUNCTION_OF("waiter.function", find_waiter),
    SW_FILE_OF("waiter.file", find_waiter),
    SW_LINE_OF("waiter.line", find_waiter),
    SW_FUNCTION_OF("holder.function", find_holder),
    SW_FILE_OF("holder.file", find_holder),
    SW_LINE_OF("holder.line", find_holder),
    /* For people: */
    {"lock", NULL, NULL, SW_TEXT, .get = get_lock, .fit = SW_NAME, .word = "lock"},
    {"waiter", NULL, "waited for most in", SW_TEXT, .get = get_waiter, .fit = SW_NAME},
    {"waiter.shown", NULL, "waited for most in", SW_TEXT, .get = get_waiter_shown},
    {"holder", NULL, "held most in", SW_TEXT, .get = get_holder, .fit = SW_NAME},
    {"holder.shown", NULL, "held most in", SW_TEXT, .get = get_holder_shown},
};

SW_ORDER(compare_locks, struct sw_effort_lock, SW_FALLING(x->waited, y->waited),
         SW_RISING(x->address, y->address))

void sw_effort_put_locks(struct sw_document *d, const struct sw_effort_report *r)
{
    enum { MOST = 5 };
    const struct sw_effort *e = &r->profile->effort;
    SW_FREED struct sw_effort_lock *sorted = calloc(e->n_locks + 1, sizeof *sorted);
    if (sw_document_fails(d, sorted ? 0 : -ENOMEM))
        return;
    if (e->n_locks)
        memcpy(sorted, e->locks, e->n_locks * sizeof *sorted);
    if (d->as == SW_AS_TEXT)
        qsort(sorted, e->n_locks, sizeof *sorted, compare_locks);
    SW_TABLE(d, .section = SW_TITLED("locks", "Locks that threads waited for", .word = "lock"),
             SW_FIELDS(locks), .text = "waited|waits|lock|waiter|holder",
             .page = "lock|waited|waits|waiter.shown|waiter.file|waiter.line|holder.shown|holder."
                     "file|holder.line",
             .json = "name..holder.line", SW_ITEMS(sorted, e->n_locks), .context = r,
             .top = d->options->top ? d->options->top : MOST,
             .more = ": 'spanwise report --top=all'", .look = {.sort = "waited"});
}

/*
 * How many processors worked, over time. In text: a column for each stretch, or for several, with an eighth of a block
 * for an eighth of the processors. In plain text it is a digit, of tenths; 9 is for all of them too.
 */
enum { MOST_COLUMNS = 100, LABEL = 12 };

/* The share of the processors that worked, or did overhead, in the stretches from one up to another. */
static double level(const struct sw_effort *e, size_t first, size_t end, bool overhead)
{
    double sum = 0, time = 0;
    for (size_t i = first; i < end; i++) {
        sum += (double)e->stretches[i].overhead;
        sum += overhead ? 0 : (double)e->stretches[i].work;
        time += sw_effort_stretch_length(e, i);
    }
    double share = time > 0 ? sum / time / (double)e->processors : 0;
    return share < 1 ? share : 1;
}

static void put_level(double share, int utf8, FILE *out)
{
    if (!utf8)
        fputc(".1234567899"[(int)(10 * share + 0.5)], out);
    else if ((int)(8 * share + 0.5))
        fprintf(out, "\342\226%c", 0200 + (int)(8 * share + 0.5)); /* U+2581 to U+2588 */
    else
        fputc(' ', out);
}

static void put_line(struct sw_document *d, const struct sw_effort *e, size_t columns,
                     bool overhead)
{
    fprintf(d->out, "  %-*s", LABEL, overhead ? "overhead" : "working");
    for (size_t i = 0; i < columns; i++)
        put_level(
            level(e, i * e->n_stretches / columns, (i + 1) * e->n_stretches / columns, overhead),
            d->units->utf8, d->out);
    fputc('\n', d->out);
}

static void text_timeline(struct sw_document *d, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    size_t columns = e->n_stretches, most = d->text.width - LABEL - 2;
    uint64_t overhead = sw_effort_get(&r->tree->nodes[0].total, SW_EFFORT_OVERHEAD);
    if (most > MOST_COLUMNS)
        most = MOST_COLUMNS;
    if (columns > most)
        columns = most;
    sw_document_heading(d, "Processors over time (a column is %s; %s%" PRIu64 ")",
                        SW_SHOWN(cost, d->units, e->time / columns),
                        d->units->utf8 ? "a full block: all " : "tenths of ", e->processors);
    put_line(d, e, columns, false);
    if (sw_effort_share(r->tree, overhead) >= SW_EFFORT_WORTH)
        put_line(d, e, columns, true);
    /* The ends of the scale, below the first and the last column. */
    const char *time = SW_SHOWN(cost, d->units, e->time);
    size_t used = strlen("0 s") + strlen(time);
    fprintf(d->out, "  %*s0 s%*s%s\n", LABEL, "", columns > used ? (int)(columns - used) : 1, "",
            time);
}

static void page_timeline(struct sw_document *d, const struct sw_effort *e)
{
    static const struct sw_html_part over_time[] = {
        {"work", "working", "work", "work"},
        {"overhead", "overhead", "overhead", "overhead"},
    };
    size_t n = e->n_stretches;
    SW_FREED double *values = calloc(2 * n, sizeof *values);
    if (sw_document_fails(d, values ? 0 : -ENOMEM))
        return;
    for (size_t i = 0; i < n; i++) {
        values[i] = (double)e->stretches[i].work / sw_effort_stretch_length(e, i);
        values[n + i] = (double)e->stretches[i].overhead / sw_effort_stretch_length(e, i);
    }
    sw_html_timeline(&d->page,
                     SW_SECTION("timeline", "Cores over time",
                                "How many cores worked at each moment; the others were "
                                "idle, or another program had them."),
                     "ns", (double)e->stretch, (double)e->processors, over_time, 2, values, n);
}

void sw_effort_timeline(struct sw_document *d, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    bool is_known = e->n_stretches > 1 && e->stretch;
    if (d->as == SW_AS_JSON) {
        sw_json_put(&d->json, "stretch:%lu, timeline:[", e->stretch);
        for (size_t i = 0; i < e->n_stretches; i++)
            sw_json_put(&d->json, "{work:%lu, overhead:%lu, idle:%lu}", e->stretches[i].work,
                        e->stretches[i].overhead, e->stretches[i].idle);
        sw_json_close(&d->json, ']');
    } else if (is_known && d->as == SW_AS_PAGE) {
        page_timeline(d, e);
    } else if (is_known) {
        text_timeline(d, r);
    }
}

/*
 * Flame graphs. Idleness and overhead are shares of few samples in a run that has little of them: drawn, they
 * would look like as much as the work.
 */
static double sum(const struct sw_flame *flame, unsigned measure)
{
    double all = 0;
    for (size_t i = 0; i < flame->n_nodes; i++)
        all += flame->nodes[i].self[measure];
    return all;
}

/* The work stays, whatever it is. */
static void drop_little(struct sw_document *d, struct sw_flame *flame, const struct sw_profile *p,
                        char *note, size_t size)
{
    size_t at = 0;
    for (unsigned m = flame->n_measures; m-- > 1;) {
        const char *measure = flame->measures[m];
        double length = sum(flame, m);
        uint64_t n = sw_effort_samples(p, length);
        bool is_sampled = !strcmp(measure, "idle") || !strcmp(measure, "overhead");
        bool few = is_sampled && n < SW_SAMPLES_ENOUGH;
        if (few && length > 0 && at < size)
            at += (size_t)snprintf(
                note + at, size - at, "%sThere is too little %s to tell where: %s, by %s.",
                at ? " " : "", strcmp(measure, "idle") ? measure : "idleness",
                SW_SHOWN(spoken, d->units, (uint64_t)length), SW_SHOWN(some, n, "sample"));
        if (few || !(length > 0))
            sw_flame_drop(flame, m);
    }
}

void sw_effort_paths(struct sw_document *d, const struct sw_effort_report *r)
{
    struct sw_flame flame;
    char note[512] = "";
    if (sw_document_fails(d, sw_flame_make(&flame, r->profile, SW_HTML_LEAST_PATH)))
        return;
    drop_little(d, &flame, r->profile, note, sizeof note);
    flame.note = note;
    sw_html_call_paths(&d->page, &flame, r->profile);
    sw_flame_release(&flame);
}

/* The work, and of the others those that shares can be told of. Returns how many. */
static size_t choose_measures(const struct sw_effort_report *r,
                              enum sw_effort_metric metrics[SW_SOURCE_MEASURES],
                              struct sw_html_source *source)
{
    static const struct {
        const char *key;
        enum sw_effort_metric metric;
    } all[] = {
        {"work", SW_EFFORT_WORK}, {"idle", SW_EFFORT_IDLE}, {"overhead", SW_EFFORT_OVERHEAD}};
    size_t n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double total = (double)sw_effort_get(&r->tree->nodes[0].total, all[i].metric);
        if (i && sw_effort_samples(r->profile, total) < SW_SAMPLES_ENOUGH)
            continue;
        metrics[n] = all[i].metric;
        source->measures[n] = all[i].key;
        source->totals[n++] = total;
    }
    return n;
}

void sw_effort_source(struct sw_document *d, const struct sw_effort_report *r)
{
    struct sw_html_section section = {
        .key = "source",
        .title = "Source",
        .lead = "Next to each line: its own time, going by samples, how long cores were idle "
                "meanwhile, and its overhead. What has too few samples is left out."};
    struct sw_html_source source = {.section = &section, .profile = r->profile};
    enum sw_effort_metric metrics[SW_SOURCE_MEASURES];
    size_t n = choose_measures(r, metrics, &source);
    struct sw_source_lines lines = {0};
    struct sw_effort_rows rows;
    if (sw_document_fails(d, sw_effort_lines(r->tree, r->sort, SW_EFFORT_EVERY, &rows)))
        return;
    for (size_t i = 0; i < rows.n; i++) {
        const struct sw_effort_row *row = &rows.items[i];
        double values[SW_SOURCE_MEASURES] = {0};
        for (size_t k = 0; k < n; k++)
            values[k] = (double)sw_effort_get(&row->self, metrics[k]);
        sw_source_lines_add(&lines, sw_effort_file(r->tree, row->key), row->line, values);
    }
    sw_document_put_source(d, &source, &lines);
    sw_effort_rows_release(&rows);
}
