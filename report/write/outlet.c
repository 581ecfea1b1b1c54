/*
 * A stream in front of another one. What is written comes in pieces that may end within a character or the switch of a colour: the
 * rest of such a piece is held until the next one tells what it is.
 */
#include "report/write/outlet.h"
#include "analysis/workspan/sites.h"
#include "report/write/page.h"
#include "report/write/words.h"

enum {
    LONGEST = 5, /* of what may be cut: the switch of a colour */
    PIECE = 4096,
};

struct filter {
    FILE *to;
    bool is_for_logs, has_colors;
    bool at_start;    /* of a line: nothing but blanks before */
    bool after_colon; /* the first character of a line */
    unsigned hashes;  /* "##", and letters since then */
    char held[LONGEST];
    size_t n_held;
    char made[LONGEST + PIECE]; /* of a piece; no character becomes longer */
    size_t n_made;
};

static bool is_color(const char *text, size_t size)
{
    static const char *const colors[] = {SW_COLOR_BOLD, SW_COLOR_PLAIN, SW_COLOR_ADVICE,
                                         SW_COLOR_WARNING};
    return SW_FIRST(color, colors, sizeof colors / sizeof *colors,
                    strlen(*color) == size && !memcmp(*color, text, size));
}

/* The size of the colour's switch that it begins with; 0: it does not. */
static size_t color_size(const struct filter *f, const char *text, size_t size)
{
    for (size_t n = 4; f->has_colors && *text == '\033' && n <= LONGEST && n <= size; n++)
        if (is_color(text, n))
            return n;
    return 0;
}

/* Whether what follows could make a character, or a switch, of these last bytes. */
static bool is_cut(const struct filter *f, const char *text, size_t size)
{
    unsigned char c = (unsigned char)*text;
    size_t whole = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
    if (c == '\033' && f->has_colors)
        return size < LONGEST && !memchr(text, 'm', size);
    if (c > 0xf4 || size >= whole)
        return false;
    for (size_t i = 1; i < size; i++)
        if ((text[i] & 0xc0) != 0x80)
            return false;
    return true;
}

/* What is one character for people is none of a command: GitHub's are "::error" at the begin of a line and "##[error]", Azure's
 * "##vso[...]", TeamCity's "##teamcity[...]" anywhere in it. */
static char disarm(struct filter *f, char c)
{
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    char shown = (c == ':' && f->after_colon) || (c == '[' && f->hashes >= 2) ? '?' : c;
    f->hashes = c == '#' ? f->hashes + 1 : is_letter && f->hashes >= 2 ? f->hashes : 0;
    f->after_colon = c == ':' && f->at_start;
    f->at_start = c == '\n' || (f->at_start && (c == ' ' || c == '\t'));
    return shown;
}

static void put(struct filter *f, const char *bytes, size_t size)
{
    memcpy(f->made + f->n_made, bytes, size);
    f->n_made += size;
}

static void put_character(struct filter *f, const char *text, size_t size)
{
    char shown = *text;
    if (f->is_for_logs)
        shown = disarm(f, *text);
    put(f, size == 1 ? &shown : text, size);
}

/* One character, or a switch; returns how long it was. `text` ends with a 0. */
static size_t put_first(struct filter *f, const char *text, size_t size)
{
    size_t color = color_size(f, text, size), character = sw_words_character(text);
    if (color)
        put(f, text, color);
    else if (sw_words_printable(text) || *text == '\n' || *text == '\t')
        put_character(f, text, character);
    else
        put_character(f, "?", 1);
    return color ? color : character ? character : 1;
}

/* Most of what programs read is plain, and much. */
static size_t put_plain(struct filter *f, const char *text, size_t size)
{
    size_t n = 0;
    while (!f->is_for_logs && n < size && ((text[n] >= ' ' && text[n] < 0x7f) || text[n] == '\n'))
        n++;
    put(f, text, n);
    return n;
}

/* At one go, as it came: others may write to the same terminal. */
static bool put_all(struct filter *f, const char *text, size_t size, bool is_last)
{
    f->n_made = 0;
    while (size && (is_last || !is_cut(f, text, size))) {
        size_t n = put_plain(f, text, size);
        n = n ? n : put_first(f, text, size);
        text += n;
        size -= n;
    }
    memmove(f->held, text, size);
    f->n_held = size;
    return fwrite(f->made, 1, f->n_made, f->to) == f->n_made;
}

static ssize_t write_filtered(void *cookie, const char *data, size_t size)
{
    struct filter *f = cookie;
    char piece[LONGEST + PIECE + 1];
    bool fine = true;
    for (size_t at = 0, n; fine && at < size; at += n) {
        n = size - at < PIECE ? size - at : PIECE;
        memcpy(piece, f->held, f->n_held);
        memcpy(piece + f->n_held, data + at, n);
        piece[f->n_held + n] = 0;
        fine = put_all(f, piece, f->n_held + n, false);
    }
    return fine ? (ssize_t)size : 0;
}

static int close_filtered(void *cookie)
{
    struct filter *f = cookie;
    char rest[LONGEST + 1] = "";
    memcpy(rest, f->held, f->n_held);
    bool fine = put_all(f, rest, f->n_held, true);
    free(f);
    return fine ? 0 : -1;
}

static FILE *open_filtered(FILE *to, bool is_for_logs, bool has_colors)
{
    cookie_io_functions_t io = {.write = write_filtered, .close = close_filtered};
    struct filter *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->to = to;
    f->is_for_logs = is_for_logs;
    f->has_colors = has_colors;
    f->at_start = true;
    FILE *out = fopencookie(f, "w", io);
    if (!out)
        free(f);
    return out;
}

int sw_outlet_open(struct sw_outlet *o, FILE *to, enum sw_outlet_kind kind,
                   const struct sw_report_options *page, const char *unit)
{
    bool is_text = kind == SW_OUTLET_TEXT;
    *o = (struct sw_outlet){.page = *page, .to = to};
    o->page.width = sw_terminal_width(page, to);
    o->page.color = sw_terminal_color(page, to) ? SW_YES : SW_NO;
    o->units = (struct sw_units){sw_string(unit), !is_text || sw_terminal_utf8(page)};
    if (is_text) {
        snprintf(o->unit, sizeof o->unit, "%s", o->units.unit);
        o->units.unit = sw_words_clean(o->unit);
    }
    o->out = kind == SW_OUTLET_RAW
                 ? to
                 : open_filtered(to, kind != SW_OUTLET_DATA, is_text && o->page.color == SW_YES);
    return o->out ? 0 : -ENOMEM;
}

int sw_outlet_close(struct sw_outlet *o, int error)
{
    bool fails = fflush(o->out) || ferror(o->out) || fflush(o->to) || ferror(o->to);
    int why = errno;
    if (o->out != o->to)
        fails |= fclose(o->out) || fflush(o->to) || ferror(o->to);
    errno = why;
    return error ? error : fails ? -EIO : 0;
}
