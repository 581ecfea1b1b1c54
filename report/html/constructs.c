/*
 * What each construct of a simulated run works and loses, by itself, without those inside of it: so all bars together are
 * the processors' time. A place is one bar, however deep its tasks make more of themselves.
 */
#include "analysis/workspan/sites.h"
#include "report/html/report.h"
#include "report/model/simulation.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_BARS = 8, PARTS = SW_HTML_CAUSES };
#define SMALL 0.001 /* of all: what cannot be seen */

struct bar {
    const struct sw_construct_row *first;
    double lost;
    double values[PARTS];
    int is_small; /* too small to be seen */
};

static void add(struct bar *bar, const struct sw_construct_row *row)
{
    bar->values[0] += (double)row->construct->work;
    for (int k = 0; k < SW_CAUSES; k++) {
        bar->values[k + 1] += (double)row->loss->own[k];
        bar->lost += (double)row->loss->own[k];
    }
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_sites(const void *a, const void *b)
{
    const struct sw_construct_row *x = ((const struct bar *)a)->first;
    const struct sw_construct_row *y = ((const struct bar *)b)->first;
    int order = compare_numbers(x->construct->site, y->construct->site);
    return order ? order : compare_numbers(x->number, y->number);
}

/* What loses most first; of those that lose nothing, what works most; what is small last. */
static int compare_lost(const void *a, const void *b)
{
    const struct bar *x = a, *y = b;
    if (x->is_small != y->is_small)
        return x->is_small - y->is_small;
    if (x->lost != y->lost)
        return x->lost > y->lost ? -1 : 1;
    if (x->values[0] != y->values[0])
        return x->values[0] > y->values[0] ? -1 : 1;
    return compare_numbers(x->first->number, y->first->number);
}

/* Those of one site become one; returns how many are left. */
static size_t unite(struct bar *bars, size_t n)
{
    size_t to = 0;
    qsort(bars, n, sizeof *bars, compare_sites);
    for (size_t i = 0; i < n; i++) {
        const struct sw_construct_row *row = bars[i].first;
        if (!to || bars[to - 1].first->construct->site != row->construct->site)
            bars[to++] = (struct bar){.first = row};
        add(&bars[to - 1], row);
    }
    return to;
}

static void put_bar(struct sw_html *html, const struct sw_report *report, const struct bar *bar)
{
    const struct sw_construct *construct = bar->first->construct;
    const struct sw_site *site = sw_construct_site(report->profile, construct);
    char label[SW_CONSTRUCT_LABEL], where[SW_SITE_TEXT];
    struct sw_place place = {0};
    if (site)
        place = site->caller_place;
    if (site && site->address && !*sw_string(place.file))
        place = (struct sw_place){.file = sw_site_address(site, report->profile, where)};
    sw_html_bar(html, sw_construct_label(report->profile, construct, label), NULL, &place,
                bar->values, PARTS);
}

static double length_of(const struct bar *bar)
{
    return bar->lost + bar->values[0];
}

static size_t drop_empty(struct bar *bars, size_t n)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++)
        if (length_of(&bars[i]) > 0)
            bars[to++] = bars[i];
    return to;
}

/* Returns how many are not. One alone is as well as "1 smaller one". */
static size_t mark_small(struct bar *bars, size_t n)
{
    size_t small = 0;
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += length_of(&bars[i]);
    for (size_t i = 0; i < n; i++)
        small += length_of(&bars[i]) < SMALL * all;
    if (small < 2)
        return n;
    for (size_t i = 0; i < n; i++)
        bars[i].is_small = length_of(&bars[i]) < SMALL * all;
    return n - small;
}

static void put_rest(struct sw_html *html, const struct bar *bars, size_t n)
{
    double values[PARTS] = {0};
    char label[64];
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < PARTS; k++)
            values[k] += bars[i].values[k];
    snprintf(label, sizeof label, "%zu smaller ones", n);
    sw_html_bar(html, label, NULL, NULL, values, PARTS);
}

void sw_html_constructs(struct sw_html *html, const struct sw_report *report,
                        const struct sw_html_part *parts)
{
    const struct sw_report_simulation *m = &report->simulation;
    uint64_t processors = sw_profile_chief(report->profile)->processors;
    struct bar *bars = calloc(m->n_constructs + 1, sizeof *bars);
    char title[128];
    if (!bars) {
        html->error = -ENOMEM;
        return;
    }
    for (uint32_t i = 0; i < m->n_constructs; i++)
        bars[i].first = &m->constructs[i];
    size_t n = drop_empty(bars, unite(bars, m->n_constructs));
    size_t large = n > FEW_BARS ? mark_small(bars, n) : n;
    qsort(bars, n, sizeof *bars, compare_lost);
    snprintf(title, sizeof title, "What constructs work and lose, on %" PRIu64 " processor%s",
             processors, processors == 1 ? "" : "s");
    sw_html_bars(html,
                 &(struct sw_html_section){.key = "construct-losses",
                                           .title = title,
                                           .lead =
                                               "Each by itself, without those inside of it; what "
                                               "loses most is first.",
                                           .word = "construct"},
                 report->units.unit, parts, PARTS);
    for (size_t i = 0; i < large; i++)
        put_bar(html, report, &bars[i]);
    if (large < n)
        put_rest(html, bars + large, n - large);
    sw_html_close(html);
    free(bars);
}
