import AbstractHTTP
import Foundation

/// The bytes of one response (RFC 9112), with the changes that its fault makes.
struct ResponseFraming {
    /// Bytes that are not HTTP.
    static let garbage =
        Data([0x00, 0xFF, 0x9F, 0x0D, 0x0A, 0x9F, 0x0D, 0x0A, 0x0D, 0x0A]) + Data("\u{1}garbage\r\n\r\n".utf8)

    private let response: LoopbackResponse
    private let method: HTTPMethod
    /// The head of a raw message, or nil for another body.
    private let rawHead: Data?

    init(_ response: LoopbackResponse, to method: HTTPMethod) {
        self.response = response
        self.method = method
        rawHead = response.rawHead
    }

    /// The head, from the status line to the empty line.
    var head: Data {
        if isSpoiled(.garbage, until: .responseHead) { return Self.garbage }
        if let rawHead { return rawHead }
        var lines = ["\(response.version) \(response.statusCode) \(HTTPStatusText.text(for: response.statusCode))"]
        lines += response.headers.map { "\($0.name.rawValue): \($0.value)" }
        lines += framing
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// The head, or no bytes if it is sent with the body.
    var separateHead: Data { isRaw && hasBody ? Data() : head }

    /// Whether the body is a raw message, which contains its head.
    var isRaw: Bool { rawHead != nil }

    /// Whether a body follows the head.
    var hasBody: Bool {
        guard !isSpoiled(.garbage, until: .responseHead) else { return false }
        return isRaw || method != .head && response.hasContent
    }

    /// The number of bytes of the body, if it is known in advance.
    var length: Int? {
        switch response.body {
        case .data(let data), .raw(let data): data.count
        case .stream(let length, _): length
        case .chunks: nil
        }
    }

    /// Returns the bytes before and after a piece of the body. `isFirst` says whether it is the first one.
    func frame(of piece: Data, isFirst: Bool) -> (opening: Data, closing: Data) {
        guard isChunked else { return (Data(), Data()) }
        guard !isSpoiled(.garbage, at: .responseBody) else { return (Self.garbage, Data()) }
        let size = piece.count + (isFirst && isSpoiled(.corruptLength, at: .responseBody) ? 1 : 0)
        return (Data((String(size, radix: 16) + "\r\n").utf8), Data("\r\n".utf8))
    }

    /// The bytes after the last piece.
    var terminator: Data {
        guard isChunked else { return Data() }
        if isSpoiled(.truncate, at: .end) || isSpoiled(.garbage, at: .responseBody) { return Data() }
        return Data((isSpoiled(.corruptLength, at: .end) ? "1\r\n\r\n" : "0\r\n\r\n").utf8)
    }

    /// How many bytes of the head are sent before the connection is lost, or nil if the whole head is sent.
    var headCut: Int? {
        guard let fault = response.fault, fault.stage.order <= LoopbackFault.Stage.responseHead.order else {
            return nil
        }
        let after = fault.stage == .responseHead ? fault.after : nil
        switch fault.kind {
        case .corruptLength, .garbage: return nil
        case .truncate: return after ?? head.count / 2
        case .close, .halfClose, .reset, .stall: return after ?? 0
        }
    }

    /// Whether the connection is lost in the middle of the body's first piece, as the length is not known in advance.
    var isFirstPieceHalved: Bool {
        isSpoiled(.truncate, at: .responseBody) && response.fault?.after == nil && length == nil
    }

    /// After how many bytes of the body, or of the raw message, the connection is lost, or nil for never.
    var bodyBudget: Int? {
        guard let fault = response.fault else { return nil }
        let start = rawHead?.count ?? 0
        let after = fault.after.map { start + min($0, .max - start) }
        switch (fault.kind, fault.stage) {
        case (.corruptLength, _), (.garbage, _): return nil
        case (.truncate, .responseBody):
            return after ?? length.map { start + ($0 - start) / 2 }
        case (.truncate, .end): return isChunked ? nil : length.map { max(0, $0 - 1) }
        case (_, .responseBody): return after ?? start
        default: return nil
        }
    }

    /// Whether pieces of the body are sent as chunks.
    var isChunked: Bool {
        switch response.body {
        case .chunks: true
        case .data, .stream: isSpoiled(.garbage, at: .responseBody)
        case .raw: false
        }
    }

    private var framing: [String] {
        if !response.hasContentLength { return [] }
        if isSpoiled(.corruptLength, until: .responseHead) {
            return ["Content-Length: \(length ?? 0)", "Content-Length: \((length ?? 0) + 1)"]
        }
        guard !isChunked, let length else { return ["Transfer-Encoding: chunked"] }
        if isSpoiled(.corruptLength, at: .responseBody) { return ["Content-Length: \(length + 1)"] }
        if isSpoiled(.corruptLength, at: .end) { return ["Content-Length: \(max(0, length - 1))"] }
        return ["Content-Length: \(length)"]
    }

    private func isSpoiled(_ kind: LoopbackFault.Kind, at stage: LoopbackFault.Stage) -> Bool {
        response.fault?.kind == kind && response.fault?.stage == stage
    }

    private func isSpoiled(_ kind: LoopbackFault.Kind, until stage: LoopbackFault.Stage) -> Bool {
        guard let fault = response.fault, fault.kind == kind else { return false }
        return fault.stage.order <= stage.order
    }
}

extension LoopbackFault.Stage {
    /// The position of the stage in an exchange.
    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension LoopbackResponse {
    /// Whether the status allows a body (RFC 9110, section 6.4.1).
    fileprivate var hasContent: Bool { statusCode >= 200 && statusCode != 204 && statusCode != 304 }

    /// The head of a raw message, up to its empty line, or all of a message without one. Nil for another body.
    fileprivate var rawHead: Data? {
        guard case .raw(let message) = body else { return nil }
        return message.range(of: Data("\r\n\r\n".utf8)).map { message[..<$0.upperBound] } ?? message
    }

    /// Whether the status allows a Content-Length (RFC 9110, section 8.6).
    fileprivate var hasContentLength: Bool { statusCode >= 200 && statusCode != 204 }
}

/// The reason phrases of the status codes that tests use most. A phrase may be empty (RFC 9112, section 4).
enum HTTPStatusText {
    static func text(for statusCode: Int) -> String {
        switch statusCode {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: ""
        }
    }
}
