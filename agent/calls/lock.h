/*
 * A program that locks its memory (mlockall) has the system fill all its mappings, also those of ours that are reserved far
 * larger than what is ever used: more than the machine has. So ours are left to be locked as they come to be used, and do not
 * count against the program's limit. What makes the system call by itself is not seen.
 */
#pragma once

#include "agent/calls/next.h"

SW_DECLARE_IN_FRONT(int, mlockall, (int flags));
