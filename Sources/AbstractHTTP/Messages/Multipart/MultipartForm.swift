import Foundation

/// A multipart form (RFC 7578). Its parts are read one after the other while they are sent, so files are never in
/// memory.
///
/// ```swift
/// var form = MultipartForm()
/// form.add("title", "Holiday")
/// try form.add("video", file: URL(filePath: "/tmp/holiday.mp4"))
/// let http = HTTP("https://example.com/upload").method(.post).multipart(form)
/// ```
public struct MultipartForm: Sendable {
    /// The random boundary between the parts. It does not occur in parts whose bytes are in memory.
    public private(set) var boundary: String
    /// The parts, in the order in which they are sent.
    public private(set) var parts: [Part] = []
    private var generator: any RandomNumberGenerator & Sendable

    /// Creates an empty form with a boundary from `generator`.
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
    /// Adds a text field. Each line break of the text becomes CRLF, as in browsers.
    public mutating func add(_ name: String, _ text: String) {
        add(Part(name: name, text: text))
    }

    /// Adds bytes in memory. Throws the errors of ``Part/init(name:body:fileName:contentType:)``.
    public mutating func add(
        _ name: String, data: Data, fileName: String? = nil, contentType: MediaType? = nil
    ) throws(InvalidRequest) {
        add(try Part(name: name, body: .data(data), fileName: fileName, contentType: contentType))
    }

    /// Adds a file, which is read while it is sent. By default, its file name is the last component of the URL.
    ///
    /// Throws ``InvalidRequest/missingFile(path:)``, ``InvalidRequest/notAFile(path:)``, and the errors of
    /// ``Part/init(name:body:fileName:contentType:)``.
    public mutating func add(
        _ name: String, file: URL, fileName: String? = nil, contentType: MediaType? = nil
    ) throws {
        let fileName = fileName ?? file.lastPathComponent
        add(try Part(name: name, body: .file(file), fileName: fileName, contentType: contentType))
    }
}
