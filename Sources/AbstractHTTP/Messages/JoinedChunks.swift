import Foundation

/// The chunks of bodies, one body after the other.
struct JoinedChunks: AsyncSequence, Sendable {
    let bodies: [RequestBody]

    func makeAsyncIterator() -> Iterator { Iterator(rest: bodies[...]) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: ArraySlice<RequestBody>
        private var current: RequestBody.Iterator?

        fileprivate init(rest: ArraySlice<RequestBody>) {
            self.rest = rest
        }

        mutating func next() async throws -> Data? {
            while true {
                if let chunk = try await current?.next() { return chunk }
                current = rest.popFirst()?.makeAsyncIterator()
                if current == nil { return nil }
            }
        }
    }
}
