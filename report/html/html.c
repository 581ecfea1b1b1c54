#include "report/html/html.h"
#include "analysis/workspan/sites.h"

/* The small sections of a page: what is said, and what is drawn of a few numbers. */

static void put_place(struct sw_html *html, const char *key, const char *file, uint32_t line,
                      const char *function)
{
    sw_html_place(
        html, key,
        &(struct sw_place){.file = (char *)file, .function = (char *)function, .line = line});
}

void sw_html_headline(struct sw_html *html, const struct sw_headline *h,
                      const struct sw_verdict_place *at)
{
    if (!h->n)
        return;
    sw_html_open(html, "verdict", NULL);
    sw_json_string(&html->json, "cause", sw_headline_cause(h));
    put_place(html, "place", at->file, at->line, at->function);
    sw_html_site(html, h->at ? h->at->site : SW_NO_SITE);
    if (h->insert) {
        sw_html_string(html, "insert", h->insert->insert);
        put_place(html, "insert_at", h->insert->file, h->insert->line, h->insert->function);
    }
    sw_html_string(html, "mood", html->mood);
    sw_html_list(html, "sentences");
    for (size_t i = 0; i < h->n; i++) {
        sw_json_string(&html->json, NULL, h->sentences[i]);
        sw_html_mention(html, h->sentences[i]);
    }
    sw_html_close(html);
}

static void put_sentence(struct sw_html *html, const char *key, const struct sw_finding *f)
{
    SW_FREED char *sentence = sw_finding_words(f);
    if (!sentence) {
        html->error = -ENOMEM;
        return;
    }
    sw_json_string(&html->json, key, sentence);
    sw_html_mention(html, sentence);
}

static void put_finding(struct sw_html *html, const struct sw_finding *f,
                        const struct sw_profile *profile)
{
    int has_site = profile && f->site != SW_NO_SITE;
    struct sw_place place = {
        .file = (char *)f->file, .function = (char *)f->function, .line = f->line};
    sw_json_open(&html->json, NULL, '{');
    sw_json_string(&html->json, "severity", sw_severity_name(f->severity));
    put_sentence(html, "text", f);
    sw_html_place(html, "place", has_site ? &profile->sites[f->site].caller_place : &place);
    sw_html_site(html, has_site ? f->site : SW_NO_SITE);
    sw_json_close(&html->json, '}');
}

void sw_html_findings(struct sw_html *html, const struct sw_findings *findings,
                      const struct sw_profile *profile)
{
    if (!findings->n)
        return;
    sw_html_open(html, "findings", SW_SECTION("findings", "Findings"));
    sw_html_list(html, "findings");
    for (size_t i = 0; i < findings->n; i++)
        put_finding(html, &findings->items[i], profile);
    sw_html_close(html);
}

void sw_html_cards(struct sw_html *html, const struct sw_html_section *section)
{
    sw_html_open(html, "cards", section);
    sw_html_list(html, "cards");
}

void sw_html_card(struct sw_html *html, const char *label, const char *value, const char *note,
                  const char *word)
{
    sw_html_card_changed(html, label, value, note, word, "");
}

void sw_html_card_changed(struct sw_html *html, const char *label, const char *value,
                          const char *note, const char *word, const char *mood)
{
    sw_json_put(&html->json, "{label:%s, value:%s, note?:%s, mood?:%s", label, value, note, mood);
    sw_html_word(html, word);
    sw_json_close(&html->json, '}');
}

void sw_html_plot(struct sw_html *html, const struct sw_html_section *section, const char *y)
{
    sw_html_open(html, "chart", section);
    sw_json_put(&html->json, "x:'processors', y:%s, linear:%d, at?:%lu", y, !strcmp(y, "speedup"),
                html->at);
    sw_html_list(html, "series");
}

void sw_html_chart(struct sw_html *html, const struct sw_html_section *section)
{
    sw_html_plot(html, section, "speedup");
}

static void put_number(struct sw_json *json, double number)
{
    if (number == rint(number))
        sw_json_exact(json, NULL, number);
    else
        sw_json_real(json, NULL, number);
}

static void put_numbers(struct sw_json *json, const char *key, const double *numbers, size_t n)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < n; i++)
        put_number(json, numbers[i]);
    sw_json_close(json, ']');
}

void sw_html_curve(struct sw_html *html, const char *name, const char *role,
                   const struct sw_table *table)
{
    static const char *const keys[] = {"x", "y", "low", "high"};
    struct sw_value value;
    sw_json_put(&html->json, "{name:%s, role:%s", name, role);
    for (size_t i = 0; i < table->n_columns; i++) {
        sw_json_open(&html->json, keys[i], '[');
        for (size_t k = 0; k < table->n_rows; k++) {
            sw_table_value(table, i, sw_table_row(table, k), &value);
            put_number(&html->json, value.real);
        }
        sw_json_close(&html->json, ']');
    }
    sw_json_close(&html->json, '}');
}

void sw_html_parts(struct sw_html *html, const struct sw_html_part *parts, size_t n)
{
    sw_json_open(&html->json, "parts", '[');
    for (size_t i = 0; i < n; i++) {
        sw_json_put(&html->json, "{key:%s, title:%s, role:%s", parts[i].key, parts[i].title,
                    parts[i].role);
        sw_html_word(html, parts[i].word);
        sw_json_close(&html->json, '}');
    }
    sw_json_close(&html->json, ']');
}

void sw_html_bars(struct sw_html *html, const struct sw_html_section *section, const char *unit,
                  const struct sw_html_part *parts, size_t n)
{
    sw_html_open(html, "bars", section);
    sw_json_string(&html->json, "unit", unit);
    sw_html_parts(html, parts, n);
    sw_html_list(html, "rows");
}

void sw_html_bar(struct sw_html *html, const char *label, const char *note,
                 const struct sw_place *place, const double *values, size_t n)
{
    sw_json_put(&html->json, "{label:%s, note?:%s", label, note);
    sw_html_place(html, "place", place);
    put_numbers(&html->json, "values", values, n);
    sw_json_close(&html->json, '}');
}

void sw_html_timeline(struct sw_html *html, const struct sw_html_section *section, const char *unit,
                      double step, double most, const struct sw_html_part *parts, size_t n_parts,
                      const double *values, size_t n)
{
    sw_html_open(html, "timeline", section);
    sw_json_put(&html->json, "unit:%s, step:%.9g, y:'processors', most:%.9g", unit, step, most);
    sw_html_parts(html, parts, n_parts);
    sw_html_list(html, "values");
    for (size_t i = 0; i < n_parts; i++)
        put_numbers(&html->json, NULL, values + i * n, n);
    sw_html_close(html);
}

void sw_html_facts(struct sw_html *html, const struct sw_html_section *section,
                   char *const *warnings, size_t n_warnings)
{
    sw_html_open(html, "facts", section);
    sw_json_strings(&html->json, "warnings", (const char *const *)warnings, n_warnings);
    sw_html_list(html, "facts");
}

static void end_fact(struct sw_html *html)
{
    if (*html->fact.text)
        sw_json_put(&html->json, "[%s, %s]", html->fact.label, html->fact.text);
    *html->fact.text = 0;
}

void sw_html_fact(struct sw_html *html, const char *label, const char *text)
{
    end_fact(html);
    sw_json_put(&html->json, "[%s, %s]", label, text);
}

void sw_html_note(struct sw_html *html, const char *label, const char *text)
{
    size_t used = strlen(html->fact.text), room = sizeof html->fact.text - used;
    if (!*label && used) {
        snprintf(html->fact.text + used, room, "; %s", text);
        return;
    }
    end_fact(html);
    snprintf(html->fact.label, sizeof html->fact.label, "%s", label);
    snprintf(html->fact.text, sizeof html->fact.text, "%s", text);
}

#define SCRIPT "<script type=\"application/json\" id=\"data\">"

enum { FIRST_STRINGS = 512 };

/* Where in the page the data goes; its end where the page has no place for it. */
static const char *data_place(void)
{
    size_t size = (size_t)(sw_html_page_end - sw_html_page);
    const char *at = memmem(sw_html_page, size, SW_HTML_DATA, strlen(SW_HTML_DATA));
    return at ? at : sw_html_page_end;
}

static void put_tail(FILE *out)
{
    const char *at = data_place();
    if (at == sw_html_page_end)
        return;
    at += strlen(SW_HTML_DATA);
    fwrite(at, 1, (size_t)(sw_html_page_end - at), out);
}

void sw_html_begin(struct sw_html *html, const char *title, const char *subtitle, const char *unit,
                   FILE *out)
{
    *html = (struct sw_html){.json = {.out = out, .empty = 1, .dense = 1}, .unit = sw_string(unit)};
    sw_intern_init(&html->strings, FIRST_STRINGS);
    html->strings.copies = true;
    sw_intern(&html->strings, "");
    fwrite(sw_html_page, 1, (size_t)(data_place() - sw_html_page), out);
    fputs(SCRIPT, out);
    sw_json_put(&html->json,
                "{format:1, title:%s, subtitle:%s, tool:'spanwise " SW_VERSION
                "', unit:%s, sections:[",
                title, subtitle, unit);
}

static void put_words(struct sw_html *html)
{
    sw_json_open(&html->json, "words", '{');
    for (size_t i = 0; i < sw_glossary_n; i++)
        if (html->words[i])
            sw_json_string(&html->json, sw_glossary[i].word,
                           sw_glossary_sentence(i, html->of_threads));
    sw_json_close(&html->json, '}');
}

/* Strings and words come last: only then is it known which. */
int sw_html_end(struct sw_html *html)
{
    FILE *out = html->json.out;
    int error = html->error ? html->error : html->strings.error;
    sw_json_close(&html->json, ']');
    put_words(html);
    sw_json_strings(&html->json, "strings", html->strings.items, html->strings.n);
    sw_json_close(&html->json, '}');
    fputs("</script>", out);
    put_tail(out);
    sw_intern_release(&html->strings);
    if (!error && (fflush(out) || ferror(out)))
        error = -EIO;
    return error;
}

void sw_html_string(struct sw_html *html, const char *key, const char *string)
{
    if (string && *string)
        sw_json_string(&html->json, key, string);
}

void sw_html_index(struct sw_html *html, const char *key, const char *string)
{
    sw_json_integer(&html->json, key, sw_intern(&html->strings, sw_string(string)));
}

void sw_html_place(struct sw_html *html, const char *key, const struct sw_place *place)
{
    if (!place || (!*sw_string(place->file) && !*sw_string(place->function))) {
        sw_json_null(&html->json, key);
        return;
    }
    sw_json_open(&html->json, key, '{');
    sw_html_index(html, "file", place->file);
    sw_json_integer(&html->json, "line", place->line);
    sw_html_index(html, "function", place->function);
    sw_json_close(&html->json, '}');
}

void sw_html_word(struct sw_html *html, const char *word)
{
    int i = word ? sw_glossary_find(word) : -1;
    if (i >= 0)
        html->words[i] = 1;
    sw_html_string(html, "word", word);
}

void sw_html_mention(struct sw_html *html, const char *text)
{
    /* The others are everyday words too. web/src/words.js has the same list. */
    static const char *const words[][2] = {{"burdened parallelism"},
                                           {"burdened span"},
                                           {"critical path", "span"},
                                           {"parallelism"},
                                           {"idleness"},
                                           {"speedup"},
                                           {"span"},
                                           {"strand"},
                                           {"budget"},
                                           {"emulated"},
                                           {"serial code"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasestr(text, words[i][0]))
            html->words[sw_glossary_find(words[i][1] ? words[i][1] : words[i][0])] = 1;
}

void sw_html_site(struct sw_html *html, size_t site)
{
    if (site == SW_NO_SITE || !html->site_rows || html->site_rows[site] == SW_HTML_NO_ROW)
        sw_json_null(&html->json, "site");
    else
        sw_json_integer(&html->json, "site", html->site_rows[site]);
}

void sw_html_open(struct sw_html *html, const char *kind, const struct sw_html_section *section)
{
    static const struct sw_html_section none = {"", "", "", "", false};
    const struct sw_html_section *s = section ? section : &none;
    sw_json_put(&html->json, "{kind:%s, key?:%s, title?:%s, lead?:%s", kind, s->key, s->title,
                s->lead);
    sw_html_word(html, s->word);
    sw_json_put(&html->json, "folded?:%d", s->folded);
}

void sw_html_list(struct sw_html *html, const char *key)
{
    sw_json_open(&html->json, key, '[');
    html->list = 1;
}

void sw_html_close(struct sw_html *html)
{
    end_fact(html);
    if (html->list)
        sw_json_close(&html->json, ']');
    html->list = 0;
    sw_json_close(&html->json, '}');
}
