/* Functions of libomp that have no substitute here: calling one ends the program with a message. */
#include "agent/openmp/kmpc/missing.h"

MISSING(__kmpc_get_taskid)
MISSING(__kmpc_get_parent_taskid)
MISSING(kmp_threadprivate_insert)
MISSING(kmp_threadprivate_insert_private_data)
