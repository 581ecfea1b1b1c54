/* OpenMP's functions about places and affinity, and the formats in which affinity is displayed. */
#include "agent/openmp/api/api.h"

#include <ctype.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Threads of a region go on from where the one is that has begun it. */
static unsigned sum_of_numbers(const struct sw_omp_thread *t)
{
    unsigned sum = t->number;
    for (const struct sw_omp_team *team = t->team; team->level; team = team->outer)
        sum += team->outer_number;
    return sum;
}

/* The place that a thread is said to be at; -1: there are none. As libgomp has it where threads are just bound; by the rules of
 * close and spread, for a region outside all others. */
static int sw_api_place_of(const struct sw_omp_thread *t)
{
    unsigned n = sw_omp_places()->n;
    if (!n)
        return -1;
    if (sw_omp_settings.proc_bind == SW_OMP_BIND_PRIMARY)
        return 0;
    if (sw_omp_settings.proc_bind == SW_OMP_BIND_TRUE)
        return (int)(sum_of_numbers(t) % n);
    if (t->team->n > n || sw_omp_settings.proc_bind == SW_OMP_BIND_SPREAD)
        return (int)((uint64_t)t->number * n / t->team->n);
    return (int)t->number;
}

/* Affinity formats: omp_set_affinity_format(), omp_display_affinity() and the like. */

static char *format_of_process; /* NULL: as the environment says */

const char *sw_api_affinity_format(void)
{
    const char *format = format_of_process ? format_of_process : getenv("OMP_AFFINITY_FORMAT");
    return format ? format : "level %L thread %i affinity %A";
}

struct text {
    char *at;
    size_t room, length;
};

static void put(struct text *text, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++, text->length++)
        if (text->length + 1 < text->room)
            text->at[text->length] = bytes[i];
}

static void put_again(struct text *text, char c, size_t times)
{
    while (times--)
        put(text, &c, 1);
}

/* %[0][.][width]: zeros; to the right; at least so wide. */
struct width {
    bool zeros, right;
    size_t least;
};

static void put_field(struct text *text, const char *field, const struct width *width)
{
    size_t n = strlen(field), missing = width->least > n ? width->least - n : 0;
    if (width->right)
        put_again(text, width->zeros ? '0' : ' ', missing);
    put(text, field, n);
    if (!width->right)
        put_again(text, ' ', missing);
}

static void processors(const struct sw_omp_thread *t, char *field, size_t room)
{
    const struct sw_omp_places *places = sw_omp_places();
    struct sw_omp_place all = {0, sw_omp_settings.processors, 1};
    if (places->n)
        all = places->list[sw_api_place_of(t)];
    if (all.n == 1)
        snprintf(field, room, "%u", all.first);
    else
        snprintf(field, room, "%u-%u", all.first, all.first + (all.n - 1) * all.step);
}

/* Of the thread that has begun its region, in the one around that. */
static int number_above(const struct sw_omp_thread *t)
{
    const struct sw_omp_team *team = t->team;
    int number = -1;
    for (unsigned level = team->level; level && team->level >= level; team = team->outer)
        number = (int)team->outer_number;
    return number;
}

static void fill(const struct sw_omp_thread *t, char letter, char *field, size_t room)
{
    static const char numbered[] = "tTLnNaP";
    const int numbers[] = {(int)t->team->team_number,
                           (int)t->team->n_teams,
                           (int)t->team->level,
                           (int)t->number,
                           (int)t->team->n,
                           number_above(t),
                           getpid()};
    const char *is_number = strchr(numbered, letter);
    switch (letter) {
    case 'H':
        gethostname(field, room);
        field[room - 1] = '\0';
        break;
    case 'i':
        snprintf(field, room, "0x%" PRIxPTR,
                 (uintptr_t)(t == sw_omp_self() ? pthread_self() : t->donor.pthread));
        break;
    case 'A':
        processors(t, field, room);
        break;
    default:
        if (is_number)
            snprintf(field, room, "%d", numbers[is_number - numbered]);
        else
            snprintf(field, room, "undefined");
    }
}

static char letter_of(const char *name, size_t length)
{
    static const struct {
        char letter;
        const char *name;
    } names[] = {{'t', "team_num"},       {'T', "num_teams"},   {'L', "nesting_level"},
                 {'n', "thread_num"},     {'N', "num_threads"}, {'a', "ancestor_tnum"},
                 {'H', "host"},           {'P', "process_id"},  {'i', "native_thread_id"},
                 {'A', "thread_affinity"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && !memcmp(names[i].name, name, length))
            return names[i].letter;
    return '?';
}

/* What follows a %; returns what follows that. */
static const char *expand(const struct sw_omp_thread *t, const char *at, struct text *text)
{
    char field[256] = "", letter;
    struct width width = {0};
    if (*at == '%') {
        put(text, "%", 1);
        return at + 1;
    }
    if (*at == '0' && at[1] == '.') {
        width.zeros = width.right = true;
        at += 2;
    } else if (*at == '.') {
        width.right = true;
        at++;
    }
    while (isdigit((unsigned char)*at))
        width.least = 10 * width.least + (size_t)(*at++ - '0');
    const char *end = *at == '{' ? strchr(at, '}') : NULL;
    if (end) {
        letter = letter_of(at + 1, (size_t)(end - at - 1));
        at = end;
    } else {
        letter = *at;
    }
    if (!letter)
        return at;
    fill(t, letter, field, sizeof field);
    put_field(text, field, &width);
    return at + 1;
}

size_t sw_api_affinity_text(const struct sw_omp_thread *t, const char *format, char *buffer,
                            size_t room)
{
    struct text text = {buffer, room, 0};
    while (*format) {
        if (*format == '%')
            format = expand(t, format + 1, &text);
        else
            put(&text, format++, 1);
    }
    if (room)
        buffer[text.length < room ? text.length : room - 1] = '\0';
    return text.length;
}

SW_API void omp_set_affinity_format(const char *format)
{
    char *copy = strdup(format);
    if (!copy)
        return;
    free(format_of_process);
    format_of_process = copy;
}

SW_OMP_CALL(size_t, omp_get_affinity_format, (char *buffer, size_t room),
            (size_t)snprintf(buffer, room, "%s", sw_api_affinity_format()))

static const char *or_default(const char *format)
{
    return format && *format ? format : sw_api_affinity_format();
}

SW_OMP_CALL(size_t, omp_capture_affinity, (char *buffer, size_t room, const char *format),
            sw_api_affinity_text(sw_omp_self(), or_default(format), buffer, room))

SW_API void omp_display_affinity(const char *format)
{
    char text[4096];
    sw_api_affinity_text(sw_omp_self(), or_default(format), text, sizeof text);
    fprintf(stderr, "%s\n", text);
}

/* --- Fortran: texts have a length and no end --- */

static char *from_fortran(const char *text, size_t length)
{
    while (length && text[length - 1] == ' ')
        length--;
    return strndup(text, length);
}

/* Text to Fortran, which has no end but blanks. */
static void sw_api_to_fortran(char *to, size_t size, const char *from, size_t length)
{
    size_t n = length < size ? length : size;
    memcpy(to, from, n);
    memset(to + n, ' ', size - n);
}

#define WITH_FORMAT(name)                                  \
    SW_API void name##_(const char *format, size_t length) \
    {                                                      \
        char *copy = from_fortran(format, length);         \
        if (copy)                                          \
            name(copy);                                    \
        free(copy);                                        \
    }
WITH_FORMAT(omp_set_affinity_format)
WITH_FORMAT(omp_display_affinity)

SW_API int omp_get_affinity_format_(char *buffer, size_t room)
{
    const char *format = sw_api_affinity_format();
    sw_api_to_fortran(buffer, room, format, strlen(format));
    return (int)strlen(format);
}

SW_API int omp_capture_affinity_(char *buffer, const char *format, size_t room, size_t length)
{
    char text[4096], *copy = from_fortran(format, length);
    size_t n = copy ? omp_capture_affinity(text, sizeof text, copy) : 0;
    free(copy);
    sw_api_to_fortran(buffer, room, text, n < sizeof text ? n : sizeof text - 1);
    return (int)n;
}

/* Places, and the text that says where a thread runs. Nothing is bound to anything: the processors are
 * simulated, and OMP_PLACES divides those. */

SW_API_ASK(int, omp_get_num_places, (int)sw_omp_places()->n)

SW_API int omp_get_place_num_procs(int number)
{
    const struct sw_omp_places *places = sw_omp_places();
    return number >= 0 && (unsigned)number < places->n ? (int)places->list[number].n : 0;
}

#define PROC_IDS(function, type, numbers, number_)                                              \
    SW_API void function(type number, numbers *ids)                                             \
    {                                                                                           \
        const struct sw_omp_places *places = sw_omp_places();                                   \
        int place = number_;                                                                    \
        for (int i = 0; i < omp_get_place_num_procs(place); i++)                                \
            ids[i] = (int)(places->list[place].first + (unsigned)i * places->list[place].step); \
    }
PROC_IDS(omp_get_place_proc_ids, int, int, number)
PROC_IDS(omp_get_place_proc_ids_, const int32_t *, int32_t, *number)
PROC_IDS(omp_get_place_proc_ids_8_, const int64_t *, int64_t, sw_api_int(*number))

SW_API_ASK(int, omp_get_place_num, sw_api_place_of(sw_omp_self()))

SW_OMP_ALIAS(omp_get_partition_num_places, omp_get_num_places);

#define PLACE_NUMS(function, numbers_)                 \
    SW_API void function(numbers_ *numbers)            \
    {                                                  \
        for (int i = 0; i < omp_get_num_places(); i++) \
            numbers[i] = i;                            \
    }
PLACE_NUMS(omp_get_partition_place_nums, int)
PLACE_NUMS(omp_get_partition_place_nums_8_, int64_t)
SW_API_SAME(omp_get_partition_place_nums)

SW_API_ASK(int, omp_get_proc_bind, (sw_omp_settings_init(), sw_omp_settings.proc_bind))

SW_API_SAME(omp_get_partition_num_places)
SW_API_GET_AT(omp_get_place_num_procs)
