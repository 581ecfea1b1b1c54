/* Sentences: of a row's words, those in braces stand for its parameters (sentences.def has how). */
#include "analysis/findings/sentence.h"

enum { LONG_NAME = 100 };

#define TYPE(name, type) TYPE_##name,
enum type { SW_WORD_TYPES(TYPE) };
#undef TYPE

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
    SW_FREED char *shorter = strlen(name) > LONG_NAME ? strdup(name) : NULL;
    while (shorter && strlen(shorter) > LONG_NAME && sw_cxx_name_shorten(shorter))
        ;
    fprintf(to->out, "%.*s", LONG_NAME, shorter ? shorter : name);
}

static void put_clause(const struct wording *to, const struct sw_sentence *s)
{
    const char *words = s ? rows[s->row].words : "";
    put(to, s, words, words + strlen(words));
}

static const char *printed(char *text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(text, SW_UNITS_SIZE, format, values);
    va_end(values);
    return text;
}

/* "7.31x", "15.5x", "128x", "1,117x": nobody knows more of it. */
static const char *speedup(double x, char *text)
{
    if (x < 999.5)
        return printed(text, "%.*fx", x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x);
    return strcat(sw_units_ratio(x, text), isfinite(x) ? "x" : "");
}

static const char *said(enum type type, const union word *w, const struct sw_units *units,
                        char *text)
{
    switch (type) {
    case TYPE_number:
        return printed(text, "%" PRIu64, w->number);
    case TYPE_count:
        return sw_units_count(w->number, text);
    case TYPE_cost:
        return sw_units_spoken(units, w->number, text);
    case TYPE_amount:
        return sw_units_cost(units, w->number, text);
    case TYPE_change:
        return sw_units_change(units, w->change, text);
    case TYPE_ratio:
        return sw_units_ratio(w->real, text);
    case TYPE_growth:
        return sw_units_growth(w->real, text);
    case TYPE_speedup:
        return speedup(w->real, text);
    case TYPE_share:
        return printed(text, "%.0f%%", 100 * w->real);
    case TYPE_part:
        return printed(text, "%.0f%%", w->real < 1 ? fmin(99, 100 * w->real) : 100 * w->real);
    case TYPE_tenths:
        return printed(text, "%.1f", w->real);
    case TYPE_permille:
        return sw_units_percent(w->real, text);
    case TYPE_whole:
        return printed(text, "%.0f", w->real);
    case TYPE_address:
        return printed(text, "%#" PRIx64, w->number);
    case TYPE_text:
        return w->string;
    default:
        return "";
    }
}

static void put_word(const struct wording *to, enum type type, const union word *w)
{
    char text[SW_UNITS_SIZE];
    if (type == TYPE_name)
        put_name(to, w->string);
    else if (type == TYPE_clause)
        put_clause(to, w->clause);
    else
        fputs(said(type, w, to->units, text), to->out);
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

char *sw_sentence_take(struct sw_sentence *s)
{
    char *words = sw_sentence_words(s, NULL);
    sw_sentence_release(s);
    return words;
}

char *sw_sentence_print(struct sw_sentence *s, char *buffer, size_t size)
{
    SW_FREED char *words = sw_sentence_take(s);
    snprintf(buffer, size, "%s", words ? words : "?");
    return buffer;
}

char *sw_sentence_alone(const struct sw_sentence *s, const struct sw_units *units)
{
    SW_FREED char *words = sw_sentence_words(s, units);
    char *sentence = NULL;
    size_t n = words ? strlen(words) : 0;
    bool is_ended = n && strchr(".?", words[n - 1]);
    if (!words || asprintf(&sentence, "%s%s", words, is_ended ? "" : ".") < 0)
        return NULL;
    *sentence = (char)toupper((unsigned char)*sentence);
    return sentence;
}
