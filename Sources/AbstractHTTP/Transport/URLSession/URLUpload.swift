import Foundation

/// The source from which a session reads the body of a request.
enum URLUpload: Sendable {
    case none
    case data(Data)
    case file(URL)
    /// The bytes of a stream, written to a file before they are sent.
    case spooled(TemporaryFile)
    /// Bytes from memory and from files, read while they are sent.
    case pulled(PulledBody)

    /// Throws ``InvalidRequest`` if a file is missing or the body was already sent, and what a stream throws.
    init(_ body: RequestBody?) async throws {
        guard let body else {
            self = .none
            return
        }
        self = try await Self.pulls ? Self(pulling: body) : Self(handingOver: body)
    }

    /// On Linux, a session copies data, and it reads files slowly into memory that it keeps. It therefore pulls both.
    ///
    /// It cannot pull a stream, because all sessions of a process share one queue there. A stream that waits for bytes
    /// would stop them all, and one that waits for another request would never end.
    private static var pulls: Bool {
        #if canImport(FoundationNetworking)
            true
        #else
            false
        #endif
    }

    private static let bytesCopied = 64 << 10

    private init(pulling body: RequestBody) async throws {
        switch body.source {
        case .data(let data) where data.count <= Self.bytesCopied:
            self = .data(data)
        case .data, .file, .stream:
            self = .pulled(try await PulledBody([body]))
        case .joined(let bodies):
            try body.spend()
            self = .pulled(try await PulledBody(bodies))
        }
    }

    private init(handingOver body: RequestBody) async throws {
        switch body.source {
        case .data(let data):
            self = .data(data)
        case .file(let url):
            if let size = try RequestBody.checkFile(url), let length = body.length, size != length {
                throw BodyLengthMismatch(declared: length, actual: size)
            }
            self = .file(url)
        case .stream, .joined:
            switch try await SpooledBody(body) {
            case .data(let data): self = .data(data)
            case .file(let file, _): self = .spooled(file)
            }
        }
    }

    /// Whether there are no bytes to send.
    var isEmpty: Bool {
        switch self {
        case .none: true
        case .data(let data): data.isEmpty
        case .file, .spooled: false
        case .pulled(let body): body.length == 0
        }
    }

    /// Whether the session reads the body while it sends it.
    var isPulled: Bool {
        if case .pulled = self { true } else { false }
    }

    /// Why the session could not read the whole body.
    var failure: (any Error)? {
        if case .pulled(let body) = self { body.failure } else { nil }
    }
}
