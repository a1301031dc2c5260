#ifndef ABSTRACTHTTP_LIBCURL_LIBRARY_H
#define ABSTRACTHTTP_LIBCURL_LIBRARY_H

/// The symbol that the libcurl in use, or a library that it needs, has; otherwise that of the system's `library`. Null where there is
/// none. After `LCLoad`.
void *LCFindSymbol(const char *library, const char *symbol);

#endif
