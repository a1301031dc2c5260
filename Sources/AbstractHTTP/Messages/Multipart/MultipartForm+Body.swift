import Foundation

extension MultipartForm {
    /// The body of the form. Its length is known if the lengths of all parts are known, and it can be sent again if all
    /// parts can.
    public var body: RequestBody {
        var pieces: [RequestBody] = []
        for part in parts {
            pieces.append(Data("--\(boundary)\r\n\(part.head)".utf8))
            switch part.body.source {
            case .data(let data): pieces.append(data)
            case .file, .stream, .joined: pieces.append(part.body)
            }
            pieces.append(Data("\r\n".utf8))
        }
        pieces.append(Data("--\(boundary)--\r\n".utf8))
        return .joined(pieces)
    }
}

extension [RequestBody] {
    /// Joins small pieces.
    fileprivate mutating func append(_ data: Data) {
        guard case .data(var joined) = last?.source, joined.count + data.count <= 64 << 10 else {
            return append(.data(data))
        }
        removeLast()
        joined.append(data)
        append(.data(joined))
    }
}
