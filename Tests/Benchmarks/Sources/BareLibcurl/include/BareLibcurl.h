#ifndef BARE_LIBCURL_H
#define BARE_LIBCURL_H

#include <stddef.h>

/// One handle of libcurl, which is found at run time, and one request at a time on the calling thread: what nothing over libcurl can beat.
typedef struct BareLibcurl BareLibcurl;

/// Null when there is no libcurl.
BareLibcurl *BareLibcurlMake(void);
void BareLibcurlFree(BareLibcurl *bare);
/// Gets `url`; returns how many bytes the body has, or -1. `body` may be null; otherwise so many bytes of it are kept there.
long BareLibcurlGet(BareLibcurl *bare, const char *url, void *body, size_t capacity);
/// Puts a file of `length` bytes; returns the status, or -1.
long BareLibcurlPut(BareLibcurl *bare, const char *path, long length, const char *url);

#endif
