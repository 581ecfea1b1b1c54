#include "report/write/json.h"
#include "report/write/words.h"

/* Deeper than that, members share a line: a site a line is what people and diff can read. */
enum { DEPTH_OF_LINES = 2, KEY_SIZE = 64 };

static void put_string(const struct sw_json *json, const char *text)
{
    FILE *out = json->out;
    fputc('"', out);
    while (*text) {
        unsigned char c = (unsigned char)*text;
        size_t size = sw_words_character(text);
        if (!size)
            fputs("\\ufffd", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (!sw_words_printable(text) || (c == '<' && json->dense))
            fprintf(out, "\\u%04x", (unsigned)sw_words_code(text)); /* none is beyond U+FFFF */
        else
            fwrite(text, 1, size, out);
        text += size ? size : 1;
    }
    fputc('"', out);
}

static void new_line(struct sw_json *json)
{
    fprintf(json->out, "\n%*s", 2 * json->depth, "");
}

static int depth_of_lines(const struct sw_json *json)
{
    return DEPTH_OF_LINES + json->more_lines;
}

static void begin(struct sw_json *json, const char *key)
{
    int lines = !json->dense && json->depth <= depth_of_lines(json);
    if (!json->empty)
        fputs(lines || json->dense ? "," : ", ", json->out);
    if (json->depth && lines)
        new_line(json);
    json->empty = 0;
    if (key) {
        put_string(json, key);
        fputs(json->dense ? ":" : ": ", json->out);
    }
}

void sw_json_open(struct sw_json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->out);
    json->depth++;
    json->empty = 1;
}

void sw_json_close(struct sw_json *json, char bracket)
{
    json->depth--;
    if (!json->empty && !json->dense && json->depth < depth_of_lines(json))
        new_line(json);
    fputc(bracket, json->out);
    json->empty = 0;
    if (json->depth == 0)
        fputc('\n', json->out);
}

void sw_json_string(struct sw_json *json, const char *key, const char *text)
{
    begin(json, key);
    put_string(json, text);
}

void sw_json_integer(struct sw_json *json, const char *key, uint64_t value)
{
    begin(json, key);
    fprintf(json->out, "%" PRIu64, value);
}

void sw_json_change(struct sw_json *json, const char *key, int64_t value)
{
    begin(json, key);
    fprintf(json->out, "%" PRId64, value);
}

void sw_json_real(struct sw_json *json, const char *key, double value)
{
    begin(json, key);
    if (isfinite(value))
        fprintf(json->out, "%.6g", value);
    else
        fputs("null", json->out);
}

static void put_exact(struct sw_json *json, const char *key, double value, int digits)
{
    if (!isfinite(value)) {
        sw_json_null(json, key);
    } else if (fabs(value) < 0x1p53 && value == (double)(int64_t)value) {
        sw_json_change(json, key, (int64_t)value);
    } else {
        begin(json, key);
        fprintf(json->out, "%.*g", digits, value);
    }
}

void sw_json_exact(struct sw_json *json, const char *key, double value)
{
    put_exact(json, key, value, 9);
}

void sw_json_null(struct sw_json *json, const char *key)
{
    begin(json, key);
    fputs("null", json->out);
}

void sw_json_boolean(struct sw_json *json, const char *key, int value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->out);
}

void sw_json_strings(struct sw_json *json, const char *key, const char *const *texts, size_t n)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < n; i++)
        sw_json_string(json, NULL, texts[i]);
    sw_json_close(json, ']');
}

/* `at` is a conversion, behind its '%'. Returns what follows it. */
static const char *put_next(struct sw_json *json, const char *key, bool may_lack, const char *at,
                            va_list *values)
{
    size_t size = strcspn(at, "sudg");
    bool is_long = size && *at != '.';
    if (at[size] == 's') {
        const char *text = va_arg(*values, const char *);
        if (!may_lack || (text && *text))
            sw_json_string(json, key, text ? text : "");
    } else if (at[size] == 'u') {
        uint64_t value = is_long ? va_arg(*values, unsigned long) : va_arg(*values, unsigned);
        if (!may_lack || value)
            sw_json_integer(json, key, value);
    } else if (at[size] == 'd' && is_long) {
        sw_json_change(json, key, va_arg(*values, long));
    } else if (at[size] == 'd') {
        int value = va_arg(*values, int);
        if (!may_lack || value)
            sw_json_boolean(json, key, value);
    } else {
        double value = va_arg(*values, double);
        if (size)
            put_exact(json, key, value, atoi(at + 1));
        else if (!may_lack || value > 0)
            sw_json_real(json, key, value);
    }
    return at + size + 1;
}

void sw_json_put(struct sw_json *json, const char *at, ...)
{
    char name[KEY_SIZE], word[KEY_SIZE];
    va_list values;
    va_start(values, at);
    while (*(at += strspn(at, ", "))) {
        size_t size = strcspn(at, ":{}[]%'");
        const char *key = at[size] == ':' ? name : NULL;
        bool may_lack = key && at[size - 1] == '?';
        snprintf(name, sizeof name, "%.*s", (int)(size - may_lack), at);
        at += key ? size + 1 : 0;
        char sign = *at++;
        if (sign == '%') {
            at = put_next(json, key, may_lack, at, &values);
        } else if (sign == '\'') {
            size = strcspn(at, "'");
            snprintf(word, sizeof word, "%.*s", (int)size, at);
            sw_json_string(json, key, word);
            at += size + 1;
        } else if (isdigit((unsigned char)sign)) {
            sw_json_integer(json, key, strtoul(at - 1, (char **)&at, 10));
        } else if (sign == '{' || sign == '[') {
            sw_json_open(json, key, sign);
        } else {
            sw_json_close(json, sign);
        }
    }
    va_end(values);
}

static void put_member(struct sw_json *json, const struct sw_table *table, size_t i,
                       const void *row, const char *key)
{
    struct sw_value value;
    sw_table_value(table, i, row, &value);
    switch (sw_types[table->columns[i].type].class) {
    case SW_CLASS_TEXT:
        sw_json_string(json, key, value.text);
        break;
    case SW_CLASS_INTEGER:
        sw_json_integer(json, key, value.integer);
        break;
    case SW_CLASS_CHANGE:
        sw_json_change(json, key, value.change);
        break;
    case SW_CLASS_FLAG:
        sw_json_boolean(json, key, value.integer != 0);
        break;
    case SW_CLASS_REAL:
        sw_json_real(json, key, value.real);
    }
}

/* How much of two paths is the same, in whole steps: up to and with the dot. */
static size_t common_path(const char *a, const char *b)
{
    size_t common = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '.')
            common = i + 1;
    return common;
}

static void close_steps(struct sw_json *json, const char *path)
{
    for (; (path = strchr(path, '.')); path++)
        sw_json_close(json, '}');
}

/* Opens what lies before the last dot; returns what follows it. */
static const char *open_steps(struct sw_json *json, const char *path)
{
    char step[KEY_SIZE];
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        snprintf(step, sizeof step, "%.*s", (int)(dot - path), path);
        sw_json_open(json, step, '{');
    }
    return path;
}

void sw_json_members(struct sw_json *json, const struct sw_table *table, const void *row)
{
    const char *last = "";
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *key = table->columns[i].key;
        size_t common = common_path(last, key);
        close_steps(json, last + common);
        put_member(json, table, i, row, open_steps(json, key + common));
        last = key;
    }
    close_steps(json, last);
}
