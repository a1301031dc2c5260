// Writes down which functions are entered first, for Tests/Scripts/walk. The compiler calls the functions whose names
// begin with "__sanitizer_cov" at the start of every function of the core.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_bool isWalking;
static atomic_int count;
static uintptr_t entered[16384];

void __sanitizer_cov_trace_pc_guard_init(uint32_t *first, uint32_t *end) {
    for (uint32_t *guard = first; guard < end; guard++) *guard = 1;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    if (!isWalking || !atomic_exchange((_Atomic(uint32_t) *)guard, 0)) return;
    entered[atomic_fetch_add(&count, 1)] = (uintptr_t)__builtin_return_address(0);
}

void beginWalk(void) { isWalking = 1; }

// Prints the addresses, relative to the beginning of the program.
void endWalk(void) {
    isWalking = 0;
    Dl_info program;
    dladdr((void *)endWalk, &program);
    for (int i = 0; i < count; i++) printf("0x%lx\n", (unsigned long)(entered[i] - 1 - (uintptr_t)program.dli_fbase));
}
