#include "report/html/html.h"
#include "analysis/workspan/sites.h"
#include "report/html/page.h"

#define SCRIPT "<script type=\"application/json\" id=\"data\">"

enum { FORMAT = 1, FIRST_STRINGS = 512 };

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

void sw_html_begin(struct sw_html *html, const struct sw_html_head *head, FILE *out)
{
    *html = (struct sw_html){.json = {.out = out, .empty = 1, .dense = 1},
                             .unit = sw_string(head->unit)};
    sw_intern_init(&html->strings, FIRST_STRINGS);
    html->strings.copies = true;
    sw_intern(&html->strings, "");
    fwrite(sw_html_page, 1, (size_t)(data_place() - sw_html_page), out);
    fputs(SCRIPT, out);
    sw_json_open(&html->json, NULL, '{');
    sw_json_integer(&html->json, "format", FORMAT);
    sw_json_string(&html->json, "title", sw_string(head->title));
    sw_json_string(&html->json, "subtitle", sw_string(head->subtitle));
    sw_json_string(&html->json, "tool", "spanwise " SW_VERSION);
    sw_json_string(&html->json, "unit", sw_string(head->unit));
    sw_json_open(&html->json, "sections", '[');
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
    static const struct sw_html_section none;
    const struct sw_html_section *s = section ? section : &none;
    sw_json_open(&html->json, NULL, '{');
    sw_json_string(&html->json, "kind", kind);
    sw_html_string(html, "key", s->key);
    sw_html_string(html, "title", s->title);
    sw_html_string(html, "lead", s->lead);
    sw_html_word(html, s->word);
    if (s->folded)
        sw_json_boolean(&html->json, "folded", 1);
}

void sw_html_list(struct sw_html *html, const char *key)
{
    sw_json_open(&html->json, key, '[');
    html->list = 1;
}

void sw_html_close(struct sw_html *html)
{
    sw_html_end_fact(html);
    if (html->list)
        sw_json_close(&html->json, ']');
    html->list = 0;
    sw_json_close(&html->json, '}');
}
