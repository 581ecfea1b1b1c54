/* Names that are more than names, and the places of a profile that hold some. */
#include "profile/format.h"
#include "tests/attack/attack.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG ((size_t)1 << 16)

static char canary[PATH_MAX], fifo[PATH_MAX];

static const struct attack_name names[] = {
#define NAME(text)            \
    {                         \
        text, sizeof text - 1 \
    }
    NAME(""),
    NAME("<script>alert(1)</script>"),
    NAME("</script><script>alert(1)</script>"),
    NAME("<!--<script>"),
    NAME("--><img src=x onerror=alert(1)>"),
    NAME("\"><svg/onload=alert(1)>"),
    NAME("' onmouseover='alert(1)"),
    NAME("]]>"),
    NAME("]]></failure><system-out>x</system-out><failure><![CDATA["),
    NAME("&amp;&lt;&#0;&unknown;"),
    NAME("\"quoted\" 'twice' \\"),
    NAME("\\\"\\u0000\\"),
    NAME("%s%s%s%n%n%n%99999999d"),
    NAME("two\nlines"),
    NAME("a\r\nb\rc"),
    NAME("\n::error file=pwned,line=1::pwned"),
    NAME("::error::pwned"),
    NAME("\n##[error]pwned"),
    NAME("\033]0;pwned\007"),
    NAME("\033[2J\033[31m"),
    NAME("\033P+q\033\\"),
    NAME("\302\233"
         "31mC1"),
    NAME("\302\235"
         "0;C1\302\234"),
    NAME("\233"
         "31m bare C1"),
    NAME("\342\200\256reversed"),       /* U+202E */
    NAME("\342\201\247isolated"),       /* U+2067 */
    NAME("\377\376 no UTF-8 \300\200"), /* with an overlong zero */
    NAME("\355\240\200 a surrogate"),
    NAME("\360\237 cut"),
    NAME("=cmd|' /C calc'!A0"),
    NAME("@SUM(1+1)*cmd|' /C calc'!A0"),
    NAME("-rf"),
    NAME("--help"),
    NAME(" a path/with blanks/ "),
    NAME("a,b;c\td"),
    NAME("\",\",\"\n\""),
    NAME("`touch pwned`"),
    NAME("$(touch pwned)"),
    NAME("\"\n!touch pwned\n#"),
    NAME("' ; system(\"touch pwned\") ; '"),
    NAME("fn=(1) pwned\n1 1000000"),
    NAME("a;b 99\nc 1"),
    NAME("\b\b\b\177\016\017"),
    NAME("\357\273\277with a mark of the byte order"),
    NAME("../../../../etc/passwd"),
    NAME("/dev/zero"),
    NAME("/dev/stdin"),
    NAME("/proc/self/environ"),
    NAME("."),
#undef NAME
    {canary, 0},
    {fifo, 0},
    {NULL, LONG}, /* last: mutate.c leaves it out */
};

const size_t attack_n_names = sizeof names / sizeof *names;

void attack_names_init(const char *folder)
{
    snprintf(canary, sizeof canary, "%s/canary", folder);
    snprintf(fifo, sizeof fifo, "%s/fifo", folder);
}

struct attack_name attack_name(size_t i)
{
    static char *text;
    if (names[i].text)
        return (struct attack_name){names[i].text, strlen(names[i].text)};
    if (!text) {
        text = malloc(LONG + 1);
        if (!text)
            abort();
        memset(text, 'x', LONG);
        text[LONG] = 0;
    }
    return (struct attack_name){text, LONG};
}

/* A string's number in each record of a list, or in a chunk that is no list. */
static const struct {
    const char *name;
    uint32_t tag;
    unsigned at;
    bool is_list;
} roles[] = {
    {"program", SW_TAG_HEAD, 0, false},
    {"meter", SW_TAG_HEAD, 4, false},
    {"unit", SW_TAG_HEAD, 8, false},
    {"front end", SW_TAG_HEAD, 12, false},
    {"level", SW_TAG_HEAD, 16, false},
    {"host", SW_TAG_HEAD, 20, false},
    {"tool", SW_TAG_HEAD, 24, false},
    {"argument", SW_TAG_ARGS, 0, true},
    {"word of our command", SW_TAG_COMMAND, 0, true},
    {"module", SW_TAG_MODULES, 0, true},
    {"function", SW_TAG_PLACES, 0, true},
    {"file", SW_TAG_PLACES, 4, true},
    {"region", SW_TAG_REGIONS, 0, true},
    {"sampled function", SW_TAG_SPLACES, 0, true},
    {"sampled file", SW_TAG_SPLACES, 4, true},
    {"lock", SW_TAG_LOCKS, 8, true},
    {"label in the tree", SW_TAG_TREESITES, 24, true},
    {"file in the tree", SW_TAG_TREESITES, 28, true},
    {"function in the tree", SW_TAG_TREESITES, 32, true},
    {"caller in the tree", SW_TAG_TREESITES, 36, true},
    {"lock in the tree", SW_TAG_TREELOCKS, 8, true},
    {"warning", SW_TAG_WARNINGS, 0, true},
    {"launcher", SW_TAG_RANK, 0, false},
    {"host of the rank", SW_TAG_RANK, 4, false},
};

const size_t attack_n_roles = sizeof roles / sizeof *roles;

const char *attack_role(size_t role)
{
    return roles[role].name;
}

static bool find(const struct bytes *b, uint32_t tag, struct chunk *chunk)
{
    struct chunk chunks[ATTACK_MOST_CHUNKS];
    size_t n = attack_chunks(b, chunks);
    for (size_t i = 0; i < n; i++)
        if (chunks[i].tag == tag && chunks[i].size >= SW_FORMAT_LIST_HEADER) {
            *chunk = chunks[i];
            return true;
        }
    return false;
}

/* Its number among the strings. */
static uint32_t add_string(struct bytes *b, struct chunk strings, struct attack_name name)
{
    bytes_splice(b, strings.at + strings.size, 0, name.text, name.size + 1);
    store(b->data + strings.at - 8, strings.size + name.size + 1, 8);
    return (uint32_t)strings.size;
}

/* Of a list, in every record that is there. */
static void put_everywhere(unsigned char *list, size_t size, unsigned at, uint32_t string)
{
    size_t record = load(list, 4), n = load(list + 4, 4);
    for (size_t i = 0; i < n && record >= at + 4; i++) {
        size_t to = SW_FORMAT_LIST_HEADER + i * record + at;
        if (to + 4 > size)
            break;
        store(list + to, string, 4);
    }
}

bool attack_rename(struct bytes *b, size_t role, struct attack_name name)
{
    struct chunk strings, chunk;
    if (!find(b, roles[role].tag, &chunk) || !find(b, SW_TAG_STRINGS, &strings))
        return false;
    uint32_t string = add_string(b, strings, name);
    find(b, roles[role].tag, &chunk); /* it may have moved */
    if (roles[role].is_list)
        put_everywhere(b->data + chunk.at, chunk.size, roles[role].at, string);
    else if (roles[role].at + 4 <= chunk.size)
        store(b->data + chunk.at + roles[role].at, string, 4);
    attack_mend(b);
    return true;
}
