#include <cilk/reducer.h>
