/* Numbers are written so that they are the same when they are read. */
#include "analysis/machine/parts.h"
#include "profile/output.h"

static void write_word(const char *key, const char *name, FILE *out)
{
    if (!name || !*name)
        return;
    fprintf(out, "%s = ", key);
    for (; *name; name++) /* a comment must not begin in it, nor a line end */
        fputc(iscntrl((unsigned char)*name) || *name == '#' ? ' ' : *name, out);
    fputc('\n', out);
}

static void write_number(const struct sw_machine *m, const struct sw_machine_number *n, FILE *out)
{
    const char *at = (const char *)m + n->at;
    double value =
        n->whole ? *(const unsigned *)(const void *)at : *(const double *)(const void *)at;
    if (value > 0) /* else it is not known */
        fprintf(out, "%s = %.10g\n", n->key, value);
}

static void write_overheads(const struct sw_machine *m, FILE *out)
{
    struct sw_overheads of = m->overheads, spread = m->spread;
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES; i++) {
        if (!(m->overheads_known >> i & 1))
            continue;
        fprintf(out, "%s = %.10g", sw_overhead_name(i), *sw_overhead(&of, i));
        if (*sw_overhead(&spread, i) > 0)
            fprintf(out, " spread %.10g", *sw_overhead(&spread, i));
        fputc('\n', out);
    }
}

static void write_curve(const char *key, const struct sw_curve *curve, FILE *out)
{
    if (curve->kind == SW_CURVE_NONE)
        return;
    fprintf(out, "%s = ", key);
    sw_curve_print(curve, out);
    fputc('\n', out);
}

static void write_memory(const struct sw_machine *m, FILE *out)
{
    char key[64];
    if (m->saturation_seen_to)
        fprintf(out, "saturates = %s\n", m->saturates ? "yes" : "no");
    for (size_t i = 0; i < m->n_psi; i++) {
        snprintf(key, sizeof key, "psi_mb_s %u", m->psi[i].threads);
        write_curve(key, &m->psi[i].curve, out);
    }
    for (size_t i = 0; i < m->n_hogs; i++) {
        snprintf(key, sizeof key, "hog_slowdown %u %.10g", m->hogs[i].threads, m->hogs[i].mb_s);
        write_curve(key, &m->hogs[i].slowdown, out);
    }
    write_curve("phi_cycles", &m->phi, out);
    write_curve("bandwidth_mb_s", &m->bandwidth, out);
}

void sw_machine_put(const struct sw_machine *m, FILE *out)
{
    fprintf(out, SW_MACHINE_FIRST_LINE "%d\n", SW_MACHINE_VERSION);
    write_word("name", m->name, out);
    write_word("architecture", m->architecture, out);
    write_word("transfer_as_on", m->transfer_as_on, out);
    for (size_t i = 0; i < sw_machine_n_numbers; i++)
        write_number(m, &sw_machine_numbers[i], out);
    write_overheads(m, out);
    write_memory(m, out);
}

int sw_machine_write(const struct sw_machine *m, const char *path, char *why, size_t why_size)
{
    struct sw_output output;
    int error = sw_output_open(&output, path, why, why_size);
    if (error)
        return error;
    sw_machine_put(m, output.file);
    return sw_output_close(&output, why, why_size);
}
