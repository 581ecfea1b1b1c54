/* Records of a profile's file: a table of fields says how one is written and how it is read. Numbers are little-endian in the file, as they are
 * in memory on all that Spanwise runs on. */
#include "profile/chunks.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are copied as they are");

static size_t size_of(const struct sw_layout *layout, bool is_least)
{
    size_t size = 0;
    for (const struct sw_field *f = layout->fields; f->kind != SW_FIELD_END; f++) {
        if (is_least && f->kind == SW_FIELD_LATER)
            break;
        size += (size_t)f->bytes * f->n;
    }
    return size;
}

size_t sw_layout_size(const struct sw_layout *layout)
{
    return size_of(layout, false);
}

/* Those of most fields are few, and known then: no call. */
static inline void copy(void *to, const void *from, size_t size)
{
    if (size == 8)
        memcpy(to, from, 8);
    else if (size == 4)
        memcpy(to, from, 4);
    else
        memcpy(to, from, size);
}

/* Whether all its numbers are in the file as they are in memory. */
static bool is_copied(const struct sw_field *f)
{
    return f->kind == SW_FIELD_NUMBER && f->bytes == f->memory;
}

/* Where the number is in memory that is the i-th in the file. */
static size_t offset_of(const struct sw_field *f, size_t i)
{
    size_t k = f->kind == SW_FIELD_TURNS ? i / 2 + i % 2 * (f->n / 2u) : i;
    return f->offset + k * f->memory;
}

static size_t common(const struct sw_field *f)
{
    return f->bytes < f->memory ? f->bytes : f->memory;
}

static void put_field(struct sw_writer *w, const struct sw_field *f, const char *record,
                      unsigned char *to)
{
    memset(to, 0, (size_t)f->bytes * f->n);
    for (size_t i = 0; i < f->n; i++, to += f->bytes) {
        const char *from = record + offset_of(f, i);
        uint32_t offset = 0;
        if (f->kind == SW_FIELD_STRING)
            offset = sw_writer_string(w, *(char *const *)from);
        copy(to, f->kind == SW_FIELD_STRING ? (const char *)&offset : from, common(f));
    }
}

void sw_writer_fields(struct sw_writer *w, const struct sw_layout *layout, const void *records,
                      size_t n)
{
    size_t size = sw_layout_size(layout);
    for (const char *record = records; n; n--, record += layout->size) {
        unsigned char *to = sw_writer_room(w, size);
        for (const struct sw_field *f = layout->fields; to && f->kind != SW_FIELD_END; f++) {
            if (is_copied(f))
                copy(to, record + f->offset, (size_t)f->bytes * f->n);
            else
                put_field(w, f, record, to);
            to += (size_t)f->bytes * f->n;
        }
    }
}

void sw_writer_record(struct sw_writer *w, enum sw_chunk which, const struct sw_layout *layout,
                      const void *record)
{
    sw_writer_begin(w, sw_chunk_tags[which]);
    sw_writer_fields(w, layout, record, 1);
    sw_writer_end(w);
}

void sw_writer_records(struct sw_writer *w, enum sw_chunk which, const struct sw_layout *layout,
                       const void *records, size_t n)
{
    size_t first = n < layout->first ? n : layout->first;
    sw_writer_list(w, which, sw_layout_size(layout), n - first);
    if (n > first)
        sw_writer_fields(w, layout, (const char *)records + first * layout->size, n - first);
    sw_writer_end(w);
}

/* False: it names a string that is not there. */
static bool get_record(struct sw_reader *r, const struct sw_layout *layout, struct sw_slice s,
                       void *record)
{
    bool bad = false;
    for (const struct sw_field *f = layout->fields; f->kind != SW_FIELD_END; f++) {
        if (f->kind == SW_FIELD_PLACE)
            sw_place_release(r->profile, (struct sw_place *)((char *)record + f->offset));
        size_t all = (size_t)f->bytes * f->n;
        if (is_copied(f) && all <= s.size) {
            copy((char *)record + f->offset, s.at, all);
            s.at += all;
            s.size -= all;
            continue;
        }
        for (size_t i = 0; i < f->n && f->bytes <= s.size; i++) {
            char *to = (char *)record + offset_of(f, i);
            if (f->kind == SW_FIELD_STRING)
                *(char **)to = sw_reader_string(r, (uint32_t)sw_reader_load(s.at, 4), &bad);
            else
                copy(to, s.at, common(f));
            s.at += f->bytes;
            s.size -= f->bytes;
        }
    }
    return !bad;
}

static void check_strings(struct sw_reader *r, enum sw_chunk which, bool are_there)
{
    if (!are_there)
        sw_reader_damaged(r, sw_chunk_tags[which], "names a string that is not there");
}

bool sw_reader_record(struct sw_reader *r, enum sw_chunk which, const struct sw_layout *layout,
                      void *record)
{
    struct sw_slice s = r->chunks[which];
    if (!s.at || r->error)
        return false;
    if (s.size < size_of(layout, true))
        sw_reader_damaged(r, sw_chunk_tags[which], "is too short");
    else
        check_strings(r, which, get_record(r, layout, s, record));
    return !r->error;
}

struct sw_reader_list sw_reader_open(struct sw_reader *r, enum sw_chunk which,
                                     const struct sw_layout *layout)
{
    struct sw_slice s = r->chunks[which];
    struct sw_reader_list list = {.which = which};
    if (!s.at || r->error)
        return list;
    if (s.size < SW_FORMAT_LIST_HEADER) {
        sw_reader_damaged(r, sw_chunk_tags[which], "is too short");
        return list;
    }
    list.at = s.at + SW_FORMAT_LIST_HEADER;
    list.record = sw_reader_load(s.at, 4);
    size_t n = sw_reader_load(s.at + 4, 4);
    s.size -= SW_FORMAT_LIST_HEADER;
    if (list.record < size_of(layout, true) || s.size / list.record != n || s.size % list.record)
        sw_reader_damaged(r, sw_chunk_tags[which], "has the wrong length");
    else
        list.n = n;
    return list;
}

void *sw_reader_take(struct sw_reader *r, struct sw_reader_list *list,
                     const struct sw_layout *layout, size_t n)
{
    char *records = r->error ? NULL : calloc(layout->first + n + 1, layout->size);
    bool good = true;
    if (!records) {
        sw_reader_no_memory(r);
        return NULL;
    }
    for (char *to = records + layout->first * layout->size; n; n--, to += layout->size) {
        good &= get_record(r, layout, (struct sw_slice){list->at, list->record}, to);
        list->at += list->record;
        list->n--;
    }
    check_strings(r, list->which, good);
    return records;
}

void *sw_reader_records(struct sw_reader *r, enum sw_chunk which, const struct sw_layout *layout,
                        size_t *n)
{
    struct sw_reader_list list = sw_reader_open(r, which, layout);
    size_t all = list.n;
    void *records = sw_reader_take(r, &list, layout, all);
    *n = records ? layout->first + all : 0;
    return records;
}

void sw_record_release(const struct sw_profile *p, const struct sw_layout *layout, void *record)
{
    for (const struct sw_field *f = layout->fields; f->kind != SW_FIELD_END; f++) {
        void *at = (char *)record + f->offset;
        if (f->kind == SW_FIELD_STRING)
            sw_profile_release_string(p, *(char **)at);
        if (f->kind == SW_FIELD_PLACE)
            sw_place_release(p, at);
    }
}

void sw_records_release(const struct sw_profile *p, const struct sw_layout *layout, void *records,
                        size_t n)
{
    for (size_t i = 0; i < n; i++)
        sw_record_release(p, layout, (char *)records + i * layout->size);
    free(records);
}

static bool copy_string(char **string)
{
    char *copy = sw_string_copy(*string);
    *string = copy ? copy : sw_profile_empty;
    return copy;
}

static bool copy_place(struct sw_place *place)
{
    const struct sw_place from = *place;
    return !sw_place_copy(place, &from);
}

void *sw_records_copy(const struct sw_layout *layout, const void *records, size_t n)
{
    static const struct sw_profile none;
    char *copies = calloc(n + 1, layout->size);
    bool fine = copies;
    if (fine && n)
        memcpy(copies, records, n * layout->size);
    for (size_t i = 0; copies && i < n; i++)
        for (const struct sw_field *f = layout->fields; f->kind != SW_FIELD_END; f++) {
            void *at = copies + i * layout->size + f->offset;
            if (f->kind == SW_FIELD_STRING)
                fine &= copy_string(at);
            if (f->kind == SW_FIELD_PLACE)
                fine &= copy_place(at);
        }
    if (fine)
        return copies;
    sw_records_release(&none, layout, copies, copies ? n : 0);
    return NULL;
}

/* A place in the file; `more`: it was inlined into the next one. */
struct place_record {
    char *function, *file;
    uint32_t line, column, more;
};

static const struct sw_layout place_layout =
    SW_LAYOUT(struct place_record, SW_STRING(place_record, function), SW_STRING(place_record, file),
              SW_32(place_record, line), SW_32(place_record, column), SW_32(place_record, more));

static size_t put_place(struct sw_writer *w, const struct sw_place *place)
{
    for (size_t n = 1;; n++, place = place->inlined_into) {
        bool more = place->inlined_into && n < SW_FORMAT_MAX_INLINED;
        struct place_record record = {place->function, place->file, place->line, place->column,
                                      more};
        sw_writer_fields(w, &place_layout, &record, 1);
        if (!more)
            return n;
    }
}

static void get_place(struct sw_reader *r, struct sw_reader_list *list, struct sw_place *place)
{
    for (int depth = 1; !r->error; depth++) {
        struct place_record record;
        if (list->n == 0) {
            sw_reader_damaged(r, sw_chunk_tags[list->which], "has too few places");
            return;
        }
        bool good =
            get_record(r, &place_layout, (struct sw_slice){list->at, list->record}, &record);
        *place = (struct sw_place){record.function, record.file, record.line, record.column, NULL};
        list->at += list->record;
        list->n--;
        sw_reader_check(r, list->which,
                        good && record.more <= (depth < SW_FORMAT_MAX_INLINED ? 1 : 0));
        if (r->error || !record.more)
            return;
        place->inlined_into = calloc(1, sizeof *place);
        place = place->inlined_into;
        if (!place)
            sw_reader_no_memory(r);
    }
}

/* NULL: the record has no more than k. */
static struct sw_place *place_of(const struct sw_placed *of, size_t record, unsigned k)
{
    for (const struct sw_field *f = of->layout->fields; f->kind != SW_FIELD_END; f++)
        if (f->kind == SW_FIELD_PLACE && k-- == 0)
            return (struct sw_place *)((char *)of->records + record * of->layout->size + f->offset);
    return NULL;
}

void sw_writer_places(struct sw_writer *w, enum sw_chunk which, const struct sw_placed *of, int n)
{
    const struct sw_place *place;
    size_t written = 0;
    sw_writer_list(w, which, sw_layout_size(&place_layout), 0);
    for (; n; n--, of++)
        for (size_t i = 0; i < of->n; i++)
            for (unsigned k = 0; (place = place_of(of, i, k)) != NULL; k++)
                written += put_place(w, place);
    sw_writer_count(w, written);
    sw_writer_end(w);
}

void sw_reader_places(struct sw_reader *r, enum sw_chunk which, const struct sw_placed *of, int n)
{
    struct sw_reader_list list = sw_reader_open(r, which, &place_layout);
    struct sw_place *place;
    if (!r->chunks[which].at)
        return;
    for (; n && !r->error; n--, of++)
        for (size_t i = 0; i < of->n; i++)
            for (unsigned k = 0; (place = place_of(of, i, k)) != NULL; k++)
                get_place(r, &list, place);
    if (list.n)
        sw_reader_damaged(r, sw_chunk_tags[which], "has too many places");
}
