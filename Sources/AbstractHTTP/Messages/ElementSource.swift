import Foundation

/// The source of a live body for readers that parse elements.
@usableFromInline
package protocol ElementSource: ChunkSource {
    /// Announces a reader that parses elements. It reports each element, and calls ``finish()`` or ``fail(_:)`` at the
    /// end of the body. For other readers, each chunk counts as an element.
    func readElements()
    /// Reports that an element was read.
    func didReadElement()
    /// Ends reading successfully, and drops the rest of the body. Returns after the end of the generation, and throws
    /// its error.
    func finish() async throws
    /// Ends reading with a failure. Returns the error of the connection.
    func fail(_ failure: StreamFailure) async -> any Error
}

/// Why a stream ends early.
@usableFromInline
package struct StreamFailure: Sendable {
    let type: ConnectionErrorType
    let error: any Error
    /// The body of the response in the error.
    let data: Data

    package init(_ type: ConnectionErrorType, _ error: any Error, data: Data = Data()) {
        (self.type, self.error, self.data) = (type, error, data)
    }
}
