/* GitHub's workflow commands: "::error file=F,line=L,title=T::MESSAGE" makes an annotation. */
#include "analysis/workspan/sites.h"
#include "report/model/check.h"
#include "report/model/document.h"
#include "report/write/words.h"

/* A property may hold no comma and no colon either. */
static void put_escaped(const char *text, int is_property, FILE *out)
{
    for (size_t n; *text; text += n) {
        n = sw_words_character(text);
        if (*text == '%' || *text == '\r' || *text == '\n' ||
            (is_property && (*text == ',' || *text == ':')))
            fprintf(out, "%%%02X", (unsigned)*text);
        else if (sw_words_printable(text))
            fwrite(text, 1, n, out);
        else
            fputc('?', out);
        n = n ? n : 1;
    }
}

/* GitHub wants names from the repository's root. */
static const char *relative(const char *file, const char *root)
{
    size_t size = root ? strlen(root) : 0;
    while (size && root[size - 1] == '/')
        size--;
    return size && !strncmp(file, root, size) && file[size] == '/' ? file + size + 1 : file;
}

static const char *in_repository(const char *file, const char *here)
{
    const char *root = getenv("GITHUB_WORKSPACE");
    return relative(file, root && *root ? root : here);
}

/* The line to look at: that of the ruling, or else the worst of those that got worse. */
static struct sw_verdict_place find_place(const struct sw_check *check, const struct sw_ruling *v)
{
    struct sw_verdict_place at = sw_ruling_place(check, v);
    if (*at.file || v->site != SW_NO_SITE || !check->diff.n_sites ||
        check->diff.sites[0].local_span.growth <= 0)
        return at;
    const struct sw_place *place = &check->diff.sites[0].site.caller_place;
    at.file = sw_string(place->file);
    at.line = place->line;
    return at;
}

static void put_ruling(const struct sw_check_report *r, const struct sw_ruling *v, const char *here)
{
    char name[SW_RULING_TEXT], words[SW_RULING_TEXT];
    struct sw_verdict_place at = find_place(r->check, v);
    sw_ruling_name(v, r->check, name);
    sw_ruling_words(v, r, words);
    fputs("::error ", r->out);
    if (*at.file) {
        fputs("file=", r->out);
        put_escaped(in_repository(at.file, here), 1, r->out);
        fprintf(r->out, ",line=%u,", at.line);
    }
    fputs("title=", r->out);
    put_escaped(name, 1, r->out);
    fputs("::", r->out);
    put_escaped(name, 0, r->out);
    fputs(": ", r->out);
    put_escaped(words, 0, r->out);
    fputc('\n', r->out);
}

static void put_doubts(const struct sw_check_report *r)
{
    for (size_t i = 0; i < r->d->findings.n; i++) {
        SW_FREED char *words = sw_finding_words(&r->d->findings.items[i]);
        fputs("::warning title=spanwise check::", r->out);
        put_escaped(sw_string(words), 0, r->out);
        fputc('\n', r->out);
    }
}

int sw_check_github(const struct sw_check_report *r)
{
    SW_FREED char *here = getcwd(NULL, 0);
    put_doubts(r);
    for (size_t i = 0; i < r->check->n; i++)
        if (r->check->rulings[i].is_broken)
            put_ruling(r, &r->check->rulings[i], here);
    return 0;
}
