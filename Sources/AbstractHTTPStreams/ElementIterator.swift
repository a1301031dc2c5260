import AbstractHTTP
import Foundation

/// Reads the elements of a body.
///
/// It pulls a chunk when it has no other element, so that it is never more than one chunk ahead of its reader.
public struct ElementIterator<Parser: StreamParser, Value>: AsyncIteratorProtocol {
    /// What an element becomes.
    enum Outcome {
        case value(Value)
        /// The stream ends here, though the body goes on.
        case end
    }

    private var chunks: ResponseBody.Iterator
    private let elements: (any ElementSource)?
    private(set) var parser: Parser
    private let outcome: (Parser.Element, _ number: Int) throws -> Outcome
    private var count = 0
    private var hasEnded = false

    init(
        _ body: ResponseBody, _ parser: Parser,
        outcome: @escaping (Parser.Element, _ number: Int) throws -> Outcome
    ) {
        (self.parser, self.outcome) = (parser, outcome)
        chunks = body.makeAsyncIterator()
        elements = body.makeSource() as? any ElementSource
        elements?.readElements()
    }

    /// Returns the next element, or nil at the end. After an error there are no more.
    ///
    /// - Throws: `StreamLimitExceeded`, ``StreamElementError``, and what the body throws. A connection makes a
    ///   `ConnectionError` of it.
    public mutating func next() async throws -> Value? {
        guard !hasEnded else { return nil }
        while true {
            switch parsed({ try $0.next() }) {
            case .success(.value(let value)): return value
            case .success(.end): return try await finish()
            case .success(nil): break
            case .failure(let error): throw await failure(error)
            }
            guard let chunk = try await nextChunk() else { return try await lastElement() }
            parser.append(chunk)
        }
    }

    private mutating func nextChunk() async throws -> Data? {
        do {
            return try await chunks.next()
        } catch {
            hasEnded = true
            throw error
        }
    }

    /// What only the end of the body completes. The end of the connection comes after it.
    private mutating func lastElement() async throws -> Value? {
        switch parsed({ try $0.last() }) {
        case .success(.value(let value)): return value
        case .success: return try await finish()
        case .failure(let error): throw await failure(error)
        }
    }

    private mutating func parsed(_ parse: (inout Parser) throws -> Parser.Element?) -> Result<Outcome?, any Error> {
        Result {
            guard let element = try parse(&parser) else { return nil }
            count += 1
            elements?.didReadElement()
            return try outcome(element, count)
        }
    }

    private mutating func finish() async throws -> Value? {
        hasEnded = true
        try await elements?.finish()
        return nil
    }

    private mutating func failure(_ error: any Error) async -> any Error {
        hasEnded = true
        guard let elements else { return error }
        return await elements.fail(StreamFailure(error))
    }
}

extension StreamFailure {
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as EventStreamError: self.init(.invalidResponse, error, data: Data(error.event.data.utf8))
        case let error as StreamLimitExceeded: self.init(.bodyTooLarge, error)
        case let error as StreamElementError: self.init(.parse, error, data: error.data)
        default: self.init(.parse, error)
        }
    }
}
