/* Rulings as lines of a log: none is broken over two, so that grep finds it. */
#include "analysis/workspan/sites.h"
#include "report/model/check_formats.h"
#include "report/write/page.h"
#include "report/write/words.h"

static void put_line(const struct sw_page *page, const char *colour, const char *word,
                     const char *text)
{
    fprintf(page->out, "%s%-8s%s", colour, word, *colour ? page->plain : "");
    sw_words_put(text, page->out); /* which must not look like a line of its own */
    fputc('\n', page->out);
}

static void put_ruling(const struct sw_check_report *r, const struct sw_page *page,
                       const struct sw_ruling *v)
{
    char name[SW_RULING_TEXT], words[SW_RULING_TEXT], line[2 * SW_RULING_TEXT + 4];
    snprintf(line, sizeof line, "%s: %s", sw_ruling_name(v, r->check, name),
             sw_ruling_words(v, r, words));
    put_line(page, v->is_broken ? page->warning : "", v->is_broken ? "FAILED" : "ok", line);
}

/* A region that is in one profile only is not compared, and that is said. */
static void put_regions(const struct sw_check_report *r, const struct sw_page *page)
{
    const struct sw_diff *f = &r->check->diff;
    char line[512];
    for (size_t i = 0; i < f->n_regions; i++) {
        const struct sw_difference *d = &f->regions[i];
        if (d->presence == SW_IN_BOTH)
            continue;
        snprintf(line, sizeof line, "region '%.200s' is only in %.200s: not compared", d->label,
                 d->presence == SW_AFTER_ONLY ? "this profile" : r->options->baseline);
        put_line(page, "", "note", line);
    }
}

int sw_check_text(const struct sw_check_report *r)
{
    const struct sw_check *check = r->check;
    struct sw_page page;
    sw_page_init(&page, &r->options->page, r->out);
    for (size_t i = 0; i < r->doubts.n; i++) {
        char *words = sw_finding_words(&r->doubts.items[i]);
        put_line(&page, page.advice, "warning", sw_string(words));
        free(words);
    }
    for (size_t i = 0; i < check->n; i++)
        put_ruling(r, &page, &check->rulings[i]);
    put_regions(r, &page);
    if (!check->n_broken)
        return 0;
    sw_check_places(r, "        ", r->out);
    fprintf(r->out, "spanwise check: %zu of %zu limit%s broken\n", check->n_broken, check->n,
            check->n == 1 ? " is" : "s are");
    if (r->options->accept) {
        fputs("to accept the change: ", r->out);
        sw_words_put(r->options->accept, r->out);
        fputc('\n', r->out);
    }
    return 0;
}
