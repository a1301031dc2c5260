#include "BareLibcurl.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct BareLibcurl {
    void *easy;
    int (*set)(void *, int, ...);
    int (*perform)(void *);
    int (*info)(void *, int, ...);
    void (*reset)(void *);
    void (*cleanup)(void *);
    char *body;
    size_t capacity, count;
    int file;
};

/// As curl.h has them.
enum { Url = 10002, Writing = 20011, WritingTo = 10001, Reading = 20012, ReadingFrom = 10009, Upload = 46, Length = 30115 };
enum { FailsOnError = 45, NoSignal = 99, BufferSize = 98, UploadBufferSize = 280, Status = 0x200002 };

static size_t keep(char *bytes, size_t size, size_t count, void *context) {
    BareLibcurl *bare = context;
    count *= size;
    if (bare->body && bare->count + count <= bare->capacity) memcpy(bare->body + bare->count, bytes, count);
    bare->count += count;
    return count;
}

static size_t give(char *buffer, size_t size, size_t count, void *context) {
    ssize_t result = read(((BareLibcurl *)context)->file, buffer, size * count);
    return result < 0 ? 0x10000000 : (size_t)result;
}

BareLibcurl *BareLibcurlMake(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
    BareLibcurl *bare = library ? calloc(1, sizeof *bare) : NULL;
    if (!bare) return NULL;
    void *(*init)(void) = (void *(*)(void))dlsym(library, "curl_easy_init");
    bare->set = (int (*)(void *, int, ...))dlsym(library, "curl_easy_setopt");
    bare->perform = (int (*)(void *))dlsym(library, "curl_easy_perform");
    bare->info = (int (*)(void *, int, ...))dlsym(library, "curl_easy_getinfo");
    bare->reset = (void (*)(void *))dlsym(library, "curl_easy_reset");
    bare->cleanup = (void (*)(void *))dlsym(library, "curl_easy_cleanup");
    bare->easy = init();
    return bare;
}

void BareLibcurlFree(BareLibcurl *bare) {
    bare->cleanup(bare->easy);
    free(bare);
}

static void prepare(BareLibcurl *bare, const char *url) {
    bare->count = 0;
    bare->reset(bare->easy);
    bare->set(bare->easy, Url, url);
    bare->set(bare->easy, Writing, keep);
    bare->set(bare->easy, WritingTo, bare);
    bare->set(bare->easy, FailsOnError, 1L);
    bare->set(bare->easy, NoSignal, 1L);
    bare->set(bare->easy, BufferSize, 65536L);
}

long BareLibcurlGet(BareLibcurl *bare, const char *url, void *body, size_t capacity) {
    (bare->body = body, bare->capacity = capacity);
    prepare(bare, url);
    return bare->perform(bare->easy) ? -1 : (long)bare->count;
}

long BareLibcurlPut(BareLibcurl *bare, const char *path, long length, const char *url) {
    bare->file = open(path, O_RDONLY | O_CLOEXEC);
    if (bare->file < 0) return -1;
    prepare(bare, url);
    bare->set(bare->easy, Upload, 1L);
    bare->set(bare->easy, Length, (long long)length);
    bare->set(bare->easy, UploadBufferSize, 524288L);
    bare->set(bare->easy, Reading, give);
    bare->set(bare->easy, ReadingFrom, bare);
    long status = -1;
    if (!bare->perform(bare->easy)) bare->info(bare->easy, Status, &status);
    close(bare->file);
    return status;
}
