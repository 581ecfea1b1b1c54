#include "agent/openmp/kmpc/missing.h"

MISSING(__kmpc_get_taskid)
MISSING(__kmpc_get_parent_taskid)
MISSING(kmp_threadprivate_insert)
MISSING(kmp_threadprivate_insert_private_data)
