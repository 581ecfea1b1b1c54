#include "tests/attack/rules.h"

#include "report/html/html.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct text {
    const unsigned char *at, *end;
};

static int next(const struct text *t)
{
    return t->at < t->end ? *t->at : -1;
}

static int is(struct text *t, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(t->end - t->at) < n || memcmp(t->at, word, n))
        return 0;
    t->at += n;
    return 1;
}

/* The character that begins there, and how many bytes it has; -1: none does. */
static long decode(const struct text *t, unsigned *size)
{
    static const long least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char c = *t->at;
    unsigned n = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
    long code = n == 1 ? c : c & (0x7f >> n);
    if (!n || (size_t)(t->end - t->at) < n)
        return -1;
    for (unsigned i = 1; i < n; i++) {
        if (t->at[i] >> 6 != 2)
            return -1;
        code = code << 6 | (t->at[i] & 0x3f);
    }
    *size = n;
    return code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? -1 : code;
}

static const char *characters(struct text *t, const char *allowed)
{
    for (unsigned n; t->at < t->end; t->at += n) {
        long c = decode(t, &n);
        if (c < 0)
            return "no UTF-8";
        if (c && c < 0x80 && strchr(allowed, (int)c))
            continue;
        if (c < 0x20 || (c >= 0x7f && c < 0xa0))
            return "a control character";
        if ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
            return "a character that turns the direction of writing";
    }
    return NULL;
}

static const char *text_rule(struct text *t)
{
    (void)t; /* its characters are all that is asked */
    return NULL;
}

/* RFC 4180, with as many fields in each line as in the first. */
static const char *csv_rule(struct text *t)
{
    size_t wanted = 0, fields = 1;
    while (t->at < t->end) {
        if (is(t, "\"")) {
            while (t->at < t->end && (*t->at != '"' || is(t, "\"\"")))
                t->at += *t->at != '"';
            if (!is(t, "\""))
                return "a quote without its end";
        } else {
            while (t->at < t->end && !strchr(",\n\"", *t->at))
                t->at++;
        }
        if (is(t, ",")) {
            fields++;
        } else if (is(t, "\n") || is(t, "\r\n")) {
            if (wanted && fields != wanted)
                return "another number of fields than in the first line";
            wanted = fields;
            fields = 1;
        } else {
            return "text after a field, or no end of the last line";
        }
    }
    return NULL;
}

static void blanks(struct text *t)
{
    while (t->at < t->end && strchr(" \t\n\r", *t->at) && *t->at)
        t->at++;
}

static const char *json_string(struct text *t)
{
    unsigned n;
    if (!is(t, "\""))
        return "no string";
    while (!is(t, "\"")) {
        int c = next(t);
        if (c < 0x20)
            return "a control character in a string, or no end of it";
        if (is(t, "\\u")) {
            for (int i = 0; i < 4; i++, t->at++)
                if (!isxdigit(next(t)))
                    return "no four digits after \\u";
        } else if (is(t, "\\")) {
            if (next(t) < 0 || !strchr("\"\\/bfnrt", next(t)))
                return "an unknown escape";
            t->at++;
        } else {
            if (decode(t, &n) < 0)
                return "no UTF-8";
            t->at += n;
        }
    }
    return NULL;
}

static int digits(struct text *t)
{
    int n = 0;
    for (; isdigit(next(t)); n++)
        t->at++;
    return n;
}

static const char *json_number(struct text *t)
{
    is(t, "-");
    if (!is(t, "0") && !digits(t))
        return "no value";
    if (is(t, ".") && !digits(t))
        return "no digits after the point";
    if ((is(t, "e") || is(t, "E")) && ((is(t, "+") || is(t, "-") || 1) && !digits(t)))
        return "no digits of the exponent";
    return NULL;
}

enum { DEEPEST = 200000 };

/* Without recursion: a tree may be deep. */
static const char *json_rule(struct text *t)
{
    static char open[DEEPEST];
    size_t depth = 0;
    const char *wrong = NULL;
    for (;;) {
        blanks(t);
        if (depth && open[depth - 1] == '}') {
            wrong = json_string(t);
            blanks(t);
            if (wrong || !is(t, ":"))
                return wrong ? wrong : "no colon after a key";
            blanks(t);
        }
        int c = next(t);
        if (c == '{' || c == '[') {
            if (depth == DEEPEST)
                return "too deep";
            open[depth++] = c == '{' ? '}' : ']';
            t->at++;
            blanks(t);
            if (next(t) != open[depth - 1])
                continue;
        } else {
            wrong = c == '"'                                           ? json_string(t)
                    : is(t, "true") || is(t, "false") || is(t, "null") ? NULL
                                                                       : json_number(t);
            if (wrong)
                return wrong;
        }
        for (blanks(t); depth && next(t) == open[depth - 1]; blanks(t)) {
            depth--;
            t->at++;
        }
        if (!depth)
            return t->at == t->end ? NULL : "something after the end";
        if (!is(t, ","))
            return "neither a comma nor an end";
    }
}

static const char *xml_name(struct text *t)
{
    const unsigned char *from = t->at;
    while (isalnum(next(t)) || (t->at > from && next(t) > 0 && strchr("-_.:", next(t))))
        t->at++;
    return t->at == from ? "no name" : NULL;
}

static const char *xml_reference(struct text *t)
{
    static const char *const known[] = {"amp;", "lt;", "gt;",  "quot;", "apos;",
                                        "#10;", "#9;", "#xA;", "#13;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is(t, known[i]))
            return NULL;
    return "an unknown entity";
}

static const char *xml_tag(struct text *t, int *leaves, int *stays)
{
    const char *wrong;
    *leaves = is(t, "/");
    *stays = 0;
    if ((wrong = xml_name(t)))
        return wrong;
    for (blanks(t); !*leaves && next(t) != '/' && next(t) != '>'; blanks(t)) {
        if ((wrong = xml_name(t)))
            return wrong;
        if (!is(t, "=\""))
            return "no value of an attribute";
        while (!is(t, "\"")) {
            int c = next(t);
            if (c < 0 || c == '<')
                return "no end of an attribute";
            t->at++;
            if (c == '&' && (wrong = xml_reference(t)))
                return wrong;
        }
    }
    *stays = !*leaves && is(t, "/");
    return is(t, ">") ? NULL : "no end of a tag";
}

/* Those elements only that a report of tests has. */
static const char *xml_rule(struct text *t)
{
    static const char *const elements[] = {"testsuites", "testsuite", "testcase",   "failure",
                                           "error",      "skipped",   "properties", "property",
                                           "system-out", "system-err"};
    int depth = 0, leaves, stays;
    const char *wrong;
    if (is(t, "<?xml "))
        while (t->at < t->end && !is(t, "?>"))
            t->at++;
    while (t->at < t->end) {
        if (is(t, "<")) {
            const unsigned char *from = t->at + (next(t) == '/');
            int known = 0;
            if ((wrong = xml_tag(t, &leaves, &stays)))
                return wrong;
            for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
                known |= !strncmp((const char *)from, elements[i], strlen(elements[i]));
            if (!known)
                return "an unknown element";
            depth += leaves ? -1 : !stays;
            if (depth < 0)
                return "an end without its beginning";
        } else if (is(t, "&")) {
            if ((wrong = xml_reference(t)))
                return wrong;
        } else if (is(t, "]]>")) {
            return "the end of CDATA";
        } else {
            t->at++;
        }
    }
    return depth ? "an element without its end" : NULL;
}

/* All but the data is the page as it is in the tool; the data is JSON without a '<'. */
static const char *html_rule(struct text *t)
{
    static const char mark[] = SW_HTML_DATA,
                      begin[] = "<script type=\"application/json\" id=\"data\">",
                      end[] = "</script>";
    const char *page = sw_html_page, *data = strstr(page, mark);
    size_t before = (size_t)(data - page), after = strlen(data) - strlen(mark);
    size_t size = (size_t)(t->end - t->at);
    if (size < before + after || memcmp(t->at, page, before))
        return "the page's beginning is another";
    if (memcmp(t->end - after, data + strlen(mark), after))
        return "the page's end is another";
    struct text json = {t->at + before, t->end - after};
    while (json.at < json.end && isspace(*json.at))
        json.at++;
    while (json.at < json.end && isspace(json.end[-1]))
        json.end--;
    t->at = json.at;
    if (!is(&json, begin) || (size_t)(json.end - json.at) < strlen(end) ||
        memcmp(json.end - strlen(end), end, strlen(end)))
        return "no data where it should be";
    json.end -= strlen(end);
    const char *bad = memchr(json.at, '<', (size_t)(json.end - json.at));
    struct text all = json;
    const char *wrong = bad ? "a '<' in the data" : characters(&all, "\n");
    t->at = bad ? (const unsigned char *)bad : all.at;
    if (wrong)
        return wrong;
    wrong = json_rule(&json);
    t->at = json.at;
    return wrong;
}

/* Text, in which a line that begins as a command is one that we mean, not one that a name has made. */
static const char *github_rule(struct text *t)
{
    while (t->at < t->end) {
        while (is(t, " "))
            ;
        bool ours = is(t, "::error ") || is(t, "::warning ") || is(t, "::notice ");
        if ((ours && is(t, "file=pwned,line=1")) || (!ours && (is(t, "::") || is(t, "##["))))
            return "a command that a name has made";
        while (t->at < t->end && !is(t, "\n"))
            t->at++;
    }
    return NULL;
}

/* A line that a name has made would be a command; and in double quotes gnuplot runs what is in back quotes. */
static const char *gnuplot_rule(struct text *t)
{
    while (t->at < t->end) {
        int quote = is(t, "\"") ? '"' : is(t, "'") ? '\'' : 0;
        while (quote && next(t) != quote) {
            if (next(t) < 0 || next(t) == '\n' || (quote == '"' && next(t) == '`'))
                return "a string that does not end, or runs something";
            t->at += quote == '"' && next(t) == '\\' ? 2 : 1;
        }
        if (!quote && (is(t, "`") || is(t, "!touch") || is(t, "system")))
            return "something that is run";
        t->at++;
    }
    return NULL;
}

/* A row of lines: costs, or a key and a value. */
static const char *callgrind_rule(struct text *t)
{
    static const char *const keys[] = {
        "version:",   "creator:", "pid:",    "cmd:", "part:",  "desc:", "events:", "event:",
        "positions:", "summary:", "totals:", "ob=",  "fl=",    "fi=",   "fe=",     "fn=",
        "cob=",       "cfi=",     "cfl=",    "cfn=", "calls=", "#",     "\n"};
    is(t, "# callgrind format\n");
    while (t->at < t->end) {
        size_t i = 0, n = sizeof keys / sizeof *keys;
        const unsigned char *from = t->at;
        while (i < n && !is(t, keys[i]))
            i++;
        if (i == n && next(t) != '+' && next(t) != '-' && next(t) != '*' && !isdigit(next(t)))
            return "an unknown line";
        for (t->at = from; t->at < t->end && !is(t, "\n");) {
            if (i == n && !isxdigit(next(t)) && !strchr("+-* x", next(t)))
                return "no line of costs";
            t->at++;
        }
    }
    return NULL;
}

/* A path, a blank, a number. */
static const char *folded_rule(struct text *t)
{
    while (t->at < t->end) {
        const unsigned char *end = memchr(t->at, '\n', (size_t)(t->end - t->at)), *from = end;
        while (from && from > t->at && isdigit(from[-1]))
            from--;
        if (!end || from == end || from == t->at || from[-1] != ' ')
            return "no number at the end of the line";
        t->at = end + 1;
    }
    return NULL;
}

static const char *(*const rules[])(struct text *) = {
    [RULE_TEXT] = text_rule,       [RULE_CSV] = csv_rule,       [RULE_JSON] = json_rule,
    [RULE_XML] = xml_rule,         [RULE_HTML] = html_rule,     [RULE_GITHUB] = github_rule,
    [RULE_GNUPLOT] = gnuplot_rule, [RULE_FOLDED] = folded_rule, [RULE_CALLGRIND] = callgrind_rule};

const char *rule_broken(enum rule rule, const char *text, size_t size, size_t *at)
{
    const unsigned char *begin = (const unsigned char *)text;
    struct text t = {begin, begin + size}, all = t;
    if (rule == RULE_BINARY || !size)
        return NULL;
    /* The page's script may have anything in it. */
    const char *wrong =
        rule == RULE_HTML ? NULL : characters(&all, rule == RULE_CSV ? "\n\r" : "\n");
    *at = (size_t)(all.at - begin);
    if (wrong)
        return wrong;
    wrong = rules[rule](&t);
    *at = (size_t)(t.at - begin);
    return wrong;
}
