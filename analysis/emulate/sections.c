/* Sums of the outermost sections, by site; and items that repeat, which are emulated once. */
#include "analysis/emulate/parts.h"

double sw_emulator_burden_of(const struct sw_emulator *e, uint32_t section)
{
    return e->options->burden ? e->options->burden[e->nodes[section].site] : 1;
}

static uint32_t section_of(struct sw_emulator *e, uint32_t site)
{
    if (e->section_of_site[site])
        return e->section_of_site[site] - 1;
    if (!SW_EMULATOR_GROW(e, e->sections, e->n_sections, e->room_sections))
        return 0;
    e->sections[e->n_sections] = (struct sw_section_sums){.site = site};
    e->section_of_site[site] = (uint32_t)++e->n_sections;
    return (uint32_t)e->n_sections - 1;
}

void sw_sums_add(struct sw_sums *to, const struct sw_sums *more, sw_area times)
{
    to->total += more->total * times;
    for (int i = 0; i < SW_WHY_CAUSES; i++)
        to->lost[i] += more->lost[i] * times;
}

static void add(struct sw_sums *to, const struct sw_sums *later, const struct sw_sums *earlier,
                sw_area times)
{
    sw_sums_add(to, later, times);
    sw_sums_add(to, earlier, -times);
}

/* What a burden adds is known from the section's length. */
void sw_emulator_add_memory(struct sw_emulator *e, uint32_t section)
{
    sw_emulator_set_burden(e, sw_emulator_burden_of(e, section));
    sw_emulator_need(e, section);
    const struct sw_measured *m = &e->measured[section];
    e->sums.lost[SW_WHY_MEMORY] += m->length - m->plain - m->spawning;
}

void sw_emulator_open(struct sw_emulator *e, uint32_t section, bool outside)
{
    e->changes++;
    if (e->n_open++) {
        if (outside) /* while the team of a NOWAIT section is at work */
            sw_emulator_add_memory(e, section);
        return;
    }
    e->epoch++;
    e->open_section = section_of(e, e->nodes[section].site);
    if (!e->error)
        e->sections[e->open_section].count++;
    e->sums_at_open = e->sums;
    sw_emulator_add_memory(e, section);
    e->sums.lost[SW_WHY_GRAIN] += e->measured[section].spawning;
}

void sw_emulator_close(struct sw_emulator *e)
{
    if (--e->n_open || e->error)
        return;
    add(&e->sections[e->open_section].sums, &e->sums, &e->sums_at_open, 1);
}

void sw_emulator_begin_repeat(struct sw_emulator *e, uint32_t frame)
{
    if (!SW_EMULATOR_GROW(e, e->repeats, e->n_repeats, e->room_repeats))
        return;
    struct sw_section_sums *sections = NULL;
    if (e->n_sections) {
        sections = malloc(e->n_sections * sizeof *sections);
        if (!sections) {
            e->error = -ENOMEM;
            return;
        }
        memcpy(sections, e->sections, e->n_sections * sizeof *sections);
    }
    e->repeats[e->n_repeats++] = (struct sw_repeat){.frame = frame,
                                                    .from = e->now,
                                                    .sums = e->sums,
                                                    .sections = sections,
                                                    .n_sections = e->n_sections};
}

void sw_emulator_end_repeat(struct sw_emulator *e, uint64_t times)
{
    struct sw_repeat *repeat = &e->repeats[--e->n_repeats];
    struct sw_sums sums = e->sums;
    static const struct sw_section_sums none;
    add(&e->sums, &sums, &repeat->sums, (sw_area)times);
    e->now += (e->now - repeat->from) * (sw_ticks)times;
    for (size_t i = 0; i < e->n_sections; i++) {
        struct sw_section_sums now = e->sections[i];
        const struct sw_section_sums *then = i < repeat->n_sections ? &repeat->sections[i] : &none;
        add(&e->sections[i].sums, &now.sums, &then->sums, (sw_area)times);
        e->sections[i].count += (now.count - then->count) * times;
    }
    free(repeat->sections);
}
