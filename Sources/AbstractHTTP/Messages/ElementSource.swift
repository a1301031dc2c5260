import Foundation

/// The source of a live body, to which a reader of elements says what it makes of the bytes.
@usableFromInline
package protocol ElementSource: ChunkSource {
    /// The reader reads elements from now on: it calls ``didReadElement()``, and at the end of the body ``finish()`` or
    /// ``fail(_:)``. Without this call, each chunk counts as an element.
    func readElements()
    /// The reader has read an element.
    func didReadElement()
    /// The reader has all that it wants. The rest of the body is left, and the connection succeeds. Returns after the
    /// end of the generation, and throws the error with which that ended.
    func finish() async throws
    /// The reader cannot read the body. Returns the error with which the connection fails.
    func fail(_ failure: StreamFailure) async -> any Error
}

/// Why a stream ends early.
@usableFromInline
package struct StreamFailure: Sendable {
    let type: ConnectionErrorType
    let error: any Error
    /// What takes the place of the body in the response of the error.
    let data: Data

    package init(_ type: ConnectionErrorType, _ error: any Error, data: Data = Data()) {
        (self.type, self.error, self.data) = (type, error, data)
    }
}
