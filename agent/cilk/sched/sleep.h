/* The fence of all threads: where the kernel has none, owners of deques fence by themselves. */
#pragma once

#include <stdbool.h>

void sw_fence_init(bool wanted);
bool sw_fence_of_all(void);
