import AbstractHTTP
import Foundation

/// Bytes that are appended at the end and removed from the front. Positions count from the front.
struct ByteQueue: Sendable {
    private var bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    var count: Int { bytes.count - start }

    subscript(position: Int) -> UInt8 { bytes[start + position] }

    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(start + range.lowerBound)..<(start + range.upperBound)]
    }

    mutating func append(_ chunk: Data) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: chunk)
    }

    /// Removes bytes from the front. The memory is moved when more is appended.
    mutating func removeFirst(_ count: Int) { start += count }

    func starts(with prefix: [UInt8]) -> Bool { bytes[start...].starts(with: prefix) }

    func firstIndex(of byte: UInt8, from position: Int) -> Int? {
        bytes.firstIndex(of: byte, from: start + position).map { $0 - start }
    }
}
