import Foundation

/// What the server says about a failure, for a message: the title and the detail of a problem document (RFC 9457), the
/// message of an error object, the data of an event, or the title of an HTML page.
///
/// The text has at most 200 characters, without secrets.
enum ServerText {
    private static let longestText = 200
    private static let longestScan = 4 << 10
    private static let largestBody = 256 << 10

    /// Returns the sentence with the text, or nil if the response has none.
    static func of(_ response: Response, _ type: ConnectionErrorType) -> String? {
        guard !response.data.isEmpty, response.data.count <= largestBody else { return nil }
        guard type == .invalidResponse || type == .parse else { return nil }
        let explanation = type == .invalidResponse ? explanation(in: response) : nil
        if let text = explanation ?? reportedError(in: response) { return "the server says \"\(shortened(text))\"" }
        return pageTitle(in: response).map { title in
            let shown = title.isEmpty ? "" : " \"\(shortened(title))\""
            return "the server sent the HTML page\(shown); check the credentials, the URL, and any proxy"
        }
    }

    /// The beginning of a text without secrets. It is cut between two words before secrets are looked for, so that no
    /// part of a secret is left.
    private static func shortened(_ text: String) -> String {
        var start = String(text.unicodeScalars.prefix(longestScan))
        if start.unicodeScalars.count < text.unicodeScalars.count {
            start = start.lastIndex(where: \.isWhitespace).map { String(start[..<$0]) } ?? ""
        }
        let clean = Redaction().text(start.trimmingCharacters(in: .whitespacesAndNewlines)).inOneLine.unicodeScalars
        let isWhole = clean.count <= longestText && start.unicodeScalars.count == text.unicodeScalars.count
        return isWhole ? String(clean) : String(clean.prefix(longestText - 1)) + "…"
    }

    /// The text of a body that is known to describe a failure.
    private static func explanation(in response: Response) -> String? {
        if let problem = response.problemText { return problem }
        guard let content = response.jsonObject else {
            return response.mediaType?.essence == "text/event-stream" ? response.text : nil
        }
        return content.members?.reportedError == nil ? message(of: content) : nil
    }

    /// The text of a body that describes a failure if it has a member `error` or `errors`.
    private static func reportedError(in response: Response) -> String? {
        guard let content = response.jsonObject else { return nil }
        if let description = content["error_description"]?.stringValue { return description }
        guard let error = content.members?.reportedError else { return nil }
        return error.stringValue ?? message(of: error)
    }

    private static func message(of error: HTTPContent) -> String? {
        ["message", "detail", "description", "title", "type", "code"].lazy.compactMap { error[$0]?.stringValue }.first
    }

    /// The title of a page, which may be empty, or nil if the body is no page.
    private static func pageTitle(in response: Response) -> String? {
        guard response.mediaType?.essence == "text/html" || response.data.isHTML else { return nil }
        let text = response.text
        guard let start = text.range(of: "<title", options: .caseInsensitive),
            let open = text.range(of: ">", range: start.upperBound..<text.endIndex),
            let end = text.range(of: "</title", options: .caseInsensitive, range: open.upperBound..<text.endIndex)
        else { return "" }
        return text[open.upperBound..<end.lowerBound].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Response {
    fileprivate var problemText: String? {
        guard let problem = ProblemDetails(self) else { return nil }
        let texts = [problem.title, problem.detail].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: ": ")
    }

    /// The body, if it is a JSON object.
    fileprivate var jsonObject: HTTPContent? {
        guard data.firstByte == UInt8(ascii: "{") else { return nil }
        return try? JSONContentDecoder().decode(HTTPContent.self, from: data)
    }
}

extension Data {
    fileprivate var firstByte: UInt8? { first { $0 != 0x20 && !(0x09...0x0D).contains($0) } }

    /// Whether the data begins like an HTML page.
    fileprivate var isHTML: Bool {
        guard firstByte == UInt8(ascii: "<") else { return false }
        let start = String(decoding: prefix(512), as: UTF8.self).lowercased()
        return start.contains("<!doctype html") || start.contains("<html")
    }
}
