import Foundation

/// A form with files, as a stream: its parts are read one after the other while they are sent (RFC 7578).
///
/// ```swift
/// var form = MultipartForm()
/// form.add("title", "Holiday")
/// try form.add("video", file: URL(filePath: "/tmp/holiday.mp4"))
/// let http = HTTP("https://example.com/upload").httpMethod(.post).multipart(form)
/// ```
public struct MultipartForm: Sendable {
    /// What separates the parts: random, and in none of those whose bytes are in memory.
    public private(set) var boundary: String
    /// The parts, in the order in which they are sent.
    public private(set) var parts: [Part] = []
    private var generator: any RandomNumberGenerator & Sendable

    /// Makes an empty form, its boundary from `generator`.
    public init(using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        self.generator = generator
        boundary = ""
        boundary = makeBoundary()
    }

    init(boundary: String) {
        self.boundary = boundary
        generator = SystemRandomNumberGenerator()
    }

    /// The media type of the body, with its boundary.
    public var contentType: MediaType { MediaType("multipart/form-data; boundary=\(boundary)") }

    /// Adds a part.
    public mutating func add(_ part: Part) {
        parts.append(part)
        guard part.contains(boundary) else { return }
        repeat { boundary = makeBoundary() } while parts.contains { $0.contains(boundary) }
    }

    private mutating func makeBoundary() -> String {
        let digits = (0..<4).map { _ in String(generator.next() as UInt32, radix: 36) }
        return "----AbstractHTTP" + digits.joined()
    }
}

extension MultipartForm {
    /// Adds a text. As browsers do it, each of its line breaks becomes CRLF.
    public mutating func add(_ name: String, _ text: String) {
        add(Part(name: name, text: text))
    }

    /// Adds bytes in memory. Throws what ``Part/init(name:body:fileName:contentType:)`` throws.
    public mutating func add(
        _ name: String, data: Data, fileName: String? = nil, contentType: MediaType? = nil
    ) throws(InvalidRequest) {
        add(try Part(name: name, body: .data(data), fileName: fileName, contentType: contentType))
    }

    /// Adds a file, which is read while it is sent; its file name is that of the URL unless another one is given.
    ///
    /// Throws a `CocoaError` when the file is missing or no regular file, and what
    /// ``Part/init(name:body:fileName:contentType:)`` throws.
    public mutating func add(
        _ name: String, file: URL, fileName: String? = nil, contentType: MediaType? = nil
    ) throws {
        let fileName = fileName ?? file.lastPathComponent
        add(try Part(name: name, body: .file(file), fileName: fileName, contentType: contentType))
    }
}
