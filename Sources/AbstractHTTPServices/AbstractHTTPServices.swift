// What the macros make uses members of the core, too.
@_exported import AbstractHTTP
