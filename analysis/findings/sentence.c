/* Sentences: of a row's words, those in braces stand for its parameters (sentences.def has how). */
#include "analysis/findings/sentence.h"
#include "analysis/findings/cxx_name.h"

enum { LONG_NAME = 100 };

enum type {
    TYPE_number,
    TYPE_count,
    TYPE_cost,
    TYPE_amount,
    TYPE_change,
    TYPE_ratio,
    TYPE_growth,
    TYPE_speedup,
    TYPE_share,
    TYPE_part,
    TYPE_tenths,
    TYPE_permille,
    TYPE_whole,
    TYPE_address,
    TYPE_name,
    TYPE_text,
    TYPE_choice,
    TYPE_clause,
};

union word {
    uint64_t number;
    int64_t change;
    double real;
    char *string;
    struct sw_sentence *clause;
};

struct sw_sentence {
    enum sw_sentence_row row;
    unsigned owners;
    union word words[];
};

enum { MOST_PARAMETERS = 14, MOST_CHOICES = 32 };

struct parameter {
    const char *name; /* NULL after the last */
    enum type type;
};

#define P(type, name)                    {#name, TYPE_##type},
#define SENTENCE(row, parameters, words) {words, {parameters{NULL, TYPE_number}}},
static const struct row {
    const char *words;
    struct parameter parameters[MOST_PARAMETERS + 1];
} rows[SW_SENTENCES] = {
#include "analysis/findings/sentences.def"
};
#undef SENTENCE
#undef P

static struct sw_sentence failed; /* stands for all that there is no memory for */

static bool is_string(const struct parameter *p)
{
    return p->type == TYPE_name || p->type == TYPE_text;
}

static void release_clauses(const struct parameter *p, const union word *words)
{
    for (; p->name; p++, words++)
        if (p->type == TYPE_clause)
            sw_sentence_release(words->clause);
}

/* Copies the strings. Returns whether all is there. */
static bool take(struct sw_sentence *s, const struct parameter *p)
{
    bool all = true;
    for (union word *w = s->words; p->name; p++, w++) {
        if (is_string(p) && !(w->string = strdup(w->string ? w->string : "")))
            all = false;
        if (p->type == TYPE_clause && w->clause == &failed)
            all = false;
    }
    return all;
}

struct sw_sentence *sw_sentence_make(enum sw_sentence_row row, const void *parameters)
{
    const struct parameter *p = rows[row].parameters;
    size_t n = 0;
    while (p[n].name)
        n++;
    struct sw_sentence *s = malloc(sizeof *s + n * sizeof *s->words);
    if (!s) {
        release_clauses(p, parameters);
        return &failed;
    }
    *s = (struct sw_sentence){.row = row, .owners = 1};
    memcpy(s->words, parameters, n * sizeof *s->words);
    if (take(s, p))
        return s;
    sw_sentence_release(s);
    return &failed;
}

struct sw_sentence *sw_sentence_share(struct sw_sentence *s)
{
    s->owners++;
    return s;
}

void sw_sentence_release(struct sw_sentence *s)
{
    if (!s || s == &failed || --s->owners)
        return;
    const struct parameter *p = rows[s->row].parameters;
    release_clauses(p, s->words);
    for (size_t i = 0; p[i].name; i++)
        if (is_string(&p[i]))
            free(s->words[i].string);
    free(s);
}

bool sw_sentence_has_failed(const struct sw_sentence *s)
{
    return s == &failed;
}

struct wording {
    FILE *out;
    const struct sw_units *units;
};

static void put(const struct wording *to, const struct sw_sentence *s, const char *from,
                const char *end);

/* A name of C++ that is too long is not cut in the middle of what it takes. */
static void put_name(const struct wording *to, const char *name)
{
    char *shorter = strlen(name) > LONG_NAME ? strdup(name) : NULL;
    while (shorter && strlen(shorter) > LONG_NAME && sw_cxx_name_shorten(shorter))
        ;
    fprintf(to->out, "%.*s", LONG_NAME, shorter ? shorter : name);
    free(shorter);
}

static void put_clause(const struct wording *to, const struct sw_sentence *s)
{
    const char *words = s ? rows[s->row].words : "";
    put(to, s, words, words + strlen(words));
}

/* "7.31x", "15.5x", "128x", "1,117x": nobody knows more of it. */
static const char *speedup(double x, char *text)
{
    if (x < 999.5)
        snprintf(text, SW_UNITS_SIZE, "%.*fx", x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x);
    else
        strcat(sw_units_ratio(x, text), isfinite(x) ? "x" : "");
    return text;
}

static const char *printed(const char *format, double x, char *text)
{
    snprintf(text, SW_UNITS_SIZE, format, x);
    return text;
}

static void put_word(const struct wording *to, enum type type, const union word *w)
{
    char text[SW_UNITS_SIZE];
    switch (type) {
    case TYPE_number:
        fprintf(to->out, "%" PRIu64, w->number);
        break;
    case TYPE_count:
        fputs(sw_units_count(w->number, text), to->out);
        break;
    case TYPE_cost:
        fputs(sw_units_spoken(to->units, w->number, text), to->out);
        break;
    case TYPE_amount:
        fputs(sw_units_cost(to->units, w->number, text), to->out);
        break;
    case TYPE_change:
        fputs(sw_units_change(to->units, w->change, text), to->out);
        break;
    case TYPE_ratio:
        fputs(sw_units_ratio(w->real, text), to->out);
        break;
    case TYPE_growth:
        fputs(sw_units_growth(w->real, text), to->out);
        break;
    case TYPE_speedup:
        fputs(speedup(w->real, text), to->out);
        break;
    case TYPE_share:
        fputs(printed("%.0f%%", 100 * w->real, text), to->out);
        break;
    case TYPE_part:
        fputs(printed("%.0f%%", w->real < 1 ? fmin(99, 100 * w->real) : 100 * w->real, text),
              to->out);
        break;
    case TYPE_tenths:
        fputs(printed("%.1f", w->real, text), to->out);
        break;
    case TYPE_permille:
        fputs(sw_units_percent(w->real, text), to->out);
        break;
    case TYPE_whole:
        fputs(printed("%.0f", w->real, text), to->out);
        break;
    case TYPE_address:
        fprintf(to->out, "%#" PRIx64, w->number);
        break;
    case TYPE_name:
        put_name(to, w->string);
        break;
    case TYPE_text:
        fputs(w->string, to->out);
        break;
    case TYPE_choice:
        break;
    case TYPE_clause:
        put_clause(to, w->clause);
        break;
    }
}

/* Which of so many words a parameter chooses. */
static uint64_t choice(enum type type, const union word *w, int n)
{
    switch (type) {
    case TYPE_choice:
        return w->number;
    case TYPE_name:
    case TYPE_text:
        return *w->string != 0;
    case TYPE_clause:
        return w->clause != NULL;
    default:
        return n < 3 ? w->number != 1 : w->number > 1 ? 2 : w->number;
    }
}

/* Where the words end that begin there: before a '|' or the '}' of whoever has them. */
static const char *end_of(const char *from)
{
    for (int depth = 0;; from++) {
        depth += *from == '{';
        if (!*from || (!depth && (*from == '|' || *from == '}')))
            return from;
        depth -= *from == '}';
    }
}

/* A parameter, from behind its brace on. Returns what follows it. */
static const char *put_parameter(const struct wording *to, const struct sw_sentence *s,
                                 const char *from)
{
    const struct parameter *p = rows[s->row].parameters;
    const union word *w = s->words;
    size_t length = strcspn(from, ":}");
    while (p->name && (strlen(p->name) != length || memcmp(p->name, from, length) != 0)) {
        p++;
        w++;
    }
    from += length;
    if (*from == '}') {
        put_word(to, p->type, w);
        return from + 1;
    }
    const char *words[MOST_CHOICES + 1] = {from + 1};
    int n = 0;
    while (*from != '}' && n < MOST_CHOICES) {
        from = end_of(from + 1);
        words[++n] = from + 1;
    }
    uint64_t i = choice(p->type, w, n);
    if (i < (uint64_t)n)
        put(to, s, words[i], words[i + 1] - 1);
    return from + 1;
}

static void put(const struct wording *to, const struct sw_sentence *s, const char *from,
                const char *end)
{
    while (from < end) {
        size_t n = strcspn(from, "{");
        if (n > (size_t)(end - from))
            n = (size_t)(end - from);
        fwrite(from, 1, n, to->out);
        from += n;
        if (from < end)
            from = put_parameter(to, s, from + 1);
    }
}

char *sw_sentence_words(const struct sw_sentence *s, const struct sw_units *units)
{
    char *text = NULL;
    size_t size;
    struct wording to = {s == &failed ? NULL : open_memstream(&text, &size), units};
    if (!to.out)
        return NULL;
    put_clause(&to, s);
    if (fclose(to.out) == 0)
        return text;
    free(text);
    return NULL;
}

char *sw_sentence_print(struct sw_sentence *s, char *buffer, size_t size)
{
    char *words = sw_sentence_words(s, NULL);
    snprintf(buffer, size, "%s", words ? words : "?");
    free(words);
    sw_sentence_release(s);
    return buffer;
}

char *sw_sentence_alone(const struct sw_sentence *s, const struct sw_units *units)
{
    char *words = sw_sentence_words(s, units), *sentence = NULL;
    size_t n = words ? strlen(words) : 0;
    bool is_ended = n && strchr(".?", words[n - 1]);
    if (words && asprintf(&sentence, "%s%s", words, is_ended ? "" : ".") < 0)
        sentence = NULL;
    free(words);
    if (sentence)
        *sentence = (char)toupper((unsigned char)*sentence);
    return sentence;
}
