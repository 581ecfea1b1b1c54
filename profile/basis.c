/* What every profile has, in the file: how it was measured, what the program is, its sites and regions; and machine, warnings and rank. */
#include "profile/chunks.h"

enum { HEAD_CIRCUMSTANCES_1_0 = 11 }; /* numbers: files may be without the rest */

static const struct sw_layout head_layout =
    SW_LAYOUT(struct sw_profile, SW_STRING(sw_profile, program), SW_STRING(sw_profile, meter),
              SW_STRING(sw_profile, unit), SW_STRING(sw_profile, front_end_text),
              SW_STRING(sw_profile, level), SW_STRING(sw_profile, host),
              SW_STRING(sw_profile, tool), SW_32(sw_profile, flags), SW_32(sw_profile, status),
              SW_ZEROS(4), SW_64_TO(sw_profile, started_unix, burden), SW_ALL_64(sw_profile, whole),
              SW_NUMBERS(8, 8, HEAD_CIRCUMSTANCES_1_0, sw_profile, circumstances), SW_LATER,
              SW_NUMBERS(8, 8, SW_SIZE(sw_profile, circumstances) / 8 - HEAD_CIRCUMSTANCES_1_0,
                         sw_profile, circumstances.workers));

static const struct sw_layout string_layout =
    SW_LAYOUT(char *, {SW_FIELD_STRING, 4, sizeof(char *), 1, 0});

static const struct sw_layout module_layout =
    SW_LAYOUT(struct sw_module, SW_STRING(sw_module, path), SW_32(sw_module, build_id_size),
              SW_64_TO(sw_module, start, bias), SW_ALL_8(sw_module, build_id));

static const struct sw_layout site_layout =
    SW_LAYOUT(struct sw_site, SW_64_TO(sw_site, address, callee), SW_32_TO(sw_site, kind, flags),
              SW_64_TO(sw_site, on_work, on_span), SW_LATER, SW_64(sw_site, hidden),
              SW_PLACE(sw_site, caller_place), SW_PLACE(sw_site, callee_place));

/* Before they were resolved only. */
struct callers {
    uint32_t site;
    uint64_t callers[SW_SITE_CALLERS];
};

static const struct sw_layout callers_layout =
    SW_LAYOUT(struct callers, SW_32(callers, site), SW_ZEROS(4), SW_ALL_64(callers, callers));

static const struct sw_layout region_layout = SW_LAYOUT(
    struct sw_region, SW_STRING(sw_region, label), SW_ZEROS(4), SW_ALL_64(sw_region, figures));

static const struct sw_layout unpatched_layout = SW_LAYOUT(
    struct sw_unpatched, SW_64_TO(sw_unpatched, address, calls), SW_PLACE(sw_unpatched, place));

static const struct sw_layout rank_layout =
    SW_LAYOUT(struct sw_rank, SW_STRING(sw_rank, launcher), SW_STRING(sw_rank, host),
              SW_32_TO(sw_rank, rank, merged), SW_ZEROS(4), SW_64_TO(sw_rank, time_ns, apart));

static const struct sw_layout machine_layout = SW_LAYOUT(
    struct sw_profile, SW_STRING(sw_profile, machine), SW_STRING(sw_profile, machine_chosen));

static size_t count(char *const *words)
{
    size_t n = 0;
    while (words && words[n])
        n++;
    return n;
}

static void put_words(struct sw_writer *w, enum sw_chunk which, char *const *words)
{
    sw_writer_records(w, which, &string_layout, words, count(words));
}

static void put_callers(struct sw_writer *w, const struct sw_profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_sites; i++)
        n += p->sites[i].callers[0] != 0;
    if (!n)
        return;
    sw_writer_list(w, SW_CHUNK_CALLERS, sw_layout_size(&callers_layout), n);
    for (size_t i = 0; i < p->n_sites; i++) {
        struct callers c = {.site = (uint32_t)i};
        memcpy(c.callers, p->sites[i].callers, sizeof c.callers);
        if (c.callers[0])
            sw_writer_fields(w, &callers_layout, &c, 1);
    }
    sw_writer_end(w);
}

static void read_callers(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    size_t n;
    struct callers *c = sw_reader_records(r, SW_CHUNK_CALLERS, &callers_layout, &n);
    for (size_t i = 0; i < n; i++) {
        bool is_there = c[i].site < p->n_sites;
        sw_reader_check(r, SW_CHUNK_CALLERS, is_there);
        if (is_there)
            memcpy(p->sites[c[i].site].callers, c[i].callers, sizeof c->callers);
    }
    free(c);
}

void sw_writer_basis(struct sw_writer *w, const struct sw_profile *p)
{
    struct sw_profile head = *p;
    head.front_end_text = (char *)sw_profile_front_end(p);
    sw_writer_record(w, SW_CHUNK_HEAD, &head_layout, &head);
    put_words(w, SW_CHUNK_ARGS, p->args);
    if (p->command && *p->command)
        put_words(w, SW_CHUNK_COMMAND, p->command);
    sw_writer_records(w, SW_CHUNK_MODULES, &module_layout, p->modules, p->n_modules);
    sw_writer_records(w, SW_CHUNK_SITES, &site_layout, p->sites, p->n_sites);
    put_callers(w, p);
    sw_writer_records(w, SW_CHUNK_REGIONS, &region_layout, p->regions, p->n_regions);
    sw_writer_records(w, SW_CHUNK_UNPATCHED, &unpatched_layout, p->unpatched, p->n_unpatched);
}

void sw_reader_basis(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    size_t n;
    if (!sw_reader_record(r, SW_CHUNK_HEAD, &head_layout, p))
        sw_reader_damaged(r, SW_TAG_HEAD, "is missing");
    p->args = sw_reader_records(r, SW_CHUNK_ARGS, &string_layout, &n);
    p->command = sw_reader_records(r, SW_CHUNK_COMMAND, &string_layout, &n);
    p->modules = sw_reader_records(r, SW_CHUNK_MODULES, &module_layout, &p->n_modules);
    for (size_t i = 0; i < p->n_modules; i++)
        sw_reader_check(r, SW_CHUNK_MODULES,
                        p->modules[i].build_id_size <= sizeof p->modules[i].build_id);
    p->sites = sw_reader_records(r, SW_CHUNK_SITES, &site_layout, &p->n_sites);
    read_callers(r);
    p->regions = sw_reader_records(r, SW_CHUNK_REGIONS, &region_layout, &p->n_regions);
    p->unpatched = sw_reader_records(r, SW_CHUNK_UNPATCHED, &unpatched_layout, &p->n_unpatched);
}

enum { PLACED = 2 };

static void find_placed(const struct sw_profile *p, struct sw_placed placed[PLACED])
{
    placed[0] = (struct sw_placed){&site_layout, p->sites, p->n_sites};
    placed[1] = (struct sw_placed){&unpatched_layout, p->unpatched, p->n_unpatched};
}

void sw_writer_site_places(struct sw_writer *w, const struct sw_profile *p)
{
    struct sw_placed placed[PLACED];
    find_placed(p, placed);
    sw_writer_places(w, SW_CHUNK_PLACES, placed, PLACED);
}

void sw_reader_site_places(struct sw_reader *r)
{
    struct sw_placed placed[PLACED];
    find_placed(r->profile, placed);
    sw_reader_places(r, SW_CHUNK_PLACES, placed, PLACED);
}

void sw_writer_rest(struct sw_writer *w, const struct sw_profile *p)
{
    if (*p->machine)
        sw_writer_record(w, SW_CHUNK_MACHINE, &machine_layout, p);
    sw_writer_tree(w, &p->tree);
    sw_writer_records(w, SW_CHUNK_WARNINGS, &string_layout, p->warnings, p->n_warnings);
    if (sw_profile_has_rank(p) || p->rank.apart) /* only what a launcher started has one */
        sw_writer_record(w, SW_CHUNK_RANK, &rank_layout, &p->rank);
}

void sw_reader_rest(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_rank *rank = &p->rank;
    sw_reader_record(r, SW_CHUNK_MACHINE, &machine_layout, p);
    sw_reader_tree(r);
    p->warnings = sw_reader_records(r, SW_CHUNK_WARNINGS, &string_layout, &p->n_warnings);
    if (sw_reader_record(r, SW_CHUNK_RANK, &rank_layout, rank) && !*rank->launcher && !rank->apart)
        *rank = (struct sw_rank){.launcher = rank->launcher, .host = rank->launcher};
}

void sw_basis_release(struct sw_profile *p)
{
    sw_record_release(p, &head_layout, p);
    sw_record_release(p, &machine_layout, p);
    sw_record_release(p, &rank_layout, &p->rank);
    sw_records_release(p, &string_layout, p->args, count(p->args));
    sw_records_release(p, &string_layout, p->command, count(p->command));
    sw_records_release(p, &string_layout, p->warnings, p->n_warnings);
    sw_records_release(p, &module_layout, p->modules, p->n_modules);
    sw_records_release(p, &site_layout, p->sites, p->n_sites);
    sw_records_release(p, &region_layout, p->regions, p->n_regions);
    sw_records_release(p, &unpatched_layout, p->unpatched, p->n_unpatched);
}
