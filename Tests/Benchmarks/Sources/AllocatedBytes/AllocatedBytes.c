#include "AllocatedBytes.h"
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
size_t allocated_bytes(void) { return mallinfo2().uordblks; }
void return_free_bytes(void) { malloc_trim(0); }
#else
size_t allocated_bytes(void) { return 0; }
void return_free_bytes(void) {}
#endif
