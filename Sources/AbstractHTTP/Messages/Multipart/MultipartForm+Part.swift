import Foundation

extension MultipartForm {
    /// A field of a form.
    ///
    /// ```swift
    /// let part = try MultipartForm.Part(name: "log", body: .stream(length: nil, replay: .single) { lines })
    /// form.add(part)
    /// ```
    public struct Part: Sendable {
        /// The name of the field.
        public let name: String
        /// The file name, or nil if the field is not a file.
        public let fileName: String?
        /// The media type of the bytes, or nil for text.
        public let contentType: MediaType?
        /// The bytes.
        public let body: RequestBody

        /// Creates a part with any body, which can be a stream.
        ///
        /// If `contentType` is nil, the extension of the file name determines it. Throws
        /// ``InvalidRequest/headerValue(name:)`` if `contentType` contains CR, LF, or NUL.
        public init(
            name: String, body: RequestBody, fileName: String? = nil, contentType: MediaType? = nil
        ) throws(InvalidRequest) {
            if let contentType, !contentType.rawValue.isHeaderValue { throw .headerValue(name: "Content-Type") }
            self.name = name
            self.body = body
            self.fileName = fileName
            self.contentType = contentType ?? fileName.map(MediaType.init(fileName:))
        }

        init(name: String, text: String) {
            self.name = name
            body = .data(Data(text.withCRLF.utf8))
            fileName = nil
            contentType = nil
        }
    }
}

extension MultipartForm.Part {
    /// The text before the bytes: the header fields and an empty line.
    var head: String {
        var head = "Content-Disposition: form-data; name=\"\(name.withCRLF.escapedInQuotes)\""
        if let fileName { head += "; filename=\"\(fileName.escapedInQuotes)\"" }
        if let contentType { head += "\r\nContent-Type: \(contentType.rawValue)" }
        return head + "\r\n\r\n"
    }

    /// Whether the bytes are in memory and contain `text`.
    func contains(_ text: String) -> Bool {
        body.contains(Array(text.utf8))
    }
}

extension RequestBody {
    fileprivate func contains(_ bytes: [UInt8]) -> Bool {
        switch source {
        case .data(let data): data.contains(bytes)
        case .joined(let bodies): bodies.contains { $0.contains(bytes) }
        case .file, .stream: false
        }
    }
}

extension String {
    /// Escapes quoted names as browsers do (HTML standard, "multipart form data"): `%22` for a quote, `%0D`, and `%0A`.
    fileprivate var escapedInQuotes: String {
        var result: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): result.appendPercentEncoded(byte)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
