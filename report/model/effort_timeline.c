/*
 * How many processors worked, over time: a column for each stretch, or for several, with an eighth of a block
 * for an eighth of the processors. In plain text it is a digit, of tenths; 9 is for all of them too.
 */
#include "report/model/effort.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_COLUMNS = 100, LABEL = 12 };

/* All but the last are as long as they are to be. */
static double length_of(const struct sw_effort *e, size_t stretch)
{
    double begin = (double)e->stretch * (double)stretch, left = (double)e->time - begin;
    return left > 0 && left < (double)e->stretch ? left : (double)e->stretch;
}

/* The share of the processors that worked, or did overhead, in the stretches from one up to another. */
static double level(const struct sw_effort *e, size_t first, size_t end, bool overhead)
{
    double sum = 0, time = 0;
    for (size_t i = first; i < end; i++) {
        sum += (double)e->stretches[i].overhead;
        sum += overhead ? 0 : (double)e->stretches[i].work;
        time += length_of(e, i);
    }
    double share = time > 0 ? sum / time / (double)e->processors : 0;
    return share < 1 ? share : 1;
}

static void put_level(double share, int utf8, FILE *out)
{
    static const char *const blocks[] = {" ",
                                         "\342\226\201",
                                         "\342\226\202",
                                         "\342\226\203",
                                         "\342\226\204",
                                         "\342\226\205",
                                         "\342\226\206",
                                         "\342\226\207",
                                         "\342\226\210"};
    if (utf8)
        fputs(blocks[(int)(8 * share + 0.5)], out);
    else
        fputc(".1234567899"[(int)(10 * share + 0.5)], out);
}

static void put_line(const struct sw_effort_report *r, const struct sw_page *page, size_t columns,
                     bool overhead)
{
    const struct sw_effort *e = &r->profile->effort;
    fprintf(page->out, "  %-*s", LABEL, overhead ? "overhead" : "working");
    for (size_t i = 0; i < columns; i++)
        put_level(
            level(e, i * e->n_stretches / columns, (i + 1) * e->n_stretches / columns, overhead),
            r->units.utf8, page->out);
    fputc('\n', page->out);
}

/* The ends of the scale, below the first and the last column. */
static void put_scale(const struct sw_effort_report *r, const struct sw_page *page, size_t columns)
{
    char end[SW_UNITS_SIZE];
    sw_units_cost(&r->units, r->profile->effort.time, end);
    size_t used = strlen("0 s") + strlen(end);
    fprintf(page->out, "  %*s0 s%*s%s\n", LABEL, "", columns > used ? (int)(columns - used) : 1, "",
            end);
}

void sw_effort_timeline(const struct sw_effort_report *r, const struct sw_page *page)
{
    const struct sw_effort *e = &r->profile->effort;
    size_t columns = e->n_stretches, most = page->width - LABEL - 2;
    uint64_t overhead = sw_effort_get(&r->tree->nodes[0].total, SW_EFFORT_OVERHEAD);
    char title[128], time[SW_UNITS_SIZE];
    if (columns < 2 || !e->stretch)
        return;
    if (most > MOST_COLUMNS)
        most = MOST_COLUMNS;
    if (columns > most)
        columns = most;
    sw_units_cost(&r->units, e->time / columns, time);
    snprintf(title, sizeof title,
             r->units.utf8 ? "Processors over time (a column is %s; a full block: all %" PRIu64 ")"
                           : "Processors over time (a column is %s; tenths of %" PRIu64 ")",
             time, e->processors);
    sw_page_heading(page, title);
    put_line(r, page, columns, false);
    if (sw_effort_share(r->tree, overhead) >= SW_EFFORT_WORTH)
        put_line(r, page, columns, true);
    put_scale(r, page, columns);
}
