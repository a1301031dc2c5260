// Code that uses definitions also needs the names of the core and the cache.
@_exported import AbstractHTTP
@_exported import AbstractHTTPCache
