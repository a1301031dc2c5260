import AbstractHTTP
import Foundation

/// The source of a request's body.
enum Upload: Sendable {
    case none
    /// So few bytes that libcurl gets a copy.
    case copied(Data)
    /// Bytes in memory that are copied piece by piece.
    case data(Data)
    /// A body that is read ahead while earlier bytes are sent.
    case pulled(UploadPump)

    private static let bytesCopied = 64 << 10

    /// Throws ``AbstractHTTP/InvalidRequest`` if a file is missing.
    init(_ body: RequestBody?, _ blocks: BlockPool) throws {
        try body?.checkFiles()
        switch body?.source {
        case nil: self = .none
        case .data(let data): self = data.count <= Self.bytesCopied ? .copied(data) : .data(data)
        case .file, .stream, .joined: self = body.map { .pulled(UploadPump($0, blocks)) } ?? .none
        }
    }

    /// The number of bytes, if it is known.
    var length: Int? {
        switch self {
        case .none: 0
        case .copied(let data), .data(let data): data.count
        case .pulled(let pump): pump.length
        }
    }
}
