import AbstractHTTP

// This spec names no model.
struct GetText: ConnectionSpec {
    var request: HTTP { HTTP("https://api.example.com/text") }
}
