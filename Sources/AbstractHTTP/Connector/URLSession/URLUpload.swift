import Foundation

/// Where a session takes the body of a request from.
enum URLUpload: Sendable {
    case none
    case data(Data)
    case file(URL)
    /// The bytes of a stream, written to a file before they are sent.
    ///
    /// On Linux a session would read a stream on the queue on which all of its transfers run, so one that waits for its
    /// bytes would stop them all; and it could not send it again on another connection.
    case spooled(TemporaryFile)

    /// Throws a `CocoaError` when a file is missing, and what a stream throws.
    init(_ body: RequestBody?) async throws {
        guard let body else {
            self = .none
            return
        }
        switch body.source {
        case .data(let data):
            self = .data(data)
        case .file(let url):
            try RequestBody.checkFile(url)
            self = .file(url)
        case .stream:
            self = .spooled(try await TemporaryFile(of: body))
        }
    }

    /// Whether there are no bytes to be sent.
    var isEmpty: Bool {
        switch self {
        case .none: true
        case .data(let data): data.isEmpty
        case .file, .spooled: false
        }
    }
}
