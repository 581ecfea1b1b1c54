#include "runtime/raw.h"
#include "runtime/thread.h"

/* One hexadecimal number of /proc/self/maps. */
static const char *hex(const char *p, const char *end, uint64_t *value)
{
    uint64_t v = 0;
    for (; p < end; p++) {
        unsigned digit = (unsigned)(*p >= 'a' ? *p - 'a' + 10 : *p - '0');
        if (digit > 15)
            break;
        v = v << 4 | digit;
    }
    *value = v;
    return p;
}

bool sw_stack_find(uint64_t sp, struct sw_stack *stack)
{
    char text[4096];
    long have = 0, n, fd = sw_raw_open("/proc/self/maps", O_RDONLY);
    if (fd < 0)
        return false;
    while ((n = sw_raw_read(fd, text + have, sizeof text - (size_t)have)) > 0) {
        const char *p = text, *end = text + have + n;
        for (;;) {
            const char *newline = p;
            while (newline < end && *newline != '\n')
                newline++;
            if (newline == end)
                break;
            uint64_t low, high;
            hex(hex(p, end, &low) + 1, end, &high);
            if (sp >= low && sp < high) {
                *stack = (struct sw_stack){low, high - low};
                sw_raw_close(fd);
                return true;
            }
            p = newline + 1;
        }
        have = end - p;
        if (have == sizeof text)
            have = 0; /* one line longer than the buffer: a very long path */
        for (long i = 0; i < have; i++)
            text[i] = p[i];
    }
    sw_raw_close(fd);
    return false;
}
