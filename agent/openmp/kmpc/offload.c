/* What offloads to devices is refused, when it does so: a program may have been built for it and get
 * along without. Its code is registered when it is loaded. */
#include "agent/openmp/kmpc/abi.h"

SW_KMPC void __tgt_register_requires(int64_t flags)
{
    (void)flags;
}

SW_KMPC void __tgt_register_lib(void *description)
{
    (void)description;
}

SW_KMPC void __tgt_unregister_lib(void *description)
{
    (void)description;
}

SW_KMPC void __tgt_init_all_rtls(void)
{
}

SW_KMPC int __kmpc_get_target_offload(void)
{
    return 0; /* disabled */
}

#define REFUSED(name)                                                                  \
    SW_KMPC void name(void)                                                            \
    {                                                                                  \
        sw_omp_die("the program offloads to a device (" #name                          \
                   "), which cannot be simulated; build it without -fopenmp-targets"); \
    }

REFUSED(__tgt_target)
REFUSED(__tgt_target_kernel)
REFUSED(__tgt_target_kernel_nowait)
REFUSED(__tgt_target_mapper)
REFUSED(__tgt_target_nowait)
REFUSED(__tgt_target_nowait_mapper)
REFUSED(__tgt_target_nowait_query)
REFUSED(__tgt_target_teams)
REFUSED(__tgt_target_teams_mapper)
REFUSED(__tgt_target_teams_nowait)
REFUSED(__tgt_target_teams_nowait_mapper)
REFUSED(__tgt_target_data_begin)
REFUSED(__tgt_target_data_begin_mapper)
REFUSED(__tgt_target_data_begin_nowait)
REFUSED(__tgt_target_data_begin_nowait_mapper)
REFUSED(__tgt_target_data_end)
REFUSED(__tgt_target_data_end_mapper)
REFUSED(__tgt_target_data_end_nowait)
REFUSED(__tgt_target_data_end_nowait_mapper)
REFUSED(__tgt_target_data_update)
REFUSED(__tgt_target_data_update_mapper)
REFUSED(__tgt_target_data_update_nowait)
REFUSED(__tgt_target_data_update_nowait_mapper)
REFUSED(__tgt_mapper_num_components)
REFUSED(__tgt_push_mapper_component)
REFUSED(__tgt_interop_init)
REFUSED(__tgt_interop_use)
REFUSED(__tgt_interop_destroy)
REFUSED(__tgt_set_info_flag)
REFUSED(__tgt_print_device_info)
REFUSED(__kmpc_omp_target_task_alloc)
REFUSED(__kmpc_proxy_task_completed)
REFUSED(__kmpc_proxy_task_completed_ooo)
