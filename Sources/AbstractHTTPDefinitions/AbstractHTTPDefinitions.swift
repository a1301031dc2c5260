// Code that uses definitions also needs the names of the core.
@_exported import AbstractHTTP
