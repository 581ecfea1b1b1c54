/* Devices: there is the host alone. Memory "on the device" is its own. */
#include "agent/openmp/api/api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HOST 0

static bool is_host(int device)
{
    return device == HOST || device == -1; /* omp_initial_device */
}

SW_API_ASK(int, omp_get_num_devices, 0)
SW_API_ASK(int, omp_get_initial_device, HOST)
SW_API_ASK(int, omp_get_device_num, HOST)
SW_API_ASK(int, omp_is_initial_device, 1)

SW_OMP_CALL(void, omp_set_default_device, (int device),
            (void)(sw_omp_icv()->default_device = device > 0 ? device : 0))
SW_API_ASK(int, omp_get_default_device, sw_omp_icv()->default_device)

SW_OMP_CALL(void *, omp_target_alloc, (size_t size, int device),
            is_host(device) ? malloc(size) : NULL)

SW_API void omp_target_free(void *memory, int device)
{
    if (is_host(device))
        free(memory);
}

SW_OMP_CALL(int, omp_target_is_present, (const void *address, int device), is_host(device))
SW_OMP_CALL(int, omp_target_is_accessible, (const void *address, size_t size, int device),
            is_host(device))
SW_OMP_CALL(void *, omp_get_mapped_ptr, (const void *address, int device),
            is_host(device) ? (void *)address : NULL)

SW_API int omp_target_memcpy(void *to, const void *from, size_t length, size_t to_offset,
                             size_t from_offset, int to_device, int from_device)
{
    if (!is_host(to_device) || !is_host(from_device))
        return EINVAL;
    memcpy((char *)to + to_offset, (const char *)from + from_offset, length);
    return 0;
}

/* One dimension after the other; the innermost one is copied at once. */
static void copy_rectangle(char *to, const char *from, size_t element, int dimensions,
                           const size_t *volume, const size_t *to_offsets,
                           const size_t *from_offsets, const size_t *to_sizes,
                           const size_t *from_sizes)
{
    size_t to_step = element, from_step = element;
    if (dimensions == 1) {
        memcpy(to + element * to_offsets[0], from + element * from_offsets[0], element * volume[0]);
        return;
    }
    for (int i = 1; i < dimensions; i++) {
        to_step *= to_sizes[i];
        from_step *= from_sizes[i];
    }
    for (size_t i = 0; i < volume[0]; i++)
        copy_rectangle(to + (to_offsets[0] + i) * to_step, from + (from_offsets[0] + i) * from_step,
                       element, dimensions - 1, volume + 1, to_offsets + 1, from_offsets + 1,
                       to_sizes + 1, from_sizes + 1);
}

/* Asked without memory, it tells how many dimensions there may be. */
SW_API int omp_target_memcpy_rect(void *to, const void *from, size_t element, int dimensions,
                                  const size_t *volume, const size_t *to_offsets,
                                  const size_t *from_offsets, const size_t *to_sizes,
                                  const size_t *from_sizes, int to_device, int from_device)
{
    if (!to && !from)
        return INT32_MAX;
    if (dimensions < 1 || !is_host(to_device) || !is_host(from_device))
        return EINVAL;
    copy_rectangle(to, from, element, dimensions, volume, to_offsets, from_offsets, to_sizes,
                   from_sizes);
    return 0;
}

SW_OMP_CALL(int, omp_target_associate_ptr,
            (const void *host, const void *device_address, size_t size, size_t offset, int device),
            EINVAL)
SW_OMP_CALL(int, omp_target_disassociate_ptr, (const void *address, int device), EINVAL)

/* Resources may be given up where nobody uses them. */
SW_API int omp_pause_resource(int kind, int device)
{
    const struct sw_omp_thread *t = sw_omp_self_if_any();
    return is_host(device) && !(t && t->team->level) ? 0 : -1;
}

SW_OMP_CALL(int, omp_pause_resource_all, (int kind), omp_pause_resource(kind, HOST))
SW_OMP_CALL(int, omp_pause_resource_, (const int32_t *kind, const int32_t *device),
            omp_pause_resource(*kind, *device))
SW_OMP_CALL(int, omp_pause_resource_all_, (const int32_t *kind), omp_pause_resource_all(*kind))

SW_API_SET(omp_set_default_device)
