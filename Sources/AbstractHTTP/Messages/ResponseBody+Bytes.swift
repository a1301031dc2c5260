import Foundation

extension ResponseBody {
    /// The body byte by byte.
    public var bytes: Bytes { Bytes(body: self) }

    /// The bytes of a body, one at a time.
    public struct Bytes: AsyncSequence, Sendable {
        fileprivate let body: ResponseBody

        /// Returns an iterator over the bytes.
        public func makeAsyncIterator() -> Iterator {
            Iterator(chunks: body.makeAsyncIterator())
        }

        /// Reads the bytes of a body.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var chunks: ResponseBody.Iterator
            private var chunk = Data().makeIterator()
            private var slice = TimeSlice()

            fileprivate init(chunks: ResponseBody.Iterator) {
                self.chunks = chunks
            }

            /// Returns the next byte, or nil at the end.
            public mutating func next() async throws -> UInt8? {
                while true {
                    if let byte = chunk.next() {
                        if slice.isOver(after: 1) { await Task.yield() }
                        return byte
                    }
                    guard let more = try await chunks.next() else { return nil }
                    chunk = more.makeIterator()
                }
            }
        }
    }
}
