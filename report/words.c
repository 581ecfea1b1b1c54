#include "report/words.h"

#include <stdint.h>
#include <string.h>

size_t sw_words_character(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80)
        return s[0] != 0;
    size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    uint32_t code = s[0] & (0xff >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    if ((n == 3 && code < 0x800) || (n == 4 && code < 0x10000) || code > 0x10ffff ||
        (code >= 0xd800 && code < 0xe000))
        return 0;
    return n;
}

/* As sw_words_character(), but a byte that is no character counts as one. */
static size_t step(const char *text)
{
    size_t n = sw_words_character(text);
    return n ? n : 1;
}

size_t sw_words_width(const char *text)
{
    size_t width = 0;
    for (; *text; text += step(text))
        width++;
    return width;
}

static int is_printable(const char *text)
{
    unsigned char c = (unsigned char)*text;
    int c1 = c == 0xc2 && (unsigned char)text[1] < 0xa0; /* U+0080 to U+009F */
    return sw_words_character(text) != 0 && c >= 0x20 && c != 0x7f && !c1;
}

/* Appends `n` characters of `text`; returns where it stopped writing. */
static size_t append(char *out, size_t at, size_t out_size, const char *text, size_t n)
{
    for (; n && *text; n--, text += step(text)) {
        size_t size = step(text);
        if (at + size >= out_size)
            break;
        if (is_printable(text))
            memcpy(out + at, text, size);
        else
            memset(out + at, '?', size = 1);
        at += size;
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

static size_t word_size(const char *text)
{
    return strcspn(text, " ");
}

static size_t word_width(const char *text, size_t size)
{
    size_t width = 0;
    for (const char *end = text + size; text < end; text += step(text))
        width++;
    return width;
}

static void put_word(const char *text, size_t size, FILE *out)
{
    for (const char *end = text + size; text < end; text += step(text)) {
        if (is_printable(text))
            fwrite(text, 1, step(text), out);
        else
            fputc('?', out);
    }
}

void sw_words_wrap(const char *first, const char *text, size_t width, FILE *out)
{
    size_t indent = sw_words_width(first), column = indent;
    int fresh = 1;
    fputs(first, out);
    while (*text) {
        size_t size = word_size(text), wide = word_width(text, size);
        if (!fresh && column + 1 + wide > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            fresh = 1;
        }
        if (!fresh)
            fputc(' ', out);
        put_word(text, size, out);
        column += wide + !fresh;
        fresh = 0;
        text += size;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}
