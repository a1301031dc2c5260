import AbstractHTTP

/// The elements that a parser creates from a body, as they arrive.
///
/// ```swift
/// for try await event in stream.body.elements(by: EventParser()) { print(event.data) }
/// ```
///
/// Read it once, from one task. Releasing it before its end cancels the connection.
public struct StreamElements<Parser: StreamParser>: AsyncSequence, Sendable {
    /// The elements.
    public typealias Element = Parser.Element
    /// Reads the elements.
    public typealias AsyncIterator = ElementIterator<Parser, Parser.Element>

    /// The header fields of the response. Empty if the elements were created from a body alone.
    public let headers: HTTPHeaders
    private let body: ResponseBody
    private let parser: Parser

    init(body: ResponseBody, headers: HTTPHeaders = [:], parser: Parser) {
        (self.body, self.headers, self.parser) = (body, headers, parser)
    }

    /// Reads the elements.
    public func makeAsyncIterator() -> AsyncIterator {
        ElementIterator(body, parser) { element, _ in .value(element) }
    }
}

extension ResponseBody {
    /// Returns the elements that a parser creates from the body, as they arrive.
    public func elements<Parser: StreamParser>(by parser: Parser) -> StreamElements<Parser> {
        StreamElements(body: self, parser: parser)
    }
}
