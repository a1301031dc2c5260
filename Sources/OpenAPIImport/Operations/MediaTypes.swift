import HTTPIDLCompiler

/// A media type of a body, and its schema.
struct MediaContent {
    enum Kind: Int {
        case json, events, lines, form, multipart, text, bytes, xml
    }

    /// The media type without parameters.
    let type: String
    let kind: Kind
    let element: Element

    var schema: Element? { element["schema"] }

    init(_ key: String, _ element: Element) {
        let parts = key.split(separator: ";", maxSplits: 1)
        type = (parts.first.map(String.init) ?? "").filter { !$0.isWhitespace }.lowercased()
        self.element = element
        kind = Self.kind(of: type, parameters: parts.count > 1 ? parts[1].lowercased() : "", element)
    }

    private static func kind(of type: String, parameters: String, _ element: Element) -> Kind {
        switch type {
        case "application/json", "text/json": parameters.contains("stream") ? .lines : .json
        case "text/event-stream": .events
        case "application/x-ndjson", "application/jsonl", "application/x-jsonlines", "application/json-lines": .lines
        case "application/x-www-form-urlencoded": .form
        case "multipart/form-data": .multipart
        case "application/xml", "text/xml": .xml
        case _ where type.hasSuffix("+json"): .json
        case _ where type.hasSuffix("+xml"): .xml
        case _ where type.hasPrefix("text/") || type.hasSuffix("/sdp"): .text
        case "*/*", "application/*": element["schema"]?["type"]?.text == "string" ? .bytes : .json
        default: .bytes
        }
    }
}

extension Element {
    /// The media types of a body, the preferred one first. Invalid media types are left out.
    var mediaContents: [MediaContent] {
        (self["content"]?.members ?? []).map { MediaContent($0.key, $0.value) }.filter { $0.type.isMediaType }
            .enumerated()
            .sorted { ($0.element.kind.rawValue, $0.offset) < ($1.element.kind.rawValue, $1.offset) }.map(\.element)
    }
}
