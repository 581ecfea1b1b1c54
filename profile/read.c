/*
 * Reads a profile: first all chunks are found and their checksums verified, then the known ones are
 * decoded. Nothing is allocated that is not in proportion to bytes which are really there: lists
 * must fill their chunk exactly, strings stay in one table, and places are consumed in order, so
 * that no two sites can share a long chain.
 */
#include "profile/chunks.h"
#include "profile/file.h"
#include "profile/input.h"

#define TAG(name, ...) SW_TAG_##name,

const uint32_t sw_chunk_tags[SW_CHUNKS] = {SW_FORMAT_CHUNKS(TAG)};

static int refuse(struct sw_reader *r, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct sw_reader *r, int error, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!r->error) {
        snprintf(r->why, r->why_size, "'%s' %s", r->name, text);
        r->error = error;
    }
    return r->error;
}

int sw_reader_damaged(struct sw_reader *r, uint32_t tag, const char *what)
{
    char name[5];
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(tag >> (8 * i));
        name[i] = c < 32 || c > 126 ? '?' : (char)c;
    }
    name[4] = 0;
    return refuse(r, -EBADMSG, "is damaged: chunk '%s' %s", name, what);
}

int sw_reader_no_memory(struct sw_reader *r)
{
    return refuse(r, -ENOMEM, "does not fit in memory");
}

void sw_reader_check(struct sw_reader *r, enum sw_chunk which, bool makes_sense)
{
    if (!makes_sense)
        sw_reader_damaged(r, sw_chunk_tags[which], "does not make sense");
}

static int check_file_header(struct sw_reader *r, struct sw_slice file, bool is_whole)
{
    size_t known = file.size < SW_FORMAT_MAGIC_SIZE ? file.size : SW_FORMAT_MAGIC_SIZE;
    if (file.size == 0 && is_whole)
        return refuse(r, -EBADMSG, "is empty; did the profiled program end?");
    if (memcmp(file.at, SW_FORMAT_MAGIC, known))
        return refuse(r, -EINVAL, "is not a profile of spanwise");
    if (file.size < SW_FORMAT_FILE_HEADER)
        return !is_whole ? 0
                         : refuse(r, -EBADMSG, "is truncated: it ends after %zu bytes", file.size);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    if (sw_reader_load(file.at + 12, 4) != sw_crc32(0, file.at, 12))
        return refuse(r, -EBADMSG, "is damaged: the checksum of its header is wrong");
#endif
    unsigned major = (unsigned)sw_reader_load(file.at + 8, 2),
             minor = (unsigned)sw_reader_load(file.at + 10, 2);
    if (major > SW_FORMAT_MAJOR)
        return refuse(r, -ENOTSUP,
                      "has format %u.%u and this spanwise (" SW_VERSION
                      ") reads %d.x; read it with the spanwise that wrote it",
                      major, minor, SW_FORMAT_MAJOR);
    if (major == 0)
        return refuse(r, -EBADMSG, "is damaged: its format is %u.%u", major, minor);
    return 0;
}

static int note_chunk(struct sw_reader *r, uint32_t tag, struct sw_slice payload)
{
    for (int i = 0; i < SW_CHUNKS; i++) {
        if (sw_chunk_tags[i] != tag)
            continue;
        if (r->chunks[i].at)
            return sw_reader_damaged(r, tag, "is there twice");
        r->chunks[i] = payload;
    }
    return 0;
}

/* A chunk of what has come so far, and where the next one begins. */
struct chunk {
    uint32_t tag;
    struct sw_slice payload;
    size_t next;
};

static bool is_tag(uint32_t tag)
{
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(tag >> (8 * i));
        if (c < ' ' || c > '~')
            return false;
    }
    return true;
}

/* 1: it is there; 0: it does not end here; or an error, which no more bytes fix. */
static int find_chunk(struct sw_reader *r, struct sw_slice file, size_t at, struct chunk *c)
{
    if (file.size - at < SW_FORMAT_CHUNK_HEADER)
        return 0;
    const unsigned char *header = file.at + at;
    uint64_t length = sw_reader_load(header + 8, 8);
    c->tag = (uint32_t)sw_reader_load(header, 4);
    if (!is_tag(c->tag))
        return sw_reader_damaged(r, c->tag, "is not a valid one");
    at += SW_FORMAT_CHUNK_HEADER;
    if (length > file.size - at)
        return 0;
    c->payload = (struct sw_slice){file.at + at, length};
    c->next = at + length;
    if (c->tag == SW_TAG_END && c->next != file.size)
        return refuse(r, -EBADMSG, "is damaged: %zu bytes follow its end", file.size - c->next);
    return 1;
}

static int check_chunk(struct sw_reader *r, const struct chunk *c)
{
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    const unsigned char *header = c->payload.at - SW_FORMAT_CHUNK_HEADER;
    if (sw_reader_load(header + 4, 4) !=
        sw_crc32(sw_crc32(0, header, 4), header + 8, 8 + c->payload.size))
        return sw_reader_damaged(r, c->tag, "has a wrong checksum");
#endif
    return c->tag == SW_TAG_END ? 0 : note_chunk(r, c->tag, c->payload);
}

static int find_chunks(struct sw_reader *r, struct sw_slice file)
{
    struct chunk c = {.next = SW_FORMAT_FILE_HEADER};
    do {
        int found = find_chunk(r, file, c.next, &c);
        if (found == 0)
            return refuse(r, -EBADMSG, "is truncated or damaged: it ends after %zu bytes",
                          file.size);
        int error = found < 0 ? found : check_chunk(r, &c);
        if (error)
            return error;
    } while (c.tag != SW_TAG_END);
    return 0;
}

/* Whether a profile can begin so: its header, and the chunks' as far as they have come. */
static int examine(const char *head, size_t size, const char *name, char *why, size_t why_size)
{
    struct sw_reader r = {.name = name, .why = why, .why_size = why_size};
    struct sw_slice file = {(const unsigned char *)head, size};
    struct chunk c = {.next = SW_FORMAT_FILE_HEADER};
    int found = check_file_header(&r, file, false);
    if (found || size < SW_FORMAT_FILE_HEADER)
        return found;
    while ((found = find_chunk(&r, file, c.next, &c)) > 0 && c.tag != SW_TAG_END)
        ;
    return found < 0 ? found : 0;
}

static int read_string_table(struct sw_reader *r)
{
    struct sw_slice s = r->chunks[SW_CHUNK_STRINGS];
    if (!s.at)
        return sw_reader_damaged(r, SW_TAG_STRINGS, "is missing");
    if (s.size == 0 || s.at[s.size - 1] != 0)
        return sw_reader_damaged(r, SW_TAG_STRINGS, "does not end a string");
    r->profile->pool = malloc(s.size);
    if (!r->profile->pool)
        return sw_reader_no_memory(r);
    memcpy(r->profile->pool, s.at, s.size);
    r->profile->pool_size = s.size;
    return 0;
}

char *sw_reader_string(struct sw_reader *r, uint32_t offset, bool *bad)
{
    *bad |= offset >= r->profile->pool_size;
    return *bad ? sw_profile_empty : r->profile->pool + offset;
}

/* What has a name here needs no text. */
static void find_front_end(struct sw_profile *p)
{
    bool is_effort = sw_profile_is_effort(p);
    p->front_end = is_effort ? SW_FRONT_END_SAMPLE : sw_front_end_named(p->front_end_text);
    if (*sw_front_end_name(p->front_end))
        p->front_end_text = sw_profile_empty;
}

/* Files from before 1.7 do not say it: all of theirs are constructs. */
static void mark_labels(struct sw_profile *p)
{
    if (p->front_end == SW_FRONT_END_OPENMP || p->front_end == SW_FRONT_END_ANNOTATE)
        for (size_t i = 0; i < p->n_sites; i++)
            p->sites[i].flags |= SW_SITE_LABELLED;
}

#define READ(part) sw_reader_##part(&r);

int sw_profile_parse(struct sw_profile *profile, const void *data, size_t size, const char *name,
                     char *why, size_t why_size)
{
    struct sw_reader r = {.profile = profile, .name = name, .why = why, .why_size = why_size};
    struct sw_slice file = {data, size};
    if (!(check_file_header(&r, file, true) ?: find_chunks(&r, file))) {
        read_string_table(&r);
        SW_PARTS(READ)
    }
    if (r.error) {
        sw_profile_release(profile);
        return r.error;
    }
    find_front_end(profile);
    mark_labels(profile);
    return 0;
}

int sw_profile_read(struct sw_profile *profile, const char *path, char *why, size_t why_size)
{
    static const struct sw_input_kind kind = {SW_FORMAT_MOST, SW_INPUT_STANDARD, examine};
    SW_FREED char *data;
    size_t size;
    int error = sw_input_read(path, &kind, &data, &size, why, why_size);
    if (!error)
        error = sw_profile_parse(profile, data, size, path, why, why_size);
    else if (error == -ENOENT)
        snprintf(why, why_size, "cannot open '%s': %s; 'spanwise run PROG' makes one", path,
                 strerror(ENOENT));
    return error;
}

int sw_profile_read_measured(struct sw_profile *profile, const char *path, char *why,
                             size_t why_size)
{
    int error = sw_profile_read(profile, path, why, why_size);
    if (error || !sw_profile_is_effort(profile))
        return error;
    snprintf(why, why_size,
             "'%s' is of 'spanwise sample', which measures neither work nor span; 'spanwise "
             "report' prints it, 'spanwise run' measures them",
             path);
    sw_profile_release(profile);
    return -EINVAL;
}
