// The code that the macros generate also uses members of the core.
@_exported import AbstractHTTP
