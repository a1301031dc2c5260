import Foundation

/// Parses a stream of elements from chunks of any size. It has no I/O.
///
/// The parsers of this module are ``EventParser``, ``JSONLineParser``, ``JSONTextParser``, ``JSONArrayParser``, and
/// ``MultipartParser``.
/// This one parses elements of four bytes:
///
/// ```swift
/// struct WordParser: StreamParser {
///     private var bytes = Data()
///
///     mutating func append(_ chunk: Data) { bytes += chunk }
///
///     mutating func next() -> Data? {
///         guard bytes.count >= 4 else { return nil }
///         defer { bytes.removeFirst(4) }
///         return Data(bytes.prefix(4))
///     }
/// }
/// for try await word in stream.body.elements(by: WordParser()) { print(word) }
/// ```
public protocol StreamParser<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable
    /// Takes the next bytes of the stream.
    mutating func append(_ chunk: Data)
    /// Returns the next element, or nil if it has not arrived yet. An error ends the stream.
    mutating func next() throws -> Element?
    /// Returns an element that only the end of the stream completes, and then nil. It is called after the last chunk.
    /// An error means that the stream is incomplete. Default: returns nil.
    mutating func last() throws -> Element?
}

extension StreamParser {
    /// Nil.
    public mutating func last() throws -> Element? { nil }
}
