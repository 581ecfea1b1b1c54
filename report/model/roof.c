/* Memory bandwidth: what the pieces that move most want by number of cores, below the roof of the machine. */
#include "analysis/memory/bandwidth.h"
#include "report/model/run.h"

#define LITTLE 0.01 /* of all bytes, or of what one core can get: not worth a row */
enum { MOST = 10, MOST_CURVES = 3, MOST_CORES = 256 };

struct row {
    const char *file, *function;
    uint32_t line;
    double bytes, core, enough, factor, at_once, lost; /* bytes a second; lost: of the run's time */
    double share;                                      /* of all bytes */
};

#define ROW ((const struct row *)row)
SW_GETS(get_place, text, sw_value_place(value, ROW->file, ROW->line, "-"))
SW_GETS_IF(get_enough, !isinf(ROW->enough), real, ROW->enough)

static const struct sw_column fields[] = {
    {"share", NULL, "of the\nbytes", SW_SHARE, AT(row, share)},
    {"wants", NULL, "a core\nwants", SW_RATE, AT(row, core)},
    {"enough_for_processors", NULL, "enough\nfor cores", SW_RATIO, .get = get_enough},
    {"times_as_long", NULL, "times\nas long", SW_RATIO, AT(row, factor)},
    {"place", NULL, "line", SW_TEXT, .get = get_place, .fit = SW_PATH},
    {"in", NULL, "in function", SW_TEXT, AT(row, function), .fit = SW_NAME},
    {"file", NULL, NULL, SW_TEXT, AT(row, file)},
    {"line", NULL, NULL, SW_NUMBER, AT(row, line)},
    {"function", NULL, NULL, SW_TEXT, AT(row, function)},
    {"bytes", NULL, NULL, SW_REAL, AT(row, bytes)},
    {"core_bytes_per_second", NULL, NULL, SW_REAL, AT(row, core)},
    {"at_once", NULL, NULL, SW_REAL, AT(row, at_once)},
    {"lost", NULL, NULL, SW_REAL, AT(row, lost)},
};

static int fill(struct row *row, const struct sw_profile *p, const struct sw_bandwidth *b,
                const struct sw_demand *d, double lost)
{
    const struct sw_place *at;
    int error = sw_demand_place(d, p, &at);
    if (error)
        return error;
    *row = (struct row){.file = sw_string(at->file),
                        .function = sw_string(at->function),
                        .line = at->line,
                        .bytes = d->bytes,
                        .core = d->mb_s * 1e6,
                        .enough = d->enough,
                        .factor = d->factor,
                        .at_once = d->at_once,
                        .lost = lost > 0 ? d->lost_ns / lost * (1 - 1 / b->slowdown) : 0,
                        .share = b->bytes > 0 ? d->bytes / b->bytes : 0};
    return 0;
}

/* How many; or -ENOMEM. */
static int list(struct row *rows, const struct sw_profile *p, const struct sw_bandwidth *b)
{
    double lost = 0;
    int n = 0;
    for (size_t i = 0; i < b->n; i++)
        lost += b->demands[i].lost_ns;
    for (size_t i = 0; i < b->n && n < MOST; i++) {
        const struct sw_demand *d = &b->demands[i];
        bool wants = d->lost_ns > 0 || d->mb_s > LITTLE * sw_machine_bandwidth(&b->machine, 1);
        if (!wants || d->bytes <= LITTLE * b->bytes)
            continue;
        int error = fill(&rows[n++], p, b, d, lost);
        if (error)
            return error;
    }
    return n;
}

/* Straight up, until there is no more for all of them. What one core does alone wants no more on many. */
static void put_chart(struct sw_document *d, const struct sw_bandwidth *b, const struct row *rows,
                      int n, const char *lead)
{
    struct sw_spot spots[MOST_CORES];
    size_t cores = b->machine.processors < MOST_CORES ? b->machine.processors : MOST_CORES;
    sw_html_plot(&d->page, SW_SECTION("roof", "Memory bandwidth by number of cores", lead), "GB/s");
    for (size_t i = 0; i < cores; i++)
        spots[i] =
            (struct sw_spot){(double)i + 1, sw_machine_bandwidth(&b->machine, (double)i + 1) / 1e3};
    SW_SPOTS(d, "what there is", "bound", spots, cores);
    for (int k = 0, curves = 0; k < n && curves < MOST_CURVES; k++) {
        if (rows[k].at_once <= 1)
            continue;
        curves++;
        for (size_t i = 0; i < cores; i++)
            spots[i].y = spots[i].x * rows[k].core / 1e9;
        SW_SPOTS(d, SW_PRINTED("%s:%" PRIu32 " wants", sw_base_name(rows[k].file), rows[k].line),
                 "predicted", spots, cores);
    }
    sw_html_close(&d->page);
}

static void put(struct sw_document *d, const struct sw_profile *p, const struct sw_bandwidth *b)
{
    struct row rows[MOST];
    int n = list(rows, p, b);
    if (sw_document_fails(d, n < 0 ? n : 0) || !n)
        return;
    const char *heading = SW_PRINTED("Memory bandwidth on %" PRIu64 " cores of %s (estimated)",
                                     b->processors, sw_string(b->machine.name));
    if (d->as == SW_AS_PAGE)
        put_chart(d, b, rows, n, heading);
    SW_TABLE(d, .section = SW_TITLED("bandwidth", "Memory bandwidth", heading), .heading = heading,
             SW_FIELDS(fields), .text = "share|wants|enough_for_processors|times_as_long|place|in",
             .page = "share|wants|enough_for_processors|times_as_long|function|file|line",
             .json = "file|line|function|share|bytes|core_bytes_per_second|"
                     "enough_for_processors|at_once|times_as_long|lost",
             SW_ITEMS(rows, (size_t)n));
}

void sw_run_roof(struct sw_document *d, const struct sw_report *r)
{
    if (r->verdict.memory.is_known)
        put(d, r->profile, &r->verdict.memory.bandwidth);
}
