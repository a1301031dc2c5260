import AbstractHTTP
import Foundation

/// Where the bytes of a request's body come from.
enum Upload: Sendable {
    case none
    /// So few that libcurl gets a copy.
    case copied(Data)
    /// In memory, copied piece by piece.
    case data(Data)
    /// Read ahead while others are sent.
    case pulled(UploadPump)

    private static let bytesCopied = 64 << 10

    /// Throws a `CocoaError` when a file is missing.
    init(_ body: RequestBody?, _ blocks: BlockPool) throws {
        try body?.checkFiles()
        switch body?.source {
        case nil: self = .none
        case .data(let data): self = data.count <= Self.bytesCopied ? .copied(data) : .data(data)
        case .file, .stream, .joined: self = body.map { .pulled(UploadPump($0, blocks)) } ?? .none
        }
    }

    /// The number of bytes, when it is known.
    var length: Int? {
        switch self {
        case .none: 0
        case .copied(let data), .data(let data): data.count
        case .pulled(let pump): pump.length
        }
    }
}
