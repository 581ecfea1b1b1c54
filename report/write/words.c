#include "report/write/words.h"
#include "analysis/findings/sentence.h"

/* Of what is one character, or looks like one. */
static uint32_t code_of(const char *text, size_t n)
{
    uint32_t code = (unsigned char)text[0] & (n > 1 ? 0xff >> (n + 1) : 0x7f);
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

size_t sw_words_character(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80)
        return s[0] != 0;
    size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    uint32_t code = code_of(text, n);
    if ((n == 3 && code < 0x800) || (n == 4 && code < 0x10000) || code > 0x10ffff ||
        (code >= 0xd800 && code < 0xe000))
        return 0;
    return n;
}

uint32_t sw_words_code(const char *text)
{
    return code_of(text, sw_words_character(text));
}

/* As sw_words_character(), but a byte that is no character counts as one. */
static size_t step(const char *text)
{
    size_t n = sw_words_character(text);
    return n ? n : 1;
}

/* In characters. */
static size_t width_of(const char *text, size_t size)
{
    size_t width = 0;
    for (const char *end = text + size; text < end; text += step(text))
        width++;
    return width;
}

size_t sw_words_width(const char *text)
{
    return width_of(text, strlen(text));
}

/* C0, DEL and C1 drive terminals; what turns the direction of writing makes a line say something else than it does;
 * and some take U+2028 and U+2029 for line breaks. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t sw_words_printable(const char *text)
{
    size_t n = sw_words_character(text);
    return n && !is_control(code_of(text, n)) ? n : 0;
}

/* Appends `n` characters of `text`, which may lie there already; returns where it stopped writing. */
static size_t append(char *out, size_t at, size_t out_size, const char *text, size_t n)
{
    for (; n && *text; n--) {
        size_t read = step(text), size = sw_words_printable(text);
        if (at + (size ? size : 1) >= out_size)
            break;
        if (size)
            memmove(out + at, text, size);
        else
            out[at] = '?';
        at += size ? size : 1;
        text += read;
    }
    out[at] = 0;
    return at;
}

static const char *skip(const char *text, size_t n)
{
    for (; n && *text; n--)
        text += step(text);
    return text;
}

void sw_words_shorten(const char *text, size_t width, int from_left, char *out, size_t out_size)
{
    size_t length = sw_words_width(text);
    if (length <= width || width < 4) {
        append(out, 0, out_size, text, width);
        return;
    }
    size_t keep = width - 3, left = from_left ? 0 : (keep + 1) / 2;
    size_t at = append(out, 0, out_size, text, left);
    const char *rest = skip(text, length - (keep - left)), *slash = strchr(rest, '/');
    if (from_left && slash) /* whole directories read better than parts */
        rest = slash;
    at = append(out, at, out_size, "...", 3);
    append(out, at, out_size, rest, keep - left);
}

void sw_words_shorten_name(const char *name, size_t width, char *out, size_t out_size)
{
    SW_FREED char *text = strdup(name);
    while (text && sw_words_width(text) > width && sw_cxx_name_shorten(text))
        ;
    sw_words_shorten(text ? text : name, width, 0, out, out_size);
}

char *sw_words_print(char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, SW_PRINTED_SIZE, format, arguments);
    va_end(arguments);
    return text;
}

void sw_words_put_part(const char *text, size_t size, FILE *out)
{
    for (const char *end = text + size; text < end; text += step(text)) {
        if (sw_words_printable(text))
            fwrite(text, 1, step(text), out);
        else
            fputc('?', out);
    }
}

void sw_words_put(const char *text, FILE *out)
{
    sw_words_put_part(text, strlen(text), out);
}

void sw_words_put_but(const char *text, const char *but, char instead, FILE *out)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, but);
        sw_words_put_part(text, n, out);
        for (; text[n] && strchr(but, text[n]); n++)
            fputc(instead, out);
    }
}

char *sw_words_clean(char *text)
{
    size_t size = strlen(text);
    append(text, 0, size + 1, text, size);
    return text;
}

void sw_words_wrap(const char *first, const char *text, size_t width, FILE *out)
{
    size_t indent = sw_words_width(first), column = indent;
    int fresh = 1;
    fputs(first, out);
    while (*text) {
        size_t size = strcspn(text, " "), wide = width_of(text, size);
        if (!fresh && column + 1 + wide > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            fresh = 1;
        }
        if (!fresh)
            fputc(' ', out);
        sw_words_put_part(text, size, out);
        column += wide + !fresh;
        fresh = 0;
        text += size;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}
