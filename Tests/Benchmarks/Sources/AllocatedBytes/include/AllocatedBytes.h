#include <stddef.h>

/// The number of bytes that malloc has handed out and not taken back; 0 where there is no way to know.
size_t allocated_bytes(void);

/// Returns the pages that malloc does not use to the system, where that is possible.
void return_free_bytes(void);
