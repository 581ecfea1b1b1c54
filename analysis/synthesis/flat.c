#include "analysis/synthesis/flat.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

int sw_replay_plan_map(struct sw_replay_plan *plan, int fd)
{
    struct stat file;
    if (fstat(fd, &file) < 0)
        return -errno;
    size_t size = (size_t)file.st_size, at = sizeof(struct sw_replay_header);
    if (size < at)
        return -EINVAL;
    const char *start = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (start == MAP_FAILED)
        return -errno;
    const struct sw_replay_header *header = (const void *)start;
    const void *tables[SW_REPLAY_TABLES];
    if (memcmp(header->magic, SW_REPLAY_MAGIC, sizeof header->magic))
        return -EINVAL;
    for (int i = 0; i < SW_REPLAY_TABLES; i++) {
        tables[i] = start + at;
        if (header->n[i] > (size - at) / sw_replay_sizes[i])
            return -EINVAL;
        at += (header->n[i] * sw_replay_sizes[i] + 7) & ~(size_t)7;
    }
    *plan = (struct sw_replay_plan){.nodes = tables[SW_REPLAY_NODES],
                                    .items = tables[SW_REPLAY_ITEMS],
                                    .blocks = tables[SW_REPLAY_BLOCKS],
                                    .steps = tables[SW_REPLAY_STEPS],
                                    .jobs = tables[SW_REPLAY_JOBS],
                                    .ways = tables[SW_REPLAY_WAYS],
                                    .burdens = tables[SW_REPLAY_BURDENS],
                                    .n_jobs = header->n[SW_REPLAY_JOBS],
                                    .n_ways = header->n[SW_REPLAY_WAYS],
                                    .n_locks = header->n_locks};
    return 0;
}
