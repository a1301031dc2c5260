// Who makes requests of definitions needs the names of the core, too.
@_exported import AbstractHTTP
