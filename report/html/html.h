/*
 * Writes a report as one HTML file: the page of web/, which is embedded in the tool, and the data that it shows
 * (web/DATA.md says in which form). A report is a list of sections, in the order in which they are to be read:
 * each call below writes one as it comes, so nothing but names is kept.
 *
 *   struct sw_html html;
 *   sw_html_begin(&html, "fib", "./fib 30", "ns", out);
 *   sw_html_cards(&html, SW_SECTION(.title = "The whole"));
 *   sw_html_card(&html, "Work", "1.28 s", NULL, "work");
 *   sw_html_close(&html);
 *   error = sw_html_end(&html);
 *
 * Strings are copied or written at once; NULL is as good as "". Numbers that are not finite are not known.
 * Errors are kept, and told at the end.
 */
#pragma once

#include "analysis/flame/flame.h"
#include "analysis/verdict/headline.h"
#include "analysis/verdict/verdict.h"
#include "profile/intern.h"
#include "report/write/json.h"
#include "report/write/table.h"

/* The words of the reports, explained: one plain sentence each, for who has never heard of them. */
enum { SW_GLOSSARY_WORDS = 96 }; /* at most */

struct sw_glossary_entry {
    const char *word, *sentence;
};
extern const struct sw_glossary_entry sw_glossary[];
extern const size_t sw_glossary_n;

/* The index of a word, or -1. */
int sw_glossary_find(const char *word);

/* Its sentence, on a page of a program that starts threads itself or on any other. */
const char *sw_glossary_sentence(size_t i, bool are_threads);

struct sw_html {
    struct sw_json json;
    struct sw_intern strings; /* each once: what is written is their number; the first is "" */
    unsigned char words[SW_GLOSSARY_WORDS]; /* which of them the page has to explain */
    /* By index of the profile's sites: their row in the table "sites", or SW_HTML_NO_ROW. Borrowed, set after
     * sw_html_begin(); NULL: the page has no such table, and nothing leads there. */
    const uint32_t *site_rows;
    const struct sw_profile *profile; /* likewise: that whose sites they are */
    bool of_threads; /* that the program starts itself: words are explained for these */
    const struct sw_verdict *verdict; /* that the page begins with; NULL: it has none */
    uint64_t at;      /* number of cores that it is about: charts are read there; 0: of none */
    const char *mood; /* of a comparison: "better", "worse"; NULL: neither, or there is none */
    const char *unit; /* of costs, as it began with: a table in another one says so */
    struct {
        char label[64], text[2048];
    } fact;   /* that is not written yet: it may go on */
    int list; /* whether the section in progress has a list in progress too */
    int error;
};

#define SW_HTML_NO_ROW UINT32_MAX

/* The page of web/, embedded: what comes before the data, and what after. */
extern const char sw_html_page[], sw_html_page_end[];

#define SW_HTML_DATA "<!--DATA-->" /* where the data goes: once in the page */

/* What any section may have. */
struct sw_html_section {
    const char *key;   /* for links; unique */
    const char *title; /* ... */
    const char *lead;  /* a sentence below it */
    const char *word;  /* of the glossary */
    bool folded;       /* it explains more than most readers ask for: shown when they open it */
};
/* Key, title and lead come first: SW_TITLED("locks", "Locks", .word = "lock"). */
#define SW_TITLED(...)     \
    {                      \
        .key = __VA_ARGS__ \
    }
#define SW_SECTION(...) &(struct sw_html_section)SW_TITLED(__VA_ARGS__)

/* With the program's name; what was run, when; and the unit of costs. */
void sw_html_begin(struct sw_html *html, const char *title, const char *subtitle, const char *unit,
                   FILE *out);
/* 0, -ENOMEM, or -EIO where `out` failed. Releases all. */
int sw_html_end(struct sw_html *html);

/* Ends the section that is open: of cards, a chart, bars, facts. */
void sw_html_close(struct sw_html *html);

/* What a page begins with that has no verdict: nothing where there is no sentence. */
void sw_html_headline(struct sw_html *html, const struct sw_headline *headline,
                      const struct sw_verdict_place *at);

/* Of the profile's sites, or of none (NULL). Nothing where there are none. */
void sw_html_findings(struct sw_html *html, const struct sw_findings *findings,
                      const struct sw_profile *profile);

void sw_html_cards(struct sw_html *html, const struct sw_html_section *section);
void sw_html_card(struct sw_html *html, const char *label, const char *value, const char *note,
                  const char *word);
/* The same of a figure that changed: "better", "worse" or NULL. */
void sw_html_card_changed(struct sw_html *html, const char *label, const char *value,
                          const char *note, const char *word, const char *mood);

/* Of speedups over processors, with the line y = x. It is read at the number that the page is about. */
void sw_html_chart(struct sw_html *html, const struct sw_html_section *section);
/* The same of something else, and without that line. */
void sw_html_plot(struct sw_html *html, const struct sw_html_section *section, const char *y);
/* A table's columns: x, y, and the range of y, where there are four. Roles are those of DATA.md. */
void sw_html_curve(struct sw_html *html, const char *name, const char *role,
                   const struct sw_table *table);

/* How a table is shown. Two columns "file" and "line", one after the other, are one of places on the page (and so
 * are "x.file" and "x.line"). Titles are those of text, with their line breaks made blanks. */
struct sw_html_group {
    const char *key, *title, *word;
    int shown; /* at first */
};
struct sw_html_look {
    const char *sort; /* key of the column */
    int ascending;
    const struct sw_html_group *groups;
    size_t n_groups;
};
/* Nothing where there are no rows. */
void sw_html_table(struct sw_html *html, const struct sw_html_section *section,
                   const struct sw_table *table, const struct sw_html_look *look);

struct sw_html_part {
    const char *key, *title;
    const char *role; /* "work", "idle", "overhead", "lock", "serial" or "memory" */
    const char *word;
};
void sw_html_bars(struct sw_html *html, const struct sw_html_section *section, const char *unit,
                  const struct sw_html_part *parts, size_t n);
void sw_html_bar(struct sw_html *html, const char *label, const char *note,
                 const struct sw_place *place, const double *values, size_t n);

/* Processors over time: values[part * n + stretch] of `most`. The unit is that of `step`, a stretch's length. */
void sw_html_timeline(struct sw_html *html, const struct sw_html_section *section, const char *unit,
                      double step, double most, const struct sw_html_part *parts, size_t n_parts,
                      const double *values, size_t n);

/* Of the profile, or of none (NULL): frames have no parallelism then. Nothing where there is a root only. */
void sw_html_flames(struct sw_html *html, const struct sw_html_section *section,
                    const struct sw_flame *flame, const struct sw_profile *profile);
/* The same as the section of one profile's call paths; made of paths of so much of the whole, at least: what is smaller cannot
 * be seen. */
#define SW_HTML_LEAST_PATH 1e-5
void sw_html_call_paths(struct sw_html *html, const struct sw_flame *flame,
                        const struct sw_profile *profile);

/* Facts follow by sw_html_fact(). */
void sw_html_facts(struct sw_html *html, const struct sw_html_section *section,
                   char *const *warnings, size_t n_warnings);
void sw_html_fact(struct sw_html *html, const char *label, const char *text);
/* The same of a note of text: without a label it goes on with the fact before. */
void sw_html_note(struct sw_html *html, const char *label, const char *text);

/* For what the calls above do not have: opens a section, to be closed by sw_html_close(); its members are written by
 * sw_json_*(&html->json, ...), strings that are to be indices by sw_html_index(). */
void sw_html_open(struct sw_html *html, const char *kind, const struct sw_html_section *section);
void sw_html_list(struct sw_html *html, const char *key); /* closed by sw_html_close(), too */
void sw_html_index(struct sw_html *html, const char *key, const char *string);
void sw_html_place(struct sw_html *html, const char *key, const struct sw_place *place);
void sw_html_word(struct sw_html *html, const char *word); /* member "word" */
void sw_html_parts(struct sw_html *html, const struct sw_html_part *parts, size_t n);
void sw_html_mention(
    struct sw_html *html,
    const char *text); /* A member that is left out where there is nothing to say. */
void sw_html_string(struct sw_html *html, const char *key, const char *string);
void sw_html_site(struct sw_html *html, size_t site); /* member "site": its row, or null */
