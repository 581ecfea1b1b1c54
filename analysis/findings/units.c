#include "analysis/findings/units.h"

struct scale {
    double factor;
    const char *name, *ascii;
};

static const struct scale times[] = {
    {1e9, "s", "s"}, {1e6, "ms", "ms"}, {1e3, "\302\265s", "us"}, {1, "ns", "ns"}};
static const struct scale amounts[] = {
    {1e12, "T", "T"}, {1e9, "G", "G"}, {1e6, "M", "M"}, {1e3, "k", "k"}, {1, "", ""}};

/* Four digits, which %g would print in scientific notation beyond 9999. */
static int digits_after(double value)
{
    return value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
}

static char *scaled(const struct scale *scale, double value, int utf8, char *buffer)
{
    while (scale->factor > 1 && value < scale->factor)
        scale++;
    int digits = scale->factor > 1 ? digits_after(value / scale->factor) : 0;
    snprintf(buffer, SW_UNITS_SIZE, "%.*f %s", digits, value / scale->factor,
             utf8 ? scale->name : scale->ascii);
    size_t length = strlen(buffer);
    if (buffer[length - 1] == ' ')
        buffer[length - 1] = 0;
    return buffer;
}

int sw_units_is_length(const struct sw_units *units)
{
    static const char *const lengths[] = {"ns", "instructions", "cycles"};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (!strcmp(units->unit, lengths[i]))
            return 1;
    return !*units->unit; /* not known */
}

int sw_units_is_time(const struct sw_units *units)
{
    return !strcmp(units->unit, "ns");
}

char *sw_units_cost(const struct sw_units *units, uint64_t cost, char *buffer)
{
    return scaled(sw_units_is_time(units) ? times : amounts, (double)cost, units->utf8, buffer);
}

char *sw_units_spoken(const struct sw_units *units, uint64_t cost, char *buffer)
{
    sw_units_cost(units, cost, buffer);
    if (sw_units_is_time(units))
        return buffer;
    size_t length = strlen(buffer);
    snprintf(buffer + length, SW_UNITS_SIZE - length, " %s", units->unit);
    return buffer;
}

char *sw_units_change(const struct sw_units *units, int64_t cost, char *buffer)
{
    char text[SW_UNITS_SIZE];
    sw_units_cost(units, cost < 0 ? -(uint64_t)cost : (uint64_t)cost, text);
    snprintf(buffer, SW_UNITS_SIZE, "%s%.*s",
             cost < 0   ? "-"
             : cost > 0 ? "+"
                        : "",
             SW_UNITS_SIZE - 2, text);
    return buffer;
}

char *sw_units_spread(const struct sw_units *units, uint64_t least, uint64_t most, char *buffer)
{
    const struct scale *scale = sw_units_is_time(units) ? times : amounts;
    while (scale->factor > 1 && (double)most < scale->factor)
        scale++;
    double low = (double)least / scale->factor, high = (double)most / scale->factor;
    int digits = scale->factor > 1 && high < 100 ? high < 10 ? 2 : 1 : 0;
    snprintf(buffer, SW_UNITS_SIZE, "%.*f..%.*f%s%s", digits, low, digits, high,
             *scale->name ? " " : "", units->utf8 ? scale->name : scale->ascii);
    return buffer;
}

char *sw_units_count(uint64_t count, char *buffer)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, count), to = 0;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            buffer[to++] = ',';
        buffer[to++] = digits[i];
    }
    buffer[to] = 0;
    return buffer;
}

char *sw_units_some(uint64_t count, const char *what, char *buffer)
{
    snprintf(buffer, SW_UNITS_SIZE, "%" PRIu64 " %s%s", count, what, count == 1 ? "" : "s");
    return buffer;
}

uint64_t sw_rounded(double value)
{
    return value >= 0x1p63 ? (uint64_t)1 << 63 : value > 0 ? (uint64_t)(value + 0.5) : 0;
}

char *sw_units_ratio(double ratio, char *buffer)
{
    if (!isfinite(ratio))
        strcpy(buffer, "-");
    else if (ratio >= 1e15)
        snprintf(buffer, SW_UNITS_SIZE, "%.2e", ratio);
    else if (ratio >= 1000)
        sw_units_count(sw_rounded(ratio), buffer);
    else
        snprintf(buffer, SW_UNITS_SIZE, "%.*f", ratio < 100 ? 2 : 1, ratio);
    return buffer;
}

char *sw_units_bytes(double bytes, const char *end, char *buffer)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    unsigned u = 0;
    while (bytes >= 999.5 && u + 1 < sizeof units / sizeof *units) {
        bytes /= 1000;
        u++;
    }
    int digits = u && bytes < 9.995 ? 2 : u && bytes < 99.95 ? 1 : 0;
    if (isfinite(bytes))
        snprintf(buffer, SW_UNITS_SIZE, "%.*f %s%s", digits, bytes, units[u], end);
    else
        strcpy(buffer, "-");
    return buffer;
}

char *sw_units_percent(double share, char *buffer)
{
    if (!isfinite(share))
        strcpy(buffer, "-");
    else
        snprintf(buffer, SW_UNITS_SIZE, share >= 1e6 ? "%.1e%%" : "%.1f%%", 100 * share);
    return buffer;
}

char *sw_units_growth(double ratio, char *buffer)
{
    char text[SW_UNITS_SIZE];
    *buffer = 0;
    if (isfinite(ratio) && ratio < 100)
        snprintf(buffer, SW_UNITS_SIZE, "%+.1f%%", 100 * (ratio - 1));
    else if (isfinite(ratio))
        snprintf(buffer, SW_UNITS_SIZE, "%.36s times", sw_units_ratio(ratio, text));
    return buffer;
}
