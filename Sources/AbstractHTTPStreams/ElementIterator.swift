import AbstractHTTP
import Foundation

/// Reads the elements of a body.
///
/// It pulls a chunk when it has no element left, so that it is never more than one chunk ahead of its reader.
///
/// The code that runs for each element is inlinable. Without specialization, it would double the cost of an element.
public struct ElementIterator<Parser: StreamParser, Value>: AsyncIteratorProtocol {
    /// What an element becomes.
    @usableFromInline
    enum Outcome {
        case value(Value)
        /// The element has no value.
        case skipped
        /// The stream ends here, although the body continues.
        case end
    }

    private var chunks: ResponseBody.Iterator
    @usableFromInline let elements: (any ElementSource)?
    @usableFromInline private(set) var parser: Parser
    @usableFromInline let outcome: (Parser.Element, _ number: Int) throws -> Outcome
    @usableFromInline var count = 0
    @usableFromInline var hasEnded = false
    private var slice = TimeSlice()
    /// How many elements are read before the time is checked. Elements can take long to decode, even if they are short.
    @usableFromInline static var elementsPerLook: Int { 64 }

    init(
        _ body: ResponseBody, _ parser: Parser,
        outcome: @escaping (Parser.Element, _ number: Int) throws -> Outcome
    ) {
        (self.parser, self.outcome) = (parser, outcome)
        chunks = body.makeAsyncIterator()
        elements = body.makeSource() as? any ElementSource
    }

    /// Returns the next element, or nil at the end. After an error, there are no more.
    ///
    /// - Throws: `StreamLimitExceeded`, ``StreamElementError``, and errors of the body. A connection converts them to a
    ///   `ConnectionError`.
    @inlinable
    public mutating func next() async throws -> Value? { try await next(isolation: #isolation) }

    /// Returns the next element, or nil at the end. After an error, there are no more.
    ///
    /// - Throws: `StreamLimitExceeded`, ``StreamElementError``, and errors of the body. A connection converts them to a
    ///   `ConnectionError`.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
        let parsed: Outcome?
        do {
            parsed = try hasEnded ? nil : nextParsed()
        } catch {
            throw await failure(error)
        }
        switch parsed {
        case .value(let value):
            if count.isMultiple(of: Self.elementsPerLook) { await yieldIfLate() }
            return value
        case .end: return try await finish()
        case .skipped, nil: return hasEnded ? nil : try await nextRead()
        }
    }

    @inlinable
    mutating func nextParsed() throws -> Outcome? {
        while let element = try parser.next() {
            count += 1
            elements?.didReadElement()
            let parsed = try outcome(element, count)
            if case .skipped = parsed { continue }
            return parsed
        }
        return nil
    }

    /// Lets other tasks run if many elements came without waiting.
    @usableFromInline
    mutating func yieldIfLate() async {
        if slice.isOver(after: TimeSlice.bytesPerLook) { await Task.yield() }
    }

    /// Reads chunks until there is an element.
    @usableFromInline
    mutating func nextRead() async throws -> Value? {
        elements?.readElements()
        while true {
            let chunk: Data?
            do {
                chunk = try await chunks.next()
            } catch {
                hasEnded = true
                throw error
            }
            let parsed: Outcome?
            do {
                if let chunk { parser.append(chunk) }
                parsed = try chunk == nil ? lastParsed() : nextParsed()
            } catch {
                throw await failure(error)
            }
            switch parsed {
            case .value(let value): return value
            case .end: return try await finish()
            case .skipped, nil: if chunk == nil { return try await finish() }
            }
        }
    }

    /// The element that only the end of the body completes. The connection ends after it.
    private mutating func lastParsed() throws -> Outcome? {
        guard let element = try parser.last() else { return nil }
        count += 1
        elements?.didReadElement()
        return try outcome(element, count)
    }

    @usableFromInline
    mutating func finish() async throws -> Value? {
        hasEnded = true
        try await elements?.finish()
        return nil
    }

    @usableFromInline
    mutating func failure(_ error: any Error) async -> any Error {
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
        case let error as StreamElementError:
            self.init(error.reportsError ? .invalidResponse : .parse, error, data: error.data)
        default: self.init(.parse, error)
        }
    }
}
