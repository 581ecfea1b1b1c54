/* The table of sentences: each row is well formed, and its words are what its parameters say. */
#include "analysis/findings/sentence.h"
#include "tests/said.h"

#include <math.h>

#define P(type, name)                    #type " " #name ";"
#define SENTENCE(row, parameters, words) {#row, "" parameters, words},
static const struct row {
    const char *name, *parameters /* "number n;name function;" */, *words;
} rows[] = {
#include "analysis/findings/sentences.def"
};
#undef SENTENCE
#undef P

static const struct row *row;

static void wrong(const char *what)
{
    fprintf(stderr, "sentence %s: %s\n", row->name, what);
    CHECK(!"well formed");
}

/* The type of a parameter with that name; NULL: there is none. */
static const char *type_of(const char *name, size_t n)
{
    static char type[32];
    for (const char *p = row->parameters; *p; p = strchr(p, ';') + 1) {
        const char *own = strchr(p, ' ') + 1;
        if (strcspn(own, ";") == n && !memcmp(own, name, n)) {
            snprintf(type, sizeof type, "%.*s", (int)(own - 1 - p), p);
            return type;
        }
    }
    return NULL;
}

/* How many words such a parameter chooses from: 2 is two, 23 two or three, 9 any; 0: none. */
static int choices_of(const char *type)
{
    if (!strcmp(type, "choice"))
        return 9;
    if (!strcmp(type, "number") || !strcmp(type, "count"))
        return 23;
    return !strcmp(type, "clause") || !strcmp(type, "name") || !strcmp(type, "text") ? 2 : 0;
}

static const char *check_words(const char *p, int depth);

/* From behind a brace on. Returns what follows the one that closes it. */
static const char *check_parameter(const char *p, int depth)
{
    size_t n = strcspn(p, ":|{}");
    const char *type = type_of(p, n);
    if (!type)
        wrong(p);
    int may = type ? choices_of(type) : 0, choices = 0;
    for (p += n; *p == ':' || *p == '|'; choices++)
        p = check_words(p + 1, depth + 1);
    if (choices ? !(may == 9 ? choices > 1 && choices <= 32
                             : choices == may % 10 || choices == may / 10)
                : type && !strcmp(type, "choice"))
        wrong("too many or too few words to choose from");
    if (*p != '}') {
        wrong("a brace is not closed");
        return p + strlen(p);
    }
    return p + 1;
}

/* Up to what ends them: a '|' or a '}' of whoever has them, or all. */
static const char *check_words(const char *p, int depth)
{
    while (*p && !(depth && strchr("|}", *p))) {
        if (strchr("|}\n", *p))
            wrong("a character that has no meaning there");
        p = *p == '{' ? check_parameter(p + 1, depth) : p + 1;
    }
    return p;
}

/* Each parameter is said, and each is there once. */
static void check_parameters(void)
{
    for (const char *p = row->parameters; *p; p = strchr(p, ';') + 1) {
        const char *own = strchr(p, ' ') + 1;
        size_t n = strcspn(own, ";");
        bool is_said = false;
        for (const char *q = strchr(row->words, '{'); q; q = strchr(q + 1, '{'))
            is_said |= strcspn(q + 1, ":}") == n && !memcmp(q + 1, own, n);
        if (!is_said)
            wrong("does not say one of its parameters");
    }
}

static void check_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        row = &rows[i];
        if (*check_words(row->words, 0))
            wrong("ends early");
        check_parameters();
        for (size_t k = 0; k < i; k++)
            if (!strcmp(rows[k].words, row->words) && !strcmp(rows[k].parameters, row->parameters))
                wrong(rows[k].name);
    }
    CHECK_EQ(sizeof rows / sizeof *rows, SW_SENTENCES);
}

static void says(struct sw_sentence *sentence, const char *want)
{
    static const struct sw_units instructions = {"instructions", 0};
    char *words = sw_sentence_words(sentence, &instructions);
    CHECK_STR(words ? words : "", want);
    free(words);
    sw_sentence_release(sentence);
}

/* Numbers, plurals, choices, clauses and what is left out. */
static void check_parameter_kinds(void)
{
    says(SW_SAY(KNEE, 1, 0.5, 2, 16384), "no gain beyond 1 core: 0.50x there, 2.00x on 16384");
    says(SW_SAY(KNEE, 2, NAN, 1234, 4), "no gain beyond 2 cores: - there, 1,234x on 4");
    says(SW_SAY(FEW_SAMPLES, 1, 99.6), "too short to trust: with 1 sample, shares may be off by "
                                       "100 points. Let it run longer, or raise --rate");
    says(SW_SAY(LOCK_BY, "f", "a.c", 7, 0), " by 'f' at a.c:7");
    says(SW_SAY(LOCK_BY, "f", "a.c", 7, 1), " by 'f' at a.c:7 and in 1 other place");
    says(SW_SAY(LOCK_BY, "f", "a.c", 7, 2), " by 'f' at a.c:7 and in 2 other places");
    says(SW_SAY(LOCK_NAMED, 1, NULL), "a lock");
    says(SW_SAY(LOCK_NAMED, 3, "m"), "one of the locks 'm'");
    says(SW_SAY(FROM_TO, 1500, 2000), "from 1.500 k to 2.000 k instructions");
    says(SW_SAY(SPAN_OUTSIDE_MAIN, 0.999, 5),
         "99% of the critical path (5 instructions) is outside main: the program's start and end");
    says(SW_SAY(AND_RANK, SW_SAY(RANKS, 1), 2), "1, 2");
    says(SW_SAY(CHANGED_AT, 2, SW_SAY(MAIN), 0, -1000, 1),
         ", all of it at main (-1.000 k; others shrank)");
    says(NULL, "");
}

/* Who has a name of the program's with braces in it does not make words of its own. */
static void check_names(void)
{
    char text[301];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    says(SW_SAY(VERDICT_ALONE, "f(int)::{lambda()#1}", 2.), "; f(int)::{lambda()#1} alone: 2.00x");
    char *words = sw_sentence_words(NULL, NULL);
    free(words);
    struct sw_sentence *named = SW_SAY(VERDICT_ALONE, text, 2.);
    memset(text, 'y', sizeof text - 1); /* it has a copy, ... */
    CHECK(said_of(named, "; xxx"));
    CHECK(!said_of(SW_SAY(VERDICT_ALONE, text, 2.), text)); /* ... and not all of it */
}

/* A sentence lives as long as somebody has it. */
static void check_owners(void)
{
    struct sw_findings all = {.units = {"ns", 0}}, some = {.units = {"instructions", 0}};
    sw_findings_add(&all, SW_FINDING_TOO_SHORT, SW_WARNING, SW_NO_SITE, SW_SAY(TOO_SHORT, 1500000));
    sw_findings_repeat(&some, all.items);
    sw_findings_release(&all);
    CHECK(some.n == 1 &&
          check_said(words_of(some.items), "1.500 ms of work")); /* in its own unit */
    char *sentence = sw_finding_words(some.items);
    CHECK(sentence && *sentence == 'T' && sentence[strlen(sentence) - 1] == '.');
    free(sentence);
    sw_findings_release(&some);
}

/* Of a long name of C++, what its templates take is left out, and not its end. */
static void check_long_name(void)
{
    struct sw_sentence *s = SW_SAY(
        VERDICT_AT, "", (uint64_t)0,
        "std::thread::thread<void (std::__future_base::_Async_state_impl<std::thread::_Invoker"
        "<std::tuple<double (*)(std::vector<double> const&, unsigned long)> >, double>::*)()>");
    char *words = sw_sentence_words(s, NULL);
    CHECK_STR(words, "in 'std::thread::thread<>'");
    free(words);
    sw_sentence_release(s);
}

int main(void)
{
    check_long_name();
    check_rows();
    check_parameter_kinds();
    check_names();
    check_owners();
    return check_done();
}
