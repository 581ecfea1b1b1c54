#include "analysis/synthesis/flat.h"

#include <sys/mman.h>

int sw_synthesis_plan_map(struct sw_synthesis_plan *plan, int fd)
{
    struct stat file;
    if (fstat(fd, &file) < 0)
        return -errno;
    size_t size = (size_t)file.st_size, at = sizeof(struct sw_synthesis_header);
    if (size < at)
        return -EINVAL;
    const char *start = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (start == MAP_FAILED)
        return -errno;
    const struct sw_synthesis_header *header = (const void *)start;
    const void *tables[SW_SYNTHESIS_TABLES];
    if (memcmp(header->magic, SW_SYNTHESIS_MAGIC, sizeof header->magic))
        return -EINVAL;
    for (int i = 0; i < SW_SYNTHESIS_TABLES; i++) {
        tables[i] = start + at;
        if (header->n[i] > (size - at) / sw_synthesis_sizes[i])
            return -EINVAL;
        at += (header->n[i] * sw_synthesis_sizes[i] + 7) & ~(size_t)7;
    }
    *plan = (struct sw_synthesis_plan){.nodes = tables[SW_SYNTHESIS_NODES],
                                       .items = tables[SW_SYNTHESIS_ITEMS],
                                       .blocks = tables[SW_SYNTHESIS_BLOCKS],
                                       .steps = tables[SW_SYNTHESIS_STEPS],
                                       .jobs = tables[SW_SYNTHESIS_JOBS],
                                       .ways = tables[SW_SYNTHESIS_WAYS],
                                       .burdens = tables[SW_SYNTHESIS_BURDENS],
                                       .n_jobs = header->n[SW_SYNTHESIS_JOBS],
                                       .n_ways = header->n[SW_SYNTHESIS_WAYS],
                                       .n_locks = header->n_locks};
    return 0;
}
