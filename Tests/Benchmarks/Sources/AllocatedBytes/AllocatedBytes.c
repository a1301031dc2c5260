#include "AllocatedBytes.h"
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
size_t allocated_bytes(void) { return mallinfo2().uordblks; }
#else
size_t allocated_bytes(void) { return 0; }
#endif
