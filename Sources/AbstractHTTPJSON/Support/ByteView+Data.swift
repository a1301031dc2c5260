import Foundation
import JSONBytes

extension ByteView {
    /// A copy of some of the bytes.
    func data(from start: Int, to end: Int) -> Data { withBytes(from: start, to: end) { Data($0) } }
}

extension Data {
    /// Calls a function with a view of the bytes.
    func withView<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
        try withUnsafeBytes { try body(ByteView($0)) }
    }
}

extension [UInt8] {
    /// Calls a function with a view of the bytes.
    func withView<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
        try withUnsafeBytes { try body(ByteView($0)) }
    }
}

extension OutputBytes {
    /// The bytes, without a copy.
    consuming func data() -> Data {
        let bytes = release()
        guard let start = bytes.baseAddress else { return Data() }
        return Data(bytesNoCopy: start, count: bytes.count, deallocator: .free)
    }
}
