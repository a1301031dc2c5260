import AbstractHTTP

// This spec names no model.
struct GetText: ConnectionSpec {
    var url: String { "https://api.example.com/text" }
}
