#ifndef ABSTRACTHTTP_LIBCURL_LIBRARY_H
#define ABSTRACTHTTP_LIBCURL_LIBRARY_H

/// Finds a symbol in the loaded libcurl or the libraries it depends on, otherwise in the system's `library`. Returns null
/// if neither has it. Call it after `LCLoad`.
void *LCFindSymbol(const char *library, const char *symbol);

#endif
