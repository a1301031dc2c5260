import AbstractHTTP
import Foundation

/// A body that consists of JSON texts, in any format that separates them.
struct JSONBody<Value: Decodable & Sendable>: Sendable {
    let headers: HTTPHeaders
    let limit: Int
    private let body: ResponseBody
    private let decoder: ElementDecoder<Value>

    init(_ stream: ResponseStream, _ limit: Int) { self.init(stream.body, stream.headers, stream.decoder, limit) }

    init(_ body: ResponseBody, _ headers: HTTPHeaders, _ decoder: (any ContentDecoder)?, _ limit: Int) {
        (self.body, self.headers, self.decoder, self.limit) = (body, headers, ElementDecoder(decoder), limit)
    }

    /// Reads the values with a parser of the format.
    func makeAsyncIterator<Parser: StreamParser<Data>>(_ parser: Parser) -> ElementIterator<Parser, Value> {
        ElementIterator(body, parser) { [decoder] text, number in .value(try decoder.decode(text, number)) }
    }
}
