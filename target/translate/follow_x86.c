/* What a block does before each access to memory (memory.h), on x86-64: to come. */
#include "target/translate/memory.h"
